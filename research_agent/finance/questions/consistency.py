"""Bring operation, metrics and periods of a question into line with each other."""

from collections.abc import Sequence
from dataclasses import replace

from research_agent.domain.periods import MAX_PERIODS, Basis
from research_agent.finance.lines.line_items import Kind
from research_agent.finance.metrics import METRIC_KEYS, metric_kind
from research_agent.finance.questions.operations import Operation, Rank
from research_agent.finance.questions.parsed import ParsedQuestion
from research_agent.finance.questions.period_ask import PeriodAsk

__all__ = ["settled"]

_TREND_YEARS = 5
_RANKED_YEARS = 20
_BASES = {"eps": "eps_diluted"}
assert set(_BASES.values()) <= set(METRIC_KEYS)


def settled(parsed: ParsedQuestion, *, trend: bool, reverse: bool) -> ParsedQuestion:
    """Return the question with what its words leave open filled in.

    Args:
        parsed: As read, word by word.
        trend: True when the course over time is asked for.
        reverse: True for "what share of A was B".
    """
    parsed = _share_of_two(parsed, reverse=reverse)
    parsed = _growth_of_base(parsed)
    parsed = _yes_or_no(parsed)
    operation = _operation(parsed)
    rank = parsed.rank
    if rank is None and parsed.over_periods:
        rank = Rank.HIGHEST
    periods = _balance_date(parsed.periods, parsed.metrics)
    periods = _unstated(replace(parsed, periods=periods, operation=operation), trend=trend)
    return replace(parsed, operation=operation, rank=rank, periods=periods)


def _yes_or_no(parsed: ParsedQuestion) -> ParsedQuestion:
    """Settle what a yes-or-no question is about: a size, a course, or one figure against another."""
    if parsed.threshold is not None:
        when = parsed.over_periods and not parsed.yes_no  # "when was it last below …"
        share = parsed.about_parts and parsed.threshold.percent
        operation = parsed.operation
        if share and operation is Operation.VALUE and parsed.metrics == ("revenue",):
            operation = Operation.SHARE  # "is more than half of it from iPhones"
        each = parsed.yearly or _each(parsed)
        return replace(parsed, over_periods=when, yearly=each, operation=operation)
    if parsed.direction is None or parsed.rank is not None or parsed.definition:
        return replace(parsed, direction=None)
    if parsed.operation is Operation.VALUE and len(parsed.metrics) == 2:
        return replace(parsed, operation=Operation.DIFFERENCE)  # "is its cash more than its debt"
    two_periods = len(parsed.periods.labels) == 2
    if parsed.operation is Operation.VALUE and two_periods:  # "higher in 2023 than in 2022"
        years = [label.year or 0 for label in parsed.periods.labels]
        backwards = len(years) == 2 and years[0] < years[1]
        way = parsed.direction.opposite if backwards else parsed.direction
        return replace(parsed, operation=Operation.GROWTH, direction=way)
    if parsed.operation is not Operation.GROWTH:
        return replace(parsed, direction=None)
    return replace(parsed, yearly=parsed.yearly or _each(parsed))


def _each(parsed: ParsedQuestion) -> bool:
    return parsed.operation is Operation.GROWTH and parsed.quantifier is not None


def _operation(parsed: ParsedQuestion) -> Operation:
    """Return the operation that the periods and companies allow."""
    operation, periods = parsed.operation, parsed.periods
    several = _several(periods)
    one_figure = len(parsed.parts) < 2 and not parsed.axis
    alone = not several and one_figure and (len(parsed.companies) < 2 or parsed.rank is not None)
    if operation is Operation.CAGR and periods.stated and not several:
        return Operation.GROWTH
    if operation is Operation.GROWTH and parsed.rank and periods.first is not None:
        return Operation.CAGR
    if operation in (Operation.AVERAGE, Operation.SUM) and alone:
        return Operation.VALUE
    return operation


def _unstated(parsed: ParsedQuestion, *, trend: bool) -> PeriodAsk:
    """Give a question about the course of a figure enough periods to show one."""
    periods = parsed.periods
    ever = parsed.quantifier is not None and (parsed.threshold or parsed.direction)
    ranked = (parsed.over_periods or ever) and len(parsed.companies) < 2
    if ranked and periods.uncounted:
        return replace(periods, count=MAX_PERIODS)
    if _several(periods) or periods.labels or periods.end is not None:
        return periods
    if ranked:
        return replace(periods, count=_RANKED_YEARS)
    if (trend or parsed.operation is Operation.CAGR) and not periods.stated:
        return replace(periods, count=_TREND_YEARS)
    return periods


def _balance_date(periods: PeriodAsk, metrics: Sequence[str]) -> PeriodAsk:
    """A balance on a given day may be that of any quarter's end."""
    instant = {Kind.INSTANT, Kind.INSTANT_SHARES}
    if periods.end is None or not metrics or any(metric_kind(m) not in instant for m in metrics):
        return periods
    return replace(periods, basis=Basis.QUARTERLY)


def _several(periods: PeriodAsk) -> bool:
    return periods.span or len(periods.labels) > 1


def _share_of_two(parsed: ParsedQuestion, *, reverse: bool) -> ParsedQuestion:
    """A share or ratio needs two metrics; one alone is a plain value."""
    if parsed.operation not in (Operation.SHARE, Operation.RATIO) or parsed.about_parts:
        return parsed
    if len(parsed.metrics) != 2 or parsed.definition:
        return replace(parsed, operation=Operation.VALUE)
    metrics = parsed.metrics[::-1] if reverse else parsed.metrics
    return replace(parsed, metrics=metrics)


def _growth_of_base(parsed: ParsedQuestion) -> ParsedQuestion:
    """Growth per year or from year to year is worked out from the figures themselves."""
    bases = {key: key.removesuffix("_growth") for key in parsed.metrics if key.endswith("_growth")}
    bases = {key: _BASES.get(base, base) for key, base in bases.items()}
    if not bases:
        return parsed
    if parsed.parts or parsed.axis:
        metrics = tuple(dict.fromkeys(bases.get(key, key) for key in parsed.metrics))
        growing = parsed.operation if parsed.operation is Operation.CAGR else Operation.GROWTH
        return replace(parsed, metrics=metrics, operation=growing)
    ranged = parsed.periods.first is not None and parsed.periods.last is not None
    if parsed.operation is Operation.GROWTH and not ranged and not parsed.sequential:
        return replace(parsed, operation=Operation.VALUE)  # the ratio says it already
    plain = parsed.sequential or (
        parsed.operation in (Operation.GROWTH, Operation.VALUE) and ranged
    )
    if not plain and parsed.operation is not Operation.CAGR:
        return parsed
    operation = Operation.GROWTH if plain else Operation.CAGR
    metrics = tuple(dict.fromkeys(bases.get(key, key) for key in parsed.metrics))
    return replace(parsed, metrics=metrics, operation=operation)
