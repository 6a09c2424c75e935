"""The columns a statement can have: fiscal years, quarters and trailing twelve months."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from research_agent.domain.periods import Basis, Period
from research_agent.finance.fiscal_calendar import FiscalCalendar, FiscalYear

__all__ = ["QUARTERS", "Columns", "Slot"]

QUARTERS = 4
_QUARTER = timedelta(days=365.25 / QUARTERS)
_QUARTER_TOLERANCE = timedelta(days=45)
"""Ends of 52/53-week years and of quarters of twelve or sixteen weeks vary by as much."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One column: a fiscal year and quarter on a basis.

    Args:
        basis: Annual, quarterly or TTM.
        year: The fiscal year.
        quarter: 1 to 4; 4 for annual.
        period: What the column is headed with.
    """

    basis: Basis
    year: FiscalYear
    quarter: int
    period: Period


class Columns:
    """Finds the columns of one company's calendar."""

    def __init__(self, calendar: FiscalCalendar) -> None:
        self._calendar = calendar

    def slots(self, basis: Basis) -> Iterable[Slot]:
        """Yield every column there can be, newest first."""
        calendar = self._calendar
        if basis is Basis.ANNUAL:
            years = sorted((*calendar.years, *calendar.transitions), key=lambda year: year.start)
            for year in reversed(years):
                if (period := year.annual()) is not None:
                    yield Slot(basis, year, QUARTERS, period)
            return
        for year in reversed(calendar.years):
            for quarter in range(QUARTERS, 0, -1):
                period = self._of(basis, year, quarter)
                if period is not None:
                    yield Slot(basis, year, quarter, period)

    def annual_only(self) -> bool:
        """True for a filer that has never reported the quarters of a whole year."""
        return not any(all(year.ytd_ends) for year in self._calendar.years)

    def earlier(self, slot: Slot, quarters: int) -> Slot | None:
        """Return the column `quarters` before `slot` on the same basis, if there is one.

        A transition period has none, for it compares with no year; nor has a column from which
        a moved year end lies between.
        """
        if slot.year.is_transition:
            return None
        number, quarter = divmod(slot.year.number * QUARTERS + slot.quarter - 1 - quarters, 4)
        year = self._year(number)
        if year is None:
            return None
        period = self._of(slot.basis, year, quarter + 1)
        if period is None:
            return None
        if not _apart(period.end, slot.period.end, quarters):
            return None
        return Slot(slot.basis, year, quarter + 1, period)

    def _of(self, basis: Basis, year: FiscalYear, quarter: int) -> Period | None:
        if basis is Basis.ANNUAL:
            return year.annual()
        if basis is Basis.TTM:
            return self._trailing(year, quarter)
        return None if self.annual_only() else year.quarter(quarter)

    def _year(self, number: int) -> FiscalYear | None:
        years = self._calendar.years
        return next((year for year in years if year.number == number), None)

    def quarter_before(self, slot: Slot, back: int) -> Slot | None:
        """Return the quarter `back` quarters before the one in which `slot` ends."""
        number, quarter = divmod(slot.year.number * QUARTERS + slot.quarter - 1 - back, 4)
        year = self._year(number)
        period = year.quarter(quarter + 1) if year else None
        if year is None or period is None or not _apart(period.end, slot.period.end, back):
            return None
        return Slot(Basis.QUARTERLY, year, quarter + 1, period)

    def _trailing(self, year: FiscalYear, quarter: int) -> Period | None:
        end = year.ends[quarter - 1]
        if end is None:
            return None
        label = f"TTM Q{quarter} FY{year.number}"
        if quarter == QUARTERS:
            return Period(year.start, end, label, Basis.TTM)
        before = self._year(year.number - 1)
        after = before.ends[quarter - 1] if before else None
        known = year.ends[:quarter] + (before.ends[quarter - 1 :] if before else ())
        if after is None or None in known or not _apart(after, end, QUARTERS):
            return None
        return Period(after + timedelta(days=1), end, label, Basis.TTM)


def _apart(earlier: date, later: date, quarters: int) -> bool:
    """Say whether two ends lie so many quarters apart: no moved year end between them."""
    return abs(later - earlier - _QUARTER * quarters) <= _QUARTER_TOLERANCE
