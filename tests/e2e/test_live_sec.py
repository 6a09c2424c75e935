"""Companies that are not in the pack: read from the SEC on the way, kept, and read again without it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import orjson
import pytest

from research_agent.finance.pulled_store import PulledStore
from tests.fakes.faulty_server import Fault, FaultyServer, serving
from tests.fakes.reduced_pack import reduced_pack
from tests.fakes.sec_server import sec_body, sec_ciks, sec_serving

pytestmark = pytest.mark.corpus

SNOW = 1640147
QUESTION = "What was Snowflake's revenue in fiscal 2023?"
MADE_UP_SIC = "3674"
LIMIT_S = 120


@pytest.fixture(scope="module")
def pack(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """AMD alone; the company list is whole."""
    files = [corpus / "companyfacts" / "CIK0000002488.json.gz"]
    return reduced_pack(files, tmp_path_factory.mktemp("reduced") / "pack")


@pytest.fixture
def sec(corpus: Path) -> Iterator[FaultyServer]:
    with sec_serving(corpus) as server:
        yield server


@pytest.fixture
def fifty(corpus: Path) -> Iterator[FaultyServer]:
    """The corpus, with submissions for those that have none there, as the SEC has for all."""

    def find(path: str) -> bytes | None:
        found = sec_body(corpus, path)
        if found is None and path.startswith("/submissions/CIK"):
            cik = path.removeprefix("/submissions/CIK").removesuffix(".json")
            return orjson.dumps({"cik": cik, "sic": MADE_UP_SIC, "name": "", "filings": {}})
        return found

    sec_ciks(corpus)
    with serving(find) as server:
        yield server


def environment(
    pack: Path, home: Path, url: str, *, contact: str = "Ada ada@example.com"
) -> dict[str, str]:
    own = {
        "RESEARCH_AGENT_HOME": str(home),
        "RESEARCH_AGENT_DATA_DIR": str(pack),
        "RESEARCH_AGENT_OFFLINE": "1",
        "SEC_DATA_URL": url,
        "SEC_WWW_URL": url,
    }
    return os.environ | own | ({"SEC_CONTACT": contact} if contact else {})


def agent(env: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "research_agent", *arguments],
        env=env,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
    )


def test_a_company_that_is_not_in_the_pack_is_read_from_the_sec_and_then_from_what_was_kept(
    pack: Path, fifty: FaultyServer, tmp_path: Path
) -> None:
    """Snowflake's 10-K of 2023-03-29: revenue $2,065.7 million, year to 2023-01-31.

    The second time the SEC is gone, the third time the person's store is too and only the cache
    of answers is left.
    """
    env = environment(pack, tmp_path, fifty.url)
    first = agent(env, "ask", QUESTION)

    assert first.returncode == 0, first.stderr
    assert "$2,065.659 million" in first.stdout, first.stdout
    assert "Reading SNOW" in first.stderr
    assert "from the SEC" in first.stderr
    asked = len(fifty.requests)
    assert asked == 2

    gone = environment(pack, tmp_path, "http://127.0.0.1:1")
    second = agent(gone, "ask", QUESTION)
    assert second.returncode == 0, second.stderr
    assert second.stdout.splitlines()[0] == first.stdout.splitlines()[0]

    shutil.rmtree(tmp_path / "store")
    fifty.spoil(Fault("/", times=99, reset=True))
    third = agent(environment(pack, tmp_path, fifty.url), "ask", QUESTION)
    assert third.stdout.splitlines()[0] == first.stdout.splitlines()[0]
    assert len(fifty.requests) == asked


def test_without_a_contact_the_person_hears_what_to_set(pack: Path, tmp_path: Path) -> None:
    """Nothing is sent anywhere."""
    done = agent(environment(pack, tmp_path, "http://127.0.0.1:1", contact=""), "ask", QUESTION)

    assert done.returncode == 1
    assert "set SEC_CONTACT to your name and e-mail address" in done.stdout + done.stderr


def test_pull_keeps_companies_and_list_names_them(
    pack: Path, sec: FaultyServer, tmp_path: Path
) -> None:
    """Once more pulls nothing; a name that no company has costs only itself."""
    env = environment(pack, tmp_path, sec.url)
    index = tmp_path / "index.csv"
    index.write_text("Symbol,Name\nKO,Coca-Cola\n# remark\nPG,P&G\n")
    done = agent(env, "data", "pull", "SNOW", "Qqxxyy Holdings", "--index", str(index))

    assert done.returncode == 3, done.stderr
    assert done.stdout == "3 pulled, 0 held already, 1 failed.\n"
    assert 'No listed company matches "Qqxxyy Holdings"' in done.stderr
    listed = agent(env, "data", "list", "--pulled", "--json").stdout.splitlines()
    assert [json.loads(line)["ticker"] for line in listed] == ["KO", "PG", "SNOW"]

    asked = sec.counts()
    again = agent(env, "data", "pull", "SNOW", "KO", "PG")
    assert again.stdout == "0 pulled, 3 held already.\n"
    assert sec.counts() == asked


def test_a_pull_without_a_contact_is_one_sentence(pack: Path, tmp_path: Path) -> None:
    """It says what to set."""
    done = agent(
        environment(pack, tmp_path, "http://127.0.0.1:1", contact=""), "data", "pull", "KO"
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: ")
    assert "SEC_CONTACT" in done.stderr


def test_a_company_listed_since_is_found_in_the_secs_own_list(
    corpus: Path, pack: Path, tmp_path: Path
) -> None:
    """The embedded list is as old as the release; a new listing can be asked about all the same."""
    newest = {
        "fields": ["cik", "name", "ticker", "exchange"],
        "data": [[9_999_999, "BRANDNEW CORP", "BRNW", "NYSE"]],
    }

    def find(path: str) -> bytes | None:
        if path.startswith("/files/"):
            return orjson.dumps(newest)
        found = sec_body(corpus, path.replace("CIK0009999999", f"CIK{SNOW:010d}"))
        if found is None or "0009999999" not in path:
            return found
        return orjson.dumps(orjson.loads(found) | {"cik": 9_999_999})

    with serving(find) as server:
        env = environment(pack, tmp_path, server.url)
        asked = agent(env, "ask", "What was the revenue of BRNW in fiscal 2023?")
        assert asked.returncode == 0, asked.stderr
        assert "2,065" in asked.stdout
        assert "BRNW" in agent(env, "data", "list", "--pulled").stdout


def test_two_processes_that_pull_the_same_companies_ask_for_each_once(
    corpus: Path, pack: Path, fifty: FaultyServer, tmp_path: Path
) -> None:
    """Fifty companies: a hundred requests in all, never more than eight a second from a process."""
    ciks = [str(cik) for cik in sec_ciks(corpus)[:50]]
    env = environment(pack, tmp_path, fifty.url)
    with ThreadPoolExecutor(2) as both:
        done = list(both.map(lambda _: agent(env, "data", "pull", *ciks), range(2)))

    assert [one.returncode for one in done] == [0, 0], done[0].stderr + done[1].stderr
    assert set(fifty.counts().values()) == {1}
    assert len(fifty.requests) == 100
    store = PulledStore(tmp_path / "store")
    assert {str(cik) for cik in store.coverage()} == set(ciks)
    assert all(len(store.rows(cik)) == row.facts for cik, row in store.coverage().items())


def test_a_pull_killed_at_any_point_goes_on_where_it_was(
    corpus: Path, pack: Path, fifty: FaultyServer, tmp_path: Path
) -> None:
    """`kill -9`, several times; at the end every company is there, whole, and none was lost."""
    ciks = [str(cik) for cik in sec_ciks(corpus)[:12]]
    env = environment(pack, tmp_path, fifty.url)
    for pause in (1.3, 1.6, 1.9):
        running = subprocess.Popen(
            [sys.executable, "-m", "research_agent", "data", "pull", *ciks],
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(pause)
        running.send_signal(signal.SIGKILL)
        running.wait()
        held = PulledStore(tmp_path / "store")
        assert all(len(held.rows(cik)) == row.facts for cik, row in held.coverage().items())
    kept = set(PulledStore(tmp_path / "store").coverage())
    done = agent(env, "data", "pull", *ciks)

    assert done.returncode == 0, done.stderr
    store = PulledStore(tmp_path / "store")
    assert {str(cik) for cik in store.coverage()} == set(ciks) >= {str(cik) for cik in kept}
    assert all(len(store.rows(cik)) == row.facts for cik, row in store.coverage().items())
    assert not list((tmp_path / "store" / "facts").glob(".*")) or kept


def test_a_pull_that_is_refused_says_so_and_goes_on_later(
    pack: Path, sec: FaultyServer, tmp_path: Path
) -> None:
    """403: one request, one sentence for all companies, exit code 1; nothing is kept."""
    sec.spoil(Fault("companyfacts", times=9, status=403))
    env = environment(pack, tmp_path, sec.url)
    done = agent(env, "data", "pull", "SNOW")

    assert done.returncode == 1
    assert "SEC_CONTACT" in done.stderr
    assert PulledStore(tmp_path / "store").coverage() == {}
