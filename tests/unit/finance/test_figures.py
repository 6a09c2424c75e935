from datetime import date
from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.finance.figures import Figures
from research_agent.finance.xbrl.companyfacts import FactRow
from tests.fakes.fact_rows import figures, filed

REV = "Revenues"
OCF = "NetCashProvidedByUsedInOperatingActivities"
YEAR = "2024-01-01/2024-12-31"
LABELS = {
    "Q1": "2024-01-01/2024-03-31",
    "6M": "2024-01-01/2024-06-30",
    "9M": "2024-01-01/2024-09-30",
}


def year_of(
    tag: str, q1: float, h1: float, m9: float, year: float, unit: str = "USD"
) -> list[FactRow]:
    return [
        filed(tag, LABELS["Q1"], q1, on="2024-05-01", form="10-Q", unit=unit),
        filed(tag, LABELS["6M"], h1, on="2024-08-01", form="10-Q", unit=unit),
        filed(tag, LABELS["9M"], m9, on="2024-11-01", form="10-Q", unit=unit),
        filed(tag, YEAR, year, on="2025-02-01", unit=unit),
    ]


def value(found: Figures, key: str, label: str) -> Fact | Missing:
    basis = (
        Basis.QUARTERLY
        if label.startswith("Q")
        else Basis.TTM
        if label.startswith("T")
        else Basis.ANNUAL
    )
    slot = next(slot for slot in found.columns.slots(basis) if slot.period.label == label)
    return found.cell(key, slot)


def fact(found: Figures, key: str, label: str) -> Fact:
    cell = value(found, key, label)
    assert isinstance(cell, Fact), cell
    return cell


def test_trap_03_year_to_date_cash_flow_is_taken_apart_into_quarters() -> None:
    """A 10-Q's cash flow is year to date: 10, 25, 45, 70 are quarters of 10, 15, 20, 25."""
    found = figures(*year_of(OCF, 10, 25, 45, 70))

    quarters = [fact(found, "operating_cash_flow", f"Q{n} FY2024") for n in (1, 2, 3, 4)]
    assert [q.value for q in quarters] == [10, 15, 20, 25]
    assert [q.origin for q in quarters] == [Origin.FILED, *[Origin.DERIVED] * 3]
    assert quarters[1].formula == "6M FY2024 − 3M FY2024"


def test_trap_04_the_fourth_quarter_is_the_year_less_nine_months_and_says_so() -> None:
    """Q4 is not filed; the derived one carries its formula and both filings."""
    q4 = fact(figures(*year_of(OCF, 10, 25, 45, 70)), "operating_cash_flow", "Q4 FY2024")

    assert q4.formula == "FY2024 − 9M FY2024"
    assert [i.value for i in q4.inputs] == [70, 45]
    assert [f.form for f in q4.filings()] == ["10-K", "10-Q"]
    assert (q4.period.start, q4.period.end) == (date(2024, 10, 1), date(2024, 12, 31))


def test_trap_04_year_and_nine_months_must_be_of_one_vintage() -> None:
    """After a recast (70 to 60) the nine months as recast (45 to 39) are subtracted, not the old."""
    recast = [
        filed(OCF, "2024-01-01/2024-09-30", 39, on="2025-11-01", form="10-Q", fy=2025),
        filed(OCF, "2025-01-01/2025-09-30", 50, on="2025-11-01", form="10-Q"),
        filed(OCF, YEAR, 60, on="2026-02-01", fy=2025),
        filed(OCF, "2025-01-01/2025-12-31", 80, on="2026-02-01"),
    ]
    rows = [*year_of(OCF, 10, 25, 45, 70), *recast]

    latest = fact(figures(*rows), "operating_cash_flow", "Q4 FY2024")
    first = fact(
        figures(*rows, query=PeriodQuery(vintage=Vintage.AS_REPORTED)),
        "operating_cash_flow",
        "Q4 FY2024",
    )
    assert (latest.value, first.value) == (60 - 39, 70 - 45)


def test_trap_05_shares_and_earnings_per_share_do_not_add() -> None:
    """Q4 EPS is Q4 income over Q4 shares (4 × year less three quarters), marked as worked out."""
    shares = "WeightedAverageNumberOfDilutedSharesOutstanding"
    quarters = {
        "2024-01-01/2024-03-31": 100,
        "2024-04-01/2024-06-30": 100,
        "2024-07-01/2024-09-30": 104,
    }
    rows = [
        *year_of("NetIncomeLoss", 100, 210, 330, 440),
        *(
            filed(shares, span, n, on="2024-11-02", form="10-Q", unit="shares")
            for span, n in quarters.items()
        ),
        filed(shares, YEAR, 101, on="2025-02-01", unit="shares"),
        filed("EarningsPerShareDiluted", YEAR, 4.36, on="2025-02-01", unit="USD/shares"),
    ]
    found = figures(*rows)

    assert fact(found, "weighted_shares_diluted", "Q4 FY2024").value == 4 * 101 - 304
    eps = fact(found, "eps_diluted", "Q4 FY2024")
    assert eps.value == Decimal(110) / 100
    assert eps.origin is Origin.DERIVED
    assert fact(found, "eps_diluted", "TTM Q4 FY2024").value == Decimal("4.36")


