"""Ask one provider after another until one delivers."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from research_agent.errors import (
    AllProvidersFailed,
    AuthError,
    ProviderError,
    ProviderTimeout,
    RateLimited,
)

__all__ = ["Delivered", "Fallback", "Named", "Standing"]

MAX_AT_ONCE = 2
"""Providers that work on one request side by side when hedging."""

GRACE_S = 0.25
"""How long work that was cancelled may take to end before it is left behind."""

logger = logging.getLogger(__name__)


class Named(Protocol):
    """Anything with a short provider name."""

    @property
    def name(self) -> str:
        """The name used in settings, messages and citations."""
        ...


P = TypeVar("P", bound=Named)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Delivered(Generic[R]):
    """What came, and what was tried before.

    Args:
        value: The first answer.
        provider: Who gave it.
        failures: Why each provider asked this time did not, in order.
    """

    value: R
    provider: str
    failures: tuple[ProviderError, ...] = ()


@dataclass(slots=True)
class Standing:
    """What is known of one provider in this process.

    Args:
        seconds: How long its last answer took; `None` before the first.
        last_error: Why it last failed; empty when it has not.
        refused: Set when it refused the key or the account: it is not asked again.
        waits_until: Clock time before which it asked not to be asked again.
    """

    seconds: float | None = None
    last_error: str = ""
    refused: AuthError | None = None
    waits_until: float = 0.0


class Fallback(Generic[P]):
    """An ordered chain of interchangeable providers.

    Only `ProviderError` moves on to the next: `NotFound` and `InvalidRequest` are answers, and
    a bug should surface. A provider that refused the key or the account is left out for the
    rest of the process, one that named a time to wait until then.

    Args:
        name: Of the chain, for messages.
        providers: In the order to be asked.
        timeout_s: For one provider.
        budget_s: For the whole chain.
        hedge_after_s: Start the next provider when the one asked has not answered by then, and
            take the first good answer; `None` waits for each to fail first.
        clock: Seconds that only grow.
    """

    def __init__(
        self,
        name: str,
        providers: Sequence[P],
        *,
        timeout_s: float,
        budget_s: float,
        hedge_after_s: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.providers = tuple(providers)
        self.standings = {provider.name: Standing() for provider in providers}
        self._timeout_s = timeout_s
        self._budget_s = budget_s
        self._hedge_after_s = hedge_after_s
        self._clock = clock

    async def first(self, ask: Callable[[P], Coroutine[Any, Any, R]]) -> Delivered[R]:
        """Return the first answer.

        Raises:
            AllProvidersFailed: Nobody delivered; `attempts` holds each reason in order.
        """
        left_out = {p.name: why for p in self.providers if (why := self._why_left_out(p))}
        failures: dict[str, ProviderError] = {}
        waiting = deque(p for p in self.providers if p.name not in left_out)
        running: dict[asyncio.Task[R], P] = {}
        until = self._clock() + self._budget_s
        try:
            while running or waiting:
                if waiting and (not running or self._hedges(running)):
                    provider = waiting.popleft()
                    left_s = min(self._timeout_s, until - self._clock())
                    task = asyncio.create_task(self._timed(ask, provider, left_s))
                    running[task] = provider
                for task in await _done(running, self._pause(waiting, running)):
                    provider = running.pop(task)
                    error = _failure(task, provider)
                    if error is None:
                        return Delivered(task.result(), provider.name, self._ordered(failures))
                    failures[provider.name] = error
        finally:
            await _ended(running)
        raise AllProvidersFailed(self.name, self._ordered(left_out | failures))

    async def ask(self, provider: P, ask: Callable[[P], Awaitable[R]]) -> R:
        """Ask one provider of the chain, whatever its standing, as a test of it.

        Raises:
            ProviderError: It failed.
        """
        return await self._timed(ask, provider, self._timeout_s)

    async def _timed(self, ask: Callable[[P], Awaitable[R]], provider: P, left_s: float) -> R:
        if left_s <= 0:
            raise ProviderTimeout(
                provider.name, f"not asked: the {self._budget_s:g} s for all were used up"
            )
        standing = self.standings[provider.name]
        began = self._clock()
        try:
            try:
                async with asyncio.timeout(left_s):
                    answer = await ask(provider)
            except TimeoutError:
                raise ProviderTimeout(provider.name, f"no answer within {left_s:.3g} s") from None
        except ProviderError as error:
            self._note(standing, error)
            raise
        standing.seconds = self._clock() - began
        standing.last_error, standing.refused, standing.waits_until = "", None, 0.0
        return answer

    def _note(self, standing: Standing, error: ProviderError) -> None:
        standing.last_error = error.reason
        if isinstance(error, AuthError):
            standing.refused = error
            logger.warning("%s: %s; it is left out from now on", self.name, error)
        elif isinstance(error, RateLimited) and error.retry_after:
            standing.waits_until = self._clock() + error.retry_after

    def _why_left_out(self, provider: P) -> ProviderError | None:
        """Return why a provider is not asked this time; `None` when it is."""
        standing = self.standings[provider.name]
        wait_s = standing.waits_until - self._clock()
        if standing.refused is not None:
            return AuthError(provider.name, f"not asked again: {standing.refused.reason}")
        if wait_s > 0:
            reason = f"not asked: it wants no request for another {wait_s:.0f} s"
            return RateLimited(provider.name, reason, retry_after=wait_s)
        return None

    def _hedges(self, running: dict[asyncio.Task[R], P]) -> bool:
        return self._hedge_after_s is not None and len(running) < MAX_AT_ONCE

    def _pause(self, waiting: deque[P], running: dict[asyncio.Task[R], P]) -> float | None:
        """How long to wait before the next is started beside those that run."""
        return self._hedge_after_s if waiting and self._hedges(running) else None

    def _ordered(self, failures: dict[str, ProviderError]) -> tuple[ProviderError, ...]:
        return tuple(failures[name] for name in self.standings if name in failures)


async def _done(running: dict[asyncio.Task[R], P], seconds: float | None) -> list[asyncio.Task[R]]:
    """Wait for one of the tasks; return those that are done, in the order they were started."""
    done, _ = await asyncio.wait(running, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    return [task for task in running if task in done]


def _failure(task: asyncio.Task[R], provider: Named) -> ProviderError | None:
    """Return why a task that is done brought nothing; `None` when it did. A bug is raised."""
    if task.cancelled():
        return ProviderError(provider.name, "it gave the request up")
    error = task.exception()
    if error is None or isinstance(error, ProviderError):
        return error
    raise error


async def _ended(running: dict[asyncio.Task[R], P]) -> None:
    """Cancel what still runs and let it close its connections."""
    for task in running:
        task.cancel()
    if running:
        done, _ = await asyncio.wait(running, timeout=GRACE_S)
        for task in done:
            if not task.cancelled():
                task.exception()  # looked at, so that nobody reports it as never retrieved
