"""What goes into a report."""

from research_agent.domain.answers import Answer
from research_agent.reports.model import answer_report, traced_line
from tests.golden.example_run import example_tables
from tests.unit.reports.examples import AT, comparison, report, report_on


def test_a_report_says_who_answered_and_when() -> None:
    """A figure without a date of research cannot be checked against later filings."""
    made = report()
    assert made.title == "How did Apple do in 2024?"
    assert made.subtitle == "Answered by offline analyst, 2026-11-30 12:00 UTC"


def test_an_unfinished_answer_says_so() -> None:
    """It must not be taken for the whole."""
    made = answer_report("Q", Answer("Some of it.", partial=True, analyst="x"), at=AT)
    assert "stopped before it was finished" in made.subtitle


def test_the_share_of_traced_figures_is_stated() -> None:
    """V2: the answer shows the share."""
    assert (
        "7 of 8 figures traced to filings. The others are marked as unverified." in report().notes
    )
    assert traced_line(()) == "No figures in the text."


def test_tables_are_cut_to_what_the_text_rests_on() -> None:
    """Inputs of computed figures included, so that the reader can work them out again."""
    made = report()
    rows = {row.label for table in made.tables for row in table.rows}
    assert rows == {
        "Revenue, USD million",
        "Gross profit, USD million",
        "Gross margin, %",
        "Revenue growth, %",
    }
    assert all(table.title.startswith("Apple Inc.") for table in made.tables)


def test_an_answer_that_cites_nothing_brings_its_evidence_whole() -> None:
    """K4: whatever the way out, the person gets what was found."""
    made = report_on("I stopped here.")
    assert len(made.tables) == len(example_tables())


def test_a_comparison_has_a_table_for_each_metric_and_a_row_for_each_period() -> None:
    """Periods newest first, one column a company; where a company has none, a dash."""
    made = comparison()
    assert [table.title for table in made.tables] == ["Revenue", "Net income (to the parent)"]
    revenue = made.tables[0]
    assert [row.label for row in revenue.rows][:2] == ["FY2025", "FY2024"]
    assert [cell is None for cell in revenue.rows[0].cells] == [True, False, True]


def test_metrics_in_two_currencies_get_no_common_chart() -> None:
    """The table shows them side by side; one axis would lie."""
    assert comparison().charts == ()
