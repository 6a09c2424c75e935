"""The HTML report: one well-formed file, nothing loaded, nothing run, each figure a link."""

import re
from html.parser import HTMLParser

import pytest

from research_agent.reports.blocks import Report
from research_agent.reports.html import to_html
from research_agent.reports.markdown import to_markdown
from tests.unit.reports.examples import attack_report, comparison, report, report_on

VOID = {"meta", "br", "hr", "img", "link", "input"}
LOADING = {"src", "srcset", "xlink:href", "data", "poster", "background", "action", "formaction"}
FORBIDDEN = {"script", "img", "iframe", "object", "embed", "link", "base", "form", "video"}


class Page(HTMLParser):
    """Collects what a browser would see; fails on tags that do not match."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.links: list[tuple[str, str]] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "a":
            self.links.append((dict(attrs).get("href") or "", ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text.append(data)
        if "a" in self.open and "sup" not in self.open and self.links:
            target, shown = self.links[-1]
            self.links[-1] = (target, shown + data)


@pytest.mark.parametrize(
    "made", [report(), comparison(), attack_report()], ids=["answer", "comparison", "attack"]
)
def test_the_page_is_well_formed(made: Report) -> None:
    """Every tag that opens closes, in order, charts included."""
    page = Page(to_html(made))
    assert page.open == []
    assert [tag for tag, _ in page.tags].count("main") == 1


@pytest.mark.parametrize(
    "made", [report(), comparison(), attack_report()], ids=["answer", "comparison", "attack"]
)
def test_nothing_is_loaded_and_nothing_runs(made: Report) -> None:
    """The file works offline and tells nobody that it was opened."""
    html = to_html(made)
    page = Page(html)
    names = {tag for tag, _ in page.tags}
    attributes = {name for _, attrs in page.tags for name in attrs}
    assert not names & FORBIDDEN
    assert not attributes & LOADING
    assert not {name for name in attributes if name.startswith("on")}
    style = "".join(re.findall(r"<style>(.*?)</style>", html, re.DOTALL))
    assert "url(" not in style
    assert "@import" not in style
    assert html.count("<style>") == 1


def test_links_only_go_to_the_web() -> None:
    """`javascript:` and `data:` targets of an answer stay text."""
    for target, _ in Page(to_html(attack_report())).links:
        assert target.startswith(("https://", "http://"))


def test_every_verified_figure_is_a_link_to_its_filing() -> None:
    """The reader is one click away from the number on sec.gov."""
    links = Page(to_html(report())).links
    sec = [(target, shown) for target, shown in links if "sec.gov/Archives" in target]
    for shown in ("$391.0 billion", "2.0%", "46.2%", "$383.3 billion", "-2.8%"):
        assert any(text == shown for _, text in sec), shown
    target = next(target for target, shown in sec if shown == "$391.0 billion")
    assert target.endswith("/0000320193-24-000123-index.htm")


def test_the_tooltip_says_where_a_figure_comes_from() -> None:
    """Company, period end, form, day of filing, accession; the formula where it was computed."""
    titles = [attrs.get("title") or "" for tag, attrs in Page(to_html(report())).tags if tag == "a"]
    filed = next(title for title in titles if title.startswith("AAPL Revenue FY2024"))
    for part in ("2024-09-28", "10-K filed 2024-11-01", "0000320193-24-000123"):
        assert part in filed
    computed = next(title for title in titles if title.startswith("AAPL Gross margin FY2024"))
    assert "Gross profit / Revenue" in computed
    assert "$180,683 million" in computed


def test_an_unverified_figure_is_marked_and_no_link() -> None:
    """A wrong number must not look like a sourced one."""
    html = to_html(report())
    assert (
        '<span class=unverified title="matches no source">$96.2 billion (unverified)</span>' in html
    )
    assert all(shown != "$96.2 billion" for _, shown in Page(html).links)


def test_both_formats_show_the_same_figures() -> None:
    """R1: one model, so no format knows a number the other does not."""
    for made in (report(), comparison()):
        html = "".join(re.sub(r"<svg.*?</svg>", "", to_html(made), flags=re.DOTALL))
        shown = "".join(Page(html).text)
        markdown = to_markdown(made)
        figures = set(
            re.findall(r"\$?-?[0-9][0-9,]*\.[0-9]+(?: billion|%)?|[0-9]{2,3},[0-9]{3}", markdown)
        )
        assert figures
        assert {figure for figure in figures if figure not in shown} == set()


def test_text_cannot_hide_the_marks() -> None:
    """Private characters in an answer must not stand in for the ones the writer uses."""
    odd = "\U000f0000\U000f00010\U000f0001 Apple's revenue in FY2024 was $391.9 billion. \ue0000\ue001"
    assert "$391.9 billion (unverified)" in to_html(report_on(odd))


def test_a_figure_in_a_link_or_in_code_stays_as_written() -> None:
    """A link inside a link is no HTML."""
    text = (
        "Apple's revenue in FY2024 was [$391.0 billion](https://www.sec.gov/x); `$391.0 billion`."
    )
    html = to_html(report_on(text))
    assert '<a href="https://www.sec.gov/x">$391.0 billion</a>' in html
    assert "<code>$391.0 billion</code>" in html
    assert Page(html).open == []


def test_an_escaped_dollar_sign_is_shown_without_its_backslash() -> None:
    """Models escape it for their own screens."""
    html = to_html(report_on("Apple's revenue in FY2024 was \\$391.0 billion."))
    assert ">$391.0 billion<sup>" in html


def test_it_fits_both_colour_schemes_and_paper() -> None:
    """One file for the screen by day, by night, and for print."""
    html = to_html(report())
    assert "prefers-color-scheme:dark" in html
    assert "@media print" in html
    assert 'name=viewport content="width=device-width' in html


def test_an_answer_without_figures_is_still_a_page() -> None:
    """V3: a plain "no evidence" is reported as it is."""
    html = to_html(report_on("No filing in the data answers this."))
    assert "No filing in the data answers this." in html
    assert Page(html).open == []
