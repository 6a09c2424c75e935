"""Answers on disk: fetched once, never half written, old ones only when said so."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from research_agent.errors import NotFound, ProviderError
from research_agent.infra.disk_cache import CachedBody, DiskCache


class Source:
    """Counts how often it is asked; fails when told to."""

    def __init__(self, body: bytes = b"facts", *, failing: Exception | None = None) -> None:
        self.body = body
        self.failing = failing
        self.asked = 0

    async def __call__(self) -> bytes:
        self.asked += 1
        await asyncio.sleep(0.05)
        if self.failing is not None:
            raise self.failing
        return self.body


def get(cache: DiskCache, source: Source, *, max_age_s: float = 60.0) -> CachedBody:
    return asyncio.run(cache.get("key", source, max_age_s=max_age_s))


def test_a_fresh_entry_is_not_fetched_again(tmp_path: Path) -> None:
    """The second question of a day costs no request."""
    cache, source = DiskCache(tmp_path), Source()

    assert get(cache, source).body == b"facts"
    assert get(cache, source).body == b"facts"
    assert source.asked == 1


def test_an_entry_past_its_age_is_fetched_anew(tmp_path: Path) -> None:
    """Yesterday's facts may lack today's filing."""
    cache = DiskCache(tmp_path)
    get(cache, Source(b"old"))

    assert get(cache, Source(b"new"), max_age_s=0.0).body == b"new"


def test_callers_at_the_same_time_share_one_fetch(tmp_path: Path) -> None:
    """Eight sub-tools that need one company make one request."""
    cache, source = DiskCache(tmp_path), Source()

    async def run() -> list[CachedBody]:
        return await asyncio.gather(*(cache.get("key", source, max_age_s=60) for _ in range(8)))

    assert [found.body for found in asyncio.run(run())] == [b"facts"] * 8
    assert source.asked == 1


def test_an_old_entry_serves_while_the_source_fails_and_says_why(tmp_path: Path) -> None:
    """Without a network the person still gets the figures, and hears how old they are."""
    cache = DiskCache(tmp_path)
    get(cache, Source(b"old"))

    found = get(cache, Source(failing=ProviderError("SEC", "no connection")), max_age_s=0.0)

    assert found.body == b"old"
    assert found.stale_because == "SEC: no connection"


@pytest.mark.parametrize("failing", [ProviderError("SEC", "no connection"), NotFound("no such")])
def test_a_failure_is_not_kept(tmp_path: Path, failing: Exception) -> None:
    """The next question asks again."""
    cache = DiskCache(tmp_path)
    with pytest.raises(type(failing)):
        get(cache, Source(failing=failing))

    assert get(cache, Source()).body == b"facts"


def test_an_empty_answer_is_not_kept(tmp_path: Path) -> None:
    """An empty body is no news for a day."""
    cache = DiskCache(tmp_path)
    get(cache, Source(b""))

    assert get(cache, Source()).body == b"facts"


@pytest.mark.parametrize("keep", [0, 10, -3])
def test_a_damaged_entry_counts_as_none(tmp_path: Path, keep: int) -> None:
    """A disk that filled up while copying must not give half a company."""
    cache = DiskCache(tmp_path)
    get(cache, Source(b"facts" * 100))
    (entry,) = tmp_path.glob("*.entry")
    entry.write_bytes(entry.read_bytes()[:keep])

    assert get(cache, Source(b"again")).body == b"again"


def test_the_folder_stays_below_its_size_and_keeps_what_was_read_last(tmp_path: Path) -> None:
    """Old entries go first."""
    cache = DiskCache(tmp_path, max_bytes=25_000)

    async def fill() -> None:
        for number in range(5):
            body = os.urandom(10_000)
            await cache.get(f"key {number}", Source(body), max_age_s=60)
            time.sleep(0.02)

    asyncio.run(fill())

    assert sum(entry.stat().st_size for entry in tmp_path.glob("*.entry")) <= 25_000
    last = Source()
    asyncio.run(cache.get("key 4", last, max_age_s=60))
    assert last.asked == 0


def test_a_folder_that_cannot_be_written_means_no_cache_not_no_answer(tmp_path: Path) -> None:
    """A read-only home costs speed only."""
    blocked = tmp_path / "file"
    blocked.write_text("")

    assert get(DiskCache(blocked / "cache"), Source()).body == b"facts"


_WRITER = """
import asyncio, sys
from pathlib import Path
from research_agent.infra.disk_cache import DiskCache

async def main():
    cache = DiskCache(Path(sys.argv[1]))
    number = 0
    print("ready", flush=True)
    while True:
        number += 1
        async def fetch():
            return bytes([number % 256]) * 3_000_000
        await cache.get("key", fetch, max_age_s=-1)

asyncio.run(main())
"""


def test_a_process_killed_in_mid_write_leaves_a_whole_entry(tmp_path: Path) -> None:
    """SIGKILL at any moment: the entry is the old or the new one, never a mixture."""
    for pause in (0.05, 0.15, 0.25):
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(tmp_path)], stdout=subprocess.PIPE
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(pause)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()

        found = get(DiskCache(tmp_path), Source(b"none"), max_age_s=3600)
        assert found.body == b"none" or set(found.body) == {found.body[0]}
        assert found.body == b"none" or len(found.body) == 3_000_000


def test_two_processes_share_one_fetch(tmp_path: Path) -> None:
    """Two pulls of the same companies make each request once."""
    script = (
        "import asyncio, sys, time\n"
        "from pathlib import Path\n"
        "from research_agent.infra.disk_cache import DiskCache\n"
        "async def fetch():\n"
        "    with open(sys.argv[2], 'a') as log: log.write('x')\n"
        "    await asyncio.sleep(0.5)\n"
        "    return b'facts'\n"
        "print(asyncio.run(DiskCache(Path(sys.argv[1])).get('k', fetch, max_age_s=60)).body)\n"
    )
    log = tmp_path / "log"
    commands = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / "cache"), str(log)],
            stdout=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    printed = [process.communicate(timeout=30)[0] for process in commands]

    assert printed == [b"b'facts'\n"] * 2
    assert log.read_text() == "x"
