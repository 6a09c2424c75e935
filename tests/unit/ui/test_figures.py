import re

from research_agent.domain.answers import Answer, Figure, FigureStatus
from research_agent.domain.facts import Fact
from research_agent.ui.figures import annotated, cited_facts, traced_line
from tests.fakes.filed import APPLE, statement


def revenue() -> Fact:
    fact = next(statement(APPLE).facts())
    assert fact.ref == "AAPL.revenue.FY2023"
    return fact


def answer(text: str, *shown: str) -> Answer:
    """Every occurrence of each figure is verified against Apple's revenue."""
    figures = tuple(
        Figure(*found.span(), one, FigureStatus.VERIFIED, revenue())
        for one in shown
        for found in re.finditer(re.escape(one), text)
    )
    return Answer(text=text, figures=figures)


def test_a_figure_becomes_a_link_with_its_source_as_the_title() -> None:
    """Hovering says which filing; clicking opens it."""
    shown = annotated(answer("It was $383,285 million.", "$383,285 million"))
    assert shown == (
        r"It was [\$383,285 million](https://www.sec.gov/Archives/edgar/data/320193/"
        r'000032019323000106/0000320193-23-000106-index.htm "AAPL Revenue FY2023, period end '
        r'2023-09-30: \$383,285 million (10-K filed 2023-11-03)"):small[:green[✓]].'
    )


def test_a_figure_in_code_or_in_a_link_stays_as_written() -> None:
    """A link inside a link or inside code would show as brackets."""
    text = "`383` and [383](https://x.example) but 383"
    shown = annotated(answer(text, "383"))
    assert shown.startswith("`383` and [383](https://x.example) but [383](https://www.sec.gov")


def test_figures_that_overlap_are_placed_once() -> None:
    """The text must not be doubled whatever the verifier reports."""
    shown = annotated(answer("$383,285 million", "$383,285 million", "383,285"))
    assert shown.count("383,285 million](") == 1


def test_a_table_row_keeps_its_columns() -> None:
    """The title of a link may not hold the column sign."""
    shown = annotated(answer("| Revenue | 383,285 |", "383,285"))
    assert shown.count("|") == 3


def test_the_share_of_traced_figures_is_said() -> None:
    """One figure is in the singular; nothing is said without any."""
    assert traced_line(answer("383", "383").figures).startswith(
        "**1 of 1 figure traced to filings**"
    )
    assert traced_line(()) == ""


def test_a_fact_cited_twice_is_listed_once() -> None:
    """The list of sources is a list of facts."""
    assert len(cited_facts(answer("383 and 383", "383"))) == 1
