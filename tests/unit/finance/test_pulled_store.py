"""The person's own store: whole files, several writers, and what it says of itself."""

import os
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from research_agent.errors import PackError
from research_agent.finance.pulled_store import PulledStore, coverage_of
from research_agent.finance.segments.segment_row import SegmentRow
from research_agent.finance.xbrl.companyfacts import FactRow

ROOT = Path(__file__).resolve().parents[3]


def revenue(value: float, *, year: int = 2023) -> FactRow:
    return FactRow(
        "us-gaap:Revenues",
        "USD",
        date(year, 1, 1),
        date(year, 12, 31),
        value,
        f"0000000001-{year - 1999}-000001",
        "10-K",
        date(year + 1, 2, 1),
        year,
        "FY",
    )


def part(value: float) -> SegmentRow:
    return SegmentRow(
        *("revenue", "business", "axis", "a:Cloud", "Cloud", "part", "", "", 1, 1),
        *("us-gaap:Revenues", "USD", date(2023, 1, 1), date(2023, 12, 31), value, None),
        *("0000000001-24-000001", "10-K", date(2024, 2, 1), 2023, "FY"),
    )


def put(store: PulledStore, cik: int, value: float) -> None:
    rows = [revenue(value), revenue(value / 2, year=2022)]
    store.put(coverage_of(cik, rows, sic=7372), rows, origin="SEC companyfacts")


def test_what_is_put_is_read_back_by_another_process(tmp_path: Path) -> None:
    """Every field of a row and of the coverage; nothing is rounded or renamed."""
    put(PulledStore(tmp_path), 12, 100.25)
    fresh = PulledStore(tmp_path)

    assert fresh.rows(12) == (revenue(100.25), revenue(50.125, year=2022))
    held = fresh.companies()[12]
    assert held.origin == "SEC companyfacts"
    assert held.coverage.full_through == date(2024, 2, 1)
    assert (held.coverage.facts, held.coverage.sic) == (2, 7372)
    assert time.time() - held.written < 60
    assert fresh.rows(13) == fresh.segment_rows(12) == ()


def test_a_store_sees_what_others_write_after_it_was_opened(tmp_path: Path) -> None:
    """The dashboard is open while the command line pulls."""
    reader, writer = PulledStore(tmp_path), PulledStore(tmp_path)
    assert reader.coverage() == {}
    put(writer, 1, 10)
    assert set(reader.coverage()) == {1}
    put(writer, 1, 20)
    put(writer, 2, 30)

    assert set(reader.coverage()) == {1, 2}
    assert reader.rows(1)[0].value == 20
    writer.forget(1)
    assert set(reader.coverage()) == {2}


def test_segments_stay_until_they_are_replaced(tmp_path: Path) -> None:
    """A pull of companyfacts, which has none, does not throw away those read from filings."""
    store, rows = PulledStore(tmp_path), [revenue(10)]
    store.put(coverage_of(1, rows), rows, segments=[part(4)], origin="filings")
    put(store, 1, 10)
    assert store.segment_rows(1) == (part(4),)
    store.put(coverage_of(1, rows), rows, segments=[], origin="filings")
    assert store.segment_rows(1) == ()


def test_a_damaged_file_is_not_held_and_the_rest_is(tmp_path: Path) -> None:
    """A broken disk costs one company, which can be pulled again."""
    store = PulledStore(tmp_path)
    put(store, 1, 10)
    put(store, 2, 20)
    broken = tmp_path / "facts" / "CIK0000000001.parquet"
    broken.write_bytes(broken.read_bytes()[:-40])

    fresh = PulledStore(tmp_path)
    assert set(fresh.coverage()) == {2}
    with pytest.raises(PackError, match="pull it again"):
        fresh.rows(1)
    put(fresh, 1, 11)
    assert set(fresh.coverage()) == {1, 2}


def test_many_companies_are_opened_from_the_index(tmp_path: Path) -> None:
    """The index says the same as the files, and a file that changed since wins over it."""
    store = PulledStore(tmp_path)
    for cik in range(1, 41):
        put(store, cik, cik)
    told = store.coverage()
    assert (tmp_path / "index.json").is_file()
    rows = [revenue(7, year=2024)]
    store.put(coverage_of(3, rows), rows, origin="newer")

    fresh = PulledStore(tmp_path)
    assert fresh.coverage() == told | {3: coverage_of(3, rows)}
    assert fresh.companies()[3].origin == "newer"


def test_a_damaged_index_costs_time_only(tmp_path: Path) -> None:
    """It is a copy of what the files say."""
    store = PulledStore(tmp_path)
    put(store, 1, 10)
    (tmp_path / "index.json").write_bytes(b'{"CIK0000000001.parquet": [[1]')

    assert set(PulledStore(tmp_path).coverage()) == {1}


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    """It says what to do."""
    (tmp_path / "store").write_text("a file is in the way")
    with pytest.raises(PackError, match="RESEARCH_AGENT_HOME"):
        put(PulledStore(tmp_path / "store"), 1, 10)


_WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.unit.finance.test_pulled_store import put
from research_agent.finance.pulled_store import PulledStore
store = PulledStore(Path(sys.argv[1]))
print("ready", flush=True)
value = 0
while True:
    value += 1
    for cik in (1, 2, 3):
        put(store, cik, float(value))
"""


def test_a_writer_killed_at_any_point_leaves_whole_files(tmp_path: Path) -> None:
    """`kill -9` runs no clean-up; each file must be an old or a new one, the rest is ignored."""
    for round_ in range(4):
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER.format(root=str(ROOT)), str(tmp_path)],
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        while set(PulledStore(tmp_path).coverage()) != {1, 2, 3}:
            time.sleep(0.01)  # a busy machine takes its time for the first three files
        reader, until = PulledStore(tmp_path), time.monotonic() + 0.3 + 0.037 * round_
        while time.monotonic() < until:
            for cik in reader.coverage():
                first, second = reader.rows(cik)
                assert first.value == 2 * second.value
        writer.kill()
        writer.wait()
        writer.stdout.close()

        fresh = PulledStore(tmp_path)
        assert set(fresh.coverage()) == {1, 2, 3}
        assert all(fresh.rows(cik)[0].value == 2 * fresh.rows(cik)[1].value for cik in (1, 2, 3))
