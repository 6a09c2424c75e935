"""What has to be worked out from the figures of a question, in the order it will be told."""

from collections.abc import Iterator, Sequence

from research_agent.analyst.growth_tasks import difference, growth
from research_agent.analyst.selection import Point, Series
from research_agent.analyst.work import Task, Work, unknown
from research_agent.domain.companies import Company
from research_agent.domain.periods import Basis
from research_agent.finance.line_items import Kind
from research_agent.finance.metrics import metric_kind, metric_label
from research_agent.finance.questions import Operation, ParsedQuestion
from research_agent.finance.ratios import RATIOS

__all__ = ["tasks"]

_QUARTERS = 4
_LABEL_LENGTH = 120
_ADDS_OVER_TIME = frozenset({Kind.FLOW, Kind.PER_SHARE_FLOW})
_ADDS_OVER_COMPANIES = frozenset({Kind.FLOW, Kind.INSTANT})


def tasks(work: Work) -> tuple[Task, ...]:
    """Return what has to be worked out, in the order it will be told."""
    return tuple(_tasks(work))


def _tasks(work: Work) -> Iterator[Task]:
    parsed = work.parsed
    if parsed.definition:
        for company in parsed.companies:
            yield from _defined(work, company)
        return
    if parsed.operation in (Operation.VALUE,) or parsed.views:
        return
    if parsed.operation in (Operation.SUM, Operation.DIFFERENCE, Operation.AVERAGE):
        across = tuple(_across_companies(work))
        if across:
            yield from across
            return
    for company in parsed.companies:
        yield from _of_company(work, company)


def _of_company(work: Work, company: Company) -> Iterator[Task]:
    operation = work.parsed.operation
    if operation in (Operation.SHARE, Operation.RATIO):
        yield from _quotients(work, company)
    elif operation is Operation.DIFFERENCE and len(work.parsed.metrics) == 2:
        yield from _differences(work, company)
    else:
        for concept in work.parsed.metrics:
            yield from _of_metric(work, company, concept)


def _of_metric(work: Work, company: Company, concept: str) -> Iterator[Task]:
    operation = work.parsed.operation
    if operation in (Operation.GROWTH, Operation.CAGR):
        for start, end in _pairs(work, company, concept):
            yield from growth(company, concept, start, end, operation)
    elif operation is Operation.DIFFERENCE:
        points = sorted(work.points(company, concept), key=_end)
        if len(points) > 1:
            yield difference(concept, (company,), points[-1], points[0])
    else:
        yield _together(operation, concept, (company,), work.points(company, concept))


def _pairs(work: Work, company: Company, concept: str) -> list[tuple[Point, Point]]:
    """Return from which to which figure the growth goes."""
    parsed, series = work.parsed, work.series[company.cik, concept]
    points = sorted(work.points(company, concept), key=_end)
    quarterly = parsed.periods.basis is not Basis.ANNUAL
    back = 1 if parsed.sequential else _QUARTERS
    spread = len(points) > 1 and not (parsed.yearly or parsed.sequential)
    if not spread or (quarterly and parsed.operation is Operation.GROWTH and _counted(parsed)):
        return [(series.before(point, quarters=back), point) for point in points]
    if _counted(parsed):
        return [(series.before(points[0], quarters=_QUARTERS), points[-1])]
    return [(points[0], points[-1])]


def _counted(parsed: ParsedQuestion) -> bool:
    return (parsed.periods.count or 0) > 1


def _together(
    operation: Operation, concept: str, companies: tuple[Company, ...], points: Sequence[Point]
) -> Task:
    function = "avg" if operation is Operation.AVERAGE else "sum"
    refusal = _cannot_add(operation, concept, several_companies=len(companies) > 1)
    facts = [point.fact for point in points if point.fact is not None]
    kind = operation.value
    if refusal or len(facts) != len(points):
        return unknown(kind, companies, concept, points, refusal)
    names = tuple(f"x{place}" for place in range(1, len(facts) + 1))
    ordered = sorted(points, key=_end)
    first, last = ordered[0].label, ordered[-1].label
    span = last if first == last else f"{first} to {last}"
    label = f"{'Average' if function == 'avg' else 'Sum of'} {metric_label(concept)} {span}"
    return Task(
        kind,
        companies,
        concept,
        label,
        f"{function}({', '.join(names)})",
        tuple(zip(names, (fact.ref for fact in facts), strict=True)),
        tuple(points),
    )


