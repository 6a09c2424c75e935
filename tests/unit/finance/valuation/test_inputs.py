from datetime import date
from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.errors import NotFound
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.valuation.inputs import gather_inputs, read_inputs
from research_agent.finance.xbrl.companyfacts import FactRow
from tests.fakes.fact_rows import ACME, figures, filed
from tests.unit.finance.valuation.small_company import FLOWS, OneCompany, bank_rows, inputs, rows

TO_DATE = (
    ("2024-01-01/2024-03-31", 250, "2024-05-01"),
    ("2024-01-01/2024-06-30", 500, "2024-08-01"),
    ("2024-01-01/2024-09-30", 750, "2024-11-01"),
    ("2025-01-01/2025-03-31", 300, "2025-05-01"),
)
DECISIVE_FLOWS = (
    "Revenues",
    "OperatingIncomeLoss",
    "NetIncomeLoss",
    "DepreciationDepletionAndAmortization",
    "PaymentsToAcquirePropertyPlantAndEquipment",
)
SHARES = "WeightedAverageNumberOfDilutedSharesOutstanding"


def quarters(*tags: str) -> list[FactRow]:
    """Year-to-date figures, so that the trailing twelve months to March 2025 are known too."""
    found = [
        filed(tag, span, value * FLOWS[tag][0] / FLOWS["Revenues"][0], on=on, form="10-Q")
        for tag in tags
        for span, value, on in TO_DATE
    ]
    found += [filed(SHARES, TO_DATE[-1][0], 90, on="2025-05-01", form="10-Q", unit="shares")]
    balances = ("AssetsCurrent", "CashAndCashEquivalentsAtCarryingValue", "StockholdersEquity")
    for tag in (*balances, "LongTermDebtNoncurrent"):
        found.append(filed(tag, "2025-03-31", 400, on="2025-05-01", form="10-Q"))
    return found


def test_the_newest_twelve_months_are_the_base_where_they_are_complete() -> None:
    """Revenue to March 2025 is 1,000 − 250 + 300 = 1,050, newer than the year's 1,000."""
    read = read_inputs(figures(*rows(), *quarters(*DECISIVE_FLOWS)))

    revenue = read.now["revenue"]
    assert read.base.basis is Basis.TTM
    assert isinstance(revenue, Fact)
    assert revenue.value == 1050
    assert read.base_why == "Base year: TTM Q1 FY2025, the twelve months to 2025-03-31."


def test_the_fiscal_year_is_the_base_where_newer_months_lack_a_figure() -> None:
    """A base of which capital expenditure is unknown would make another company of it."""
    read = read_inputs(figures(*rows(), *quarters(*DECISIVE_FLOWS[:-1])))

    assert read.base.label == "FY2024"
    assert read.base_why == (
        "Base year: FY2024 (to 2024-12-31); the twelve months to 2025-03-31 lack capital "
        "expenditure (paid)."
    )


def test_shares_are_those_of_the_newest_quarter() -> None:
    """An average over the year hides a quarter's buybacks."""
    read = read_inputs(figures(*rows(), *quarters(*DECISIVE_FLOWS)))

    assert isinstance(read.shares, Fact)
    assert (read.shares.value, read.shares.period.label) == (90, "Q1 FY2025")


def test_shares_are_on_the_basis_of_today() -> None:
    """TRAPS 16: a count from before a 4-for-1 split is a quarter of today's."""
    year, before = "2024-01-01/2024-12-31", "2023-01-01/2023-12-31"
    split = [
        filed(SHARES, span, 400, on="2025-06-01", form="10-K/A", unit="shares")
        for span in (year, before)
    ]

    read = read_inputs(figures(*rows(), *split))

    assert isinstance(read.shares, Fact)
    assert read.shares.value == 400
    per_share = read.now["dividends_per_share"]
    assert isinstance(per_share, Fact)
    assert per_share.value == Decimal("0.5") / 4


def test_a_count_in_the_wrong_scale_is_flagged_and_not_used() -> None:
    """TRAPS 29: 0.0001 shares for revenue of 1,000 would make each worth millions."""
    read = inputs(WeightedAverageNumberOfDilutedSharesOutstanding=(0.0001, 0.0001))

    assert isinstance(read.shares, Missing)
    assert "do not fit the size of the company" in read.shares.reason


def test_a_count_that_contradicts_earnings_per_share_is_not_used() -> None:
    """Income of 152 at 1.52 a share are 100 shares, not 100,000."""
    eps = filed(
        "EarningsPerShareDiluted", "2024-01-01/2024-12-31", 1.52, on="2025-02-01", unit="USD/shares"
    )
    wrong = {SHARES: (100_000.0, 100_000.0)}

    read = read_inputs(figures(*rows(instead=wrong), eps))

    assert isinstance(read.shares, Missing)


async def test_nothing_filed_after_the_day_asked_for_is_read() -> None:
    """A valuation of the past must not know the future."""
    late = [filed("Revenues", "2024-01-01/2024-12-31", 5000, on="2025-09-01", form="10-K/A")]
    source = OneCompany([*rows(), *late])

    then = await gather_inputs(source, ACME, as_of=date(2025, 3, 1))
    now = await gather_inputs(source, ACME)

    assert [read.now["revenue"].value for read in (then, now)] == [1000, 5000]  # type: ignore[union-attr]
    assert then.as_of == date(2025, 3, 1)


def test_a_company_without_a_full_year_cannot_be_valued() -> None:
    """Nothing is made up for it."""
    with pytest.raises(NotFound, match="no full fiscal year"):
        read_inputs(figures(filed("Assets", "2024-12-31", 5, on="2025-02-01")))


def test_a_rate_needs_both_of_its_figures_from_one_period() -> None:
    """Tax of twelve months over income of a fiscal year would be no rate."""
    newer = quarters(*DECISIVE_FLOWS, "IncomeTaxExpenseBenefit")

    read = read_inputs(figures(*rows(), *newer))

    tax, income = read.rates["income_tax"], read.rates["pretax_income"]
    assert isinstance(tax, Fact)
    assert isinstance(income, Fact)
    assert read.base.basis is Basis.TTM
    assert tax.period == income.period
    assert (tax.value, income.value) == (38, 190)


def test_sector_currency_and_accounts_are_told() -> None:
    """They decide models, units and leases."""
    bank = read_inputs(figures(*bank_rows()))
    foreign = read_inputs(
        figures(
            filed("ifrs-full:Revenue", "2024-01-01/2024-12-31", 70, on="2025-02-01", unit="TWD"),
            query=PeriodQuery(),
        )
    )

    assert (inputs().sector, bank.sector) == (Sector.INDUSTRIAL, Sector.BANK)
    assert (inputs().ifrs, foreign.ifrs) == (False, True)
    assert (inputs().currency, foreign.currency) == ("USD", "TWD")
