"""Companies side by side as aligned text."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from research_agent.cli.grid import aligned
from research_agent.cli.table_text import figure_text
from research_agent.domain.facts import Missing
from research_agent.domain.periods import Period
from research_agent.domain.tables import SeriesTable
from research_agent.domain.tabular import unit_heading

if TYPE_CHECKING:
    from research_agent.finance.comparison import Comparison

__all__ = ["comparison_text"]


def comparison_text(comparison: "Comparison") -> str:
    """Return one block per metric, the day its period ended behind each figure, then cautions."""
    tables, basis = comparison.tables, comparison.request.basis
    blocks = [_metric(tables, place, basis) for place in range(len(tables[0].rows))]
    missing = dict.fromkeys(line for table in tables for line in _missing(table))
    notes = [*missing, *(f"Note: {problem}" for problem in comparison.problems)]
    return "\n\n".join([*blocks, *(["\n".join(notes)] if notes else [])])


def _metric(tables: Sequence[SeriesTable], place: int, basis: str) -> str:
    rows = [table.rows[place] for table in tables]
    units = [unit_heading(row.unit) for row in rows]
    header = [f"{rows[0].label}, {units[0]}"]
    for table, unit in zip(tables, units, strict=True):
        ticker = table.company.ticker
        header.append(ticker if unit == units[0] else f"{ticker}, {unit}")
    keyed = [_keyed(table, place, basis) for table in tables]
    newest: dict[str, str] = {}
    for cells in keyed:
        for key, (_figure, end) in cells.items():
            newest[key] = max(newest.get(key, ""), end)
    grid = [header]
    for key in sorted(newest, key=newest.__getitem__, reverse=True):
        grid.append([key, *("  ".join(cells.get(key, ())) for cells in keyed)])
    return "\n".join(aligned(grid))


def _keyed(table: SeriesTable, row: int, basis: str) -> dict[str, tuple[str, str]]:
    """Return figure and period end of one row by what puts companies on one line."""
    return {
        _key(period, place, basis): (figure_text(cell), str(period.end))
        for place, (period, cell) in enumerate(
            zip(table.periods, table.rows[row].cells, strict=True)
        )
    }


def _key(period: Period, place: int, basis: str) -> str:
    """Return the fiscal label; the year on a calendar basis; the place among TTM periods.

    Trailing twelve months end on other days at each company, so no label is shared.
    """
    if basis == "calendar":
        from research_agent.finance.comparison import calendar_year

        return f"Calendar {calendar_year(period.end)}"
    if basis == "ttm":
        return "TTM" if place == 0 else f"TTM, {place} back"
    return period.label


def _missing(table: SeriesTable) -> Iterator[str]:
    for row in table.rows:
        for cell in row.cells:
            if isinstance(cell, Missing):
                yield f"n/a: {table.company.ticker} {row.label}: {cell.reason}"
