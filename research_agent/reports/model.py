"""From an answer or a comparison to a report."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from research_agent.domain.answers import Answer, Figure, FigureStatus
from research_agent.domain.facts import Fact
from research_agent.domain.tables import SeriesTable
from research_agent.domain.tabular import unit_heading
from research_agent.finance.comparison import Comparison, ComparisonBasis
from research_agent.finance.comparison_views import column_heading
from research_agent.finance.metrics import metric_label
from research_agent.reports.blocks import Chart, Prose, Report, ReportRow, ReportTable
from research_agent.reports.charts import series_chart

__all__ = ["Report", "answer_report", "comparison_report", "traced_line"]

_OWN_SOURCES = re.compile(r"\n+(?:#+ *|\*\*)?Sources:?(?:\*\*)?:?[ \t]*\n+(?:[-*] .*\n?)+\s*\Z")
_BASIS_WORDS = {
    ComparisonBasis.FISCAL: "fiscal years",
    ComparisonBasis.QUARTERLY: "fiscal quarters",
    ComparisonBasis.TTM: "trailing twelve months",
    ComparisonBasis.CALENDAR: "twelve months nearest to each calendar year",
}
MAX_ROWS = 40
"""Rows of one series in a report whose text cites none of its figures."""


def answer_report(question: str, answer: Answer, *, at: datetime) -> Report:
    """Report an answer with the series behind it.

    Args:
        question: What was asked.
        answer: Its text, figures and evidence.
        at: When the report is made, with its time zone.
    """
    text = _OWN_SOURCES.sub("", answer.text)
    figures = tuple(figure for figure in answer.figures if figure.end <= len(text))
    used = [fact for figure in figures if figure.fact for fact in _with_inputs(figure.fact)]
    state = " (stopped before it was finished)" if answer.partial else ""
    return Report(
        title=question,
        subtitle=f"Answered by {answer.analyst or 'nobody'}{state}, {at:%Y-%m-%d %H:%M %Z}".strip(),
        prose=Prose(text, figures),
        tables=tuple(_series_tables(answer.tables, used)),
        charts=_charts(answer.tables, _charted(used)),
        notes=(traced_line(figures), *_table_notes(answer.tables)),
        web=answer.web,
    )


def comparison_report(comparison: Comparison, *, at: datetime) -> Report:
    """Report a comparison: a table and a chart for each metric.

    Args:
        comparison: Companies side by side.
        at: When the report is made, with its time zone.
    """
    metrics = comparison.request.metrics
    names = ", ".join(company.ticker for company in comparison.companies)
    labels = ", ".join(metric_label(metric) for metric in metrics)
    return Report(
        title=f"{names}: {labels}",
        subtitle=f"By {_BASIS_WORDS[comparison.request.basis]}, {at:%Y-%m-%d %H:%M %Z}".strip(),
        tables=tuple(_side_by_side(comparison, metric) for metric in metrics),
        charts=_charts(comparison.tables, metrics),
        notes=comparison.problems,
    )


def traced_line(figures: Sequence[Figure]) -> str:
    """Say how many of the printed figures lead to a filing."""
    if not figures:
        return "No figures in the text."
    quoted = sum(figure.status is FigureStatus.QUOTED for figure in figures)
    unverified = sum(figure.status is FigureStatus.UNVERIFIED for figure in figures)
    traced = len(figures) - quoted - unverified
    line = f"{traced} of {len(figures)} figures traced to filings."
    if quoted:
        line += f" {quoted} quoted from web pages."
    return f"{line} The others are marked as unverified." if unverified else line


def _with_inputs(fact: Fact) -> Iterator[Fact]:
    yield fact
    for part in fact.inputs:
        yield from _with_inputs(part)


def _series_tables(tables: Sequence[SeriesTable], used: Sequence[Fact]) -> Iterator[ReportTable]:
    """Each series, cut to the rows the text rests on; whole where the text cites nothing."""
    concepts = {(fact.ticker, fact.concept) for fact in used}
    for table in tables:
        rows = [row for row in table.rows if (table.company.ticker, row.concept) in concepts]
        if not used:
            rows = [r for r in table.rows if any(isinstance(c, Fact) for c in r.cells)][:MAX_ROWS]
        if rows:
            yield ReportTable(
                f"{table.company.name}: {table.title}",
                tuple(f"{period.label} ({period.end})" for period in table.periods),
                tuple(ReportRow(f"{r.label}, {unit_heading(r.unit)}", r.cells) for r in rows),
            )


def _side_by_side(comparison: Comparison, metric: str) -> ReportTable:
    basis = comparison.request.basis
    columns = []
    for table in comparison.tables:
        row = table.row(metric)
        cells = row.cells if row else ()
        heads = [column_heading(period, basis) for period in table.periods]
        columns.append(dict(zip(heads, cells, strict=True)) if row else {})
    ends = {
        column_heading(period, basis): period.end
        for table in comparison.tables
        for period in table.periods
    }
    order = sorted(ends, key=lambda head: ends[head], reverse=True)
    units = [row.unit if (row := table.row(metric)) else "" for table in comparison.tables]
    tickers = [company.ticker for company in comparison.companies]
    title, heads = metric_label(metric), tickers
    if len(set(units)) == 1:
        title = f"{title}, {unit_heading(units[0])}"
    else:
        heads = [f"{name}, {unit_heading(u)}" for name, u in zip(tickers, units, strict=True)]
    return ReportTable(
        title,
        tuple(heads),
        tuple(ReportRow(head, tuple(column.get(head) for column in columns)) for head in order),
        dated=True,
    )


def _charts(tables: Sequence[SeriesTable], concepts: Sequence[str]) -> tuple[Chart, ...]:
    charts = []
    for concept in concepts:
        spec = series_chart(tables, concept)
        if spec is not None:
            charts.append(Chart(metric_label(concept), spec))
    return tuple(charts)


def _charted(used: Sequence[Fact]) -> tuple[str, ...]:
    """The metric the answer prints most; one chart says enough."""
    counts: dict[str, int] = {}
    for fact in used:
        counts[fact.concept] = counts.get(fact.concept, 0) + 1
    best = max(counts, key=lambda concept: counts[concept], default=None)
    return (best,) if best is not None else ()


def _table_notes(tables: Sequence[SeriesTable]) -> tuple[str, ...]:
    notes = {f"{table.company.ticker}: {note}": None for table in tables for note in table.notes}
    return tuple(notes)
