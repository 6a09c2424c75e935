"""What a screen finds: companies with their figures, and what it could not judge."""

from dataclasses import dataclass
from datetime import date

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.domain.periods import Period
from research_agent.domain.tables import Cell
from research_agent.finance.metrics import metric_label
from research_agent.finance.screening.syntax import Metric, Screen

__all__ = ["STALE_MONTHS", "ScreenResult", "ScreenRow", "column_label", "is_stale"]

STALE_MONTHS = 18
"""A year that ended longer ago is old: the next report is due long since."""

_MONTHS = 12


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """One company that fits.

    Args:
        company: Which.
        sector: Of its industry code; empty when the store has none.
        currency: It reports in.
        cells: One for each column of the result, figures as every other table has them.
        periods: The newest year and the newest TTM behind the cells, those that are used.
        stale: True when its newest year ended more than 18 months ago.
    """

    company: Company
    sector: str
    currency: str
    cells: tuple[Cell, ...]
    periods: tuple[Period, ...]
    stale: bool = False


@dataclass(frozen=True, slots=True)
class ScreenResult:
    """The outcome of a screen.

    Args:
        screen: As it was understood; its text reads back as the same screen.
        columns: Figures shown, each named by the screen; revenue and net income when it names none.
        rows: Companies that fit, in the order asked, at most as many as asked.
        matched: How many fit in all.
        companies: How many were looked at.
        notes: What could not be judged and what the reader must know, one sentence each.
    """

    screen: Screen
    columns: tuple[Metric, ...]
    rows: tuple[ScreenRow, ...]
    matched: int
    companies: int
    notes: tuple[str, ...] = ()

    def facts(self) -> tuple[Fact, ...]:
        """Return every figure shown, row by row."""
        return tuple(cell for row in self.rows for cell in row.cells if isinstance(cell, Fact))

    @property
    def headline(self) -> str:
        """`"3 of 91 companies fit."`, with how many of them are shown where not all are."""
        verb = "fits" if self.matched == 1 else "fit"
        shown = f"; the first {len(self.rows)} are shown" if len(self.rows) < self.matched else ""
        return f"{self.matched:,} of {self.companies:,} companies {verb}{shown}."


def column_label(metric: Metric) -> str:
    """Return the heading of a column: `"Net margin"`, `"Net margin, TTM"`."""
    label = metric_label(metric.key)
    return f"{label}, TTM" if metric.ttm else label


def is_stale(end: date, today: date) -> bool:
    """Say whether a year that ended on `end` is older than 18 months."""
    months = (today.year - end.year) * _MONTHS + today.month - end.month
    return months > STALE_MONTHS or (months == STALE_MONTHS and today.day > end.day)
