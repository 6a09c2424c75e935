"""Reads side by side: each with its own time and one retry, one that fails costs only itself."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from research_agent.errors import AuthError, ProviderError, ProviderTimeout, ResearchError

__all__ = ["RETRY_PAUSE_S", "all_at_once", "retried"]

RETRY_PAUSE_S = 0.2
"""Before the second attempt, where the source does not say how long to wait."""

T = TypeVar("T")


async def retried(
    read: Callable[[], Awaitable[T]], *, timeout_s: float, late: ProviderTimeout
) -> T:
    """Return what `read` gives, at the second attempt when the source fails once.

    Args:
        read: One attempt.
        timeout_s: For both attempts and the pause between them.
        late: Raised when the time is up and the source has not said what is wrong.
    """
    failure: ProviderError | None = None
    try:
        async with asyncio.timeout(timeout_s):
            try:
                return await read()
            except ProviderError as error:
                failure = error
                pause = error.retry_after or RETRY_PAUSE_S
                if isinstance(error, AuthError) or pause >= timeout_s:
                    raise
                await asyncio.sleep(pause)
                return await read()
    except TimeoutError:
        raise failure or late from None


async def all_at_once(reads: Iterable[Awaitable[T]]) -> tuple[list[T], list[ResearchError]]:
    """Wait for every read; return what came and what failed, each in their order.

    A bug in one of them is raised.
    """
    found: list[T] = []
    failures: list[ResearchError] = []
    for outcome in await asyncio.gather(*reads, return_exceptions=True):
        if isinstance(outcome, ResearchError):
            failures.append(outcome)
        elif isinstance(outcome, BaseException):
            raise outcome
        else:
            found.append(outcome)
    return found, failures
