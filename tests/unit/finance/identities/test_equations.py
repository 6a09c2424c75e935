import pytest

from research_agent.domain.periods import Basis
from research_agent.finance.identities import Status
from tests.fakes.fact_rows import filed
from tests.unit.finance.identities.hand_made import M, annual, one, outcomes, report, yearly

BALANCE = {"Assets_at_end": 100, "Liabilities_at_end": 60}


@pytest.mark.parametrize(
    ("equity", "status"), [(40, Status.PASSED), (39, Status.PASSED), (38, Status.FAILED)]
)
def test_assets_are_liabilities_and_equity_within_rounding(equity: int, status: Status) -> None:
    """Three figures in millions may be apart by 1.5; two are a mistake."""
    found = one("assets_liabilities_equity", *yearly(**BALANCE, StockholdersEquity_at_end=equity))

    assert found.status is status
    assert (found.left, found.right, found.tolerance) == (100 * M, (60 + equity) * M, 1.5 * M)


def test_minorities_and_temporary_equity_belong_to_the_right_side() -> None:
    """NVIDIA's assets of 2017-01-29 had 31 million of temporary equity beside equity."""
    rows = yearly(
        **BALANCE,
        StockholdersEquity_at_end=30,
        MinorityInterest_at_end=4,
        TemporaryEquityValueExcludingAdditionalPaidInCapital_at_end=6,
    )

    assert one("assets_liabilities_equity", *rows).status is Status.PASSED


def test_liabilities_that_nobody_filed_prove_nothing() -> None:
    """Worked out as assets less equity, they would always fit."""
    rows = yearly(Assets_at_end=100, StockholdersEquity_at_end=40)
    found = one("assets_liabilities_equity", *rows)

    assert found.status is Status.NOT_CHECKED
    assert found.facts == ()
    assert "liabilities" in found.explanation.casefold()


@pytest.mark.parametrize(
    ("gross", "status"), [(40, Status.PASSED), (45, Status.FAILED), (None, Status.NOT_CHECKED)]
)
def test_gross_profit_is_revenue_less_its_cost(gross: int | None, status: Status) -> None:
    """Also here: one that was worked out from both is no check of them."""
    lines = {"Revenues": 100, "CostOfRevenue": 60} | ({"GrossProfit": gross} if gross else {})

    assert one("gross_profit", *yearly(**lines)).status is status


def test_income_of_associates_may_come_after_tax() -> None:
    """AMD's income before tax is before the income of its joint venture, net income after it."""
    tag = (
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxes"
        "MinorityInterestAndIncomeLossFromEquityMethodInvestments"
    )
    rows = yearly(
        **{tag: 100},
        IncomeTaxExpenseBenefit=20,
        IncomeLossFromEquityMethodInvestments=7,
        NetIncomeLoss=87,
    )

    assert one("net_income", *rows).status is Status.PASSED


def test_income_to_common_of_continuing_operations_only_is_worked_out_and_proves_nothing() -> None:
    """P&G 2009: 13,436 less 192 is 13,244; the tag has 10,488, without 2,756 discontinued."""
    rows = yearly(
        NetIncomeLoss=13_436,
        DividendsPreferredStock=192,
        IncomeLossFromDiscontinuedOperationsNetOfTax=2_756,
        NetIncomeLossAvailableToCommonStockholdersBasic=10_488,
    )
    found = one("net_income_to_common", *rows)

    assert found.status is Status.NOT_CHECKED


FLOWS = {
    "NetCashProvidedByUsedInOperatingActivities": 50,
    "NetCashProvidedByUsedInInvestingActivities": -20,
    "NetCashProvidedByUsedInFinancingActivities": -10,
}
CHANGE = (
    "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecrease"
    "IncludingExchangeRateEffect"
)
FOREIGN = "EffectOfExchangeRateOnCashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents"


def test_cash_flows_and_exchange_rates_are_the_change_in_cash() -> None:
    """50 - 20 - 10 - 3 = 17; without the three it does not add up."""
    rows = yearly(**FLOWS, **{CHANGE: 17})

    assert one("cash_flows_sum", *rows, *yearly(**{FOREIGN: -3})).status is Status.PASSED
    assert one("cash_flows_sum", *rows).status is Status.FAILED


def test_in_a_store_that_is_cut_down_a_missing_line_is_no_mistake() -> None:
    """The exchange rate effect may have been filed; who read only a part cannot know."""
    found = one("cash_flows_sum", *yearly(**FLOWS, **{CHANGE: 17}), full=False)

    assert found.status is Status.EXPLAINED
    assert "the store does not hold it" in found.explanation


def test_the_change_ties_to_the_cash_it_is_of() -> None:
    """With restricted cash the balance below the cash flow statement counts, not the cash line."""
    balance = "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents"
    rows = [
        annual("Revenues", 2023, 1 * M, on="2024-02-01"),
        *yearly(**{CHANGE: 17}, Revenues=1),
        filed(balance, "2023-12-31", 30 * M, on="2024-02-01"),
        filed(balance, "2024-12-31", 47 * M, on="2025-02-01"),
        filed("CashAndCashEquivalentsAtCarryingValue", "2023-12-31", 28 * M, on="2024-02-01"),
        filed("CashAndCashEquivalentsAtCarryingValue", "2024-12-31", 44 * M, on="2025-02-01"),
    ]

    found = outcomes("cash_ties_to_balance_sheet", *rows)
    assert found == {"FY2024": Status.PASSED, "FY2023": Status.NOT_CHECKED}


def test_versions_of_different_years_explain_what_each_filing_holds() -> None:
    """Cost was recast a year later, revenue and gross profit were not filed again."""
    rows = [
        *yearly(Revenues=100, CostOfRevenue=60, GrossProfit=40),
        annual("CostOfRevenue", 2024, 55 * M, on="2026-02-01"),
        annual("CostOfRevenue", 2025, 70 * M, on="2026-02-01"),
        annual("Revenues", 2025, 120 * M, on="2026-02-01"),
    ]
    status = outcomes("gross_profit", *rows)["FY2024"]

    assert status is Status.EXPLAINED


def test_where_the_later_filing_itself_does_not_add_up_nothing_is_explained() -> None:
    """A figure of one filing that fits no other line of it is wrong."""
    rows = [
        *yearly(Revenues=100, CostOfRevenue=60, GrossProfit=47),
        annual("Revenues", 2025, 120 * M, on="2026-02-01"),
    ]

    assert outcomes("gross_profit", *rows)["FY2024"] is Status.FAILED


def test_year_ends_are_checked_once() -> None:
    """The fourth quarter ends on the day the year ends: one balance sheet, one check."""
    quarters = [
        filed("Revenues", f"2024-01-01/{end}", 10 * M, on="2024-11-01", form="10-Q")
        for end in ("2024-03-31", "2024-06-30", "2024-09-30")
    ]
    rows = [*yearly(**BALANCE, Revenues=50, StockholdersEquity_at_end=40), *quarters]

    assert outcomes("assets_liabilities_equity", *rows, basis=Basis.QUARTERLY) == {
        "Q4 FY2024": Status.PASSED,
        "Q3 FY2024": Status.NOT_CHECKED,
        "Q2 FY2024": Status.NOT_CHECKED,
        "Q1 FY2024": Status.NOT_CHECKED,
    }
    both = [r.period.label for r in report(*rows).results if r.key == "assets_liabilities_equity"]
    assert both == ["FY2024", "Q3 FY2024", "Q2 FY2024", "Q1 FY2024"]
