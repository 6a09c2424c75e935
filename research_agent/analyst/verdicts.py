"""Yes or no, with the figures that decide it."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TypeVar

from research_agent.analyst.printed import readable
from research_agent.analyst.selection import Point
from research_agent.analyst.sentences import (
    named_threshold,
    threshold_words,
    unavailable,
    worked_out,
)
from research_agent.analyst.wording import at_period, listed, point_words, possessive, short_name
from research_agent.analyst.work import Task
from research_agent.domain.facts import Fact
from research_agent.domain.tables import Cell
from research_agent.finance.questions import Direction, ParsedQuestion, Quantifier, Threshold

__all__ = ["asks_verdict", "figure_verdict", "result_verdict"]

T = TypeVar("T")

_MAX_TOLD = 4
_PERCENT_FROM = Decimal(2)
"""A margin "above 50" is meant in percent: no fraction of a statement is as large as that."""
_AMOUNTS = ("days", "shares")
_CHANGES = ("growth", "cagr", "change")


def asks_verdict(parsed: ParsedQuestion) -> bool:
    """Say whether the question wants yes or no about a size or a course."""
    return parsed.threshold is not None or parsed.direction is not None


def figure_verdict(points: Sequence[Point], parsed: ParsedQuestion) -> str:
    """Answer whether figures are on the asked side of a threshold."""
    threshold = parsed.threshold
    there = [point for point in points if point.fact is not None]
    if threshold is None or not there:
        return f"I cannot say: {unavailable(points[0])}"
    fact = there[0].fact
    asked = _in_unit(threshold, fact.unit) if fact else None
    if asked is None:
        what = point_words(there[0])
        kind = "an amount, not a percentage" if threshold.percent else "not such an amount"
        return f"I cannot say: {possessive(short_name(there[0].company))} {what} is {kind}."
    if len(points) == 1:
        return threshold_words(points[0], asked, parsed)
    held = [p for p in there if p.fact is not None and asked.holds(p.fact.value)]
    missed = [p for p in there if p not in held]
    whose = f"{possessive(short_name(there[0].company))} {point_words(there[0])}"
    told = [_figure_of(p, parsed) for p in _deciding(held, missed, parsed.quantifier)]
    said = f"{whose} was {{}} {asked.words} {named_threshold(asked)}"
    return _sentence(parsed.quantifier, len(held), len(there), said, told, _gaps(points, there))


def result_verdict(same: Sequence[tuple[Task, Cell]], parsed: ParsedQuestion) -> str:
    """Answer whether results, of one kind and for one or several periods, are as asked."""
    there = [(task, cell) for task, cell in same if isinstance(cell, Fact)]
    if not there:
        return f"I cannot say: {worked_out(*same[0], parsed)}"
    held = [pair for pair in there if _holds(*pair, parsed)]
    missed = [pair for pair in there if pair not in held]
    if len(same) == 1:
        sentence = worked_out(*there[0], parsed)
        return f"{'Yes' if held else 'No'}: {sentence}"
    whose = (
        f"{possessive(short_name(there[0][0].companies[0]))} {point_words(there[0][0].points[0])}"
    )
    told = [_result_of(*pair, parsed) for pair in _deciding(held, missed, parsed.quantifier)]
    way = "fell" if parsed.direction is Direction.DOWN else "grew"
    said = f"{whose} {{}} {way}"
    if parsed.threshold is not None:
        named = named_threshold(parsed.threshold)
        said = f"the change in {whose} was {{}} {parsed.threshold.words} {named}"
    return _sentence(parsed.quantifier, len(held), len(there), said, told, len(same) - len(there))


def _holds(task: Task, fact: Fact, parsed: ParsedQuestion) -> bool:
    value = fact.value
    if task.kind in _CHANGES and parsed.direction is Direction.DOWN:
        value = -value
    if parsed.threshold is None:
        return value > 0 if task.kind in _CHANGES else _on_side(value, parsed.direction)
    asked = _in_unit(parsed.threshold, fact.unit)
    return asked is not None and asked.holds(value)


def _on_side(value: Decimal, direction: Direction | None) -> bool:
    return value < 0 if direction is Direction.DOWN else value > 0


def _in_unit(threshold: Threshold, unit: str) -> Threshold | None:
    """Return the threshold in the unit of the figure; `None` when they cannot be compared."""
    money = len(unit) == 3 or unit.endswith("/shares") or unit in _AMOUNTS
    if money:
        return None if threshold.percent else threshold
    if unit == "fraction" and not threshold.percent and threshold.value >= _PERCENT_FROM:
        return replace(threshold, value=threshold.value / 100)
    return threshold


def _deciding(held: Sequence[T], missed: Sequence[T], quantifier: Quantifier | None) -> list[T]:
    """Return the periods that decide: exceptions to "every", instances of "ever"."""
    wanted = held if quantifier in (Quantifier.ANY, Quantifier.NONE) else missed
    return list(wanted)[:_MAX_TOLD]


def _sentence(
    quantifier: Quantifier | None,
    held: int,
    known: int,
    said: str,
    told: Sequence[str],
    unknown: int,
) -> str:
    everywhere, somewhere = held == known, held > 0
    yes = {Quantifier.ANY: somewhere, Quantifier.NONE: not somewhere}.get(
        quantifier or Quantifier.ALL, everywhere
    )
    count = "in none" if not held else "in all" if everywhere else f"in {held}"
    plain = said.replace("{} ", "")
    sentence = f"{'Yes' if yes else 'No'}: {plain} {count} of the {known} periods"
    exceptions = quantifier not in (Quantifier.ANY, Quantifier.NONE)
    detail = f"{'; the exceptions: ' if exceptions else ': '}{listed(list(told))}" if told else ""
    gap = f" {unknown} more could not be worked out." if unknown else ""
    return f"{sentence}{detail}.{gap}"


def _figure_of(point: Point, parsed: ParsedQuestion) -> str:
    fact = point.fact
    shown = readable(fact.value, fact.unit, parsed.presentation) if fact else "n/a"
    return f"{at_period(point)} {shown}"


def _result_of(task: Task, cell: Cell, parsed: ParsedQuestion) -> str:
    end = max(task.points, key=lambda p: p.period.end.isoformat() if p.period else "")
    if not isinstance(cell, Fact):
        return at_period(end)
    verb = "grew" if cell.value >= 0 else "fell"
    return f"it {verb} {readable(abs(cell.value), cell.unit, parsed.presentation)} {at_period(end)}"


def _gaps(points: Sequence[Point], there: Sequence[Point]) -> int:
    return len(points) - len(there)
