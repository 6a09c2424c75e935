"""Traps 6 to 9, 23 to 26, 29, 30 and 32: which tag is the line, its sign, its unit, and absence."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.finance.lines.line_items import StatementKind
from tests.fakes.fact_rows import figures, filed
from tests.traps.pack import MILLION, cell, directory, fact, provider, raw_rows, reason, table


@pytest.mark.parametrize(
    ("ticker", "label", "millions", "tag"),
    [
        ("AAPL", "FY2017", 229_234, "us-gaap:SalesRevenueNet"),
        ("AAPL", "FY2018", 265_595, "us-gaap:Revenues"),
        ("AAPL", "FY2019", 260_174, "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"),
        ("NVDA", "FY2021", 16_675, "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"),
        ("NVDA", "FY2022", 26_914, "us-gaap:Revenues"),
        ("NVDA", "FY2026", 215_938, "us-gaap:Revenues"),
    ],
)
async def test_trap_06_one_series_follows_the_filer_from_tag_to_tag(
    ticker: str, label: str, millions: int, tag: str
) -> None:
    """NVIDIA went back to `Revenues`: the first tag that has anything would end in 2021.

    10-Ks 0000320193-17-000070, -18-000145, -19-000119, 0001045810-21-000010, -22-000036 and
    -26-000021.
    """
    found = await fact(ticker, "revenue", label)

    assert (found.value, found.tag) == (Decimal(millions * MILLION), tag)


@pytest.mark.parametrize(
    ("ticker", "label", "millions"),
    [
        # SalesRevenueNet of 0000080424-14-000057; `Revenues` there is one segment's 29,400
        ("PG", "FY2014", 83_062),
        # net of interest expense, 0000019617-25-000270
        ("JPM", "FY2024", 177_556),
        # RevenuesNetOfInterestExpense, 0000886982-25-000005
        ("GS", "FY2024", 53_512),
        # net of rebates, `Revenues` of the 10-K filed 2025-02-12; contract revenue is gross of them
        ("MA", "FY2024", 28_167),
        # RevenueFromContractWithCustomer… of 0000950170-25-026584; `Revenues` there is the Americas'
        ("BLK", "FY2024", 20_407),
    ],
)
async def test_trap_07_revenue_as_first_filed_is_the_total_on_the_statement(
    ticker: str, label: str, millions: int
) -> None:
    """A tag may hold one segment, one region, fees alone, or an amount before rebates."""
    found = await fact(ticker, "revenue", label, vintage=Vintage.AS_REPORTED)

    assert found.value == millions * MILLION


@pytest.mark.parametrize(
    ("ticker", "label", "millions"),
    [
        # 123,693 (0000040545-17-000010) less 90,604 (0000040545-16-000195); the 10-K has 2,649
        # under `Revenues` for these three months, without a dimension
        ("GE", "Q4 FY2016", 123_693 - 90_604),
        # the latest version is the recast one (revenue standard of 2018): 39,383
        # (0001564590-19-023119) less 28,369 (0001564590-19-008273), as are the three quarters
        # before; 39,831 less 28,579, as filed first, would not add up with them to the year
        ("ORCL", "Q4 FY2018", 39_383 - 28_369),
    ],
)
async def test_trap_07_a_quarter_in_an_annual_report_must_fit_its_year(
    ticker: str, label: str, millions: int
) -> None:
    """The table of quarters in a 10-K is a note: a part or a mistyped date there is no total."""
    found = await fact(ticker, "revenue", label)

    assert found.value == millions * MILLION


@pytest.mark.parametrize(
    ("ticker", "label", "millions", "tag"),
    [
        ("NVDA", "FY2025", 3_236, "us-gaap:PaymentsToAcquireProductiveAssets"),
        ("AMZN", "FY2024", 82_999, "us-gaap:PaymentsToAcquireProductiveAssets"),
        ("AAPL", "FY2024", 9_447, "us-gaap:PaymentsToAcquirePropertyPlantAndEquipment"),
    ],
)
async def test_trap_08_capital_expenditure_is_found_under_either_tag(
    ticker: str, label: str, millions: int, tag: str
) -> None:
    """10-Ks 0001045810-25-000023, 0001018724-25-000004 and 0000320193-24-000123."""
    found = await fact(ticker, "capital_expenditure", label)

    assert (found.value, found.tag) == (Decimal(millions * MILLION), tag)


async def test_trap_08_no_quarter_of_capital_expenditure_is_negative_by_a_change_of_tag() -> None:
    """Intuit's 10-Ks state a part under the tag of which its 10-Qs state the whole."""
    found = await table("INTU", "capital_expenditure", basis=Basis.QUARTERLY)

    assert [(one.period.label, one.value) for one in found.facts() if one.value < 0] == []


async def test_trap_09_payments_are_positive_and_free_cash_flow_subtracts_them() -> None:
    """Apple FY2025 (0000320193-25-000079): 111,482 − 12,715 million."""
    paid = await fact("AAPL", "capital_expenditure", "FY2025")
    free = await fact("AAPL", "free_cash_flow", "FY2025")

    assert paid.value == 12_715 * MILLION
    assert free.value == (111_482 - 12_715) * MILLION
    assert free.origin is Origin.DERIVED


async def test_trap_09_an_increase_of_an_asset_keeps_the_sign_it_was_filed_with() -> None:
    """Receivables grew by 6,682 million; the statement prints (6,682), XBRL the increase."""
    found = await fact("AAPL", "increase_in_receivables", "FY2025")

    assert found.value == 6_682 * MILLION


