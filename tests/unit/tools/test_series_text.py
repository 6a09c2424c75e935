from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, Period, PeriodQuery
from research_agent.domain.sources import Filing
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.tools.series_text import MAX_SOURCES, series_text
from tests.fakes.financials import APPLE, NVIDIA, made_up_table

FY23 = Period(date(2022, 9, 25), date(2023, 9, 30), "FY2023", Basis.ANNUAL)
FY22 = Period(date(2021, 9, 26), date(2022, 9, 24), "FY2022", Basis.ANNUAL)
TEN_K_23 = Filing(320193, "0000320193-23-000106", "10-K", date(2023, 11, 3))
TEN_K_22 = Filing(320193, "0000320193-22-000108", "10-K", date(2022, 10, 28))
NO = Missing("not reported")


def fact(concept: str, value: str, period: Period = FY23, unit: str = "USD") -> Fact:
    return Fact(
        cik=320193,
        ticker="AAPL",
        concept=concept,
        label=concept,
        value=Decimal(value),
        unit=unit,
        period=period,
        filing=TEN_K_23 if period is FY23 else TEN_K_22,
    )


def derived(concept: str, value: str, *inputs: Fact, unit: str = "USD") -> Fact:
    made = fact(concept, value, inputs[0].period, unit)
    return replace(made, origin=Origin.DERIVED, filing=None, inputs=inputs, formula="a − b")


def row(concept: str, *cells: Cell, unit: str = "USD") -> Row:
    return Row(concept, concept, unit, cells)


def table(
    *rows: Row,
    title: str = "Income statement, annual",
    company: Company = APPLE,
    notes: tuple[str, ...] = (),
) -> SeriesTable:
    return SeriesTable(f"{title}/{company.ticker}", title, company, (FY23, FY22), rows, notes)


APPLE_INCOME = table(
    row("revenue", fact("revenue", "383285000000"), fact("revenue", "394328000000", FY22)),
    row(
        "selling_and_marketing",
        fact("selling_and_marketing", "18260000000"),
        NO,
    ),
    row("premiums_earned", NO, NO),
    row(
        "interest_paid",
        fact("interest_paid", "3803000000"),
        Missing("not in the embedded pack"),
    ),
    row("net_income", fact("net_income", "96995000000"), fact("net_income", "99803000000", FY22)),
    row(
        "net_income_to_common",
        fact("net_income_to_common", "96995000000"),
        fact("net_income_to_common", "99803000000", FY22),
    ),
    row(
        "eps_diluted",
        fact("eps_diluted", "6.13", unit="USD/shares"),
        fact("eps_diluted", "6.1", FY22, "USD/shares"),
        unit="USD/shares",
    ),
    row(
        "weighted_shares_diluted",
        fact("weighted_shares_diluted", "15812547000", unit="shares"),
        fact("weighted_shares_diluted", "16325819000", FY22, "shares"),
        unit="shares",
    ),
    notes=("FY2022 is as filed before a recast.",),
)

APPLE_CASH = table(
    row(
        "free_cash_flow",
        derived("free_cash_flow", "99584000000", fact("operating_cash_flow", "110543000000")),
        derived("free_cash_flow", "-111443000001", fact("operating_cash_flow", "1", FY22)),
    ),
    row("debt_issued", fact("debt_issued", "0"), NO),
    row("interest_paid", NO, NO),
    title="Cash flow statement, annual",
)

GOLDEN = """\
Money and shares in millions, per-share figures as they are. n/a: missing, never 0. \
*: derived or computed, not filed. a=b: two rows with the same figures. \
Point at a figure as TICKER.row.column, such as AAPL.revenue.FY2023.

AAPL Apple Inc., USD
row|FY2023|FY2022
period end|2023-09-30|2022-09-24
[Income statement, annual]
revenue|383285|394328
selling_and_marketing|18260|n/a
interest_paid|3803|n/a
net_income=net_income_to_common|96995|99803
eps_diluted|6.13|6.10
weighted_shares_diluted|15812.547|16325.819
[Cash flow statement, annual]
free_cash_flow|99584*|-111443.000001*
debt_issued|0|n/a
Note: FY2022 is as filed before a recast.
n/a throughout (not reported): premiums_earned, interest_paid
n/a in part (not in the embedded pack): interest_paid

Sources:
https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/0000320193-23-000106-index.htm
https://www.sec.gov/Archives/edgar/data/320193/000032019322000108/0000320193-22-000108-index.htm"""


def test_two_statements_of_one_company_read_like_this() -> None:
    """Columns once, every row with a figure, exact values, gaps with reasons, each filing once."""
    assert series_text([APPLE_INCOME, APPLE_CASH]) == GOLDEN


def test_every_reference_the_text_suggests_names_a_figure() -> None:
    """TICKER.row.column is how the model points at a figure; it must never lead nowhere."""
    lines = series_text([APPLE_INCOME]).splitlines()
    columns = next(line for line in lines if line.startswith("row|")).split("|")[1:]
    refs = {one.ref for one in APPLE_INCOME.facts()}
    shown = set()
    for line in lines:
        names, *cells = line.split("|")
        if len(cells) == len(columns) and names not in ("row", "period end"):
            for name in names.split("="):
                shown |= {
                    f"AAPL.{name}.{column}"
                    for column, cell in zip(columns, cells, strict=True)
                    if cell != "n/a"
                }

    assert shown == refs


