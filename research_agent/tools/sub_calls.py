"""Many reads at once: each with its own time, one failing costs only its own part."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from research_agent.domain.tables import SeriesTable
from research_agent.errors import (
    InvalidRequest,
    NotFound,
    ProviderError,
    ProviderTimeout,
    ResearchError,
)
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.provider import FinancialsProvider
from research_agent.finance.routing import RoutedCall
from research_agent.tools.retried_reads import all_at_once, retried
from research_agent.tools.sub_tools import SubCall, prepare

__all__ = ["MAX_CALLS", "Gathered", "all_failed", "gather_series"]

MAX_CALLS = 16
"""Reads for one question."""


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
    found, failed = await all_at_once(
        _read(read, provider, directory, timeout_s) for read in wanted
    )
    failures += failed
    tables: dict[str, SeriesTable] = {}
    for table in (table for read_tables in found for table in read_tables):
        tables.setdefault(table.key, table)
    return Gathered(
        tuple(tables.values()),
        tuple({str(error): error for error in failures}.values()),
        tuple(reads)[MAX_CALLS:],
    )


async def _read(
    read: SubCall, provider: FinancialsProvider, directory: CompanyDirectory, timeout_s: float
) -> tuple[SeriesTable, ...]:
    late = f"{read} took longer than {timeout_s:g} s; ask again or for less."
    return await retried(
        lambda: read.run(provider, directory),
        timeout_s=timeout_s,
        late=ProviderTimeout(provider.name, late),
    )


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
