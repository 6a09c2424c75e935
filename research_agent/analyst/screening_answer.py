"""The answer to "which companies …?": what the screening tool found, with its filings."""

from research_agent.analyst.conversation import ToolResult
from research_agent.analyst.refusals import no_figures
from research_agent.analyst.source_lines import source_lines

__all__ = ["screening_answer"]

MAX_SOURCES = 10
"""Companies whose filings are listed; every figure links to its own anyway."""


def screening_answer(found: ToolResult) -> str:
    """Return the tool's own table with the filings of the first companies under it."""
    if found.artifact is None:
        return no_figures(found.problem)
    facts = found.artifact.facts
    first = list(dict.fromkeys(fact.cik for fact in facts))[:MAX_SOURCES]
    sources = source_lines(fact for fact in facts if fact.cik in first)
    return "\n\n".join(filter(None, (str(found.message.content), sources)))