def test_annual_and_quarterly_of_one_company_are_both_there() -> None:
    """TRAPS 43: neither takes the other's place, and gaps say which of the two they are in."""
    annual = made_up_table(APPLE, "income", PeriodQuery(limit=2))
    quarterly = made_up_table(APPLE, "income", PeriodQuery(basis=Basis.QUARTERLY, limit=2))
    quarterly = replace(quarterly, rows=quarterly.rows[:2])

    text = series_text([annual, quarterly])

    assert "row|FY2024|FY2023" in text
    assert "row|Q4_FY2024|Q3_FY2024" in text
    assert "n/a throughout (not reported): inventory [AAPL annual]" in text


def test_what_several_companies_lack_is_written_once() -> None:
    """The same long list under each company would cost more than the figures."""
    text = series_text(
        [made_up_table(company, "income", PeriodQuery(limit=1)) for company in (APPLE, NVIDIA)]
    )

    assert text.count("inventory") == 1
    assert "n/a throughout (not reported): inventory [AAPL, NVDA]" in text


def test_what_a_sector_lacks_is_one_line() -> None:
    """A bank lacks a dozen rows; the reason need not name each of them twice."""
    rows = (
        row(key, *[Missing(f"a bank has no {key.replace('_', ' ')}")] * 2)
        for key in ("gross_profit", "working_capital")
    )

    text = series_text([table(row("revenue", fact("revenue", "1"), NO), *rows)])

    assert "n/a throughout (a bank has none): gross_profit, working_capital\n" in text


def test_a_table_given_before_is_named_and_not_repeated() -> None:
    """Each repetition would be paid for on every later turn."""
    text = series_text([APPLE_INCOME, APPLE_CASH], seen=[APPLE_INCOME])

    assert "383285" not in text
    assert "free_cash_flow|99584*" in text
    assert "AAPL Income statement, annual, FY2022 to FY2023: as given above, unchanged." in text


def test_a_changed_table_is_shown_again() -> None:
    """Only what the model has seen exactly so may be left out."""
    older = replace(APPLE_INCOME, rows=APPLE_INCOME.rows[:1])

    assert "383285" in series_text([APPLE_INCOME], seen=[older])


def test_nothing_but_known_tables_needs_no_legend() -> None:
    """A second identical question is answered in a line."""
    assert series_text([APPLE_CASH], seen=[APPLE_CASH]) == (
        "AAPL Cash flow statement, annual, FY2022 to FY2023: as given above, unchanged."
    )


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        ("0.46905", "fraction", "46.91%"),
        ("-0.0001", "fraction", "-0.01%"),
        ("1.2345", "ratio", "1.23x"),
        ("32.06", "days", "32.1"),
        ("2.3025", "USD/shares", "2.3025"),
        ("0.9", "USD/shares", "0.90"),
        ("7.123456789", "USD/shares", "7.12"),
        ("0", "USD", "0"),
        ("100000000000", "USD", "100000"),
        ("-1", "USD", "-0.000001"),
        ("123456789", "shares", "123.456789"),
    ],
)
def test_values_keep_every_filed_digit(value: str, unit: str, shown: str) -> None:
    """Money and shares are exact in millions; ratios are rounded as they are printed elsewhere."""
    text = series_text([table(row("x", fact("x", value, unit=unit), NO, unit=unit))])

    assert f"\nx|{shown}|n/a\n" in text


def test_ratios_that_round_to_the_same_are_not_called_equal() -> None:
    """Debt to equity and capex to depreciation have nothing in common but 1.03."""
    base = fact("revenue", "1")
    made = [
        replace(derived(name, "1.031", base, unit="ratio"), origin=Origin.COMPUTED)
        for name in ("debt_to_equity", "capex_to_depreciation")
    ]

    text = series_text([table(*(row(one.concept, one, NO, unit="ratio") for one in made))])

    assert "[Income statement, annual, all computed]" in text
    assert "debt_to_equity|1.03x|n/a\ncapex_to_depreciation|1.03x|n/a\n" in text


def test_a_row_in_another_currency_says_so() -> None:
    """The heading's currency must not be read into it."""
    text = series_text(
        [
            table(
                row("revenue", fact("revenue", "5000000"), NO),
                row("dividends", fact("dividends", "7000000", unit="EUR"), NO, unit="EUR"),
            )
        ]
    )

    assert "AAPL Apple Inc., USD\n" in text
    assert "dividends (EUR)|7|n/a" in text


def test_figures_of_a_vintage_say_how_their_references_end() -> None:
    """`PG.revenue.FY2014` and `PG.revenue.FY2014@as_reported` are two figures."""
    first = replace(fact("revenue", "83062000000"), vintage="as_reported")

    text = series_text([table(row("revenue", first, NO))])

    assert "AAPL Apple Inc., USD, references end in @as_reported" in text
    assert "such as AAPL.revenue.FY2023@as_reported." in text


def test_sources_are_shared_out_among_the_companies() -> None:
    """Forty filings of one company must not push out those of the other."""
    base = [
        replace(
            fact(f"x{at}", "1"),
            filing=Filing(320193, f"0000320193-{at:02d}-000001", "10-Q", date(2000 + at, 1, 1)),
        )
        for at in range(40)
    ]
    many = table(*(row(one.concept, one, NO) for one in base))
    text = series_text([many, made_up_table(NVIDIA, "income", PeriodQuery(limit=1))])

    half = MAX_SOURCES // 2
    assert f"Sources (and {40 - half} older filings):" in text
    assert text.count("/320193/") == half
    assert "0000320193-39-000001" in text
    assert text.count("/1045810/") == 1
