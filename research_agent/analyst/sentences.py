"""Sentences that answer with figures: values, courses over time, growth, averages, shares."""

import re
from collections.abc import Sequence
from decimal import Decimal

from research_agent.analyst.printed import points_text, printed, readable
from research_agent.analyst.selection import Point
from research_agent.analyst.wording import (
    at_period,
    be,
    listed,
    metric_words,
    point_words,
    possessive,
    short_name,
)
from research_agent.analyst.work import Task
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, Vintage
from research_agent.domain.tables import Cell
from research_agent.finance.questions import ParsedQuestion, Threshold

__all__ = [
    "course",
    "figure",
    "named_threshold",
    "threshold_words",
    "unavailable",
    "values",
    "worked_out",
]

_MAX_IN_SENTENCE = 3
_MAX_LISTED = 3
_PLAIN = re.compile(r"zero|[0-9.]+")


def figure(point: Point, parsed: ParsedQuestion) -> str:
    """Say one figure: "Apple's revenue in FY2023 (year ended 2023-09-30) was …"."""
    fact = point.fact
    if fact is None:
        return unavailable(point)
    shown = printed(fact.value, fact.unit, parsed.presentation)
    reported = ", as first reported," if parsed.vintage is Vintage.AS_REPORTED else ""
    return f"{_whose(point)} {at_period(point)}{reported} {be(point)} {shown}."


def unavailable(point: Point) -> str:
    """Say that a figure is not there, and why."""
    reason = point.cell.reason if isinstance(point.cell, Missing) else "it is not here"
    if point.period is None:
        return f"{_whose(point)} cannot be given: {reason}."
    return f"{_whose(point)} {at_period(point)} cannot be given: {reason}."


def values(points: Sequence[Point], parsed: ParsedQuestion) -> str:
    """Say several metrics of one company for one period, at most a few of them."""
    told = [point for point in points if point.fact is not None][:_MAX_IN_SENTENCE]
    if not told:
        return unavailable(points[0])
    lead = figure(told[0], parsed).removesuffix(".")
    rest = [f"{point_words(p)} {be(p)} {_printed(p, parsed)}" for p in told[1:]]
    return f"{'; '.join([lead, *rest])}."


def course(points: Sequence[Point], parsed: ParsedQuestion) -> str:
    """Say the newest figure of several and where it came from."""
    told = sorted((p for p in points if p.fact is not None), key=_end)
    if not told:
        return unavailable(points[0])
    oldest, newest = told[0], told[-1]
    lead = figure(newest, parsed).removesuffix(".")
    return f"{lead}." if oldest is newest else f"{lead}; {_it_was(oldest, parsed)}."


def worked_out(task: Task, cell: Cell, parsed: ParsedQuestion) -> str:
    """Say the result of a calculation with the figures it came from."""
    if not isinstance(cell, Fact):
        reason = cell.reason.rstrip(".")
        return f"{_whose_task(task)} cannot be worked out: {reason}."
    return _TEMPLATES[task.kind](task, cell, parsed)


def threshold_words(point: Point, threshold: Threshold, parsed: ParsedQuestion) -> str:
    """Answer yes or no with the figure."""
    if point.fact is None:
        return f"I cannot say: {unavailable(point)}"
    holds = threshold.holds(point.fact.value)
    side = threshold.words if holds else f"not {threshold.words}"
    said = figure(point, parsed).removesuffix(".")
    return f"{'Yes' if holds else 'No'}: {said}, {side} {named_threshold(threshold)}."


def named_threshold(threshold: Threshold) -> str:
    """Return the number of the question where no reader can take it for a figure found."""
    plain = _PLAIN.fullmatch(threshold.text)
    return threshold.text if plain else "the figure you named"


def _growth(task: Task, fact: Fact, parsed: ParsedQuestion) -> str:
    start, end = task.points
    verb = "grew" if fact.value >= 0 else "fell"
    size = readable(abs(fact.value), fact.unit, parsed.presentation)
    if task.years > 1:
        return f"{_whose(end)} {verb} {size} in all from {start.label} to {end.label}."
    now = f"it {be(end)} {_printed(end, parsed)}"
    return f"{_whose(end)} {verb} {size} {at_period(end)}: {now}; {_it_was(start, parsed)}."


def _cagr(task: Task, fact: Fact, parsed: ParsedQuestion) -> str:
    start, end = task.points
    verb = "grew" if fact.value >= 0 else "fell"
    size = readable(abs(fact.value), fact.unit, parsed.presentation)
    span = f"{task.years.normalize():f}"
    return (
        f"{_whose(end)} {verb} {size} per year from {start.label} to {end.label} (compound, over "
        f"{span} years): {_it_was(start, parsed)}; {_it_was(end, parsed)}."
    )


def _change(task: Task, fact: Fact, parsed: ParsedQuestion) -> str:
    end, start = task.points
    verb = "rose" if fact.value >= 0 else "fell"
    size = _size(abs(fact.value), fact.unit, parsed)
    return (
        f"{_whose(end)} {verb} by {size} from {start.label} to {end.label}: "
        f"{_it_was(start, parsed)}; {_it_was(end, parsed)}."
    )


def _difference(task: Task, fact: Fact, parsed: ParsedQuestion) -> str:
    first, second = task.points
    if first.concept == second.concept and first.company == second.company:
        return _change(task, fact, parsed)
    size = _size(fact.value, fact.unit, parsed)
    return f"The difference is {size}: {_with_figure(first, parsed)} less {_with_figure(second, parsed)}."