def _cannot_add(operation: Operation, concept: str, *, several_companies: bool) -> str:
    if operation is Operation.AVERAGE:
        return ""
    adding = _ADDS_OVER_COMPANIES if several_companies else _ADDS_OVER_TIME
    if metric_kind(concept) in adding:
        return ""
    over = "over companies" if several_companies else "over periods"
    return f"{metric_label(concept)} does not add up {over}"


def _across_companies(work: Work) -> Iterator[Task]:
    """One figure of each of several companies: their sum, average or difference."""
    parsed = work.parsed
    if len(parsed.companies) < 2 or len(parsed.metrics) != 1:
        return
    concept = parsed.metrics[0]
    by_company = [work.points(company, concept) for company in parsed.companies]
    if any(len(points) != 1 for points in by_company):
        return
    points = [points[0] for points in by_company]
    if parsed.operation is not Operation.DIFFERENCE:
        yield _together(parsed.operation, concept, parsed.companies, points)
    elif len(points) == 2:
        yield difference(concept, parsed.companies, *points)


def _differences(work: Work, company: Company) -> Iterator[Task]:
    one, other = work.parsed.metrics
    for first, second in zip(work.points(company, one), work.points(company, other), strict=False):
        yield difference(one, (company,), first, second)


def _quotients(work: Work, company: Company) -> Iterator[Task]:
    top, bottom = work.parsed.metrics
    share = work.parsed.operation is Operation.SHARE or work.parsed.presentation.percent
    kind = work.parsed.operation.value
    for part, whole in zip(work.points(company, top), work.points(company, bottom), strict=False):
        if part.fact is None or whole.fact is None:
            yield unknown(kind, (company,), top, (part, whole))
            continue
        label = f"{metric_label(top)} to {metric_label(bottom)} {part.label}"
        inputs = (("a", part.fact.ref), ("b", whole.fact.ref))
        unit = "fraction" if share else "ratio"
        yield Task(
            kind, (company,), top, label[:_LABEL_LENGTH], "a / b", inputs, (part, whole), unit
        )


def _defined(work: Work, company: Company) -> Iterator[Task]:
    """Apply the formula of the question to each period asked for."""
    parsed = work.parsed
    definition = parsed.definition
    if definition is None:
        return
    name = metric_label(parsed.metrics[0]) if len(parsed.metrics) == 1 else "Result as defined"
    concept = parsed.metrics[0] if len(parsed.metrics) == 1 else definition.inputs[0].key
    lead = next((i for i in definition.inputs if not i.opening), definition.inputs[0])
    for asked in work.points(company, lead.key):
        used: dict[str, Point] = {}
        for wanted in definition.inputs:
            series = work.series[company.cik, wanted.key]
            used[wanted.name] = _matching(series, asked, opening=wanted.opening)
        if any(point.fact is None for point in used.values()):
            yield unknown("definition", (company,), concept, tuple(used.values()))
            continue
        inputs = tuple((n, p.fact.ref) for n, p in used.items() if p.fact is not None)
        yield Task(
            "definition",
            (company,),
            concept,
            name,
            definition.expression,
            inputs,
            tuple(used.values()),
            _defined_unit(parsed),
        )


def _matching(series: Series, asked: Point, *, opening: bool) -> Point:
    """Return the figure of the same period, or of the one a year earlier."""
    if asked.period is None:
        return asked
    if opening:
        return series.before(asked, quarters=_QUARTERS)
    same = next((p for p in series.cells if p.label == asked.label), None)
    return series.point(same) if same else series.before(asked, quarters=0)


def _defined_unit(parsed: ParsedQuestion) -> str:
    if parsed.definition is None or parsed.definition.unit != "ratio":
        return ""
    named = parsed.metrics[0] if len(parsed.metrics) == 1 else ""
    own = RATIOS[named].unit if named in RATIOS else "ratio"
    return "fraction" if parsed.presentation.percent or own == "fraction" else "ratio"


def _end(point: Point) -> str:
    return point.period.end.isoformat() if point.period else ""
