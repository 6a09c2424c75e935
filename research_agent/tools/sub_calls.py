"""Many reads at once: each with its own time, one failing costs only its own part."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from research_agent.domain.tables import SeriesTable
from research_agent.errors import (
    AuthError,
    InvalidRequest,
    NotFound,
    ProviderError,
    ProviderTimeout,
    ResearchError,
)
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.provider import FinancialsProvider
from research_agent.finance.routing import RoutedCall
from research_agent.tools.sub_tools import SubCall, prepare

__all__ = ["MAX_CALLS", "Gathered", "all_failed", "gather_series"]

MAX_CALLS = 16
"""Reads for one question."""

RETRY_PAUSE_S = 0.2
"""Before the second attempt, where the source does not say how long to wait."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What came of a list of calls.

    Args:
        tables: In the order of the calls, each series once.
        failures: What did not come, in the same order.
        left_out: Reads that were too many.
    """

    tables: tuple[SeriesTable, ...]
    failures: tuple[ResearchError, ...]
    left_out: tuple[SubCall, ...] = ()


async def gather_series(
    calls: Sequence[RoutedCall],
    *,
    provider: FinancialsProvider,
    directory: CompanyDirectory,
    timeout_s: float,
    progress: Callable[[str], None],
    as_of: date | None = None,
) -> Gathered:
    """Run sub-tool calls at the same time; equal ones once.

    Args:
        calls: Chosen by a router.
        provider: Where the figures come from.
        directory: Finds the companies.
        timeout_s: For each read, its second attempt included.
        progress: Told what is read.
        as_of: What was filed later is not seen, whatever a call asks for.
    """
    reads: dict[SubCall, None] = {}
    failures: list[ResearchError] = []
    for call in calls:
        try:
            prepared = prepare(call, directory)
            reads.update(dict.fromkeys(read.known_by(as_of) for read in prepared))
        except (InvalidRequest, NotFound) as error:
            failures.append(error)
    wanted = list(reads)[:MAX_CALLS]
    for read in wanted:
        progress(f"Reading {read}…")
    outcomes = await asyncio.gather(
        *(_read(read, provider, directory, timeout_s) for read in wanted), return_exceptions=True
    )
    tables: dict[str, SeriesTable] = {}
    for outcome in outcomes:
        if isinstance(outcome, ResearchError):
            failures.append(outcome)
        elif isinstance(outcome, BaseException):
            raise outcome
        else:
            for table in outcome:
                tables.setdefault(table.key, table)
    return Gathered(
        tuple(tables.values()),
        tuple({str(error): error for error in failures}.values()),
        tuple(reads)[MAX_CALLS:],
    )


async def _read(
    read: SubCall, provider: FinancialsProvider, directory: CompanyDirectory, timeout_s: float
) -> tuple[SeriesTable, ...]:
    failure: ProviderError | None = None
    try:
        async with asyncio.timeout(timeout_s):
            try:
                return await read.run(provider, directory)
            except ProviderError as error:
                failure = error
                pause = error.retry_after or RETRY_PAUSE_S
                if isinstance(error, AuthError) or pause >= timeout_s:
                    raise
                await asyncio.sleep(pause)
                return await read.run(provider, directory)
    except TimeoutError:
        raise failure or ProviderTimeout(
            provider.name, f"{read} took longer than {timeout_s:g} s; ask again or for less."
        ) from None


def all_failed(failures: Sequence[ResearchError]) -> ResearchError:
    """Return the one error that stands for all of `failures`, of which there is at least one.

    A single reason is returned as it is; several become one sentence each in an error of the
    kind they share, or of the kind that leaves most open.
    """
    if len(failures) == 1:
        return failures[0]
    reasons = " ".join(str(error) for error in failures)
    if all(isinstance(error, InvalidRequest) for error in failures):
        return InvalidRequest(reasons)
    if any(isinstance(error, ProviderError) for error in failures):
        return ProviderError("financials", reasons)
    return NotFound(reasons)
