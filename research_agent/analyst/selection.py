"""Pick, from the series a tool returned, the figures a question asks for."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, Period
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.finance.comparison import calendar_year
from research_agent.finance.questions import FiscalLabel, PeriodAsk

__all__ = ["Point", "Series", "fiscal_year", "quarter_of", "series_of"]

_YEAR = re.compile(r"FY([0-9]{4})")
_QUARTER = re.compile(r"Q([1-4]) ")
_NEAR = timedelta(days=10)


@dataclass(frozen=True, slots=True)
class Point:
    """One figure asked for.

    Args:
        company: Whose.
        concept: Line item or ratio.
        label: Fiscal label, as found or as asked.
        period: `None` when there is no such period.
        cell: The figure, or why there is none.
        name: What it is in words, where the concept is no metric: "Services revenue".
    """

    company: Company
    concept: str
    label: str
    period: Period | None
    cell: Cell
    name: str = ""

    @property
    def fact(self) -> Fact | None:
        """The figure, if there is one."""
        return self.cell if isinstance(self.cell, Fact) else None


@dataclass(frozen=True, slots=True)
class Series:
    """All that is known of one concept of one company on the basis asked for.

    Args:
        company: Whose.
        concept: Line item or ratio.
        cells: By period, newest first.
        name: What it is in words, where the concept is no metric.
    """

    company: Company
    concept: str
    cells: dict[Period, Cell]
    name: str = ""

    def point(self, period: Period) -> Point:
        """Return the figure of a period of the series."""
        cell = self.cells[period]
        return Point(self.company, self.concept, period.label, period, cell, self.name)

    def chosen(self, ask: PeriodAsk) -> tuple[Point, ...]:
        """Return the figures asked for, newest first; periods named one by one in their order."""
        if ask.labels and not ask.calendar:
            return tuple(self._labelled(label, ask.basis) for label in ask.labels)
        periods = self._periods(ask)
        if not periods:
            wanted = _wanted(ask)
            return (self._absent(wanted),)
        return tuple(self.point(period) for period in periods)

    def before(self, point: Point, *, quarters: int) -> Point:
        """Return the figure so many quarters before `point`, on the same basis."""
        if point.period is None:
            return self._absent(f"the period before {point.label}")
        place = _place(point.period) - quarters
        for period in self.cells:
            if _place(period) == place:
                return self.point(period)
        year, quarter = divmod(place, 4)
        label = FiscalLabel(year, quarter + 1).text(point.period.basis)
        return self._absent(label)

    def _labelled(self, label: FiscalLabel, basis: Basis) -> Point:
        for period in self.cells:
            same_year = label.year is None and quarter_of(period) == label.quarter
            if same_year or period.label == label.text(basis):
                return self.point(period)
        return self._absent(label.text(basis))

    def _periods(self, ask: PeriodAsk) -> list[Period]:
        known = list(self.cells)
        if ask.end is not None:
            near = [p for p in known if abs(p.end - ask.end) <= _NEAR]
            return sorted(near, key=_distance_to(ask.end))[:1]
        if ask.calendar:
            return _calendar_years(known, ask)
        if ask.first is not None:
            last = ask.last or fiscal_year(known[0]) if known else 0
            return [p for p in known if ask.first <= fiscal_year(p) <= last]
        return known[: ask.count or 1]

    def _absent(self, label: str) -> Point:
        reason = f"no figures for {label} are here"
        return Point(self.company, self.concept, label, None, Missing(reason), self.name)


def series_of(
    tables: Iterable[SeriesTable], company: Company, concept: str, basis: Basis | None
) -> Series:
    """Collect one concept of one company over all tables.

    Args:
        tables: As the tools returned them; several may hold the same period.
        company: Whose.
        concept: Line item or ratio.
        basis: Length of the periods; `None` for that of the first table that has the concept.
    """
    cells: dict[Period, Cell] = {}
    for table in tables:
        row = table.row(concept) if table.company.cik == company.cik else None
        if row is None:
            continue
        for period, cell in zip(table.periods, row.cells, strict=True):
            basis = basis or period.basis
            if period.basis is basis and not isinstance(cells.get(period), Fact):
                cells[period] = cell
    newest_first = sorted(cells, key=lambda period: period.end, reverse=True)
    return Series(company, concept, {period: cells[period] for period in newest_first})


def fiscal_year(period: Period) -> int:
    """Return the fiscal year of a period's label; that of its end where it has none."""
    found = _YEAR.search(period.label)
    return int(found[1]) if found else period.end.year


def quarter_of(period: Period) -> int:
    """Return the quarter a period ends with; 4 for a fiscal year."""
    found = _QUARTER.search(period.label)
    return int(found[1]) if found else 4


def _place(period: Period) -> int:
    return fiscal_year(period) * 4 + quarter_of(period) - 1


def _calendar_years(known: Sequence[Period], ask: PeriodAsk) -> list[Period]:
    """Return for each calendar year the period that ends nearest to its last day."""
    if ask.labels:
        years = [label.year for label in ask.labels if label.year is not None]
    else:
        first, last = ask.first or 0, ask.last or date.max.year
        years = sorted({y for p in known if (y := calendar_year(p.end)) and first <= y <= last})
        years.reverse()
    found = []
    for year in years:
        near = [p for p in known if calendar_year(p.end) == year]
        found += sorted(near, key=_distance_to(date(year, 12, 31)))[:1]
    return found


def _distance_to(day: date) -> Callable[[Period], timedelta]:
    return lambda period: abs(period.end - day)


def _wanted(ask: PeriodAsk) -> str:
    if ask.end is not None:
        return f"a period ended {ask.end}"
    if ask.first is not None:
        return f"FY{ask.first} to FY{ask.last}" if ask.last else f"FY{ask.first} and later"
    return {Basis.ANNUAL: "a fiscal year", Basis.QUARTERLY: "a quarter"}.get(
        ask.basis, "twelve months"
    )
