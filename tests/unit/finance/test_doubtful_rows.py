import pytest

from research_agent.finance.doubtful_rows import without_doubtful
from research_agent.finance.xbrl.companyfacts import FactRow
from tests.fakes.fact_rows import filed

M = 1_000_000
YEAR = "2024-01-01/2024-12-31"
QUARTERS = (
    "2024-01-01/2024-03-31",
    "2024-04-01/2024-06-30",
    "2024-07-01/2024-09-30",
    "2024-10-01/2024-12-31",
)
NINE = "2024-01-01/2024-09-30"
ON, LATER = "2025-02-01", "2026-02-01"


def table(*millions: float, tag: str = "Revenues", unit: str = "USD") -> list[FactRow]:
    """The quarters of an annual report."""
    return [filed(tag, q, v * M, on=ON, unit=unit) for q, v in zip(QUARTERS, millions, strict=True)]


def dropped(*rows: FactRow) -> list[FactRow]:
    kept = without_doubtful(rows)
    return [row for row in rows if row not in kept]


def test_quarters_of_a_report_that_miss_its_year_are_of_a_part() -> None:
    """GE's 10-K of February 2011 has 14,278 + 12,943 + 12,325 + 13,112 beside 156,783 million."""
    parts = table(14_278, 12_943, 12_325, 13_112)
    own = [filed("Revenues", QUARTERS[0], 38_438 * M, on="2024-05-01", form="10-Q")]

    assert dropped(filed("Revenues", YEAR, 156_783 * M, on=ON), *parts, *own) == parts


def test_quarters_that_add_up_but_for_rounding_stay() -> None:
    """AMD's table of 2012 comes to 101 million of restructuring, its year to 100."""
    rows = table(8, 0, 3, 90, tag="RestructuringCharges")

    assert dropped(filed("RestructuringCharges", YEAR, 100 * M, on=ON), *rows) == []


def test_with_earnings_go_earnings_per_share() -> None:
    """A table dated a year off is off in every line: Amazon's of January 2013."""
    wrong = table(130, 7, -274, 97, tag="NetIncomeLoss")
    per_share = filed("EarningsPerShareBasic", QUARTERS[0], 0.28, on=ON, unit="USD/shares")

    rows = [filed("NetIncomeLoss", YEAR, 631 * M, on=ON), *wrong, per_share]
    assert dropped(*rows) == [*wrong, per_share]


def test_a_quarter_with_the_figure_of_its_year_is_none() -> None:
    """Oracle's 10-K of June 2022 gives the last quarter 42,440 million, the whole of the year."""
    quarter = filed("Revenues", QUARTERS[3], 42_440 * M, on=ON)
    year = filed("RevenueFromContractWithCustomerExcludingAssessedTax", YEAR, 42_440 * M, on=ON)
    nine = filed(
        "RevenueFromContractWithCustomerExcludingAssessedTax",
        NINE,
        30_601 * M,
        on="2024-11-01",
        form="10-Q",
    )

    assert dropped(year, quarter, nine) == [quarter]
    assert dropped(year, quarter) == []  # all of it may have come in the last quarter


FLOW = "NetCashProvidedByUsedInInvestingActivities"
PAID = "PaymentsToAcquirePropertyPlantAndEquipment"


@pytest.mark.parametrize(
    ("tag", "values", "wrong"),
    [
        pytest.param(FLOW, (-686, -686, 686), [2], id="most filings: AMD's investing flow of 2021"),
        pytest.param(FLOW, (2_360.8, -2_360.8), [1], id="the first of two: Starbucks 2023"),
        pytest.param(PAID, (-884, 884), [0], id="a payment is positive: Honeywell 2008"),
        pytest.param(FLOW, (-686, -690), [], id="a recast is no turned sign"),
        pytest.param(FLOW, (0, 0), [], id="nothing has no sign"),
    ],
)
def test_a_sign_turned_round_is_a_slip(
    tag: str, values: tuple[float, ...], wrong: list[int]
) -> None:
    """A recast never gives exactly the opposite."""
    rows = [filed(tag, YEAR, v * M, on=f"202{5 + n}-02-01") for n, v in enumerate(values)]

    assert dropped(*rows) == [rows[place] for place in wrong]


EQUITY = "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest"


def test_equity_counts_where_its_filing_has_a_balance_sheet_of_that_day() -> None:
    """P&G's roll-forward of March 2019 dates 54,721 million to September 2017; they had 55,415."""
    sheet = [
        filed("Assets", "2017-09-30", 122_851 * M, on="2017-10-20", form="10-Q"),
        filed(EQUITY, "2017-09-30", 55_415 * M, on="2017-10-20", form="10-Q"),
    ]
    rolled = filed(EQUITY, "2017-09-30", 54_721 * M, on="2019-04-23", form="10-Q")

    assert dropped(*sheet, rolled) == [rolled]
    assert dropped(rolled) == []  # the only figure there is
