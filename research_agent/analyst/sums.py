"""Sums and averages of figures, as things to work out."""

from collections.abc import Sequence

from research_agent.analyst.selection import Point
from research_agent.analyst.wording import point_label
from research_agent.analyst.work import Task, unknown
from research_agent.domain.companies import Company
from research_agent.finance.lines.line_items import Kind
from research_agent.finance.metrics import metric_kind
from research_agent.finance.questions import Operation

__all__ = ["together"]

_LABEL_LENGTH = 120
_ADDS_OVER_TIME = frozenset({Kind.FLOW, Kind.PER_SHARE_FLOW})
_ADDS_ACROSS = frozenset({Kind.FLOW, Kind.INSTANT})


def together(operation: Operation, companies: tuple[Company, ...], points: Sequence[Point]) -> Task:
    """Return the sum or the average of figures: of periods, of companies or of parts."""
    concept = points[0].concept
    function = "avg" if operation is Operation.AVERAGE else "sum"
    across = len({(point.company, point.concept) for point in points}) > 1
    refusal = _cannot_add(operation, points[0], across=across)
    facts = [point.fact for point in points if point.fact is not None]
    kind = operation.value
    if refusal or len(facts) != len(points):
        return unknown(kind, companies, concept, points, refusal)
    names = tuple(f"x{place}" for place in range(1, len(facts) + 1))
    ordered = sorted(points, key=_end)
    first, last = ordered[0].label, ordered[-1].label
    span = last if first == last else f"{first} to {last}"
    label = f"{'Average' if function == 'avg' else 'Sum of'} {point_label(points[0])} {span}"
    return Task(
        kind,
        companies,
        concept,
        label[:_LABEL_LENGTH],
        f"{function}({', '.join(names)})",
        tuple(zip(names, (fact.ref for fact in facts), strict=True)),
        tuple(points),
    )


def _cannot_add(operation: Operation, point: Point, *, across: bool) -> str:
    if operation is Operation.AVERAGE:
        return ""
    adding = _ADDS_ACROSS if across else _ADDS_OVER_TIME
    if metric_kind(point.concept) in adding:
        return ""
    over = "over companies" if across else "over periods"
    return f"{point_label(point)} does not add up {over}"


def _end(point: Point) -> str:
    return point.period.end.isoformat() if point.period else ""
