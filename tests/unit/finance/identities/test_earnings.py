import pytest

from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.finance.identities import Status, check_identities
from research_agent.finance.xbrl.companyfacts import FactRow
from tests.fakes.fact_rows import figures, filed
from tests.unit.finance.identities.hand_made import YEAR, M, one

BASIC, DILUTED = "eps_basic_fits_income", "eps_diluted_fits_income"
SHARES = "WeightedAverageNumberOfSharesOutstandingBasic"
DILUTED_SHARES = "WeightedAverageNumberOfDilutedSharesOutstanding"


def income(millions: float, on: str = "2025-02-01", tag: str = "NetIncomeLoss") -> FactRow:
    return filed(tag, YEAR, millions * M, on=on)


def eps(value: float, on: str = "2025-02-01", *, diluted: bool = False) -> FactRow:
    tag = "EarningsPerShareDiluted" if diluted else "EarningsPerShareBasic"
    return filed(tag, YEAR, value, on=on, unit="USD/shares")


def shares(count: float, on: str = "2025-02-01", *, diluted: bool = False) -> FactRow:
    return filed(DILUTED_SHARES if diluted else SHARES, YEAR, count, on=on, unit="shares")


@pytest.mark.parametrize(
    ("filed_eps", "status"),
    [(2.33, Status.PASSED), (2.34, Status.PASSED), (2.38, Status.FAILED)],
)
def test_earnings_per_share_are_income_over_shares_to_the_cent(
    filed_eps: float, status: Status
) -> None:
    """700 million over 300 million shares are 2.3333, give or take what each is rounded by."""
    found = one(BASIC, income(700), eps(filed_eps), shares(300 * M))

    assert found.status is status


def test_preferred_dividends_come_off_first() -> None:
    """P&G 2009: 13,436 less 192 over 2,952.2 million shares are 4.49."""
    rows = [
        income(13_436),
        income(192, tag="DividendsPreferredStock"),
        eps(4.49),
        shares(2_952.2 * M),
    ]

    assert one(BASIC, *rows).status is Status.PASSED
    assert one(BASIC, *(row for row in rows if "Preferred" not in row.tag)).status is Status.FAILED


def test_shares_filed_in_thousands_are_counted_one_by_one_and_say_so() -> None:
    """NVIDIA's 10-K of March 2011: 253,146 thousand over "575,177" shares, 0.44 a share."""
    found = one(BASIC, income(253.146), eps(0.44), shares(575_177))
    counted = found.facts[-1]

    assert found.status is Status.PASSED
    assert (counted.value, counted.inputs[0].value) == (575_177_000, 575_177)
    assert "thousands" in counted.note


def test_interest_on_convertible_debt_is_added_back_to_diluted_earnings() -> None:
    """AMD's first quarter of 2020: 162 over 1,224 diluted shares are 0.132, 0.14 was reported."""
    rows = [
        income(162),
        eps(0.14),
        shares(1_170 * M),
        eps(0.14, diluted=True),
        shares(1_224 * M, diluted=True),
    ]

    assert one(BASIC, *rows).status is Status.PASSED
    assert one(DILUTED, *rows).status is Status.EXPLAINED


def test_a_split_between_the_filings_is_told_as_reported() -> None:
    """Counts before a 4-for-1 split beside earnings per share after it prove nothing."""
    old, new = "2025-02-01", "2026-02-01"
    year = "2025-01-01/2025-12-31"
    rows = [
        income(700, old),
        *(shares(100 * M, old, diluted=kind) for kind in (True, False)),
        *(shares(400 * M, new, diluted=kind) for kind in (True, False)),
        eps(1.75, new),
        filed("NetIncomeLoss", year, 800 * M, on=new),
    ]
    found = check_identities(
        figures(*rows, query=PeriodQuery(vintage=Vintage.AS_REPORTED)), bases=(Basis.ANNUAL,)
    )
    (result,) = (r for r in found.results if r.key == BASIC and r.period.label == "FY2024")

    assert result.status is Status.EXPLAINED
    assert "split" in result.explanation
    assert one_latest(BASIC, *rows) is Status.PASSED


def one_latest(key: str, *rows: FactRow) -> Status:
    found = check_identities(figures(*rows), bases=(Basis.ANNUAL,))
    (result,) = (r for r in found.results if r.key == key and r.period.label == "FY2024")
    return result.status


@pytest.mark.parametrize(
    ("diluted", "status"),
    [(2.0, Status.PASSED), (2.1, Status.PASSED), (2.2, Status.FAILED)],
)
def test_dilution_only_ever_takes_from_earnings(diluted: float, status: Status) -> None:
    """Diluted above basic is a mix-up of both."""
    found = one("eps_diluted_not_above_eps_basic", income(1), eps(2.1), eps(diluted, diluted=True))

    assert found.status is status


def test_a_loss_is_not_diluted() -> None:
    """More shares make a loss per share smaller, so filers leave it as it is."""
    found = one("eps_diluted_not_above_eps_basic", income(-1), eps(-2.1), eps(-2.0, diluted=True))

    assert found.status is Status.NOT_CHECKED
