"""Answers about prices, market value and owners: the tool's sentences, a table, sources."""

from collections.abc import Iterator

from langchain_core.messages import AIMessage, ToolCall

from research_agent.analyst.conversation import Conversation
from research_agent.analyst.markup import unmarked
from research_agent.analyst.refusals import no_figures
from research_agent.analyst.source_lines import source_lines
from research_agent.domain.display import show_value
from research_agent.domain.facts import Fact
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.domain.tabular import show_cell, unit_heading
from research_agent.evidence.artifact import Artifact
from research_agent.finance.questions import ParsedQuestion
from research_agent.finance.ratios.every_ratio import RATIOS

__all__ = ["MARKET_DATA", "market_reply"]

MARKET_DATA = "get_market_data"
MAX_COLUMNS = 14
MAX_QUERY = 1_000
_TOPICS = frozenset({"price", "market cap", "ownership", "news"})


def market_reply(
    parsed: ParsedQuestion, now: Conversation, offered: frozenset[str]
) -> AIMessage | None:
    """Answer a question about the market, or ask for the data; `None` where it is none.

    Also `None` where no source is set up: what can be set is said elsewhere.
    """
    done = now.of(MARKET_DATA)
    if not _is_about_market(parsed) or (not done and MARKET_DATA not in offered):
        return None
    if not done:
        arguments = {"query": parsed.question[:MAX_QUERY]}
        call = ToolCall(name=MARKET_DATA, args=arguments, id=f"offline_{now.length}_market")
        return AIMessage("", tool_calls=[call])
    artifact = done[-1].artifact
    if artifact is None:
        only_news = all(topic.name == "news" for topic in parsed.topics)
        return None if only_news else AIMessage(no_figures(done[-1].problem))
    return AIMessage(_text(artifact, str(done[-1].message.content)))


def _is_about_market(parsed: ParsedQuestion) -> bool:
    if parsed.blocked or parsed.problem or parsed.valuation or not parsed.companies:
        return False
    if parsed.asks_for_figures:
        return bool(parsed.metrics) and all(_needs_price(key) for key in parsed.metrics)
    return any(topic.name in _TOPICS for topic in parsed.topics)


def _needs_price(key: str) -> bool:
    return key in RATIOS and RATIOS[key].priced


def _text(artifact: Artifact, content: str) -> str:
    sentences = content.partition("\n\n")[0].splitlines()
    lead = "\n".join(line for line in sentences if not line.startswith("Note: "))
    tables = [_table(table) for table in artifact.tables]
    pages = "\n".join(f"- [{unmarked(page.title)}]({page.url})" for page in artifact.web)
    said = (*artifact.warnings, *(note for table in artifact.tables for note in table.notes))
    notes = "\n".join(f"- {note}" for note in dict.fromkeys(said))
    facts = [*artifact.facts, *(fact for table in artifact.tables for fact in table.facts())]
    parts = (lead, *tables, pages, notes, source_lines(facts))
    return "\n\n".join(part for part in parts if part)


def _table(table: SeriesTable) -> str:
    """Return days down and prices across, or figures down where there is one period only."""
    rows = [row for row in table.rows if any(isinstance(cell, Fact) for cell in row.cells)]
    if len(table.periods) == 1:
        lines = [f"| {table.title} | {table.periods[0].label} |", "| --- | ---: |"]
        return "\n".join([*lines, *(f"| {row.label} | {_shown(row.cells[0])} |" for row in rows)])
    heads = (f"{row.label}, {unit_heading(row.unit)}" for row in rows)
    lines = [f"| Day | {' | '.join(heads)} |", f"| --- |{' ---: |' * len(rows)}"]
    return "\n".join([*lines, *_days(table, [row.cells for row in rows])])


def _days(table: SeriesTable, columns: list[tuple[Cell, ...]]) -> Iterator[str]:
    for place, period in enumerate(table.periods[:MAX_COLUMNS]):
        cells = (cells[place] for cells in columns)
        shown = (show_cell(c.value, c.unit) if isinstance(c, Fact) else "n/a" for c in cells)
        yield f"| {period.label} | {' | '.join(shown)} |"


def _shown(cell: Cell) -> str:
    return show_value(cell.value, cell.unit) if isinstance(cell, Fact) else "n/a"
