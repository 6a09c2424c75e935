"""The tables and remarks below an answer about parts of a company."""

from collections.abc import Iterator

from research_agent.analyst import layout
from research_agent.analyst.part_choice import PartChoice
from research_agent.analyst.results import MAX_TOLD, Done, kind_words, newest
from research_agent.analyst.selection import Point, Series
from research_agent.analyst.work import Work
from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact

__all__ = ["part_notes", "part_points", "part_tables"]

_SHARES_OF_A_WHOLE = "share"


def part_points(work: Work, choice: PartChoice, done: Done) -> list[Point]:
    """Return every figure the answer shows, none twice."""
    companies = dict.fromkeys(part.company for part in choice.parts)
    rows = (row for company in companies for row in _rows(work, choice, done, company))
    return list(dict.fromkeys(point for row in rows for point in row))


def part_tables(work: Work, choice: PartChoice, done: Done) -> Iterator[str]:
    """Yield the results where there are several, then the figures of each company."""
    asked = work.parsed.presentation
    results = [
        (newest(task.points), task.label if task.years > 1 else kind_words(task), cell)
        for task, cell in done
        if isinstance(cell, Fact)
    ]
    several = len({(point.company, point.concept) for point, _, _ in results}) > 1
    if several or len(results) > MAX_TOLD:
        yield layout.part_results(results, asked)
    for company in dict.fromkeys(part.company for part in choice.parts):
        rows = _rows(work, choice, done, company)
        if sum(map(len, rows)) < 2:
            continue
        yield layout.by_metric(rows, asked) if len(rows) > 1 else layout.by_period(rows[0], asked)


def part_notes(work: Work, choice: PartChoice) -> Iterator[str]:
    """Yield what stands in for what was asked, and the tables' notes about the parts shown."""
    yield from choice.remarks
    shown = [part.row for part in choice.parts]
    labels = {p.label for row in shown for p in row.series.chosen(work.parsed.periods)}
    names = {row.name for row in shown}
    titles = {row.label for table in work.tables for row in table.rows if row.depth == 0}
    for table in work.tables:
        for note in table.notes:
            whole = any(t in note for t in titles) and any(label in note for label in labels)
            subject = note.partition(":")[0]
            if (whole and choice.axis_words) or any(name in subject for name in names):
                yield note


def _rows(work: Work, choice: PartChoice, done: Done, company: Company) -> list[tuple[Point, ...]]:
    """Return the points of each part, with those they were set against, and the totals."""
    against = [p for task, _ in done for p in task.points if p.company == company]
    rows = []
    for series in _series(choice, done, company):
        points = [
            *series.chosen(work.parsed.periods),
            *(p for p in against if p.concept == series.concept),
        ]
        rows.append(tuple(sorted(dict.fromkeys(points), key=_place, reverse=True)))
    return rows


def _series(choice: PartChoice, done: Done, company: Company) -> list[Series]:
    own = [part for part in choice.parts if part.company == company]
    found = [row.series for part in own for row in (part.row, part.below) if row is not None]
    totals = [row.total for part in own for row in (part.row, part.below) if row is not None]
    shares = any(task.kind == _SHARES_OF_A_WHOLE for task, _ in done)
    if choice.axis_words and (shares or not done):
        found += [row.series for row in choice.extra if row.series.company == company]
    if shares or (choice.axis_words and not done):
        found += [one for one in totals if any(isinstance(c, Fact) for c in one.cells.values())]
    return list({series.concept: series for series in found}.values())


def _place(point: Point) -> tuple[str, str]:
    """Order by the fiscal label: periods that are not there have no end."""
    return point.label[-4:], point.label[:2]