def test_trap_06_tags_migrate_and_are_merged_period_by_period() -> None:
    """The newest period comes from the newest tag even when an older tag is listed first."""
    found = figures(
        filed("SalesRevenueNet", "2017-01-01/2017-12-31", 90, on="2018-02-01"),
        filed(
            "RevenueFromContractWithCustomerExcludingAssessedTax",
            "2018-01-01/2018-12-31",
            100,
            on="2019-02-01",
        ),
        filed(REV, "2019-01-01/2019-12-31", 110, on="2020-02-01"),
    )

    assert [fact(found, "revenue", f"FY{y}").value for y in (2017, 2018, 2019)] == [90, 100, 110]


def test_trap_07_a_tag_that_holds_a_part_is_not_the_total() -> None:
    """P&G tagged one segment's 29.4 billion as Revenues beside net sales of 83.1 billion."""
    found = figures(
        filed(REV, "2013-07-01/2014-06-30", 29_400, on="2014-08-08"),
        filed("SalesRevenueNet", "2013-07-01/2014-06-30", 83_062, on="2014-08-08"),
    )

    assert fact(found, "revenue", "FY2014").value == 83_062


def test_trap_07_contract_revenue_gross_of_rebates_is_not_the_total() -> None:
    """Mastercard's 16.9 billion of Revenues stand beside 25.0 billion gross of rebates.

    Its 10-Qs show Revenues too; BlackRock's do not, whose Revenues is one region of it.
    """
    gross = "RevenueFromContractWithCustomerExcludingAssessedTax"
    annual = (
        filed(REV, "2019-01-01/2019-12-31", 16_883, on="2020-02-14"),
        filed(gross, "2019-01-01/2019-12-31", 24_980, on="2020-02-14"),
    )
    found = figures(
        *annual,
        filed(REV, "2019-07-01/2019-09-30", 4_467, on="2019-10-29", form="10-Q"),
    )

    assert fact(found, "revenue", "FY2019").value == 16_883
    quarterly = filed(gross, "2019-07-01/2019-09-30", 6_500, on="2019-10-29", form="10-Q")
    assert fact(figures(*annual, quarterly), "revenue", "FY2019").value == 24_980


def test_trap_07_a_banks_revenue_is_net_of_interest_expense() -> None:
    """Gross revenue is larger but no analyst's total."""
    found = figures(
        filed(REV, YEAR, 300, on="2025-02-01"),
        filed("RevenuesNetOfInterestExpense", YEAR, 180, on="2025-02-01"),
    )

    assert fact(found, "revenue", "FY2024").value == 180


def test_trap_08_capital_expenditure_moves_between_two_tags() -> None:
    """NVIDIA and Amazon switched to PaymentsToAcquireProductiveAssets."""
    found = figures(
        filed(
            "PaymentsToAcquirePropertyPlantAndEquipment",
            "2023-01-01/2023-12-31",
            5,
            on="2024-02-01",
        ),
        filed("PaymentsToAcquireProductiveAssets", YEAR, 7, on="2025-02-01"),
    )

    assert fact(found, "capital_expenditure", "FY2023").value == 5
    assert fact(found, "capital_expenditure", "FY2024").value == 7


def test_trap_09_payments_are_positive_and_free_cash_flow_subtracts_them() -> None:
    """FCF = cash from operations less capital expenditure, flagged as derived."""
    found = figures(
        filed(OCF, YEAR, 100, on="2025-02-01"),
        filed("PaymentsToAcquirePropertyPlantAndEquipment", YEAR, 30, on="2025-02-01"),
    )
    free = fact(found, "free_cash_flow", "FY2024")

    assert (free.value, free.origin) == (70, Origin.DERIVED)
    assert free.formula == "Cash from operations − Capital expenditure (paid)"


