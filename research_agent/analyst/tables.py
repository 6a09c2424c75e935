"""Which tables stand below the opening sentences."""

from collections.abc import Iterator

from research_agent.analyst import layout
from research_agent.analyst.results import MAX_TOLD, Done, grouped, kind_words, newest
from research_agent.analyst.selection import Point
from research_agent.analyst.work import Work
from research_agent.domain.companies import Company

__all__ = ["figure_tables", "shown_points"]


def shown_points(work: Work, done: Done) -> list[Point]:
    """Return every figure the answer rests on, none twice."""
    parsed = work.parsed
    found = [point for task, _ in done for point in task.points]
    if parsed.definition is None:
        found += [p for c in parsed.companies for m in parsed.metrics for p in work.points(c, m)]
    return list(dict.fromkeys(found))


def figure_tables(work: Work, done: Done) -> Iterator[str]:
    """Yield the tables: results where there are many, then the figures; one figure needs none."""
    asked = work.parsed.presentation
    for same in grouped(done):
        if len(same) > MAX_TOLD:
            rows = [(newest(task.points), cell) for task, cell in same]
            words = kind_words(same[0][0])
            yield layout.results(rows, words[0].upper() + words[1:], asked)
    if work.parsed.definition is not None:
        yield from _inputs(work, done)
    else:
        yield from _figures(work, done)


def _figures(work: Work, done: Done) -> Iterator[str]:
    parsed, asked = work.parsed, work.parsed.presentation
    rows = [
        [_with_starts(work, done, company, metric) for metric in parsed.metrics]
        for company in parsed.companies
    ]
    if sum(len(points) for row in rows for points in row) < 2:
        return
    if len(rows) == 1:
        single = len(rows[0]) == 1
        yield layout.by_period(rows[0][0], asked) if single else layout.by_metric(rows[0], asked)
    elif all(len(points) == 1 for row in rows for points in row):
        yield layout.by_company([[points[0] for points in row] for row in rows], asked)
    else:
        yield from (layout.side_by_side(metric, asked) for metric in zip(*rows, strict=True))


def _with_starts(work: Work, done: Done, company: Company, metric: str) -> tuple[Point, ...]:
    """Return the figures asked for and those they were set against, newest first."""
    asked = work.points(company, metric)
    against = [
        point
        for task, _ in done
        for point in task.points
        if (point.company, point.concept) == (company, metric) and point not in asked
    ]
    if not against:
        return asked
    together = dict.fromkeys([*asked, *against])
    order = sorted(together, key=lambda p: p.period.end.isoformat() if p.period else "")
    return tuple(reversed(order))


def _inputs(work: Work, done: Done) -> Iterator[str]:
    """Yield what went into a formula of the question, company by company."""
    by_company: dict[Company, dict[str, dict[Point, None]]] = {}
    for task, _ in done:
        for point in task.points:
            concepts = by_company.setdefault(point.company, {})
            concepts.setdefault(point.concept, {})[point] = None
    for concepts in by_company.values():
        series = [tuple(points) for points in concepts.values()]
        yield layout.by_metric(series, work.parsed.presentation)
