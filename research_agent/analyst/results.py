"""Results of calculations: those that belong together, and the sentences that tell them."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from research_agent.analyst.selection import Point
from research_agent.analyst.sentences import worked_out
from research_agent.analyst.verdicts import asks_verdict, result_verdict
from research_agent.analyst.wording import metric_words, point_words
from research_agent.analyst.work import Task
from research_agent.domain.facts import Fact
from research_agent.domain.tables import Cell
from research_agent.finance.questions import ParsedQuestion

__all__ = [
    "MAX_TOLD",
    "Done",
    "grouped",
    "kind_words",
    "newest",
    "result_sentences",
]

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


def grouped(done: Done) -> Iterable[list[tuple[Task, Cell]]]:
    """Yield the results that differ in their period alone."""
    for _, same in groupby(done, key=lambda pair: _alike(pair[0])):
        yield list(same)


def kind_words(task: Task) -> str:
    """Return what a task worked out, in words: "revenue growth per year"."""
    if task.kind == "margin":
        return task.label
    if task.kind in ("share", "ratio", "difference") and len(task.points) == 2:
        first, second = task.points
        join = "less" if task.kind == "difference" else "to"
        if task.kind == "share" and first.name:
            join = "as a share of"
        return f"{point_words(first)} {join} {point_words(second)}"
    what = point_words(task.points[0]) if task.points[0].name else metric_words(task.concept)
    return _KINDS.get(task.kind, "{}").format(what)


def newest(points: Iterable[Point]) -> Point:
    """Return the point whose period ends last."""
    return max(points, key=lambda p: p.period.end.isoformat() if p.period else "")


def result_sentences(done: Done, parsed: ParsedQuestion) -> Iterable[str]:
    """Yield the sentences that tell the results, yes or no first where that was asked."""
    if asks_verdict(parsed) and not parsed.definition:
        decisive = [pair for pair in done if pair[0].kind != "cagr"] or list(done)
        yield from (result_verdict(same, parsed) for same in grouped(decisive))
        return
    for same in grouped(done):
        told = same if len(same) <= MAX_TOLD else [_newest_of(same)]
        yield from (worked_out(task, cell, parsed) for task, cell in told)


def _alike(task: Task) -> tuple[object, ...]:
    return task.kind, task.companies, task.concept


def _newest_of(same: Done) -> tuple[Task, Cell]:
    there = [pair for pair in same if isinstance(pair[1], Fact)] or list(same)
    return max(
        there,
        key=lambda pair: max(p.period.end.isoformat() if p.period else "" for p in pair[0].points),
    )
