"""Calls that are paced, timed and retried, against a real server that misbehaves."""

import asyncio
import time
from collections.abc import Iterator

import orjson
import pytest

from research_agent.errors import AuthError, NotFound, ProviderError, ProviderTimeout, RateLimited
from research_agent.infra.http_client import HttpClient, HttpPolicy
from research_agent.infra.pace import Pace
from tests.fakes.faulty_server import Fault, FaultyServer, serving

FAST = HttpPolicy(timeout_s=0.5, pause_s=0.02, budget_s=5.0, rest_s=30.0)
GOOD = b'{"ok": true}'


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    """Serves one JSON document everywhere but under /absent."""
    with serving(lambda path: None if "absent" in path else GOOD) as running:
        yield running


def get(
    server: FaultyServer,
    path: str = "/facts",
    *,
    policy: HttpPolicy = FAST,
    pace: Pace | None = None,
) -> bytes:
    async def run() -> bytes:
        client = HttpClient(
            "SEC", pace=pace or Pace(1000), policy=policy, headers={"X-Key": "s3cret"}
        )
        try:
            return await client.get(server.url + path, what="the facts", check=orjson.loads)
        finally:
            await client.aclose()

    return asyncio.run(run())


@pytest.mark.parametrize(
    "fault",
    [
        Fault("/facts", status=503),
        Fault("/facts", status=500, times=2),
        Fault("/facts", reset=True),
        Fault("/facts", cut=True),
        Fault("/facts", delay_s=2.0),
        Fault("/facts", status=429, headers={"Retry-After": "0.2"}),
        Fault("/facts", status=503, headers={"Retry-After": "0.1"}),
    ],
    ids=["503", "500 twice", "reset", "cut off", "slow", "429", "503 with a time"],
)
def test_a_failure_that_passes_costs_an_attempt_not_the_answer(
    server: FaultyServer, fault: Fault
) -> None:
    """Nothing is lost under a fault that a second request mends."""
    server.spoil(fault)

    assert get(server) == GOOD


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (Fault("/facts", times=9, status=503), ProviderError, "failed with status 503"),
        (Fault("/facts", times=9, cut=True), ProviderError, "came damaged"),
        (Fault("/facts", times=9, delay_s=2.0), ProviderTimeout, "did not come within 0.5 s"),
        (Fault("/facts", times=9, reset=True), ProviderError, "no connection"),
        (Fault("/facts", status=401), AuthError, "the key was refused"),
        (Fault("/facts", status=402), AuthError, "no credit"),
        (Fault("/facts", status=403), AuthError, "access was refused"),
        (Fault("/facts", status=418), ProviderError, "answered with status 418"),
        (Fault("/facts", status=429, headers={"Retry-After": "600"}), RateLimited, "10 minutes"),
    ],
    ids=["503", "cut off", "slow", "reset", "401", "402", "403", "418", "429"],
)
def test_a_failure_that_stays_is_one_clear_sentence_in_time(
    server: FaultyServer, fault: Fault, kind: type[ProviderError], words: str
) -> None:
    """The person hears what is wrong within the budget, and no key is in it."""
    server.spoil(fault)
    began = time.monotonic()

    with pytest.raises(kind, match=words) as raised:
        get(server)

    assert time.monotonic() - began < FAST.budget_s + 1
    assert "s3cret" not in str(raised.value)
    assert len(server.requests) <= FAST.retries + 1


def test_what_is_not_there_is_not_a_failure(server: FaultyServer) -> None:
    """A 404 is an answer: it is not retried."""
    with pytest.raises(NotFound, match="SEC has not the facts"):
        get(server, "/absent")
    assert len(server.requests) == 1


def test_calls_keep_the_pace() -> None:
    """Twenty a second means that the last of six starts a quarter of a second after the first."""

    async def run() -> float:
        pace = Pace(20)
        began = time.monotonic()
        await asyncio.gather(*(pace.turn() for _ in range(6)))
        return time.monotonic() - began

    assert asyncio.run(run()) >= 0.25


def test_while_the_service_rests_nothing_is_sent(server: FaultyServer) -> None:
    """After a refusal of ten minutes a second call fails at once, without a request."""
    pace = Pace(1000)
    server.spoil(Fault("/facts", status=429, headers={"Retry-After": "600"}))
    for _ in range(2):
        with pytest.raises(RateLimited):
            get(server, pace=pace)

    assert len(server.requests) == 1


def test_a_short_rest_is_sat_out_by_every_call(server: FaultyServer) -> None:
    """Eight parallel calls, one of them refused for a moment: all eight answers arrive."""
    server.spoil(Fault("/facts", status=429, times=3, headers={"Retry-After": "0.2"}))

    async def run() -> list[bytes]:
        client = HttpClient("data", pace=Pace(1000), policy=FAST)
        found = await asyncio.gather(
            *(client.get(f"{server.url}/facts/{n}", what="it") for n in range(8))
        )
        await client.aclose()
        return found

    assert asyncio.run(run()) == [GOOD] * 8
