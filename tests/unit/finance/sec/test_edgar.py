"""Reading EDGAR from a loopback server that serves real SEC files, with the SEC's refusals."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from research_agent.errors import AuthError, ConfigError, NotFound, ProviderError, RateLimited
from research_agent.finance.sec.edgar import EdgarClient, EdgarDocument, EdgarHosts
from research_agent.infra.disk_cache import DiskCache
from research_agent.infra.http_client import HttpPolicy
from research_agent.infra.pace import Pace
from tests.fakes.faulty_server import Fault, FaultyServer
from tests.fakes.sec_server import sec_serving

pytestmark = pytest.mark.corpus

AMD, BOEING = 2488, 12927
CONTACT = "Ada Analyst ada@example.com"
QUICK = HttpPolicy(
    timeout_s=1.0,
    pause_s=0.02,
    budget_s=5.0,
    rest_s=600.0,
    forbidden="the SEC shuts this machine out: set SEC_CONTACT",
    forbidden_rest_s=600.0,
)
Read = Callable[[EdgarClient], Awaitable[EdgarDocument]]


@pytest.fixture
def sec(corpus: Path) -> Iterator[FaultyServer]:
    """Both of the SEC's hosts."""
    with sec_serving(corpus) as server:
        yield server


def client(
    sec: FaultyServer, folder: Path, *, contact: str = CONTACT, pace: Pace | None = None
) -> EdgarClient:
    return EdgarClient(
        contact,
        cache=DiskCache(folder),
        hosts=EdgarHosts(sec.url, sec.url),
        pace=pace or Pace(1000),
        policy=QUICK,
    )


def read(edgar: EdgarClient, what: Read) -> EdgarDocument:
    async def run() -> EdgarDocument:
        try:
            return await what(edgar)
        finally:
            await edgar.aclose()

    return asyncio.run(run())


def test_facts_are_read_from_the_secs_own_address(sec: FaultyServer, tmp_path: Path) -> None:
    """The CIK has ten digits there, and the client names its contact."""
    found: Any = read(client(sec, tmp_path), lambda edgar: edgar.company_facts(AMD)).value

    assert found["cik"] == AMD
    assert sec.requests == ["/api/xbrl/companyfacts/CIK0000002488.json"]
    assert sec.user_agents == {f"research-agent {CONTACT}"}


def test_submissions_and_the_company_list_are_read(sec: FaultyServer, tmp_path: Path) -> None:
    """Industry code and tickers come from these two."""
    submissions = read(client(sec, tmp_path), lambda edgar: edgar.submissions(AMD)).value
    tickers = read(client(sec, tmp_path), lambda edgar: edgar.company_tickers()).value

    assert submissions["sic"] == "3674"
    assert len(tickers["data"]) > 10_000


def test_without_a_contact_nothing_is_sent(sec: FaultyServer, tmp_path: Path) -> None:
    """The SEC shuts out clients without one; the sentence says what to set."""
    with pytest.raises(ConfigError, match="Set SEC_CONTACT"):
        read(client(sec, tmp_path, contact=" "), lambda edgar: edgar.company_facts(AMD))
    assert sec.requests == []


def test_what_was_read_once_is_there_without_a_network(sec: FaultyServer, tmp_path: Path) -> None:
    """A company asked about today can be asked about on the plane."""
    read(client(sec, tmp_path), lambda edgar: edgar.company_facts(AMD))
    sec.spoil(Fault("/", times=99, reset=True))

    again = read(client(sec, tmp_path), lambda edgar: edgar.company_facts(AMD))

    assert again.value["cik"] == AMD
    assert len(sec.requests) == 1


@pytest.mark.parametrize(
    "fault",
    [
        Fault("CIK", status=503),
        Fault("CIK", cut=True),
        Fault("CIK", reset=True),
        Fault("CIK", delay_s=3.0),
        Fault("CIK", status=429, headers={"Retry-After": "0.1"}),
        Fault("CIK", body=b'{"cik": 999, "facts": {}}'),
    ],
    ids=["503", "cut off", "reset", "slow", "429", "another company"],
)
def test_a_passing_fault_loses_nothing(sec: FaultyServer, tmp_path: Path, fault: Fault) -> None:
    """A second request mends it, and no wrong company gets through."""
    sec.spoil(fault)

    assert read(client(sec, tmp_path), lambda edgar: edgar.company_facts(AMD)).value["cik"] == AMD


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (Fault("CIK", times=9, status=503), ProviderError, "failed with status 503"),
        (Fault("CIK", times=9, cut=True), ProviderError, "came damaged"),
        (Fault("CIK", times=9, body=b'{"cik": 999}'), ProviderError, "it is of another company"),
        (Fault("CIK", status=403), AuthError, "set SEC_CONTACT"),
        (Fault("CIK", status=429), RateLimited, "10 minutes"),
    ],
    ids=["503", "cut off", "another company", "403", "429"],
)
def test_a_lasting_fault_is_one_sentence_and_is_not_kept(
    sec: FaultyServer, tmp_path: Path, fault: Fault, kind: type[ProviderError], words: str
) -> None:
    """The cache holds no failure: once the SEC is back the figures are, too."""
    sec.spoil(fault)
    with pytest.raises(kind, match=words):
        read(client(sec, tmp_path), lambda edgar: edgar.company_facts(AMD))

    sec.spoil()
    sec._faults.clear()
    assert read(client(sec, tmp_path), lambda edgar: edgar.company_facts(AMD)).value["cik"] == AMD


def test_after_a_refusal_the_sec_is_left_alone_for_ten_minutes(
    sec: FaultyServer, tmp_path: Path
) -> None:
    """Asking on would only lengthen the ban."""
    pace = Pace(1000)
    sec.spoil(Fault("CIK", times=9, status=403))
    for _ in range(3):
        with pytest.raises(ProviderError):
            read(client(sec, tmp_path, pace=pace), lambda edgar: edgar.company_facts(AMD))

    assert len(sec.requests) == 1
    assert 500 < pace.closed_for() <= 600


def test_a_filer_without_facts_is_not_found(sec: FaultyServer, tmp_path: Path) -> None:
    """A 404 means there are none, not that the SEC failed."""
    with pytest.raises(NotFound, match="the facts of CIK 42"):
        read(client(sec, tmp_path), lambda edgar: edgar.company_facts(42))
