"""Companies pulled from the SEC into the person's own store."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from research_agent.domain.companies import Company
from research_agent.errors import ResearchError
from research_agent.finance.pulled_store import PulledStore
from research_agent.finance.sec.company_read import ORIGIN, read_company
from research_agent.finance.sec.edgar import EdgarClient
from research_agent.infra.file_lock import locked

__all__ = ["PullResult", "PullState", "pull_companies"]

TOGETHER = 4
"""Companies at the same time; the pace of requests is the client's affair."""


class PullState(StrEnum):
    """What became of one company."""

    PULLED = "pulled"
    HELD = "held"
    """Read so short a time ago that nothing was asked for."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class PullResult:
    """One company of a pull.

    Args:
        name: As it was asked for.
        state: What became of it.
        company: Which it is; `None` for a name that no company has.
        message: In a few words: what came, or why nothing did.
    """

    name: str
    state: PullState
    company: Company | None
    message: str


async def pull_companies(
    names: Sequence[str],
    *,
    find: Callable[[str], Awaitable[Company]],
    edgar: EdgarClient,
    store: PulledStore,
    fresh_s: float,
    told: Callable[[PullResult], None],
) -> tuple[PullResult, ...]:
    """Pull companies; each is kept as soon as it is read, so that an end at any point loses none.

    Several processes may pull the same companies: one reads, the others find it held.

    Args:
        names: Tickers, names or CIKs; one named twice is pulled once.
        find: From a name to its company.
        edgar: Reads through the disk cache.
        store: Where they are kept.
        fresh_s: A company held and written within so many seconds is left as it is.
        told: Told each result as it comes.

    Returns:
        In the order of the names.
    """
    slots = asyncio.Semaphore(TOGETHER)

    async def pull(name: str) -> PullResult:
        async with slots:
            company: Company | None = None
            try:
                company = await find(name)
                state, message = await _pulled(company, edgar, store, fresh_s)
                result = PullResult(name, state, company, message)
            except ResearchError as error:
                result = PullResult(name, PullState.FAILED, company, str(error))
            told(result)
            return result

    return tuple(await asyncio.gather(*map(pull, dict.fromkeys(names))))


async def _pulled(
    company: Company, edgar: EdgarClient, store: PulledStore, fresh_s: float
) -> tuple[PullState, str]:
    async with locked(store.folder / "locks" / f"CIK{company.cik:010d}.lock"):
        held = (await asyncio.to_thread(store.companies)).get(company.cik)
        if held is not None and time.time() - held.written < fresh_s:
            return PullState.HELD, f"held, {_words(held.coverage.facts, held.coverage.last_filed)}"
        read = await read_company(edgar, company)
        if not read.complete:
            return PullState.FAILED, " ".join(read.notes)
        await asyncio.to_thread(store.put, read.coverage, read.rows, origin=ORIGIN)
        return PullState.PULLED, _words(read.coverage.facts, read.coverage.last_filed)


def _words(facts: int, filed: object) -> str:
    return f"{facts:,} figures, newest filing {filed}"