def test_trap_15_each_version_is_kept_and_the_rule_for_choosing_is_stated() -> None:
    """Block's 2020 cash flow: 382 as first filed, 173 later, and nothing before it was filed."""
    rows = (
        filed(OCF, "2020-01-01/2020-12-31", 382, on="2021-02-23"),
        filed(OCF, "2020-01-01/2020-12-31", 173, on="2022-02-24", fy=2021),
        filed(OCF, "2021-01-01/2021-12-31", 848, on="2022-02-24"),
    )
    first = figures(*rows, query=PeriodQuery(vintage=Vintage.AS_REPORTED))
    then = figures(*rows, query=PeriodQuery(as_of=date(2021, 12, 31)))
    before = figures(*rows, query=PeriodQuery(as_of=date(2021, 1, 1)))

    assert fact(figures(*rows), "operating_cash_flow", "FY2020").value == 173
    assert fact(first, "operating_cash_flow", "FY2020").value == 382
    assert fact(first, "operating_cash_flow", "FY2020").ref.endswith("@as_reported")
    assert fact(then, "operating_cash_flow", "FY2020").value == 382
    assert [slot.period.label for slot in then.columns.slots(Basis.ANNUAL)] == ["FY2020"]
    assert before.facts.empty


def test_trap_16_figures_filed_before_a_split_are_put_on_todays_basis_once() -> None:
    """Apple: 9.21 as filed for 2017 is 2.3025 after the 4-for-1 split; shares go the other way."""
    shares, eps = "WeightedAverageNumberOfDilutedSharesOutstanding", "EarningsPerShareDiluted"
    rows = [
        filed(eps, "2016-09-25/2017-09-30", 9.21, on="2019-10-31", unit="USD/shares", fy=2019),
        filed(
            shares, "2016-09-25/2017-09-30", 5_251_692_000, on="2019-10-31", unit="shares", fy=2019
        ),
        filed(
            shares, "2017-10-01/2018-09-29", 5_000_109_000, on="2019-10-31", unit="shares", fy=2019
        ),
        filed(
            shares, "2018-09-30/2019-09-28", 4_648_913_000, on="2019-10-31", unit="shares", fy=2019
        ),
        filed(
            shares, "2017-10-01/2018-09-29", 20_000_435_000, on="2020-10-30", unit="shares", fy=2020
        ),
        filed(
            shares, "2018-09-30/2019-09-28", 18_595_651_000, on="2020-10-30", unit="shares", fy=2020
        ),
        filed(
            shares, "2019-09-29/2020-09-26", 17_528_214_000, on="2020-10-30", unit="shares", fy=2020
        ),
    ]
    latest = figures(*rows)
    first = figures(*rows, query=PeriodQuery(vintage=Vintage.AS_REPORTED))

    adjusted = fact(latest, "eps_diluted", "FY2017")
    assert (adjusted.value, adjusted.origin) == (Decimal("2.3025"), Origin.DERIVED)
    assert adjusted.inputs[0].value == Decimal("9.21")
    assert fact(latest, "weighted_shares_diluted", "FY2017").value == 4 * 5_251_692_000
    assert fact(latest, "weighted_shares_diluted", "FY2018").value == 20_000_435_000
    assert fact(first, "eps_diluted", "FY2017").value == Decimal("9.21")


def test_trap_24_income_of_the_parent_is_not_income_with_minorities() -> None:
    """ProfitLoss 110 with 10 of minorities is 100 for the parent, and the labels say which."""
    found = figures(
        filed("ProfitLoss", YEAR, 110, on="2025-02-01"),
        filed("NetIncomeLossAttributableToNoncontrollingInterest", YEAR, 10, on="2025-02-01"),
    )

    assert fact(found, "consolidated_net_income", "FY2024").value == 110
    assert fact(found, "net_income", "FY2024").value == 100


def test_trap_25_untagged_liabilities_are_assets_less_equity() -> None:
    """Never LiabilitiesAndStockholdersEquity; minorities and temporary equity go off too."""
    end = "2024-12-31"
    found = figures(
        filed(REV, YEAR, 1, on="2025-02-01"),
        filed("Assets", end, 1000, on="2025-02-01"),
        filed("LiabilitiesAndStockholdersEquity", end, 1000, on="2025-02-01"),
        filed("StockholdersEquity", end, 300, on="2025-02-01"),
        filed("MinorityInterest", end, 50, on="2025-02-01"),
        filed("RedeemableNoncontrollingInterestEquityCarryingAmount", end, 20, on="2025-02-01"),
    )

    assert fact(found, "total_liabilities", "FY2024").value == 1000 - 300 - 50 - 20


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"LongTermDebtNoncurrent": 100, "LongTermDebtCurrent": 20, "CommercialPaper": 5}, 125),
        ({"LongTermDebtNoncurrent": 100, "DebtCurrent": 25, "CommercialPaper": 5}, 125),
        (
            {
                "LongTermDebtNoncurrent": 1717,
                "LongTermDebtCurrent": 751,
                "ShortTermBorrowings": 751,
            },
            2468,
        ),
        ({"LongTermDebtNoncurrent": 100}, 100),
    ],
)
def test_trap_26_total_debt_counts_no_part_twice(parts: dict[str, float], expected: int) -> None:
    """Parts are added; a total of the current part or the same figure under two tags is not."""
    found = figures(
        filed(REV, YEAR, 1, on="2025-02-01"),
        *(filed(tag, "2024-12-31", v, on="2025-02-01") for tag, v in parts.items()),
    )

    assert fact(found, "total_debt", "FY2024").value == expected


