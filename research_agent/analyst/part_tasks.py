"""What has to be worked out from the figures of parts: shares, growth, margins, sums."""

from collections.abc import Iterator, Sequence

from research_agent.analyst.growth_tasks import difference, growth, growth_pairs
from research_agent.analyst.part_choice import ChosenPart, PartChoice
from research_agent.analyst.part_rows import PartRow
from research_agent.analyst.quotients import quotient
from research_agent.analyst.selection import Point
from research_agent.analyst.sums import together
from research_agent.analyst.work import Task
from research_agent.finance.questions import Operation, ParsedQuestion

__all__ = ["part_tasks"]

_MARGINS = {
    "operating_income": "operating margin",
    "pretax_income": "pre-tax margin",
    "net_income": "net margin",
    "gross_profit": "gross margin",
}


def part_tasks(parsed: ParsedQuestion, choice: PartChoice) -> Iterator[Task]:
    """Yield what has to be worked out, part by part, in the order it will be told."""
    operation = parsed.operation
    if operation is Operation.DIFFERENCE and len(choice.parts) == 2:
        yield from _differences(parsed, *choice.parts)
    elif operation in (Operation.SUM, Operation.AVERAGE) and len(choice.parts) > 1:
        yield from _across(parsed, choice.parts)
    else:
        for part in choice.parts:
            yield from _of_part(parsed, part)


def _of_part(parsed: ParsedQuestion, part: ChosenPart) -> Iterator[Task]:
    if part.below is not None:
        yield from _margins(parsed, part, part.below)
    elif part.excluded:
        for whole, one in zip(_totals(parsed, part), _points(parsed, part), strict=False):
            yield difference(one.concept, (part.company,), whole, one)
    elif parsed.operation in (Operation.SHARE, Operation.RATIO):
        for one, whole in zip(_points(parsed, part), _totals(parsed, part), strict=False):
            yield quotient("share", one, whole)
    else:
        yield from _over_time(parsed, part)


def _over_time(parsed: ParsedQuestion, part: ChosenPart) -> Iterator[Task]:
    points, concept = _points(parsed, part), part.row.series.concept
    match parsed.operation:
        case Operation.GROWTH | Operation.CAGR:
            for start, end in growth_pairs(parsed, part.row.series, points):
                yield from growth(part.company, concept, start, end, parsed.operation)
        case Operation.SUM | Operation.AVERAGE:
            yield together(parsed.operation, (part.company,), points)
        case Operation.DIFFERENCE if len(points) > 1:
            ordered = sorted(points, key=_end)
            yield difference(concept, (part.company,), ordered[-1], ordered[0])


def _margins(parsed: ParsedQuestion, part: ChosenPart, below: PartRow) -> Iterator[Task]:
    name = f"{part.row.name} {_MARGINS.get(part.row.metric, 'margin')}"
    bases = below.series.chosen(parsed.periods)
    for above, base in zip(_points(parsed, part), bases, strict=False):
        yield quotient("margin", above, base, name=name)


def _differences(parsed: ParsedQuestion, one: ChosenPart, other: ChosenPart) -> Iterator[Task]:
    companies = tuple(dict.fromkeys((one.company, other.company)))
    for first, second in zip(_points(parsed, one), _points(parsed, other), strict=False):
        yield difference(one.row.series.concept, companies, first, second)


def _across(parsed: ParsedQuestion, parts: Sequence[ChosenPart]) -> Iterator[Task]:
    """Add up parts, or average them, period by period."""
    companies = tuple(dict.fromkeys(part.company for part in parts))
    for same in zip(*(_points(parsed, part) for part in parts), strict=False):
        yield together(parsed.operation, companies, same)


def _points(parsed: ParsedQuestion, part: ChosenPart) -> tuple[Point, ...]:
    return part.row.series.chosen(parsed.periods)


def _totals(parsed: ParsedQuestion, part: ChosenPart) -> tuple[Point, ...]:
    return part.row.total.chosen(parsed.periods)


def _end(point: Point) -> str:
    return point.period.end.isoformat() if point.period else ""
