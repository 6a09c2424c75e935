import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date

import pytest

from research_agent.errors import AllProvidersFailed, AuthError, NotFound, ProviderError
from research_agent.search.chain import SearchChain
from research_agent.search.result import Recency, SearchQuery, SearchResult

TODAY = date(2026, 11, 30)
NEWS = SearchQuery("Apple news", limit=5, recency=None, today=TODAY)
Outcome = tuple[SearchResult, ...] | Exception | float


def page(number: int, provider: str = "exa") -> SearchResult:
    return SearchResult(f"Page {number}", f"https://{number}.example/", None, "text", provider)


@dataclass
class Service:
    """A search provider that finds, fails or hangs as told."""

    name: str
    outcome: Outcome
    asked: list[SearchQuery] = field(default_factory=list)
    closed: int = 0

    async def search(self, query: SearchQuery) -> tuple[SearchResult, ...]:
        self.asked.append(query)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        if isinstance(self.outcome, float):
            await asyncio.sleep(self.outcome)
            return (page(99, self.name),)
        return self.outcome

    async def aclose(self) -> None:
        self.closed += 1


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_the_preferred_provider_is_asked_first() -> None:
    """The others keep their order; an unknown preference changes nothing."""
    services = [Service(name, ()) for name in ("exa", "perplexity", "tavily")]

    assert SearchChain(services, preferred="tavily").names == ("tavily", "exa", "perplexity")
    assert SearchChain(services, preferred="other").names == ("exa", "perplexity", "tavily")


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        pytest.param(ProviderError("exa", "HTTP 503"), "exa: HTTP 503", id="failure"),
        pytest.param((), "exa: found no page", id="nothing found"),
        pytest.param(9.0, "exa: no answer within 0.05 s", id="hang"),
        pytest.param(AuthError("exa", "HTTP 401"), "exa: HTTP 401", id="key"),
    ],
)
async def test_what_brings_no_page_moves_on_and_is_kept(outcome: Outcome, reason: str) -> None:
    """An empty list too: another service may know a page."""
    chain = SearchChain(
        [Service("exa", outcome), Service("tavily", (page(1, "tavily"),))], timeout_s=0.05
    )
    found = await chain.search(NEWS)

    assert found.provider == "tavily"
    assert found.results == (page(1, "tavily"),)
    assert found.failures == (reason,)


async def test_when_all_fail_every_reason_is_listed() -> None:
    """A person can mend what the sentence names."""
    chain = SearchChain([Service("exa", ProviderError("exa", "HTTP 503")), Service("tavily", ())])
    with pytest.raises(AllProvidersFailed) as caught:
        await chain.search(NEWS)

    assert str(caught.value) == "web search: exa: HTTP 503; tavily: found no page"


async def test_when_all_answer_and_none_knows_a_page_nothing_exists() -> None:
    """That is an answer, not a failure: asking again will not help (TRAPS 42)."""
    chain = SearchChain([Service("exa", ()), Service("tavily", ())])
    with pytest.raises(NotFound, match=r"No web page was found for this \(asked: exa, tavily\)"):
        await chain.search(NEWS)


async def test_results_come_without_repeats_and_no_more_than_asked_for() -> None:
    """Ranking is applied to what the provider sent."""
    found = await SearchChain([Service("exa", (page(1), page(2), page(1), page(3)))]).search(
        replace(NEWS, limit=2)
    )

    assert found.results == (page(1), page(2))


async def test_the_same_search_is_not_paid_for_twice_in_a_quarter_of_an_hour() -> None:
    """Case and blanks make no other search; words, age and number do."""
    clock, exa = Clock(), Service("exa", (page(1),))
    chain = SearchChain([exa], clock=clock)
    first = await chain.search(NEWS)
    again = await chain.search(replace(NEWS, text="  apple   NEWS "))

    assert (first.cached, again.cached) == (False, True)
    assert again.results == first.results
    assert len(exa.asked) == 1
    for other in (
        replace(NEWS, text="Apple's news"),
        replace(NEWS, recency=Recency.DAY),
        replace(NEWS, recency=Recency.DAY, today=date(2026, 12, 1)),
        replace(NEWS, limit=6),
    ):
        assert not (await chain.search(other)).cached
    clock.now = 15 * 60.0
    assert not (await chain.search(NEWS)).cached


async def test_a_failure_is_not_cached() -> None:
    """The next search may succeed."""
    exa = Service("exa", ProviderError("exa", "HTTP 503"))
    chain = SearchChain([exa])
    with pytest.raises(AllProvidersFailed):
        await chain.search(NEWS)
    exa.outcome = (page(1),)

    assert (await chain.search(NEWS)).results == (page(1),)


@pytest.mark.parametrize(
    ("outcome", "ok", "message"),
    [
        ((page(1),), True, "found https://1.example/"),
        ((), False, "found no page"),
        (AuthError("exa", "HTTP 401: the key was refused"), False, "HTTP 401: the key was refused"),
        (9.0, False, "no answer within 0.05 s"),
    ],
)
async def test_a_provider_can_be_tried_by_itself(outcome: Outcome, ok: bool, message: str) -> None:
    """The settings page and `doctor` show the time and the reason."""
    chain = SearchChain([Service("tavily", ()), Service("exa", outcome)], timeout_s=0.05)
    probe = await chain.probe("exa", today=TODAY)

    assert (probe.provider, probe.ok, probe.message) == ("exa", ok, message)
    assert 0.0 <= probe.seconds < 5.0


async def test_the_last_error_of_each_provider_is_known() -> None:
    """Without another request."""
    chain = SearchChain(
        [Service("exa", ProviderError("exa", "HTTP 503")), Service("tavily", (page(1),))]
    )
    await chain.search(NEWS)

    assert chain.standings["exa"].last_error == "HTTP 503"
    assert chain.standings["tavily"].last_error == ""
    assert chain.standings["tavily"].seconds is not None


async def test_closing_closes_every_provider() -> None:
    """Connections do not outlive the process's work."""
    services = [Service("exa", ()), Service("tavily", ())]
    close: Callable[[], object] = SearchChain(services).aclose
    await close()  # type: ignore[misc]

    assert [service.closed for service in services] == [1, 1]