def test_trap_30_the_unit_is_part_of_the_key() -> None:
    """A convenience translation into dollars never stands in for the reporting currency."""
    rows = [
        filed(
            "ifrs-full:Revenue",
            f"{y}-01-01/{y}-12-31",
            1000 + y,
            on=f"{y + 1}-04-15",
            form="20-F",
            unit="TWD",
        )
        for y in (2021, 2022, 2023)
    ]
    found = figures(
        *rows, filed("ifrs-full:Revenue", "2023-01-01/2023-12-31", 99, on="2024-04-18", form="20-F")
    )
    cell = fact(found, "revenue", "FY2023")

    assert (cell.value, cell.unit) == (3023, "TWD")


def test_trap_31_ttm_is_the_four_quarters_that_end_at_the_newest() -> None:
    """Three quarters of the running year and the last of the year before, each traceable."""
    rows = [
        *year_of(REV, 10, 20, 30, 40),
        filed(REV, "2025-01-01/2025-03-31", 15, on="2025-05-01", form="10-Q"),
        filed(REV, "2025-01-01/2025-06-30", 31, on="2025-08-01", form="10-Q"),
    ]
    cell = fact(figures(*rows), "revenue", "TTM Q2 FY2025")

    assert cell.value == 10 + 10 + 15 + 16
    assert [i.period.label for i in cell.inputs] == [
        "Q2 FY2025",
        "Q1 FY2025",
        "Q4 FY2024",
        "Q3 FY2024",
    ]
    assert cell.period.start == date(2024, 7, 1)


def test_trap_32_missing_is_not_zero() -> None:
    """An absent line is a reason, and one missing term makes the sum missing too."""
    found = figures(filed(OCF, YEAR, 100, on="2025-02-01"))

    inventory = Missing("not reported", looked_for=("us-gaap:InventoryNet",))
    assert value(found, "inventory", "FY2024") == inventory
    assert isinstance(value(found, "free_cash_flow", "FY2024"), Missing)


def test_a_cut_down_company_says_not_in_the_embedded_pack() -> None:
    """What the pack leaves out is not what the company leaves out."""
    found = figures(filed(OCF, YEAR, 100, on="2025-02-01"), full=False)

    inventory = value(found, "inventory", "FY2024")
    assert isinstance(inventory, Missing)
    assert inventory.reason == "not in the embedded pack"


def test_a_sum_is_not_given_where_a_part_of_it_may_be_left_out_of_the_pack() -> None:
    """Debt without its current part, of a company whose current part was not read, is too small."""
    rows = [
        filed(OCF, YEAR, 100, on="2025-02-01"),
        filed("us-gaap:LongTermDebtNoncurrent", "2024-12-31", 50, on="2025-02-01"),
    ]

    assert fact(figures(*rows), "total_debt", "FY2024").value == 50
    assert isinstance(value(figures(*rows, full=False), "total_debt", "FY2024"), Missing)


def test_total_debt_takes_long_term_debt_whole_where_its_current_part_is_not_told_apart() -> None:
    """An unclassified balance sheet states long-term debt in one sum beside short borrowings."""
    rows = [
        filed(OCF, YEAR, 100, on="2025-02-01"),
        filed("us-gaap:LongTermDebt", "2024-12-31", 70, on="2025-02-01"),
        filed("us-gaap:CommercialPaper", "2024-12-31", 5, on="2025-02-01"),
    ]

    assert fact(figures(*rows), "total_debt", "FY2024").value == 75


def test_a_figure_is_cited_from_the_first_filing_that_gave_it() -> None:
    """Later reports repeat fiscal 2023; the reader wants the 10-K of 2023, unless it was recast."""
    found = figures(
        filed(REV, "2023-01-01/2023-12-31", 100, on="2024-02-01"),
        filed(REV, "2023-01-01/2023-12-31", 100, on="2025-02-01", fy=2024),
        filed(REV, YEAR, 120, on="2025-02-01"),
        filed(REV, YEAR, 118, on="2026-02-01", fy=2025),
        filed(REV, "2025-01-01/2025-12-31", 130, on="2026-02-01"),
    )
    repeated, recast = fact(found, "revenue", "FY2023"), fact(found, "revenue", "FY2024")

    assert repeated.filing is not None
    assert repeated.filing.filed == date(2024, 2, 1)
    assert recast.filing is not None
    assert (recast.value, recast.filing.filed) == (118, date(2026, 2, 1))
