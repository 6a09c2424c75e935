"""Every fault of a live source against every situation of the person: nothing wrong, nothing lost.

A further source is one entry in `SOURCES`.
"""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

import orjson
import pytest

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.errors import ProviderError
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.providers.provider import FinancialsProvider
from research_agent.finance.providers.provider_chain import ProviderChain
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.pulled_store import PulledStore
from research_agent.finance.sec.edgar import SEC_POLICY, EdgarClient, EdgarHosts
from research_agent.finance.sec.sec_provider import SecProvider
from research_agent.finance.store import FactStore
from research_agent.infra.disk_cache import DiskCache
from research_agent.infra.pace import Pace
from tests.fakes.faulty_server import Fault, FaultyServer
from tests.fakes.reduced_pack import reduced_pack
from tests.fakes.sec_server import sec_serving

pytestmark = pytest.mark.corpus

AMD = Company(2488, "AMD", "Advanced Micro Devices Inc", "Nasdaq", ("AMD",))
REVENUE_2023 = Decimal(22_680_000_000)  # 10-K filed 2024-01-31, page 50
BUDGET_S = 3.0
GRACE_S = 1.0
"""For making the tables, on a loaded machine."""

_POLICY = replace(SEC_POLICY, timeout_s=0.7, pause_s=0.02, budget_s=30.0)
"""Its own budget is longer than the person's patience, so that the chain's limit is tried too."""


_FACTS = "companyfacts"
_WRONG = orjson.dumps({"cik": 320193, "facts": {"us-gaap": {}}})


@dataclass
class Live:
    """A live source and the server behind it."""

    provider: FinancialsProvider
    server: FaultyServer
    path: str
    wrong_company: bytes


@asynccontextmanager
async def sec(corpus: Path, folder: Path) -> AsyncIterator[Live]:
    """The SEC, on loopback."""
    with sec_serving(corpus) as server:
        edgar = EdgarClient(
            "Ada ada@example.com",
            cache=DiskCache(folder / "cache"),
            hosts=EdgarHosts(server.url, server.url),
            pace=Pace(1000),
            policy=_POLICY,
        )
        live = SecProvider(edgar, keep=PulledStore(folder / "store"))
        yield Live(live, server, _FACTS, _WRONG)
        await live.aclose()


SOURCES: dict[str, Callable[[Path, Path], AbstractAsyncContextManager[Live]]] = {"SEC": sec}

FAULTS = {
    "403": Fault("", status=403),
    "429 for two minutes": Fault("", status=429, headers={"Retry-After": "120"}),
    "503": Fault("", status=503),
    "truncated": Fault("", cut=True),
    "slow body": Fault("", delay_s=30.0),
    "another company": Fault(""),
    "reset": Fault("", reset=True),
    "hang": Fault("", hang_s=30.0),
    "empty": Fault("", body=b""),
    "no facts": Fault("", body=b'{"cik": 2488, "facts": {}}'),
}
PASSING = FAULTS.keys() - {"403", "429 for two minutes"}
"""Faults of a moment, which another attempt mends within the time."""


@pytest.fixture(scope="module")
def packs(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Without the company, and with twenty-two of its tags."""
    folder = tmp_path_factory.mktemp("packs")
    other = corpus / "companyfacts" / "CIK0001640147.json.gz"
    part = corpus / "companyfacts_22tags" / "AMD.json.gz"
    return {
        "not held": reduced_pack([other], folder / "without"),
        "held in part": reduced_pack([part], folder / "part"),
    }


@pytest.fixture(params=SOURCES)
async def live(request: pytest.FixtureRequest, corpus: Path, tmp_path: Path) -> AsyncIterator[Live]:
    async with SOURCES[request.param](corpus, tmp_path) as made:
        yield made


async def ask(live: Live, pack: Path) -> SeriesTable:
    store = FactStore(pack)
    chain = ProviderChain([StoreProvider(store), live.provider], budget_s=BUDGET_S)
    try:
        return await chain.statement(AMD, StatementKind.INCOME, PeriodQuery(limit=4))
    finally:
        store.close()


def spoil(server: FaultyServer, path: str, wrong: bytes, fault: str, *, times: int) -> None:
    body = wrong if fault == "another company" else FAULTS[fault].body
    server.spoil(replace(FAULTS[fault], path=path, times=times, body=body))


def revenue(table: SeriesTable) -> Decimal:
    row = table.row("revenue")
    assert row is not None
    found = row.cells[[period.label for period in table.periods].index("FY2023")]
    assert isinstance(found, Fact)
    return found.value


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_lasting_fault_is_one_sentence_in_time_and_leaves_nothing_behind(
    live: Live, fault: str, packs: dict[str, Path], tmp_path: Path
) -> None:
    """It names the series, the company and the provider; neither cache nor store keeps any of it."""
    spoil(live.server, live.path, live.wrong_company, fault, times=99)
    started = time.monotonic()
    with pytest.raises(ProviderError) as raised:
        await ask(live, packs["not held"])
    seconds = time.monotonic() - started

    assert seconds < BUDGET_S + GRACE_S
    sentence = str(raised.value)
    assert f"income statement of {AMD} could not be read: {live.provider.name}: " in sentence
    assert "Traceback" not in sentence
    assert "\n" not in sentence
    assert not list(tmp_path.rglob("facts/*.parquet"))


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_lasting_fault_costs_nothing_of_what_is_held_in_part(
    live: Live, fault: str, packs: dict[str, Path]
) -> None:
    """The table of the store comes, right and in time, and a note names the provider."""
    spoil(live.server, live.path, live.wrong_company, fault, times=99)
    started = time.monotonic()
    table = await ask(live, packs["held in part"])

    assert time.monotonic() - started < BUDGET_S + GRACE_S
    assert revenue(table) == REVENUE_2023
    assert [note for note in table.notes if note.startswith(f"{live.provider.name}: ")]


@pytest.mark.parametrize("fault", sorted(PASSING))
async def test_a_fault_of_a_moment_is_not_noticed(
    live: Live, fault: str, packs: dict[str, Path]
) -> None:
    """The next attempt brings the figures."""
    spoil(live.server, live.path, live.wrong_company, fault, times=1)
    table = await ask(live, packs["not held"])

    assert revenue(table) == REVENUE_2023
    assert not [note for note in table.notes if note.startswith(live.provider.name)]


@pytest.mark.parametrize("fault", FAULTS)
async def test_what_was_read_before_is_given_while_the_sec_is_down(
    corpus: Path, tmp_path: Path, fault: str, packs: dict[str, Path]
) -> None:
    """A copy past its age is better than nothing, and says how old it is and why it is given."""
    with sec_serving(corpus) as server:

        async def read(facts_age_s: float) -> SeriesTable:
            edgar = EdgarClient(
                "Ada ada@example.com",
                cache=DiskCache(tmp_path / "cache"),
                hosts=EdgarHosts(server.url, server.url),
                pace=Pace(1000),
                policy=replace(_POLICY, retries=0),
                facts_age_s=facts_age_s,
            )
            provider = SecProvider(edgar, keep=None)
            try:
                return await ask(Live(provider, server, _FACTS, _WRONG), packs["not held"])
            finally:
                await provider.aclose()

        before = await read(3600.0)
        spoil(server, _FACTS, _WRONG, fault, times=99)
        after = await read(0.0)

    assert after.rows == before.rows
    notes = [note for note in after.notes if "newer ones could not be had: SEC: " in note]
    assert len(notes) == 1
    assert notes[0] not in before.notes
