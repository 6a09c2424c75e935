"""Earnings as a company announces them: revenue, income and EPS by quarter, each with its filing day."""

from collections.abc import Sequence

from research_agent.analyst.layout import by_quarter
from research_agent.analyst.selection import Point
from research_agent.analyst.sentences import values
from research_agent.domain.periods import Period
from research_agent.domain.tables import SeriesTable
from research_agent.finance.questions import ParsedQuestion

__all__ = ["earnings_lead", "earnings_table", "is_earnings"]

_ANNOUNCED = ("revenue", "net_income", "eps_diluted")


def is_earnings(table: SeriesTable) -> bool:
    """Tell announced earnings from statements, which have many more lines."""
    return table.title.startswith("Earnings")


def earnings_lead(table: SeriesTable, parsed: ParsedQuestion) -> str:
    """Say the newest earnings there are."""
    by_period = {period: _points(table, period) for period in table.periods}
    newest = next(
        (points for points in by_period.values() if any(point.fact for point in points)),
        by_period[table.periods[0]],
    )
    return values(newest, parsed)


def earnings_table(table: SeriesTable, parsed: ParsedQuestion) -> str:
    """Show a row for each quarter: its end, the day it was filed, the figures."""
    return by_quarter([_points(table, period) for period in table.periods], parsed.presentation)


def _points(table: SeriesTable, period: Period) -> Sequence[Point]:
    place = table.periods.index(period)
    return [
        Point(table.company, row.concept, period.label, period, row.cells[place])
        for row in table.rows
        if row.concept in _ANNOUNCED
    ]
