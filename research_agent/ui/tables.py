"""Series as tables in which every figure is a link to its filing."""

from collections.abc import Iterable, Sequence
from datetime import date

import streamlit as st

from research_agent.domain.facts import Missing, Origin
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.domain.tabular import show_cell, unit_heading
from research_agent.ui.figures import provenance
from research_agent.ui.prose import show_scrolling_table
from research_agent.ui.text import plain

__all__ = ["cell_markdown", "companies_markdown", "reasons_line", "series_markdown", "show_grid"]

NO_FIGURE = ":gray[n/a]"
NO_PERIOD = ":gray[–]"
MAX_REASONS = 4
_INDENT = "\u2003"

Rows = Sequence[tuple[SeriesTable, Row]]


def series_markdown(table: SeriesTable, rows: Sequence[Row]) -> str:
    """Return some rows of one company's series; the heading holds each period's end."""
    heads = [f"{plain(p.label)} {_faint(p.end.isoformat())}" for p in table.periods]
    body = [
        [f"{_INDENT * row.depth}{_with_unit(row.label, row.unit)}", *map(cell_markdown, row.cells)]
        for row in rows
    ]
    return _grid(["", *heads], body)


def companies_markdown(rows: Rows) -> str:
    """Return one concept, a column for each company; each cell holds its own period's end."""
    heads = [_with_unit(table.company.name, row.unit) for table, row in rows]
    columns = [
        {p.label: cell for p, cell in zip(table.periods, row.cells, strict=True)}
        for table, row in rows
    ]
    body = [
        [plain(label), *(_dated(column.get(label)) for column in columns)]
        for label in _labels_newest_first(table for table, _ in rows)
    ]
    return _grid(["", *heads], body)


def cell_markdown(cell: Cell) -> str:
    """Return a cell as Markdown: the figure linked to its filing, ƒ when it was worked out."""
    if isinstance(cell, Missing):
        return NO_FIGURE
    shown = plain(show_cell(cell.value, cell.unit))
    if cell.url:
        title = provenance(cell).replace('"', "'").replace("|", "/").replace("$", r"\$")
        shown = f'[{shown}]({cell.url} "{title}")'
    return shown if cell.origin in (Origin.FILED, Origin.QUOTED) else f":small[:violet[ƒ]] {shown}"


def reasons_line(cells: Iterable[Cell]) -> str:
    """Return why figures are missing, `"n/a: a bank has no gross profit"`; empty when none is."""
    reasons = list(dict.fromkeys(cell.reason for cell in cells if isinstance(cell, Missing)))
    if not reasons:
        return ""
    more = f" and {len(reasons) - MAX_REASONS} more" if len(reasons) > MAX_REASONS else ""
    return f"n/a: {plain('; '.join(reasons[:MAX_REASONS]))}{more}"


def show_grid(markdown: str, cells: Iterable[Cell]) -> None:
    """Draw a table and, under it, why figures are missing."""
    show_scrolling_table(markdown)
    reasons = reasons_line(cells)
    if reasons:
        st.caption(reasons)


def _labels_newest_first(tables: Iterable[SeriesTable]) -> list[str]:
    newest: dict[str, date] = {}
    for table in tables:
        for period in table.periods:
            newest[period.label] = max(period.end, newest.get(period.label, period.end))
    return sorted(newest, key=lambda label: newest[label], reverse=True)


def _dated(cell: Cell | None) -> str:
    if cell is None:
        return NO_PERIOD
    if isinstance(cell, Missing):
        return NO_FIGURE
    return f"{cell_markdown(cell)} {_faint(cell.end.isoformat())}"


def _with_unit(name: str, unit: str) -> str:
    return f"{plain(name)} {_faint(unit_heading(unit))}"


def _faint(text: str) -> str:
    unbroken = text.replace("-", "\u2011").replace(" ", "\u00a0")
    return f":small[:gray[{unbroken}]]"


def _grid(heads: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    rule = ["---", *("---:" for _ in heads[1:])]
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, rule, *body))
