"""A grid of figures: period ends under the headings, a click opens where a figure comes from."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import streamlit as st
from streamlit.components import v2

from research_agent.ui.company_grid_view import GRID_CSS, GRID_HTML, GRID_JS

__all__ = ["Card", "CardLine", "Grid", "GridCell", "GridHead", "GridRow", "show_grid"]

NAME = "research_agent.figure_grid"


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of a card.

    Args:
        text: Before the link.
        depth: Indentation.
        link: Words of the link; empty for none.
        url: Where it leads.
        after: Fainter words behind it.
        code: A tag, set as code.
    """

    text: str = ""
    depth: int = 0
    link: str = ""
    url: str = ""
    after: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """What opens under the row of the cell one clicks.

    Args:
        title: The figure in words.
        when: Which days it covers and how it came about; empty for none.
        lines: Filings, formula, inputs.
        note: A caution; empty for none.
    """

    title: str
    when: str = ""
    lines: tuple[CardLine, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """One cell.

    Args:
        text: As shown.
        id: Names the cell to `card`; empty for one that cannot be clicked.
        hint: Shown on hover.
        mark: A sign before the figure, `"ƒ"`.
        tone: `""`, `"faint"`, `"good"`, `"caution"` or `"bad"`.
        heat: From 0 to 1, how strongly it is tinted; `None` for no tint.
        middle: Set apart as the one the others are compared with.
        span: Columns it covers.
    """

    text: str
    id: str = ""
    hint: str = ""
    mark: str = ""
    tone: str = ""
    heat: float | None = None
    middle: bool = False
    span: int = 1


@dataclass(frozen=True, slots=True)
class GridHead:
    """A column's heading and, smaller under it, the day its period ends."""

    top: str
    under: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """One line; one without cells is the heading of those below it.

    Args:
        label: In words.
        unit: Where it is not that of the whole grid; empty otherwise.
        hint: Shown on hover of the label.
        depth: Indentation.
        strong: Set in bold, as totals are.
        swatch: Place of its colour in the chart above; -1 when it is in none.
        cells: They cover every heading.
    """

    label: str
    unit: str = ""
    hint: str = ""
    depth: int = 0
    strong: bool = False
    swatch: int = -1
    cells: tuple[GridCell, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """The whole.

    Args:
        label: What it shows, for screen readers.
        heads: Columns.
        rows: Lines.
        corner: Above the labels: the unit of the grid.
        centred: Set signs in the middle of their column; figures stand to the right.
    """

    label: str
    heads: Sequence[GridHead]
    rows: Sequence[GridRow] = field(default_factory=tuple)
    corner: str = ""
    centred: bool = False

    def ids(self) -> frozenset[str]:
        """Return the names of cells that can be clicked."""
        return frozenset(cell.id for row in self.rows for cell in row.cells if cell.id)


def show_grid(grid: Grid, *, key: str, card: Callable[[str], Card | None]) -> str:
    """Draw the grid with the card of the cell that was clicked, and return that cell's name.

    Args:
        grid: What to draw.
        key: Unique on the page; the choice is kept under it.
        card: From a cell's name to its card; `None` opens nothing.

    Returns:
        Empty when no cell of this grid is chosen.
    """
    held = str(st.session_state.get(key, {}).get("picked", "") or "")
    picked = held if held in grid.ids() else ""
    opened = card(picked) if picked else None
    data: dict[str, Any] = asdict(grid)
    data |= {"picked": picked, "detail": asdict(opened) if opened else None}
    # Registering anew is free while nothing changed, and each server process has its own list.
    mount = v2.component(NAME, html=GRID_HTML, css=GRID_CSS, js=GRID_JS)
    mount(key=key, data=data, default={"picked": ""}, on_picked_change=_redraw)
    return picked


def _redraw() -> None:
    """Nothing to do: the rerun that follows reads the choice."""
