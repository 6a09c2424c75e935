import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from research_agent.errors import (
    AllProvidersFailed,
    AuthError,
    InvalidRequest,
    NotFound,
    ProviderError,
    ProviderTimeout,
    RateLimited,
)
from research_agent.infra.fallback import Fallback


@dataclass
class Desk:
    """A provider that does, one after the other, what it is told; the last for ever.

    Args:
        name: Short name.
        outcomes: An answer, an error to raise, or seconds to sleep before answering.
        log: Shared by the desks of a test: who was asked, finished or was cancelled.
    """

    name: str
    outcomes: list[str | float | Exception]
    log: list[str] = field(default_factory=list)

    async def get(self) -> str:
        self.log.append(f"{self.name} asked")
        outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        if isinstance(outcome, Exception):
            raise outcome
        if isinstance(outcome, float):
            try:
                await asyncio.sleep(outcome)
            except asyncio.CancelledError:
                self.log.append(f"{self.name} cancelled")
                raise
            return f"{self.name} at last"
        return outcome


class Clock:
    """Time that passes when a test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def desks(log: list[str], **outcomes: str | float | Exception) -> list[Desk]:
    return [Desk(name, [outcome], log) for name, outcome in outcomes.items()]


def chain(providers: Sequence[Desk], **options: object) -> Fallback[Desk]:
    given = {"timeout_s": 5.0, "budget_s": 10.0, **options}
    return Fallback("search", providers, **given)  # type: ignore[arg-type]


def down(name: str, reason: str = "HTTP 503") -> ProviderError:
    return ProviderError(name, reason)


async def test_the_second_answers_when_the_first_is_down() -> None:
    """A failing provider costs one attempt, and its reason is kept."""
    log: list[str] = []
    got = await chain(desks(log, exa=down("exa"), tavily="ok")).first(Desk.get)

    assert (got.value, got.provider) == ("ok", "tavily")
    assert list(map(str, got.failures)) == ["exa: HTTP 503"]
    assert log == ["exa asked", "tavily asked"]


async def test_the_next_is_not_asked_when_one_delivers() -> None:
    """Each search costs money."""
    log: list[str] = []
    got = await chain(desks(log, exa="ok", tavily="other")).first(Desk.get)

    assert got.value == "ok"
    assert log == ["exa asked"]


async def test_total_failure_lists_every_reason_in_order() -> None:
    """The reader sees who was asked and what each one said."""
    with pytest.raises(AllProvidersFailed) as caught:
        await chain(desks([], exa=down("exa"), tavily=down("tavily", "found no page"))).first(
            Desk.get
        )

    assert str(caught.value) == "search: exa: HTTP 503; tavily: found no page"
    assert [attempt.provider for attempt in caught.value.attempts] == ["exa", "tavily"]


@pytest.mark.parametrize("error", [NotFound("no such thing"), InvalidRequest("empty"), OSError(5)])
async def test_an_answer_or_a_bug_is_not_hidden_by_the_next(error: Exception) -> None:
    """Only a provider's failure moves on; asking someone else would hide the others."""
    log: list[str] = []
    with pytest.raises(type(error)):
        await chain(desks(log, exa=error, tavily="ok")).first(Desk.get)

    assert log == ["exa asked"]


async def test_a_provider_that_hangs_costs_its_own_limit() -> None:
    """Its work is cancelled, and the next one gets its turn."""
    log: list[str] = []
    before = time.monotonic()
    got = await chain(desks(log, exa=9.0, tavily="ok"), timeout_s=0.1).first(Desk.get)

    assert got.value == "ok"
    assert list(map(str, got.failures)) == ["exa: no answer within 0.1 s"]
    assert log == ["exa asked", "exa cancelled", "tavily asked"]
    assert time.monotonic() - before < 3.0


async def test_the_budget_covers_the_whole_chain() -> None:
    """Four providers that hang do not cost four limits; who was not asked is said, too."""
    before = time.monotonic()
    hanging = desks([], a=9.0, b=9.0, c=9.0, d=9.0)
    with pytest.raises(AllProvidersFailed) as caught:
        await chain(hanging, timeout_s=0.15, budget_s=0.2).first(Desk.get)

    assert time.monotonic() - before < 3.0
    assert [type(attempt) for attempt in caught.value.attempts] == [ProviderTimeout] * 4
    assert "d: not asked: the 0.2 s for all were used up" in str(caught.value)


async def test_a_refused_key_is_not_tried_again_and_said_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """401, 402 and 403 do not heal within a process; each attempt would only cost time."""
    log: list[str] = []
    refused = AuthError("exa", "HTTP 401: the key was refused; check EXA_API_KEY")
    search = chain(desks(log, exa=refused, tavily="ok"))
    with caplog.at_level(logging.WARNING):
        first = await search.first(Desk.get)
        second = await search.first(Desk.get)

    assert list(map(str, first.failures)) == [f"exa: {refused.reason}"]
    assert second.failures == ()
    assert log == ["exa asked", "tavily asked", "tavily asked"]
    assert len(caplog.records) == 1


