"""Which sentences open the answer."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from research_agent.analyst.rankings import Contender, best_period, winner
from research_agent.analyst.selection import Point
from research_agent.analyst.sentences import course, figure, threshold_words, values, worked_out
from research_agent.analyst.wording import listed, metric_words, short_name
from research_agent.analyst.work import Task, Work
from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.domain.tables import Cell

__all__ = ["Done", "grouped", "kind_words", "lead_text", "newest"]

MAX_SENTENCES = 4
"""More series than that are told by the table alone."""

MAX_TOLD = 2
"""Of more results of one kind only the newest is told; the table has them all."""

_KINDS = {
    "growth": "{} growth",
    "cagr": "{} growth per year",
    "average": "average {}",
    "sum": "sum of {}",
    "change": "change in {}",
    "definition": "{}",
}

Done = Sequence[tuple[Task, Cell]]


def lead_text(work: Work, done: Done) -> str:
    """Return the sentences that answer directly.

    Args:
        work: The figures.
        done: What was worked out, with its result.
    """
    parsed = work.parsed
    if parsed.rank is not None and not parsed.over_periods and len(parsed.companies) > 1:
        return " ".join(_rankings(work, done))
    if done:
        return " ".join(_results(work, done))
    if parsed.over_periods:
        series = [work.points(c, m) for c in parsed.companies for m in parsed.metrics]
        return " ".join(best_period(points, parsed) for points in series)
    if len(parsed.companies) * len(parsed.metrics) > MAX_SENTENCES and _over_time(work):
        names = listed([short_name(company) for company in parsed.companies])
        what = listed([metric_words(metric) for metric in parsed.metrics])
        return f"{names}: {what}."
    return " ".join(_company_lead(work, company) for company in parsed.companies)


def grouped(done: Done) -> Iterable[list[tuple[Task, Cell]]]:
    """Yield the results that differ in their period alone."""
    for _, same in groupby(done, key=lambda pair: _alike(pair[0])):
        yield list(same)


def kind_words(task: Task) -> str:
    """Return what a task worked out, in words: "revenue growth per year"."""
    if task.kind in ("share", "ratio", "difference") and len(task.points) == 2:
        first, second = task.points
        join = "less" if task.kind == "difference" else "to"
        return f"{metric_words(first.concept)} {join} {metric_words(second.concept)}"
    return _KINDS.get(task.kind, "{}").format(metric_words(task.concept))


def newest(points: Iterable[Point]) -> Point:
    """Return the point whose period ends last."""
    return max(points, key=lambda p: p.period.end.isoformat() if p.period else "")


def _alike(task: Task) -> tuple[object, ...]:
    return task.kind, task.companies, task.concept


def _over_time(work: Work) -> bool:
    parsed = work.parsed
    return any(len(work.points(c, m)) > 1 for c in parsed.companies for m in parsed.metrics)


def _results(work: Work, done: Done) -> Iterable[str]:
    for same in grouped(done):
        told = same if len(same) <= MAX_TOLD else [_newest_of(same)]
        yield from (worked_out(task, cell, work.parsed) for task, cell in told)


def _newest_of(same: Done) -> tuple[Task, Cell]:
    there = [pair for pair in same if isinstance(pair[1], Fact)] or list(same)
    return max(
        there,
        key=lambda pair: max(p.period.end.isoformat() if p.period else "" for p in pair[0].points),
    )


def _company_lead(work: Work, company: Company) -> str:
    parsed = work.parsed
    series = [work.points(company, metric) for metric in parsed.metrics]
    if parsed.threshold is not None:
        asked = parsed.threshold
        return " ".join(threshold_words(points[0], asked, parsed) for points in series)
    if any(len(points) > 1 for points in series):
        return " ".join(course(points, parsed) for points in series)
    if len(series) == 1:
        return figure(series[0][0], parsed)
    return values([points[0] for points in series], parsed)


def _rankings(work: Work, done: Done) -> Iterable[str]:
    """Yield one sentence for each thing by which the companies are ranked."""
    parsed = work.parsed
    kinds = {(task.kind, task.concept): kind_words(task) for task, _ in done}
    for (kind, concept), what in kinds.items():
        contenders = [
            Contender(newest(task.points), cell, task.points)
            for task, cell in done
            if (task.kind, task.concept) == (kind, concept) and isinstance(cell, Fact)
        ]
        yield winner(contenders, what, parsed)
    if done:
        return
    for metric in parsed.metrics:
        points = [work.points(company, metric)[0] for company in parsed.companies]
        contenders = [Contender(p, p.fact) for p in points if p.fact is not None]
        yield winner(contenders, metric_words(metric), parsed)
