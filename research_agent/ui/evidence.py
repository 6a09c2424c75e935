"""What stands under an answer: chart, table, every line, sources."""

from collections.abc import Iterator, Sequence

import streamlit as st

from research_agent.domain.answers import Answer
from research_agent.domain.facts import Fact
from research_agent.domain.tables import Row, SeriesTable
from research_agent.ui.charts import Line, show_chart
from research_agent.ui.figures import cited_facts
from research_agent.ui.prose import is_table_line
from research_agent.ui.source_card import source_markdown
from research_agent.ui.tables import companies_markdown, series_markdown, show_grid
from research_agent.ui.text import literal, plain

__all__ = ["focus_rows", "show_evidence", "show_sources"]

MAX_CHARTS = 2
CHART_PX = 230
MAX_SOURCES = 60

Focus = tuple[tuple[SeriesTable, Row], ...]
ByConcept = dict[tuple[str, str], list[tuple[SeriesTable, Row]]]
"""Rows of one concept and unit, of one company or several."""


def focus_rows(answer: Answer) -> Focus:
    """Return the rows the answer speaks of: those that hold a cited figure or an input of one."""
    wanted = {fact.ref for fact in _with_inputs((*cited_facts(answer), *answer.facts))}
    return tuple(
        (table, row)
        for table in answer.tables
        for row in table.rows
        if any(isinstance(cell, Fact) and cell.ref in wanted for cell in row.cells)
    )


def show_evidence(answer: Answer, *, key: str) -> None:
    """Draw charts and tables of the rows the answer speaks of, then every series in full.

    An answer that has a table of its own gets no second one. Inputs of a computed figure get no
    chart; beside several companies they get no table either.
    """
    focus = focus_rows(answer)
    named = {fact.concept for fact in cited_facts(answer)}
    told = tuple((table, row) for table, row in focus if row.concept in named) or focus
    by_concept: ByConcept = {}
    for table, row in told:
        by_concept.setdefault((row.concept, row.unit), []).append((table, row))
    _show_charts(by_concept, cited_facts(answer), key=key)
    if not any(map(is_table_line, answer.text.splitlines())):
        _show_tables(by_concept, focus)
    for number, table in enumerate(answer.tables):
        _show_whole(table, key=f"{key}-series-{number}")


def show_sources(answer: Answer, *, key: str) -> None:
    """Draw the list of sources: filings and formulas of each cited figure, then web pages."""
    facts = cited_facts(answer) or tuple(fact for t in answer.tables for fact in t.facts())
    if not facts and not answer.web:
        return
    filings = {filing.accession for fact in facts for filing in fact.filings()}
    noun = "filing" if len(filings) == 1 else "filings"
    with st.expander(
        f"Source of each figure: {len(filings)} {noun}",
        icon=":material/receipt_long:",
        key=f"{key}-sources",
    ):
        st.markdown("\n".join(source_markdown(fact) for fact in facts[:MAX_SOURCES]))
        if len(facts) > MAX_SOURCES:
            st.caption(f"The first {MAX_SOURCES} of {len(facts)}; the export has them all.")
        for page in answer.web:
            st.markdown(f"- [{plain(page.title)}]({page.url}) :gray[(web page, not a filing)]")


def _with_inputs(facts: Sequence[Fact]) -> Iterator[Fact]:
    for fact in facts:
        yield fact
        yield from _with_inputs(fact.inputs)


def _show_charts(by_concept: ByConcept, cited: Sequence[Fact], *, key: str) -> None:
    charts = [
        (about, _single_figures(about[0], rows, cited) or _longest_series(rows), rows[0][1].label)
        for about, rows in by_concept.items()
    ]
    charts = [chart for chart in charts if sum(len(line.facts) for line in chart[1]) > 1]
    charts = charts[:MAX_CHARTS]
    if not charts:
        return
    for column, ((concept, unit), lines, label) in zip(
        st.columns(len(charts)), charts, strict=True
    ):
        title = f"{label}: {', '.join(line.name for line in lines)}"
        with column:
            show_chart(
                lines, title=title, key=f"{key}-{concept}-{unit}", headed=True, height=CHART_PX
            )


def _single_figures(
    concept: str, rows: Sequence[tuple[SeriesTable, Row]], cited: Sequence[Fact]
) -> list[Line]:
    """One figure per company where the answer names just one for each; else nothing."""
    names = {table.company.cik: table.company.name for table, _ in rows}
    told = [fact for fact in cited if fact.concept == concept and fact.cik in names]
    if len(names) < 2 or sorted(fact.cik for fact in told) != sorted(names):
        return []
    return [Line(names[fact.cik], (fact,)) for fact in told]


def _longest_series(rows: Sequence[tuple[SeriesTable, Row]]) -> list[Line]:
    """One line per company: the longest of its series, so that bases are never mixed."""
    best: dict[int, Line] = {}
    for table, row in rows:
        facts = tuple(cell for cell in row.cells if isinstance(cell, Fact))
        held = best.get(table.company.cik)
        if held is None or len(facts) > len(held.facts):
            best[table.company.cik] = Line(table.company.name, facts)
    return list(best.values())


def _show_tables(by_concept: ByConcept, focus: Focus) -> None:
    if len({table.company.cik for rows in by_concept.values() for table, _ in rows}) == 1:
        _show_single(focus)
        return
    for rows in by_concept.values():
        st.markdown(f"**{plain(rows[0][1].label)}**")
        show_grid(companies_markdown(rows), (cell for _, row in rows for cell in row.cells))


def _show_single(focus: Sequence[tuple[SeriesTable, Row]]) -> None:
    groups: dict[tuple[int, tuple[str, ...]], list[tuple[SeriesTable, Row]]] = {}
    for table, row in focus:
        labels = tuple(period.label for period in table.periods)
        groups.setdefault((table.company.cik, labels), []).append((table, row))
    for rows in groups.values():
        table = rows[0][0]
        unique = tuple({row.concept: row for _, row in rows}.values())
        st.markdown(f"**{plain(table.company.name)}**")
        show_grid(series_markdown(table, unique), (cell for row in unique for cell in row.cells))


def _show_whole(table: SeriesTable, *, key: str) -> None:
    label = f"{plain(table.company.name)}: {plain(table.title)} ({len(table.rows)} lines)"
    whole = st.expander(label, icon=":material/table_rows:", key=key, on_change="rerun")
    if whole.open:
        with whole:
            cells = (cell for row in table.rows for cell in row.cells)
            show_grid(series_markdown(table, table.rows), cells)
            for note in table.notes:
                st.caption(literal(note))