async def test_who_is_left_out_is_named_when_all_fail() -> None:
    """Else a person reads that the second is down and never learns of the first's key."""
    tavily = Desk("tavily", ["ok", down("tavily")])
    search = chain([Desk("exa", [AuthError("exa", "HTTP 402: no credit")]), tavily])
    await search.first(Desk.get)

    with pytest.raises(AllProvidersFailed) as caught:
        await search.first(Desk.get)

    assert str(caught.value) == (
        "search: exa: not asked again: HTTP 402: no credit; tavily: HTTP 503"
    )


async def test_retry_after_is_waited_for() -> None:
    """A provider that wants a pause of 30 s gets it; then it is the first again."""
    clock, log = Clock(), list[str]()
    limited = RateLimited("exa", "HTTP 429", retry_after=30.0)
    search = chain([Desk("exa", [limited, "exa's"], log), Desk("tavily", ["ok"], log)], clock=clock)

    assert (await search.first(Desk.get)).value == "ok"
    clock.now += 29.0
    assert (await search.first(Desk.get)).value == "ok"
    clock.now += 1.1
    assert (await search.first(Desk.get)).value == "exa's"
    assert log == ["exa asked", "tavily asked", "tavily asked", "exa asked"]


async def test_too_many_requests_without_a_time_are_tried_again() -> None:
    """Nothing says how long to leave it out, so it is not."""
    log: list[str] = []
    search = chain(desks(log, exa=RateLimited("exa", "HTTP 429"), tavily="ok"))
    await search.first(Desk.get)
    await search.first(Desk.get)

    assert log.count("exa asked") == 2


async def test_hedging_takes_the_first_good_answer() -> None:
    """The second starts when the first is slow, and the slower one is cancelled."""
    log: list[str] = []
    before = time.monotonic()
    got = await chain(desks(log, exa=9.0, tavily="fast"), hedge_after_s=0.05).first(Desk.get)

    assert (got.value, got.provider) == ("fast", "tavily")
    assert got.failures == ()
    assert log == ["exa asked", "tavily asked", "exa cancelled"]
    assert time.monotonic() - before < 3.0


async def test_hedging_does_not_start_the_second_beside_a_fast_first() -> None:
    """It is paid for only when the first is slow."""
    log: list[str] = []
    got = await chain(desks(log, exa=0.01, tavily="ok"), hedge_after_s=1.0).first(Desk.get)

    assert got.value == "exa at last"
    assert log == ["exa asked"]


async def test_the_first_may_still_win_against_its_hedge() -> None:
    """A second that fails does not spoil what the first brings later."""
    log: list[str] = []
    search = chain(desks(log, exa=0.2, tavily=down("tavily")), hedge_after_s=0.05)
    got = await search.first(Desk.get)

    assert (got.value, got.provider) == ("exa at last", "exa")
    assert list(map(str, got.failures)) == ["tavily: HTTP 503"]


async def test_hedging_asks_two_at_once_and_no_more() -> None:
    """The third begins when one of the two has failed."""
    log: list[str] = []
    search = chain(desks(log, a=0.3, b=0.3, c="c's"), hedge_after_s=0.02, timeout_s=0.15)
    got = await search.first(Desk.get)

    assert got.value == "c's"
    assert log.index("a cancelled") < log.index("c asked")


async def test_cancelling_the_search_cancels_the_provider() -> None:
    """A person who stops a run must not leave requests behind."""
    log: list[str] = []
    task = asyncio.create_task(chain(desks(log, exa=9.0)).first(Desk.get))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert log == ["exa asked", "exa cancelled"]


async def test_a_chain_without_providers_says_so() -> None:
    """Not an empty answer."""
    with pytest.raises(AllProvidersFailed, match="no provider is configured"):
        await chain([]).first(Desk.get)


async def test_standings_tell_time_and_last_error() -> None:
    """The settings page shows them; a success clears the error."""
    exa = Desk("exa", [down("exa"), "ok"])
    search = chain([exa])
    with pytest.raises(AllProvidersFailed):
        await search.first(Desk.get)
    assert search.standings["exa"].last_error == "HTTP 503"
    assert search.standings["exa"].seconds is None

    await search.first(Desk.get)
    assert search.standings["exa"].last_error == ""
    assert search.standings["exa"].seconds is not None


async def test_a_test_of_a_refused_provider_that_succeeds_brings_it_back() -> None:
    """After the account is topped up, the test button is enough."""
    exa = Desk("exa", [AuthError("exa", "HTTP 402"), "ok"])
    search = chain([exa])
    with pytest.raises(AllProvidersFailed):
        await search.first(Desk.get)

    assert await search.ask(exa, Desk.get) == "ok"
    assert (await search.first(Desk.get)).value == "ok"
