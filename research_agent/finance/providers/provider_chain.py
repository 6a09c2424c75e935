"""Several sources of financials behind one face, tried in order."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from research_agent.domain.companies import Company
from research_agent.domain.facts import NOT_IN_STORE, Missing
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.errors import ConfigError, NotCovered, ProviderError, ResearchError
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.providers.provider import FinancialsProvider

__all__ = ["ProviderChain"]

_Read = Callable[[FinancialsProvider], Awaitable[SeriesTable]]


class ProviderChain:
    """Asks each source until one delivers.

    A source that does not cover the company, or that fails, passes on to the next; every reason
    is kept and shown. Anything else a source says (no such period, a wrong argument) is the
    answer. A table of a company that a source holds only in part is given when no later source
    has it whole.

    Args:
        providers: In order; the local store first.
        absent: Why sources that could be there are not: `"SEC live is off: set SEC_CONTACT …"`.
    """

    name = "chain"

    def __init__(
        self, providers: Sequence[FinancialsProvider], *, absent: Sequence[str] = ()
    ) -> None:
        self._providers = tuple(providers)
        self._absent = tuple(absent)

    async def statement(
        self, company: Company, kind: StatementKind, query: PeriodQuery
    ) -> SeriesTable:
        """Return one statement, every line item a row, periods newest first."""
        return await self._first(company, lambda source: source.statement(company, kind, query))

    async def ratios(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return the key ratios as computed facts with their formulas and inputs."""
        return await self._first(company, lambda source: source.ratios(company, query))

    async def earnings(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return reported revenue, net income and EPS by quarter, with filing dates."""
        return await self._first(company, lambda source: source.earnings(company, query))

    async def segments(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return figures by segment; raises `NotFound` where no source has any."""
        return await self._first(company, lambda source: source.segments(company, query))

    async def series(
        self, company: Company, concepts: Sequence[str], query: PeriodQuery
    ) -> SeriesTable:
        """Return the named line items and ratios, one row each, in the order asked."""
        return await self._first(company, lambda source: source.series(company, concepts, query))

    async def _first(self, company: Company, read: _Read) -> SeriesTable:
        partial: SeriesTable | None = None
        uncovered: list[str] = []
        failed: list[ResearchError] = []
        for source in self._providers:
            try:
                table = await read(source)
            except NotCovered as error:
                uncovered.append(str(error))
                continue
            except (ConfigError, ProviderError) as error:
                failed.append(error)
                continue
            if not _in_part(table):
                return _with_notes(table, failed)
            partial = partial or table
        if partial is not None:
            return _with_notes(partial, failed)
        raise self._nothing(company, uncovered, failed)

    def _nothing(
        self, company: Company, uncovered: list[str], failed: list[ResearchError]
    ) -> ResearchError:
        reasons = [*uncovered, *map(str, failed), *self._absent]
        text = " ".join(_sentence(reason) for reason in dict.fromkeys(reasons))
        if failed:
            return ProviderError("figures", f"{company} could not be read. {text}")
        return NotCovered(text)


def _in_part(table: SeriesTable) -> bool:
    """Say whether a figure is missing because the source holds the company only in part."""
    return any(
        isinstance(cell, Missing) and cell.reason.endswith(NOT_IN_STORE)
        for row in table.rows
        for cell in row.cells
    )


def _with_notes(table: SeriesTable, failed: list[ResearchError]) -> SeriesTable:
    if not failed:
        return table
    return replace(table, notes=(*table.notes, *map(str, failed)))


def _sentence(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."
