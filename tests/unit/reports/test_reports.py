"""One report model, two formats: the same figures in both, each with its source."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from research_agent.domain.answers import Answer, Figure, FigureStatus
from research_agent.domain.facts import Fact
from research_agent.domain.sources import WebSource
from research_agent.finance.comparison import Comparison, ComparisonBasis, ComparisonRequest
from research_agent.reports.html import to_html
from research_agent.reports.markdown import to_markdown
from research_agent.reports.model import answer_report, comparison_report
from tests.fakes.filed import APPLE, BANK, NVIDIA, statement

AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
URL = "https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/0000320193-23-000106-index.htm"
TEXT = (
    "Apple's revenue in FY2023 was $383,285 million, its gross margin 44.1%, perhaps $5 million.\n\n"
    "Sources:\n- AAPL: [10-K filed 2023-11-03](" + URL + ")\n"
)


def cell(concept: str) -> Fact:
    row = statement(APPLE).row(concept)
    assert row is not None
    fact = row.cells[0]
    assert isinstance(fact, Fact)
    return fact


def figure(shown: str, status: FigureStatus, fact: Fact | None, text: str = TEXT) -> Figure:
    start = text.index(shown)
    return Figure(start, start + len(shown), shown, status, fact)


def answer(text: str = TEXT) -> Answer:
    figures = (
        figure("$383,285 million", FigureStatus.VERIFIED, cell("revenue"), text),
        figure("44.1%", FigureStatus.COMPUTED, cell("gross_margin"), text),
        figure("$5 million", FigureStatus.UNVERIFIED, None, text),
    )
    return Answer(text, figures, (statement(APPLE),), analyst="offline analyst")


def comparison() -> Comparison:
    request = ComparisonRequest(
        ("AAPL", "NVDA", "JPM"), ("revenue", "gross_margin"), ComparisonBasis.FISCAL
    )
    companies = (APPLE, NVIDIA, BANK)
    return Comparison(request, companies, tuple(map(statement, companies)), ("A caution.",))


def test_an_answer_in_markdown_marks_every_figure_and_lists_its_source() -> None:
    """The reader gets from figure to filing without the program."""
    text = to_markdown(answer_report("What was it?", answer(), at=AT))

    assert text.startswith("# What was it?\n\n*Answered by offline analyst, 2026-11-30 12:00 UTC*")
    assert (
        "was $383,285 million [1], its gross margin 44.1% [a], perhaps $5 million (unverified)."
        in text
    )
    assert f"- [1] AAPL FY2023 (to 2023-09-30), 10-K filed 2023-11-03: {URL}" in text
    assert "- [a] AAPL Gross margin FY2023 = gross profit" in text
    assert "2 of 3 figures traced to filings. The others are marked as unverified." in text
    assert text.count("Sources") == 1


def test_series_behind_an_answer_are_cut_to_what_it_rests_on() -> None:
    """Revenue, gross profit and margin, not net income."""
    text = to_markdown(answer_report("q", answer(), at=AT))

    assert "| Revenue, USD million | 383,285 [1] |" in text
    assert "Gross profit, USD million" in text
    assert "Net income" not in text


def test_a_comparison_shows_each_period_end_and_why_a_figure_is_missing() -> None:
    """Fiscal years of different ends stand side by side only with their ends."""
    text = to_markdown(comparison_report(comparison(), at=AT))

    assert "| FY2023 | 383,285 (2023-09-30) [2] | 26,974 (2023-01-29)" in text
    assert "n/a (gross profit is not reported)" in text
    assert "- A caution." in text


class Page(HTMLParser):
    """Checks nesting and collects what the page refers to."""

    VOID = frozenset({"meta", "br", "hr"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.titles: list[str] = []
        self.text = ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = {name: value or "" for name, value in attrs}
        assert not any(name.startswith("on") for name in given)
        if tag == "a":
            self.links.append(given.get("href", ""))
            self.titles.append(given.get("title", ""))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += f"{data} "


def test_html_is_one_sound_file_that_loads_nothing() -> None:
    """It must open from a disk, in a mail, in ten years."""
    page = to_html(answer_report("What was it?", answer(), at=AT))
    parsed = Page(page)

    assert parsed.tags.isdisjoint({"script", "img", "iframe", "link", "object", "embed"})
    assert "url(" not in page
    assert "@import" not in page
    assert "<svg" in page
    assert {link for link in parsed.links if not link.startswith("https://www.sec.gov/")} == set()


def test_every_figure_of_the_page_links_to_its_filing() -> None:
    """Hovering says company, period, form and accession; a computed figure says its formula."""
    parsed = Page(to_html(answer_report("What was it?", answer(), at=AT)))
    tips = " | ".join(parsed.titles)

    assert URL in parsed.links
    assert (
        "AAPL Revenue FY2023 (to 2023-09-30): $383,285 million. 10-K filed 2023-11-03, 0000320193-23-000106"
        in tips
    )
    assert "AAPL Gross margin FY2023" in tips
    assert "$5 million (unverified)" in parsed.text


def test_both_formats_hold_the_same_figures() -> None:
    """One model, so that no format can tell another story."""
    report = comparison_report(comparison(), at=AT)
    number = re.compile(r"\d{2,3},\d{3}|\d+\.\d%")
    tables = to_markdown(report).split("## How")[0]
    page = Page(to_html(report))
    shown = page.text.split("How figures")[0]

    assert set(number.findall(tables)) <= set(number.findall(shown))
    assert len(set(number.findall(tables))) > 10


@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](https://evil.example/x.png)",
        "[x](javascript:alert(1))",
        "<a href='javascript:1'>x</a>",
        "[x](data:text/html;base64,AAAA)",
    ],
)  # fmt: skip
def test_text_of_models_and_the_web_is_data(attack: str) -> None:
    """Nothing in an answer, a question or a page title becomes markup or a live link."""
    text = f"{attack} It was $383,285 million, margin 44.1%, and $5 million."
    given = answer(text)
    given = Answer(
        given.text, given.figures, given.tables, web=(WebSource(attack, "javascript:1"),)
    )
    parsed = Page(to_html(answer_report(attack, given, at=AT)))

    assert parsed.tags.isdisjoint({"script", "img", "iframe"})
    assert all(link.startswith("https://") for link in parsed.links if link)


def test_dollar_signs_stay_plain() -> None:
    """No formula in Markdown, none in HTML."""
    report = answer_report("From $1 to $2?", answer(), at=AT)

    assert "# From $1 to $2?" in to_markdown(report)
    assert "From $1 to $2?" in to_html(report)


def test_an_answer_without_figures_shows_what_was_found() -> None:
    """A failed run still reports its evidence."""
    text = to_markdown(answer_report("q", Answer("", (), (statement(APPLE),), partial=True), at=AT))

    assert "stopped before it was finished" in text
    assert "| Net income, USD million | 96,995 [1] |" in text
