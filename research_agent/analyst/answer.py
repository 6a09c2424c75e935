"""The answer: a direct sentence, a table where there is more than one figure, notes, sources."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from research_agent.analyst.filing_answers import filing_facts, filing_lead
from research_agent.analyst.leads import lead_text
from research_agent.analyst.part_tables import part_notes, part_points, part_tables
from research_agent.analyst.readings import as_read, left_out, unknown_parts
from research_agent.analyst.remarks import remarks
from research_agent.analyst.results import Done
from research_agent.analyst.selection import Point
from research_agent.analyst.source_lines import source_lines
from research_agent.analyst.statement_views import (
    statement_facts,
    statement_lead,
    statement_tables,
)
from research_agent.analyst.tables import figure_tables, shown_points
from research_agent.analyst.tasks import tasks
from research_agent.analyst.vintages import latest_facts, latest_sentences
from research_agent.analyst.work import Task, Work, outcome
from research_agent.domain.facts import Fact

__all__ = ["answer_text"]


@dataclass(frozen=True, slots=True)
class _Body:
    """What stands between the remarks on the question and the sources."""

    lead: str
    tables: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()


def answer_text(
    work: Work, results: Mapping[Task, Fact | str], *, warnings: Sequence[str] = ()
) -> str:
    """Write the answer in Markdown.

    Args:
        work: The figures.
        results: What each task came to, or why `calculate` refused it.
        warnings: What the tools could not bring, one sentence each.
    """
    parsed = work.parsed
    if refused := unknown_parts(work):
        return refused
    body = _body(work, results)
    notes = [*body.notes, *warnings, *(topic.sentence for topic in parsed.topics)]
    bullets = "\n".join(f"- {note}" for note in notes)
    before = " ".join(part for part in (as_read(parsed), left_out(parsed)) if part)
    parts = (before, body.lead, *body.tables, bullets, source_lines(body.facts))
    return "\n\n".join(part for part in parts if part)


def _body(work: Work, results: Mapping[Task, Fact | str]) -> _Body:
    parsed = work.parsed
    if parsed.filing is not None:
        return _Body(filing_lead(work), facts=tuple(filing_facts(work)))
    if parsed.views and not parsed.metrics:
        return _Body(
            statement_lead(work.tables, parsed),
            tuple(statement_tables(work.tables, parsed)),
            facts=tuple(statement_facts(work.tables, parsed)),
        )
    done = [(task, outcome(task, results.get(task))) for task in tasks(work)]
    lead = lead_text(work, done)
    if work.choice is not None:
        points = part_points(work, work.choice, done)
        tables = tuple(part_tables(work, work.choice, done))
        extra = tuple(part_notes(work, work.choice))
    else:
        points = shown_points(work, done)
        tables, extra = tuple(figure_tables(work, done)), tuple(latest_sentences(work, points))
    return _figures_body(work, done, points, _Body(lead, tables, extra))


def _figures_body(work: Work, done: Done, points: Sequence[Point], body: _Body) -> _Body:
    """Add the remarks and the facts behind the figures shown."""
    computed = [cell for _, cell in done if isinstance(cell, Fact)]
    told = remarks(work, points, worked_out=computed, told=body.lead)
    shown = [point.fact for point in points if point.fact is not None]
    facts = (*shown, *computed, *latest_facts(work, points))
    return _Body(body.lead, body.tables, (*body.notes, *told), facts)
