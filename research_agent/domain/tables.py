"""Series of figures, side by side, as tools return them and every screen shows them."""

from collections.abc import Iterator
from dataclasses import dataclass

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Period

__all__ = ["Cell", "Row", "SeriesTable"]

Cell = Fact | Missing


@dataclass(frozen=True, slots=True)
class Row:
    """One concept over the periods of its table.

    Args:
        concept: Key of the line item or ratio.
        label: In words.
        unit: Unit of every fact in the row.
        cells: One for each period of the table, in its order.
        depth: Indentation on a statement; 0 for totals and plain lines.
    """

    concept: str
    label: str
    unit: str
    cells: tuple[Cell, ...]
    depth: int = 0


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """Rows of concepts over columns of periods for one company.

    Args:
        key: Names the tool and all its arguments, so that no two series share a key.
        title: `"Income statement, annual"`.
        company: Whose figures these are.
        periods: Newest first.
        rows: In the order of the statement.
        notes: What the reader must know: stale data, partial coverage, checks that failed.
    """

    key: str
    title: str
    company: Company
    periods: tuple[Period, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    def facts(self) -> Iterator[Fact]:
        """Yield every figure, row by row, newest first."""
        for row in self.rows:
            for cell in row.cells:
                if isinstance(cell, Fact):
                    yield cell

    def row(self, concept: str) -> Row | None:
        """Return the row of `concept`, or `None`."""
        return next((row for row in self.rows if row.concept == concept), None)
