import csv
import io
from dataclasses import replace
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.tables import Row, SeriesTable
from research_agent.finance.comparison import Comparison, ComparisonBasis, ComparisonRequest
from research_agent.finance.comparison_views import (
    View,
    column_heading,
    growth,
    indexed,
    periods_needed,
    rows_in_view,
    to_csv,
)
from tests.fakes.filed import APPLE, BANK, NVIDIA, statement


def row(table: SeriesTable, concept: str) -> Row:
    found = table.row(concept)
    assert found is not None
    return found


def fact(cell: Fact | Missing) -> Fact:
    assert isinstance(cell, Fact)
    return cell


def comparison(*tables: SeriesTable) -> Comparison:
    request = ComparisonRequest(("AAPL", "NVDA"), ("revenue",))
    return Comparison(request, tuple(table.company for table in tables), tables)


def negated(table: SeriesTable, concept: str, place: int) -> Row:
    """The row with one figure made negative."""
    cells = list(row(table, concept).cells)
    one = fact(cells[place])
    cells[place] = replace(one, value=-one.value)
    return replace(row(table, concept), cells=tuple(cells))


def test_an_index_is_the_value_over_its_base_and_says_so() -> None:
    """383,285 / 365,817 × 100 = 104.775; both inputs keep their filings."""
    newest = fact(indexed(row(statement(APPLE), "revenue")).cells[0])
    assert round(newest.value, 3) == Decimal("104.775")
    assert newest.formula == "FY2023 / FY2021 × 100"
    assert [one.period.label for one in newest.inputs] == ["FY2023", "FY2021"]
    assert newest.origin is Origin.COMPUTED
    assert newest.filing is None
    assert newest.url.endswith("0000320193-23-000106-index.htm")


def test_a_loss_is_no_base_for_an_index() -> None:
    """Against a negative base, growing losses would look like growth."""
    shown = indexed(negated(statement(APPLE), "net_income", 2))
    assert shown.cells[0] == Missing("the base is not positive")


def test_growth_is_the_change_on_the_year_before() -> None:
    """383,285 / 394,328 - 1 = -2.8 %; the oldest year has none before it."""
    shown = growth(row(statement(APPLE), "revenue"))
    assert round(fact(shown.cells[0]).value, 4) == Decimal("-0.0280")
    assert fact(shown.cells[0]).formula == "FY2023 / FY2022 - 1"
    assert shown.cells[2] == Missing("the year before is not shown")


def test_growth_of_a_margin_is_a_difference() -> None:
    """44.131 % - 43.310 % = 0.82 points."""
    shown = growth(row(statement(APPLE), "gross_margin"))
    assert shown.unit == "points"
    assert round(fact(shown.cells[0]).value, 4) == Decimal("0.0082")


def test_growth_from_a_loss_is_not_a_number() -> None:
    """From -1 to 1 is not "-200 %"."""
    shown = growth(negated(statement(APPLE), "net_income", 1))
    assert shown.cells[0] == Missing("FY2022 is not positive")


def test_companies_are_indexed_to_the_oldest_year_they_share() -> None:
    """Apple has FY2021 to FY2023, NVIDIA FY2022 to FY2024: both stand at 100 in FY2022."""
    both = comparison(statement(APPLE), statement(NVIDIA))
    for table, shown in rows_in_view(both, "revenue", View.INDEXED, limit=5):
        by_label = dict(zip((p.label for p in table.periods), shown.cells, strict=True))
        assert fact(by_label["FY2022"]).value == 100


def test_a_missing_figure_stays_missing_with_its_reason() -> None:
    """A bank has no gross margin in any view."""
    shown = growth(row(statement(BANK), "gross_margin"))
    assert shown.cells == row(statement(BANK), "gross_margin").cells


def test_growth_is_fetched_with_the_year_before() -> None:
    """Otherwise the oldest column would always be empty."""
    assert periods_needed(5, ComparisonBasis.FISCAL, View.GROWTH) == 6
    assert periods_needed(8, ComparisonBasis.QUARTERLY, View.GROWTH) == 12
    assert periods_needed(5, ComparisonBasis.FISCAL, View.INDEXED) == 5


def test_only_the_periods_asked_for_are_shown() -> None:
    """The extra year serves the arithmetic."""
    ((table, shown),) = rows_in_view(comparison(statement(APPLE)), "revenue", View.GROWTH, limit=2)
    assert [period.label for period in table.periods] == ["FY2023", "FY2022"]
    assert all(isinstance(cell, Fact) for cell in shown.cells)


def test_calendar_columns_are_headed_by_the_year_they_end_nearest_to() -> None:
    """NVIDIA's year to January 2024 stands with the others' 2023."""
    newest = statement(NVIDIA).periods[0]
    assert column_heading(newest, ComparisonBasis.CALENDAR) == "CY2023"
    assert column_heading(newest, ComparisonBasis.FISCAL) == "FY2024"


def test_a_csv_line_says_where_its_figure_was_filed() -> None:
    """The file stands alone: exact value, unit, period, accession number, address."""
    lines = list(csv.DictReader(io.StringIO(to_csv([statement(APPLE), statement(BANK)]))))
    first = lines[0]
    assert (first["ticker"], first["metric"], first["value"]) == ("AAPL", "Revenue", "383285000000")
    assert (first["period_end"], first["accession"]) == ("2023-09-30", "0000320193-23-000106")
    assert first["url"].startswith("https://www.sec.gov/Archives/edgar/data/320193/")
    missing = next(line for line in lines if line["reason"])
    assert missing["value"] == ""
    assert missing["reason"] == "a bank has no gross profit"
