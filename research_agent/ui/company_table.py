"""A series of one company as a grid."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.domain.tabular import show_cell, unit_heading
from research_agent.ui.company_grid import Card, Grid, GridCell, GridHead, GridRow, show_grid
from research_agent.ui.company_sources import cell_card, hover_text

__all__ = ["DERIVED_MARK", "Section", "grid_cell", "has_figures", "series_grid", "show_series"]

DERIVED_MARK = "ƒ"
_NO_HINTS: Mapping[str, str] = MappingProxyType({})
_SELF_EXPLAINING = frozenset({"fraction", "ratio"})
"""Units that stand in every cell anyway: 12.3%, 1.20×."""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under a heading; no heading when `title` is empty."""

    title: str
    rows: tuple[Row, ...]


def has_figures(row: Row) -> bool:
    """Say whether any period of the row has a figure."""
    return any(isinstance(cell, Fact) for cell in row.cells)


def show_series(
    table: SeriesTable,
    sections: Sequence[Section],
    *,
    key: str,
    marked: bool = True,
    strong: bool = True,
    hints: Mapping[str, str] = _NO_HINTS,
    charted: Sequence[str] = (),
) -> None:
    """Draw some rows of a series; a click on a figure opens its source.

    Args:
        table: For the periods.
        sections: What is drawn.
        key: Unique on the page.
        marked: Set a sign before figures no filing states.
        strong: Set rows that are not indented in bold.
        hints: By concept, what is shown on hover of a row's label.
        charted: Concepts in the chart above that has no legend of its own, in its order.
    """
    grid = series_grid(table, sections, marked=marked, strong=strong, hints=hints, charted=charted)
    rows = {row.concept: row for section in sections for row in section.rows}
    places = {period.label: place for place, period in enumerate(table.periods)}

    def card(name: str) -> Card | None:
        concept, _, label = name.partition("|")
        row = rows[concept]
        return cell_card(row.label, label, row.cells[places[label]])

    show_grid(grid, key=key, card=card)


def series_grid(
    table: SeriesTable,
    sections: Sequence[Section],
    *,
    marked: bool = True,
    strong: bool = True,
    hints: Mapping[str, str] = _NO_HINTS,
    charted: Sequence[str] = (),
) -> Grid:
    """Return the grid `show_series` draws: the unit once, and at rows that have another."""
    usual = _usual_unit(row for section in sections for row in section.rows)
    lines: list[GridRow] = []
    for section in sections:
        if section.title and section.rows:
            lines.append(GridRow(label=section.title))
        for row in section.rows:
            told = row.unit == usual or row.unit in _SELF_EXPLAINING
            lines.append(
                GridRow(
                    label=row.label,
                    unit="" if told else unit_heading(row.unit),
                    hint=hints.get(row.concept, ""),
                    depth=row.depth,
                    strong=strong and row.depth == 0,
                    swatch=charted.index(row.concept) if row.concept in charted else -1,
                    cells=_cells(table, row, marked),
                )
            )
    return Grid(
        label=f"{table.company.name}: {table.title}",
        heads=tuple(GridHead(period.label, period.end.isoformat()) for period in table.periods),
        rows=tuple(lines),
        corner=unit_heading(usual) if usual and usual not in _SELF_EXPLAINING else "",
    )


def grid_cell(cell: Cell, *, name: str, marked: bool = True) -> GridCell:
    """Return a figure, or n/a with its reason on hover, as a cell that can be clicked."""
    if isinstance(cell, Missing):
        return GridCell(text="n/a", id=name, hint=hover_text(cell), tone="faint")
    made = marked and cell.origin in (Origin.DERIVED, Origin.COMPUTED)
    return GridCell(
        text=show_cell(cell.value, cell.unit),
        id=name,
        hint=hover_text(cell),
        mark=DERIVED_MARK if made else "",
    )


def _cells(table: SeriesTable, row: Row, marked: bool) -> tuple[GridCell, ...]:
    names = tuple(f"{row.concept}|{period.label}" for period in table.periods)
    return _reason_cell(row, names) or tuple(
        grid_cell(cell, name=name, marked=marked)
        for name, cell in zip(names, row.cells, strict=True)
    )


def _reason_cell(row: Row, names: Sequence[str]) -> tuple[GridCell, ...]:
    """Return one cell over all periods that says why none has a figure; none where one has."""
    reasons = {cell.reason for cell in row.cells if isinstance(cell, Missing)}
    if has_figures(row) or len(reasons) != 1:
        return ()
    text = f"n/a: {reasons.pop()}"
    return (GridCell(text=text, id=names[0], tone="faint", span=len(names)),)


def _usual_unit(rows: Iterable[Row]) -> str:
    """The unit most rows have, said once above them."""
    counted = Counter(row.unit for row in rows)
    return counted.most_common(1)[0][0] if counted else ""
