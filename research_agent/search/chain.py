"""Web search over several providers, of which one has to deliver."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from research_agent.errors import AllProvidersFailed, NotFound, ProviderError
from research_agent.infra.fallback import Fallback, Standing
from research_agent.infra.timed_cache import TimedCache
from research_agent.search.provider import NothingFound, SearchProvider
from research_agent.search.ranking import ranked
from research_agent.search.result import Recency, SearchOutcome, SearchQuery, SearchResult

__all__ = ["Probe", "SearchChain"]

CACHE_LIFETIME_S = 15 * 60.0
PROBE_TEXT = "Apple annual report"

_CacheKey = tuple[str, int, Recency | None, date | None]


@dataclass(frozen=True, slots=True)
class Probe:
    """How a test search at one provider went.

    Args:
        provider: Short name.
        ok: Whether it found a page.
        seconds: How long the test took.
        message: What it found, or why it failed; never a key.
    """

    provider: str
    ok: bool
    seconds: float
    message: str


class SearchChain:
    """Searches the web; serves every run of the process.

    Args:
        providers: Those with a key, in the order to be asked.
        preferred: Name of the one to ask first; ignored when it is not among them.
        timeout_s: For one provider.
        budget_s: For all of them together.
        hedge_after_s: Start the second when the first has not answered by then; `None` never.
        clock: Seconds that only grow.
    """

    def __init__(
        self,
        providers: Sequence[SearchProvider],
        *,
        preferred: str | None = None,
        timeout_s: float = 10.0,
        budget_s: float = 20.0,
        hedge_after_s: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        order = sorted(providers, key=lambda provider: provider.name != preferred)
        self._clock = clock
        self._chain: Fallback[SearchProvider] = Fallback(
            "web search",
            order,
            timeout_s=timeout_s,
            budget_s=budget_s,
            hedge_after_s=hedge_after_s,
            clock=clock,
        )
        self._found: TimedCache[_CacheKey, SearchOutcome] = TimedCache(
            CACHE_LIFETIME_S, clock=clock
        )
        self.budget_s = budget_s

    @property
    def names(self) -> tuple[str, ...]:
        """The providers, in the order they are asked."""
        return tuple(provider.name for provider in self._chain.providers)

    @property
    def standings(self) -> dict[str, Standing]:
        """What this process knows of each provider: its last time and its last error."""
        return self._chain.standings

    async def search(self, query: SearchQuery) -> SearchOutcome:
        """Return the pages that the first provider to deliver finds.

        Raises:
            NotFound: Every provider was asked and knows no page.
            AllProvidersFailed: None delivered; the message has each reason in order.
        """
        key = _cache_key(query)
        if (kept := self._found.get(key)) is not None:
            return replace(kept, cached=True)
        try:
            delivered = await self._chain.first(lambda provider: _pages(provider, query))
        except AllProvidersFailed as error:
            if error.attempts and all(isinstance(one, NothingFound) for one in error.attempts):
                asked = ", ".join(one.provider for one in error.attempts)
                raise NotFound(f"No web page was found for this (asked: {asked}).") from None
            raise
        outcome = SearchOutcome(
            results=ranked(delivered.value, limit=query.limit),
            provider=delivered.provider,
            failures=tuple(map(str, delivered.failures)),
        )
        self._found.put(key, outcome)
        return outcome

    async def probe(self, name: str, *, today: date) -> Probe:
        """Try one provider with a real search, also one that is left out at present.

        Raises:
            KeyError: No provider of the chain is called so.
        """
        provider = {one.name: one for one in self._chain.providers}[name]
        query = SearchQuery(PROBE_TEXT, limit=1, recency=None, today=today)
        began = self._clock()
        try:
            pages = await self._chain.ask(provider, lambda one: _pages(one, query))
        except ProviderError as error:
            return Probe(name, False, self._clock() - began, error.reason)
        return Probe(name, True, self._clock() - began, f"found {pages[0].url}")

    async def aclose(self) -> None:
        """Close the connections of the running event loop."""
        for provider in self._chain.providers:
            await provider.aclose()


async def _pages(provider: SearchProvider, query: SearchQuery) -> tuple[SearchResult, ...]:
    """Search at one provider; an empty list is a failure, so that the next one is asked."""
    found = await provider.search(query)
    if not found:
        raise NothingFound(provider.name)
    return found


def _cache_key(query: SearchQuery) -> _CacheKey:
    words = " ".join(query.text.casefold().split())
    return words, query.limit, query.recency, query.today if query.recency else None
