"""The Markdown report: a mark behind each figure, the sources below, nothing active."""

import re
from pathlib import Path

from research_agent.reports.markdown import to_markdown
from tests.unit.reports.examples import attack_report, comparison, report, report_on

GOLDEN = Path(__file__).parents[2] / "golden" / "answer_report.md"


def test_the_report_of_an_answer_is_as_recorded() -> None:
    """Read the recorded file to see what a person gets; change it only on purpose."""
    assert to_markdown(report()) == GOLDEN.read_text("utf-8")


def test_every_mark_leads_to_a_line_below() -> None:
    """A number nobody can look up is no source."""
    for text in (to_markdown(report()), to_markdown(comparison())):
        body, _, lists = text.partition("\n## How figures were worked out")
        body, lists = (body, lists) if lists else text.split("\n## Sources", 1)
        used = set(re.findall(r"\[([0-9]+|[a-z]+)\]", body))
        listed = set(re.findall(r"^- \[([0-9]+|[a-z]+)\] ", lists, re.MULTILINE))
        assert used
        assert used <= listed


def test_a_source_line_names_form_date_accession_and_address() -> None:
    """Enough to find the filing even when the link has moved."""
    line = re.escape(
        "AAPL FY2024 (to 2024-09-28), 10-K filed 2024-11-01: "
        "https://www.sec.gov/Archives/edgar/data/320193/000032019324000123/"
        "0000320193-24-000123-index.htm"
    )
    assert re.search(rf"^- \[[0-9]+\] {line}$", to_markdown(report()), re.MULTILINE)


def test_an_unverified_figure_says_so() -> None:
    """A reader of the file has no colours to go by."""
    assert "$96.2 billion (unverified)" in to_markdown(report())


def test_dollar_signs_stay_as_they_are() -> None:
    """The file is plain Markdown, not LaTeX."""
    assert "$391.0 billion [1]" in to_markdown(report())


def test_the_answers_own_source_list_gives_way_to_the_numbered_one() -> None:
    """Two lists of sources in one file would have to agree."""
    text = to_markdown(report())
    assert len(re.findall("^## Sources|^Sources:", text, re.MULTILINE)) == 1


def test_nothing_in_it_loads_or_runs() -> None:
    """Text of a model or of the web is data: no raw HTML, no image."""
    text = to_markdown(attack_report())
    assert not re.search(r"(?<!\\)<[A-Za-z/!]", text)
    assert not re.search(r"(?<!\\)!\[", text)
    assert "$391.0 billion [1]" in text


def test_a_question_of_several_lines_is_one_heading() -> None:
    """Else its second line would be body text."""
    text = to_markdown(report_on("Nothing.", question="First\n\n# second"))
    assert text.startswith("# First # second\n")


def test_a_comparison_shows_every_companys_period_end_and_currency() -> None:
    """Fiscal years that end months apart, and Taiwan dollars, must not look alike."""
    text = to_markdown(comparison())
    assert "| AAPL, USD million | NVDA, USD million | TSM, TWD million |" in text
    assert "391,035 (2024-09-28)" in text
    assert "60,922 (2024-01-28)" in text
    assert "2,161,735.8 (2023-12-31)" in text
    assert "Years end on different days." in text
