"""Which periods to fetch so that the ones asked for, and those they are set against, are in it."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from research_agent.domain.periods import MAX_PERIODS, Basis, Vintage
from research_agent.finance.questions.operations import Operation
from research_agent.finance.questions.parsed import ParsedQuestion
from research_agent.finance.questions.period_ask import FiscalLabel, PeriodAsk

__all__ = ["filing_arguments", "known_by", "part_arguments", "period_arguments"]

_QUARTERS = 4
_YEAR_ENDS = 3
_QUARTER_DAYS = 91
_WEEK_OFF = timedelta(days=10)  # fiscal years of 52 or 53 weeks end on moving days
_MONTH_OFF = timedelta(days=35)  # quarters of 12 and 16 weeks end a month off


@dataclass(frozen=True, slots=True)
class _Window:
    """Bounds for the ends of periods; `None` where there is none."""

    low: date | None
    high: date | None
    limit: int


def period_arguments(parsed: ParsedQuestion) -> dict[str, Any]:
    """Return `period`, `limit` and the bounds of a sub-tool call.

    A year's label does not say when it ends: fiscal 2023 of one company ended in January 2023,
    of another in February 2024. The bounds are that wide; which period is meant is settled by
    the label once the periods are there.
    """
    ask = parsed.periods
    basis = Basis.TTM if ask.calendar and ask.basis is Basis.ANNUAL else ask.basis
    window = _annual(parsed) if basis is Basis.ANNUAL else _quarterly(parsed)
    arguments: dict[str, Any] = {
        "period": basis.value,
        "limit": min(max(window.limit, 1), MAX_PERIODS),
    }
    if window.low is not None:
        arguments["report_period_gte"] = window.low.isoformat()
    if window.high is not None:
        arguments["report_period_lte"] = window.high.isoformat()
    return arguments


def part_arguments(parsed: ParsedQuestion) -> dict[str, Any]:
    """Return `period` and `limit` for the figures of parts, which are counted from the newest.

    The newest filing with them may be years old, so that a year asked for can be any of the
    last ones: the limit reaches back to the first year asked for from today.
    """
    arguments = period_arguments(parsed)
    years = parsed.periods.years
    low = parsed.periods.end.year if parsed.periods.end else years[0] if years else None
    per_year = 1 if parsed.periods.basis is Basis.ANNUAL else _QUARTERS
    limit = arguments["limit"]
    if low is not None:
        limit = (parsed.today.year + 2 - low + _years_back(parsed)) * per_year
    found = {"period": arguments["period"], "limit": min(max(limit, 1), MAX_PERIODS)}
    return found | known_by(parsed)


def known_by(parsed: ParsedQuestion) -> dict[str, Any]:
    """Return the day by which figures must have been filed; nothing when there is no such day."""
    return {} if parsed.as_of is None else {"as_of": parsed.as_of.isoformat()}


def filing_arguments(parsed: ParsedQuestion) -> dict[str, Any]:
    """Return arguments that bring the figures of a filing as it had them."""
    arguments = period_arguments(parsed)
    asked = parsed.filing
    if asked is not None and asked.quarterly:
        quarters = max(arguments["limit"], _QUARTERS)  # the newest may be a fourth, in a 10-K
        arguments |= {"period": Basis.QUARTERLY.value, "limit": quarters}
    elif asked is not None and asked.year_end:
        arguments["limit"] = max(arguments["limit"], _YEAR_ENDS)
    return arguments | {"vintage": Vintage.AS_REPORTED.value} | known_by(parsed)


def _years_back(parsed: ParsedQuestion) -> int:
    """Return how many earlier years the operation needs beside those asked for."""
    if parsed.definition and any(wanted.opening for wanted in parsed.definition.inputs):
        return 1
    ranged = parsed.periods.first is not None or len(parsed.periods.labels) > 1
    grows = parsed.operation in (Operation.GROWTH, Operation.CAGR)
    return 1 if grows and (parsed.yearly or parsed.sequential or not ranged) else 0


def _annual(parsed: ParsedQuestion) -> _Window:
    ask, back = parsed.periods, _years_back(parsed)
    if ask.end is not None:
        low = ask.end - _WEEK_OFF - timedelta(days=365 * back)
        return _Window(low, ask.end + _WEEK_OFF, 1 + back)
    if ask.years is None:
        return _Window(None, None, (ask.count or 1) + back)
    first, last = ask.years
    low = date(first - back, 1, 1)
    if last is None:
        return _Window(low, None, parsed.today.year + 2 - low.year)
    return _Window(low, date(last + 1, 3, 7), last - low.year + 2)


def _quarterly(parsed: ParsedQuestion) -> _Window:
    ask = parsed.periods
    back = _years_back(parsed) * (1 if parsed.sequential else _QUARTERS)
    if ask.end is not None:
        low = ask.end - _WEEK_OFF - timedelta(days=_QUARTER_DAYS * back)
        return _Window(low, ask.end + _WEEK_OFF, 1 + back)
    if ask.years is None:
        unnamed = _QUARTERS if ask.labels else 1
        return _Window(None, None, (ask.count or unnamed) + back)
    low, high = _calendar_bounds(ask) if ask.calendar else _quarter_bounds(ask)
    low -= timedelta(days=_QUARTER_DAYS * back)
    until = high or parsed.today
    return _Window(low, high, (until - low).days // _QUARTER_DAYS + 1)


def _calendar_bounds(ask: PeriodAsk) -> tuple[date, date | None]:
    """Return bounds for twelve months that end around 31 December."""
    first, last = ask.years or (0, None)
    return date(first, 11, 15), date(last + 1, 2, 15) if last is not None else None


def _quarter_bounds(ask: PeriodAsk) -> tuple[date, date | None]:
    first, last = ask.years or (0, None)
    labels = ask.labels or (FiscalLabel(first, 1), FiscalLabel(last, _QUARTERS))
    named = [label for label in labels if label.year is not None]
    default = _QUARTERS if ask.basis is Basis.TTM else 0
    low = min(_bound(date(label.year or 0, 1, 1), label.quarter or default) for label in named)
    if last is None:
        return low - _MONTH_OFF, None
    high = max(
        _bound(date((label.year or 0) + 1, 3, 7), label.quarter or default) for label in named
    )
    return low - _MONTH_OFF, high + _MONTH_OFF


def _bound(year_end: date, quarter: int) -> date:
    """Move the end of a fiscal year back to the end of one of its quarters."""
    return year_end - timedelta(days=_QUARTER_DAYS * (_QUARTERS - (quarter or _QUARTERS)))
