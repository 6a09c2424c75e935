"""Where in its HTML a figure stands: table, words of its row, words above its column.

A filing without its linkbases has no labels; the best short name of a segment is the one printed
beside its figure.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from research_agent.finance.xbrl.facts import Place

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["TablePlaces", "mark_line_breaks"]

_XHTML = "{http://www.w3.org/1999/xhtml}"
_CELLS = (f"{_XHTML}td", f"{_XHTML}th")
_LINE_BREAKS = tuple(f"{_XHTML}{name}" for name in ("br", "div", "p"))
_NON_FRACTION = "{http://www.xbrl.org/2013/inlineXBRL}nonFraction"
_LETTER = re.compile(r"[^\W\d_]{2}")
_FOOTNOTE_MARKS = re.compile(r"(\s*\((\d{1,2}|[a-z])\)|[*†‡])+$")
_MAX_HEADINGS = 4


@dataclass(frozen=True, slots=True)
class _Cell:
    first: int
    last: int
    words: str


def mark_line_breaks(root: "_Element") -> None:
    """Put a blank where the page breaks a line, so that words do not run together."""
    for element in root.iter(*_LINE_BREAKS):
        element.tail = f" {element.tail or ''}"


class TablePlaces:
    """Answers for the facts of one document; rows and tables are read once each."""

    def __init__(self) -> None:
        self._tables: dict[_Element, int] = {}
        self._rows: dict[_Element, tuple[_Cell, ...]] = {}
        self._headings: dict[_Element, tuple[tuple[_Cell, ...], ...]] = {}
        self._sections: dict[_Element, dict[_Element, str]] = {}
        self._cells: dict[_Element, int] = {}

    def of(self, element: "_Element") -> Place | None:
        """Return where `element` stands; `None` outside a table."""
        cell = _above(element, _CELLS)
        row = _above(cell, (f"{_XHTML}tr",)) if cell is not None else None
        table = _above(row, (f"{_XHTML}table",)) if row is not None else None
        if cell is None or row is None or table is None:
            return None
        number = self._tables.setdefault(table, len(self._tables))
        cells = self._row(row)
        column = self._cells.get(cell, 0)
        words = next((c.words for c in cells if c.words and c.first < column), "")
        section = self._section(table).get(row, "")
        return Place(number, words, section, self._above_column(table, column))

    def _section(self, table: "_Element") -> dict["_Element", str]:
        """Return, for each row with figures, the words of the nearest row above that has none."""
        if table not in self._sections:
            found: dict[_Element, str] = {}
            words = ""
            for row in table.iter(f"{_XHTML}tr"):
                if next(row.iter(_NON_FRACTION), None) is not None:
                    found[row] = words
                    continue
                alone = [cell.words for cell in self._row(row) if cell.words]
                words = alone[0] if len(alone) == 1 else words
            self._sections[table] = found
        return self._sections[table]

    def _row(self, row: "_Element") -> tuple[_Cell, ...]:
        if row not in self._rows:
            cells = []
            column = 0
            for cell in row:
                if cell.tag not in _CELLS:
                    continue
                width = _span(cell)
                self._cells[cell] = column
                cells.append(_Cell(column, column + width - 1, _words(cell)))
                column += width
            self._rows[row] = tuple(cells)
        return self._rows[row]

    def _above_column(self, table: "_Element", column: int) -> tuple[str, ...]:
        if table not in self._headings:
            self._headings[table] = tuple(self._heading_rows(table))
        found = (
            next((c.words for c in row if c.words and c.first <= column <= c.last), "")
            for row in self._headings[table]
        )
        return tuple(words for words in found if words)[:_MAX_HEADINGS]

    def _heading_rows(self, table: "_Element") -> list[tuple[_Cell, ...]]:
        rows = []
        for row in table.iter(f"{_XHTML}tr"):
            if next(row.iter(_NON_FRACTION), None) is not None:
                break
            rows.append(self._row(row))
        return rows


def _above(element: "_Element", tags: tuple[str, ...]) -> "_Element | None":
    return next(element.iterancestors(*tags), None)


def _span(cell: "_Element") -> int:
    text = cell.get("colspan", "1")
    return int(text) if text.isdigit() and text != "0" else 1


def _words(cell: "_Element") -> str:
    """Return the text of a cell that holds words; empty for numbers and tagged figures."""
    if next(cell.iter(_NON_FRACTION), None) is not None:
        return ""
    text = " ".join("".join(str(part) for part in cell.itertext()).split())
    text = _FOOTNOTE_MARKS.sub("", text).strip()
    return text if _LETTER.search(text) else ""
