"""Several sources of financials behind one face, tried in order."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from research_agent.domain.companies import Company
from research_agent.domain.facts import NOT_IN_STORE, Missing
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.errors import (
    AuthError,
    ConfigError,
    NotCovered,
    NotFound,
    ProviderError,
    ProviderTimeout,
    ResearchError,
)
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.providers.provider import FinancialsProvider

__all__ = ["ProviderChain", "first_source_only"]

_STATEMENTS = {
    StatementKind.INCOME: "income statement",
    StatementKind.BALANCE: "balance sheet",
    StatementKind.CASH_FLOW: "cash flow statement",
}
_NAMED = 3  # metrics of a series that a message lists

_FIRST_ONLY: ContextVar[bool] = ContextVar("first_source_only", default=False)

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
        budget_s: What the sources after the first may take together; one that hangs counts as
            failed in time for the next, and for what an earlier one holds in part. `None`: no limit.
    """

    name = "chain"

    def __init__(
        self,
        providers: Sequence[FinancialsProvider],
        *,
        absent: Sequence[str] = (),
        budget_s: float | None = None,
    ) -> None:
        self._providers = tuple(providers)
        self._absent = tuple(absent)
        self._budget_s = budget_s

    async def statement(
        self, company: Company, kind: StatementKind, query: PeriodQuery
    ) -> SeriesTable:
        """Return one statement, every line item a row, periods newest first."""
        return await self._first(
            company, _STATEMENTS[kind], lambda source: source.statement(company, kind, query)
        )

    async def ratios(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return the key ratios as computed facts with their formulas and inputs."""
        return await self._first(company, "ratios", lambda source: source.ratios(company, query))

    async def earnings(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return reported revenue, net income and EPS by quarter, with filing dates."""
        return await self._first(
            company, "earnings", lambda source: source.earnings(company, query)
        )

    async def segments(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return figures by segment; raises `NotFound` where no source has any."""
        return await self._first(
            company, "segments", lambda source: source.segments(company, query)
        )

    async def series(
        self, company: Company, concepts: Sequence[str], query: PeriodQuery
    ) -> SeriesTable:
        """Return the named line items and ratios, one row each, in the order asked."""
        return await self._first(
            company, _named(concepts), lambda source: source.series(company, concepts, query)
        )

    async def _first(self, company: Company, what: str, read: _Read) -> SeriesTable:
        partial: SeriesTable | None = None
        uncovered: list[str] = []
        failed: list[ConfigError | ProviderError] = []
        started = asyncio.get_running_loop().time()
        sources = self._providers[:1] if _FIRST_ONLY.get() else self._providers
        for place, source in enumerate(sources):
            outcome = await self._asked(source, read, self._share(place, started))
            match outcome:
                case SeriesTable():
                    if not _in_part(outcome):
                        return _with_notes(outcome, failed)
                    partial = partial or outcome
                case NotCovered():
                    uncovered.append(str(outcome))
                case NotFound() if partial is None:
                    raise outcome
                case ConfigError() | ProviderError():
                    failed.append(outcome)
        if partial is not None:
            return _with_notes(partial, failed)
        raise self._nothing(f"{what} of {company}", uncovered, failed)

    async def _asked(
        self, source: FinancialsProvider, read: _Read, seconds: float | None
    ) -> SeriesTable | NotFound | ConfigError | ProviderError:
        """Return what a source says, its failures too; anything else it raises is the answer."""
        try:
            async with asyncio.timeout(seconds) as limit:
                return await read(source)
        except TimeoutError:
            if not limit.expired():
                raise
            reason = "no answer in the time there is; ask again in a moment"
            return ProviderTimeout(source.name, reason)
        except (NotFound, ConfigError, ProviderError) as error:
            return error

    def _share(self, place: int, started: float) -> float | None:
        """Return the seconds a source may take: what is left, shared with those behind it."""
        if self._budget_s is None or place == 0:
            return None
        left = started + self._budget_s - asyncio.get_running_loop().time()
        return max(0.0, left) / (len(self._providers) - place)

    def _nothing(
        self, series: str, uncovered: list[str], failed: "list[ConfigError | ProviderError]"
    ) -> ResearchError:
        others = " ".join(map(_sentence, dict.fromkeys([*uncovered, *self._absent])))
        if not failed:
            return NotCovered(others)
        reasons = "; ".join(dict.fromkeys(str(error).rstrip(".") for error in failed))
        text = f"{series} could not be read: {reasons}. {others}".rstrip()
        waits = [error.retry_after for error in failed if isinstance(error, ProviderError)]
        if all(isinstance(error, AuthError | ConfigError) for error in failed):
            return AuthError("figures", text)  # asking again will not help
        rests = [wait for wait in waits if wait is not None]
        return ProviderError("figures", text, retry_after=min(rests, default=None))


@contextmanager
def first_source_only() -> Iterator[None]:
    """Ask no live source in this block: for reads over every company that is held."""
    token = _FIRST_ONLY.set(True)
    try:
        yield
    finally:
        _FIRST_ONLY.reset(token)


def _in_part(table: SeriesTable) -> bool:
    """Say whether a figure is missing because the source holds the company only in part."""
    return any(
        isinstance(cell, Missing) and cell.reason.endswith(NOT_IN_STORE)
        for row in table.rows
        for cell in row.cells
    )


def _with_notes(table: SeriesTable, failed: "Sequence[ConfigError | ProviderError]") -> SeriesTable:
    if not failed:
        return table
    return replace(table, notes=(*table.notes, *map(str, failed)))


def _sentence(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."


def _named(concepts: Sequence[str]) -> str:
    names = [concept.replace("_", " ") for concept in concepts[:_NAMED]]
    return ", ".join(names) + (" and more" if len(concepts) > _NAMED else "")