@pytest.mark.parametrize("line", ["gross_profit", "inventory", "current_assets", "current_ratio"])
@pytest.mark.parametrize("bank", ["JPM", "BAC", "GS"])
async def test_trap_23_a_bank_has_no_such_line_and_the_reason_is_given(
    bank: str, line: str
) -> None:
    """Zero, or "not found", would send a reader looking for what cannot be there."""
    assert reason(await cell(bank, line, "FY2024")).startswith("a bank has no ")


async def test_trap_24_income_and_equity_are_the_parents_or_the_whole_and_say_which() -> None:
    """P&G FY2025 (0000080424-25-000076): 15,974 and 16,065 million; equity 52,012 and 52,284."""
    found = await table(
        "PG", "net_income", "consolidated_net_income", "equity", "total_equity", "minority_interest"
    )
    column = [period.label for period in found.periods].index("FY2025")
    values = [row.cells[column].value for row in found.rows if isinstance(row.cells[column], Fact)]  # type: ignore[union-attr]

    assert values == [n * MILLION for n in (15_974, 16_065, 52_012, 52_284, 272)]
    assert [row.label for row in found.rows][:3] == [
        "Net income (to the parent)",
        "Net income including non-controlling interests",
        "Shareholders' equity (of the parent)",
    ]


async def test_trap_25_untagged_liabilities_are_assets_less_equity_not_the_balance_sheet_total() -> (
    None
):
    """AMD tags no total: 69,226 − 57,568 million at 2024-12-28 (0000002488-25-000012)."""
    found = await fact("AMD", "total_liabilities", "FY2024")

    assert found.value == (69_226 - 57_568) * MILLION
    assert found.origin is Origin.DERIVED


async def test_trap_26_total_debt_counts_every_part_once() -> None:
    """Apple FY2024 (0000320193-24-000123): 9,967 commercial paper, 10,912 current, 85,750 long."""
    found = await fact("AAPL", "total_debt", "FY2024")

    assert found.value == (9_967 + 10_912 + 85_750) * MILLION


async def test_trap_29_a_figure_a_thousand_times_its_neighbour_is_kept_and_pointed_out() -> None:
    """McDonald's files "721.9" diluted shares since 2021; repaired silently nobody could check it."""
    query = PeriodQuery(limit=6)
    found = await provider().statement(directory().resolve("MCD"), StatementKind.INCOME, query)
    shares = found.row("weighted_shares_diluted")
    assert shares is not None
    labels = [period.label for period in found.periods]
    filed_2024 = shares.cells[labels.index("FY2024")]

    assert isinstance(filed_2024, Fact)
    assert filed_2024.value == Decimal("721.9")
    assert any("shares" in note.casefold() for note in found.notes)


async def test_trap_29_no_earnings_per_share_are_made_from_a_count_in_millions() -> None:
    """8,223 million of income over "721.9" would be eleven million dollars a share."""
    for basis in (Basis.QUARTERLY, Basis.TTM):
        found = await table("MCD", "eps_diluted", basis=basis)
        assert [one.value for one in found.facts() if abs(one.value) > 1_000] == []


async def test_trap_29_coca_colas_fourth_quarter_of_2017_is_not_divided_by_four_times_its_shares() -> (
    None
):
    """Its 10-Qs say "4,334" shares: four times the year less those is 17.3 billion, not 4.3."""
    found = await table("KO", "eps_diluted", basis=Basis.QUARTERLY)
    made = [one.value for one in found.facts() if one.period.label == "Q4 FY2017"]

    # −2,752 million over the year's 4,324 million shares is −0.64; a loss counts fewer
    assert all(Decimal("-0.66") < value < Decimal("-0.63") for value in made)


@pytest.mark.corpus
async def test_trap_30_a_figure_in_another_currency_is_another_figure(corpus: Path) -> None:
    """TSMC files 2024 twice: 2,894,307.7 million TWD and 88,268 million USD for convenience."""
    convenience = {
        row["val"]
        for row in raw_rows(corpus, 1046179, "ifrs-full:Revenue", "USD")
        if row["end"] == "2024-12-31"
    }
    found = await fact("TSM", "revenue", "FY2024")

    assert convenience == {88_268 * MILLION}
    assert (found.value, found.unit) == (Decimal(2_894_307_700_000), "TWD")


def test_trap_30_per_share_amounts_are_never_taken_for_money() -> None:
    """A tag filed in two units holds two figures."""
    span = "2023-01-01/2023-12-31"
    found = figures(
        filed("Revenues", span, 1_000, on="2024-02-01"),
        filed("EarningsPerShareDiluted", span, 900, on="2024-02-01", unit="USD"),
        filed("EarningsPerShareDiluted", span, 2.5, on="2024-02-01", unit="USD/shares"),
    )
    got = found.cell("eps_diluted", next(iter(found.columns.slots(Basis.ANNUAL))))

    assert isinstance(got, Fact)
    assert (got.value, got.unit) == (Decimal("2.5"), "USD/shares")


async def test_trap_32_what_is_not_reported_is_missing_and_never_zero() -> None:
    """Apple has no minorities, Salesforce's goodwill is not in the pack: two reasons, and no 0."""
    for ticker, line, why in (
        ("AAPL", "minority_interest", "not reported"),
        ("CRM", "goodwill", "not in the embedded pack"),
    ):
        found = await table(ticker, "revenue", line)
        assert {reason(one) for one in found.rows[1].cells} == {why}


async def test_trap_32_a_filed_zero_is_a_figure() -> None:
    """Apple states that it issued no term debt in fiscal 2024 (0000320193-24-000123)."""
    found = await fact("AAPL", "debt_issued", "FY2024")

    assert found.value == 0
    assert found.filing is not None
    assert found.filing.filed == date(2024, 11, 1)
