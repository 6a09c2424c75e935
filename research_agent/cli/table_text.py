"""One series as aligned text."""

from research_agent.cli.grid import aligned
from research_agent.domain.facts import Fact
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.domain.tabular import show_cell, unit_heading

__all__ = ["figure_text", "table_text"]

NOT_THERE = "n/a"


def figure_text(cell: Cell) -> str:
    """Return the figure as `unit_heading` announces it, `"n/a"` when it is not there."""
    return show_cell(cell.value, cell.unit) if isinstance(cell, Fact) else NOT_THERE


def table_text(table: SeriesTable) -> str:
    """Return a series with its period ends; rows without a single figure are left out."""
    shown = [row for row in table.rows if any(isinstance(cell, Fact) for cell in row.cells)]
    grid = [
        ["", "", *(period.label for period in table.periods)],
        ["", "", *(str(period.end) for period in table.periods)],
    ]
    for row in shown:
        name = f"{'  ' * row.depth}{row.label}"
        grid.append([name, unit_heading(row.unit), *map(figure_text, row.cells)])
    lines = [f"{table.company}: {table.title}", "", *aligned(grid, left=2)]
    hidden = len(table.rows) - len(shown)
    if hidden:
        lines += ["", f"Rows without a figure in these periods, not shown: {hidden}."]
    return "\n".join([*lines, *(f"Note: {note}" for note in table.notes)])