def _average(task: Task, fact: Fact, parsed: ParsedQuestion) -> str:
    shown = printed(fact.value, fact.unit, parsed.presentation)
    if len(task.companies) > 1:
        names = listed([short_name(company) for company in task.companies])
        return f"The average {point_words(task.points[0])} of {names} was {shown}."
    whose = possessive(short_name(task.companies[0]))
    return (
        f"{whose} average {point_words(task.points[0])} over {_stretch(task, parsed)} was {shown}."
    )


def _margin(task: Task, fact: Fact, parsed: ParsedQuestion) -> str:
    top, bottom = task.points
    size = readable(fact.value, fact.unit, parsed.presentation)
    whose = possessive(short_name(top.company))
    return (
        f"{whose} {task.label} {at_period(top)} was {size}: {_named(top, parsed)}, "
        f"{_named(bottom, parsed)}."
    )


def _sum(task: Task, fact: Fact, parsed: ParsedQuestion) -> str:
    shown = printed(fact.value, fact.unit, parsed.presentation)
    if len({(point.company, point.concept) for point in task.points}) > 1 and task.points[0].name:
        parts = listed([_named(point, parsed) for point in task.points])
        return f"Together {parts} come to {shown} {at_period(task.points[0])}."
    if len(task.companies) > 1:
        names = listed([short_name(company) for company in task.companies])
        label = task.points[0].label
        return f"Together {names} had {point_words(task.points[0])} of {shown} in {label}."
    whose = possessive(short_name(task.companies[0]))
    return (
        f"{whose} {point_words(task.points[0])} over {_stretch(task, parsed)} was {shown} in all."
    )


def _share(task: Task, fact: Fact, parsed: ParsedQuestion) -> str:
    part, whole = task.points
    its = "its " if part.name and not whole.name else ""
    size = readable(fact.value, fact.unit, parsed.presentation)
    return (
        f"{_whose(part)} {at_period(part)} {be(part)} {size} of {its}{point_words(whole)}: "
        f"{_named(part, parsed)}, {_named(whole, parsed)}."
    )


def _ratio(task: Task, fact: Fact, parsed: ParsedQuestion) -> str:
    top, bottom = task.points
    size = readable(fact.value, fact.unit, parsed.presentation)
    return (
        f"{_whose(top)} divided by {point_words(bottom)} {at_period(top)} was {size}: "
        f"{_named(top, parsed)}, {_named(bottom, parsed)}."
    )


def _definition(task: Task, fact: Fact, parsed: ParsedQuestion) -> str:
    _, current = _ends(task)
    when = f"in {current.label}"
    if current.period is not None:
        when += f" (period ended {current.period.end})"
    name = metric_words(parsed.metrics[0]) if len(parsed.metrics) == 1 else "result as defined"
    shown = printed(fact.value, fact.unit, parsed.presentation)
    text = parsed.definition.text if parsed.definition else ""
    return (
        f"{possessive(short_name(task.companies[0]))} {name} {when} was {shown}, defined as {text}."
    )


_TEMPLATES = {
    "growth": _growth,
    "cagr": _cagr,
    "change": _change,
    "difference": _difference,
    "average": _average,
    "sum": _sum,
    "share": _share,
    "ratio": _ratio,
    "margin": _margin,
    "definition": _definition,
}


def _whose(point: Point) -> str:
    return f"{possessive(short_name(point.company))} {point_words(point)}"


def _whose_task(task: Task) -> str:
    names = listed([short_name(company) for company in task.companies])
    what = {"cagr": "growth per year", "definition": "figure as defined"}.get(task.kind, task.kind)
    return f"The {what} asked for of {names}"


def _printed(point: Point, parsed: ParsedQuestion) -> str:
    if point.fact is None:
        return "n/a"
    return printed(point.fact.value, point.fact.unit, parsed.presentation)


def _with_figure(point: Point, parsed: ParsedQuestion) -> str:
    return f"{_whose(point)} of {_printed(point, parsed)} {at_period(point)}"


def _named(point: Point, parsed: ParsedQuestion) -> str:
    return f"{point_words(point)} {_printed(point, parsed)}"


def _it_was(point: Point, parsed: ParsedQuestion) -> str:
    """The period stands before the figure, so that no reader takes it for another's."""
    verb = be(point)
    return (
        f"{at_period(point)} {'they' if verb == 'were' else 'it'} {verb} {_printed(point, parsed)}"
    )


def _size(value: Decimal, unit: str, parsed: ParsedQuestion) -> str:
    if unit == "fraction":
        return points_text(value, parsed.presentation)
    return printed(value, unit, parsed.presentation)


def _stretch(task: Task, parsed: ParsedQuestion) -> str:
    """Return "the 5 years FY2022 to FY2026", or "FY2020 and FY2025"."""
    oldest, newest = _ends(task)
    if not parsed.periods.span and len(task.points) <= _MAX_LISTED:
        return listed([point.label for point in sorted(task.points, key=_end)])
    quarterly = newest.period is not None and newest.period.basis is Basis.QUARTERLY
    noun = "quarters" if quarterly else "years"
    return f"the {len(task.points)} {noun} {oldest.label} to {newest.label}"


def _ends(task: Task) -> tuple[Point, Point]:
    """Return the oldest and the newest figure that go in."""
    ordered = sorted(task.points, key=_end)
    return ordered[0], ordered[-1]


def _end(point: Point) -> str:
    return point.period.end.isoformat() if point.period else ""
