"""Whole statements, when a question asks for one instead of single figures."""

from collections.abc import Iterator, Sequence

from research_agent.analyst.earnings_views import earnings_lead, earnings_table, is_earnings
from research_agent.analyst.layout import whole_statement
from research_agent.analyst.selection import fiscal_year
from research_agent.domain.facts import Fact
from research_agent.domain.tables import SeriesTable
from research_agent.finance.questions import ParsedQuestion

__all__ = ["statement_facts", "statement_lead", "statement_tables"]


def statement_lead(tables: Sequence[SeriesTable], parsed: ParsedQuestion) -> str:
    """Say which statements follow, with the end of each period."""
    sentences = []
    for table in tables:
        if is_earnings(table):
            sentences.append(earnings_lead(table, parsed))
            continue
        periods = [table.periods[place] for place in _places(table, parsed)]
        ends = ", ".join(f"{period.label} (ended {period.end})" for period in periods)
        sentences.append(f"{table.company}: {table.title.lower()}, {ends}.")
    return " ".join(sentences)


def statement_tables(tables: Sequence[SeriesTable], parsed: ParsedQuestion) -> Iterator[str]:
    """Yield each statement with the columns asked for."""
    several = len({table.company.cik for table in tables}) > 1
    for table in tables:
        if is_earnings(table):
            yield earnings_table(table, parsed)
            continue
        yield whole_statement(table, _places(table, parsed), parsed.presentation, named=several)


def statement_facts(tables: Sequence[SeriesTable], parsed: ParsedQuestion) -> list[Fact]:
    """Return every figure shown."""
    return [
        cell
        for table in tables
        for row in table.rows
        for place in _places(table, parsed)
        if isinstance(cell := row.cells[place], Fact)
    ]


def _places(table: SeriesTable, parsed: ParsedQuestion) -> list[int]:
    """Return which columns were asked for; all when none of those is there."""
    asked = parsed.periods
    named = {label.text(asked.basis) for label in asked.labels}
    every = range(len(table.periods))
    places = [i for i in every if not named or table.periods[i].label in named]
    if asked.first is not None:
        last = asked.last or fiscal_year(table.periods[0])
        places = [i for i in every if asked.first <= fiscal_year(table.periods[i]) <= last]
    return places or list(every)
