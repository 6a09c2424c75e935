"""What has to be worked out from the figures of a question, in the order it will be told."""

from collections.abc import Iterator

from research_agent.analyst.growth_tasks import difference, growth, growth_pairs
from research_agent.analyst.part_tasks import part_tasks
from research_agent.analyst.quotients import quotient
from research_agent.analyst.selection import Point, Series
from research_agent.analyst.sums import together
from research_agent.analyst.work import Task, Work, unknown
from research_agent.domain.companies import Company
from research_agent.finance.metrics import metric_label
from research_agent.finance.questions import Operation, ParsedQuestion
from research_agent.finance.ratios.every_ratio import RATIOS

__all__ = ["tasks"]

_QUARTERS = 4
_LEAST_AMOUNT = 1000
"""A growth above so much is an amount of money, not a multiple."""


def tasks(work: Work) -> tuple[Task, ...]:
    """Return what has to be worked out, in the order it will be told."""
    return tuple(_tasks(work))


def _tasks(work: Work) -> Iterator[Task]:
    parsed = work.parsed
    if work.choice is not None:
        yield from part_tasks(parsed, work.choice)
        return
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
        points = work.points(company, concept)
        for start, end in growth_pairs(work.parsed, work.series[company.cik, concept], points):
            if _by_amount(work.parsed):
                yield difference(concept, (company,), end, start, kind="change")
            else:
                yield from growth(company, concept, start, end, operation)
    elif operation is Operation.DIFFERENCE:
        ordered = sorted(work.points(company, concept), key=_end)
        if len(ordered) > 1:
            yield difference(concept, (company,), ordered[-1], ordered[0])
    else:
        yield together(operation, (company,), work.points(company, concept))


def _by_amount(parsed: ParsedQuestion) -> bool:
    """Say whether growth is set against an amount: "did it grow by more than $20 billion"."""
    threshold = parsed.threshold
    return threshold is not None and not threshold.percent and threshold.value >= _LEAST_AMOUNT


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
        yield together(parsed.operation, parsed.companies, points)
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
    unit = "fraction" if share else "ratio"
    for part, whole in zip(work.points(company, top), work.points(company, bottom), strict=False):
        yield quotient(kind, part, whole, unit=unit)


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
