"""Growth and differences between two figures, as things to work out."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from research_agent.analyst.selection import Point, Series
from research_agent.analyst.wording import point_label
from research_agent.analyst.work import Task, unknown
from research_agent.domain.companies import Company
from research_agent.domain.periods import Basis
from research_agent.finance.questions import Operation, ParsedQuestion

__all__ = ["difference", "growth", "growth_pairs"]

_QUARTERS = 4
_LABEL_LENGTH = 120


def growth(
    company: Company, concept: str, start: Point, end: Point, operation: Operation
) -> Iterator[Task]:
    """Yield the growth from `start` to `end`, per year when they are years apart."""
    first, last, name = start.fact, end.fact, point_label(end)
    if first is None or last is None:
        yield unknown(operation.value, (company,), concept, (start, end))
    elif first.unit == "fraction" or first.value <= 0:
        yield difference(concept, (company,), end, start, kind="change")
    else:
        span = f"{start.label} to {end.label}"
        inputs = (("start", first.ref), ("end", last.ref))
        years = _years(start, end)
        if years > 1:
            yield Task(
                "cagr",
                (company,),
                concept,
                f"{name} growth per year {span}",
                f"(end / start) ** (1 / {years.normalize():f}) - 1",
                inputs,
                (start, end),
                "fraction",
                years,
            )
        if operation is Operation.GROWTH or years <= 1:
            label = f"{name} growth {span}"
            yield Task(
                "growth",
                (company,),
                concept,
                label,
                "end / start - 1",
                inputs,
                (start, end),
                "fraction",
                years,
            )


def growth_pairs(
    parsed: ParsedQuestion, series: Series, chosen: Sequence[Point]
) -> list[tuple[Point, Point]]:
    """Return from which to which figure the growth goes, one pair or one for each period."""
    points = sorted(chosen, key=_end)
    quarterly = parsed.periods.basis is not Basis.ANNUAL
    back = 1 if parsed.sequential else _QUARTERS
    spread = len(points) > 1 and not (parsed.yearly or parsed.sequential)
    counted = (parsed.periods.count or 0) > 1
    if parsed.quantifier and parsed.yearly and parsed.periods.first is not None:
        points = points[1:]  # "every year from 2020 to 2024" begins with the step into 2021
    if not spread or (quarterly and parsed.operation is Operation.GROWTH and counted):
        return [(series.before(point, quarters=back), point) for point in points]
    if counted:
        return [(series.before(points[0], quarters=_QUARTERS), points[-1])]
    return [(points[0], points[-1])]


def _end(point: Point) -> str:
    return point.period.end.isoformat() if point.period else ""


def _years(start: Point, end: Point) -> Decimal:
    """Return the years between two figures, in quarters of a year."""
    if start.period is None or end.period is None:
        return Decimal(0)
    quarters = round((end.period.end - start.period.end).days / 365.25 * _QUARTERS)
    return Decimal(quarters) / _QUARTERS


def difference(
    concept: str,
    companies: tuple[Company, ...],
    first: Point,
    second: Point,
    *,
    kind: str = "difference",
) -> Task:
    """Return `first` less `second`."""
    if first.fact is None or second.fact is None:
        return unknown(kind, companies, concept, (first, second))
    inputs = (("a", first.fact.ref), ("b", second.fact.ref))
    label = f"{point_label(first)} {first.label} less {point_label(second)} {second.label}"
    return Task(kind, companies, concept, label[:_LABEL_LENGTH], "a - b", inputs, (first, second))
