"""Which periods a question asks for."""

from dataclasses import dataclass
from datetime import date

from research_agent.domain.periods import Basis

__all__ = ["FiscalLabel", "PeriodAsk"]


@dataclass(frozen=True, slots=True)
class FiscalLabel:
    """One fiscal year, or one quarter of it.

    Args:
        year: `None` for a quarter of whichever year has it last.
        quarter: 1 to 4; `None` for the year.
    """

    year: int | None
    quarter: int | None = None

    def text(self, basis: Basis) -> str:
        """Return the label a period of this basis carries; `"FY2023"`, `"Q3 FY2024"`."""
        if basis is Basis.ANNUAL or (basis is Basis.QUARTERLY and self.quarter is None):
            return f"FY{self.year}"
        quarter = f"Q{self.quarter or 4} FY{self.year}"
        return f"TTM {quarter}" if basis is Basis.TTM else quarter


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodAsk:
    """The periods of a question; with nothing set, the newest one.

    Args:
        basis: Annual, quarterly or trailing twelve months.
        labels: Periods named one by one, in the order asked.
        first: First fiscal year of a range, itself in it.
        last: Last fiscal year of a range; `None` up to the newest.
        count: The newest so many.
        end: The period that ends on this day, give or take a week.
        fiscal: True when the question says "fiscal", so that the year is the filer's own.
        calendar: True when it says "calendar", so that the year is not.
        stated: False when the question names no period.
        uncounted: True when quarters are asked for without saying how many.
    """

    basis: Basis = Basis.ANNUAL
    labels: tuple[FiscalLabel, ...] = ()
    first: int | None = None
    last: int | None = None
    count: int | None = None
    end: date | None = None
    fiscal: bool = False
    calendar: bool = False
    stated: bool = False
    uncounted: bool = False

    @property
    def span(self) -> bool:
        """True for a stretch of time, False for single periods."""
        return self.first is not None or (self.count or 0) > 1

    @property
    def years(self) -> tuple[int, int | None] | None:
        """First and last fiscal year named; the last is `None` when it is left open."""
        if self.first is not None:
            return self.first, self.last
        named = [label.year for label in self.labels if label.year is not None]
        return (min(named), max(named)) if named else None
