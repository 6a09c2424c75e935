"""The answer: a direct sentence, a table where there is more than one figure, notes, sources."""

from collections.abc import Mapping, Sequence

from research_agent.analyst.leads import lead_text
from research_agent.analyst.remarks import remarks
from research_agent.analyst.source_lines import source_lines
from research_agent.analyst.statement_views import (
    statement_facts,
    statement_lead,
    statement_tables,
)
from research_agent.analyst.tables import figure_tables, shown_points
from research_agent.analyst.tasks import tasks
from research_agent.analyst.work import Task, Work, outcome
from research_agent.domain.facts import Fact
from research_agent.finance.questions import ParsedQuestion

__all__ = ["answer_text"]


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
    if parsed.views and not parsed.metrics:
        lead = statement_lead(work.tables, parsed)
        tables = list(statement_tables(work.tables, parsed))
        facts, notes = statement_facts(work.tables, parsed), []
    else:
        done = [(task, outcome(task, results.get(task))) for task in tasks(work)]
        points = shown_points(work, done)
        computed = [cell for _, cell in done if isinstance(cell, Fact)]
        facts = [*(p.fact for p in points if p.fact is not None), *computed]
        lead = lead_text(work, done)
        tables = list(figure_tables(work, done))
        notes = remarks(work, points, worked_out=computed, told=lead)
    notes = [*notes, *warnings, *(topic.sentence for topic in parsed.topics)]
    bullets = "\n".join(f"- {note}" for note in notes)
    parts = (_left_out(parsed), lead, *tables, bullets, source_lines(facts))
    return "\n\n".join(part for part in parts if part)


def _left_out(parsed: ParsedQuestion) -> str:
    """Say first what of the question was left out: the figures below answer something wider."""
    if not parsed.not_understood:
        return ""
    quoted = ", ".join(f'"{words}"' for words in parsed.not_understood)
    return f"I did not understand {quoted} and left it out; what follows is without it."
