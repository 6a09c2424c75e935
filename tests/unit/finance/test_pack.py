import gzip
import json
from datetime import date
from pathlib import Path

import pytest

from research_agent.errors import InvalidRequest, PackError
from research_agent.finance.builder import build_pack
from research_agent.finance.pack import FACTS_FILE, MANIFEST_FILE, verify_pack
from research_agent.finance.store import FactStore

ROW = {
    "end": "2024-12-31",
    "val": 5,
    "accn": "0000000007-25-000001",
    "fy": 2024,
    "fp": "FY",
    "form": "10-K",
    "filed": "2025-02-01",
}
FLOW = {**ROW, "start": "2024-01-01"}


def companyfacts(tags: dict[str, list[dict[str, object]]], *, cik: int = 7) -> dict[str, object]:
    return {
        "cik": cik,
        "entityName": "Acme",
        "facts": {
            "us-gaap": {tag: {"label": tag, "units": {"USD": rows}} for tag, rows in tags.items()}
        },
    }


def write(folder: Path, name: str, data: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    raw = json.dumps(data).encode()
    path.write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    return path


@pytest.fixture
def store(tmp_path: Path) -> Path:
    write(tmp_path / "in", "a.json.gz", companyfacts({"Revenues": [FLOW], "Assets": [ROW]}))
    build_pack([tmp_path / "in"], tmp_path / "out")
    return tmp_path / "out"


def test_what_is_built_reads_back_with_its_accession_and_dates(store: Path) -> None:
    """Nothing of a filed value is lost on the way to disk."""
    rows = {row.tag: row for row in FactStore(store).rows(7)}

    assert rows.keys() == {"us-gaap:Revenues", "us-gaap:Assets"}
    flow = rows["us-gaap:Revenues"]
    assert (flow.start, flow.end, flow.filed) == (
        date(2024, 1, 1),
        date(2024, 12, 31),
        date(2025, 2, 1),
    )
    assert (flow.value, flow.accession, flow.form, flow.fiscal_year) == (
        5.0,
        "0000000007-25-000001",
        "10-K",
        2024,
    )
    assert verify_pack(store).ok


def test_every_version_is_kept_and_a_full_file_wins_over_a_cut_down_copy(tmp_path: Path) -> None:
    """Restatements are separate rows; two copies of one row are one."""
    later = {**FLOW, "val": 6, "accn": "0000000007-26-000001", "filed": "2026-02-01"}
    many = {f"Other{n}": [ROW] for n in range(120)}
    write(tmp_path / "in", "full.json", companyfacts({"Revenues": [FLOW], **many}))
    write(tmp_path / "in", "cut.json", companyfacts({"Revenues": [{**FLOW, "val": 9}, later]}))
    build_pack([tmp_path / "in"], tmp_path / "out")
    store = FactStore(tmp_path / "out")

    assert sorted(row.value for row in store.rows(7)) == [5.0, 6.0]
    assert store.coverage()[7].coverage == "full"
    assert store.coverage()[7].full_through == date(2025, 2, 1)


def test_building_twice_gives_the_same_facts(store: Path, tmp_path: Path) -> None:
    """A build is a function of its inputs."""
    first = (store / FACTS_FILE).read_bytes()
    build_pack([tmp_path / "in"], store)

    assert (store / FACTS_FILE).read_bytes() == first
    assert not list(store.glob(".build-*"))


def test_a_bad_input_file_is_named_and_the_old_store_stays(store: Path, tmp_path: Path) -> None:
    """No half-written store, whatever stands in the input folder."""
    before = (store / MANIFEST_FILE).read_bytes()
    (tmp_path / "in" / "b.json").write_text('{"cik": 8, "facts": [')

    with pytest.raises(InvalidRequest, match=r"b\.json"):
        build_pack([tmp_path / "in"], store)
    assert (store / MANIFEST_FILE).read_bytes() == before
    assert verify_pack(store).ok


def test_an_empty_folder_is_said_to_be_empty(tmp_path: Path) -> None:
    """The sentence names what was looked for and where."""
    with pytest.raises(InvalidRequest, match=r"no companyfacts file .* in"):
        build_pack([tmp_path], tmp_path / "out")


def test_sic_codes_come_from_submissions_beside_the_facts(tmp_path: Path) -> None:
    """A bank is told by its industry code where its tags do not tell."""
    write(tmp_path / "in", "a.json", companyfacts({"Revenues": [FLOW]}))
    write(tmp_path / "in", "s.json", {"cik": "0000000007", "sic": "6021", "filings": {}})
    build_pack([tmp_path / "in"], tmp_path / "out")

    assert FactStore(tmp_path / "out").coverage()[7].sic == 6021


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda d: (d / MANIFEST_FILE).unlink(), "There is no fact store"),
        (lambda d: (d / MANIFEST_FILE).write_text("{"), "manifest .* is damaged"),
        (lambda d: (d / FACTS_FILE).unlink(), "facts.parquet .* is missing or damaged"),
        (lambda d: (d / FACTS_FILE).write_bytes(b"short"), "facts.parquet .* is missing or damaged"),
        (lambda d: (d / MANIFEST_FILE).write_text((d / MANIFEST_FILE).read_text().replace('"version": 1', '"version": 99')), "layout 99"),
    ],
    ids=["no manifest", "torn manifest", "no facts", "cut facts", "other version"],
)  # fmt: skip
def test_a_damaged_store_is_refused_with_the_remedy(store: Path, damage: object, said: str) -> None:
    """One sentence with what to do, before any figure is served."""
    damage(store)  # type: ignore[operator]

    with pytest.raises(PackError, match=said) as caught:
        FactStore(store)
    assert "data build" in str(caught.value)
    assert not verify_pack(store).ok


def test_a_flipped_byte_of_the_same_size_is_found_by_verify(store: Path) -> None:
    """Sizes are checked at every start, every byte by `data verify`."""
    raw = bytearray((store / FACTS_FILE).read_bytes())
    raw[40] ^= 0xFF
    (store / FACTS_FILE).write_bytes(raw)
    report = verify_pack(store)

    assert not report.ok
    assert "SHA-256" in report.problems[0]


def test_a_store_that_breaks_under_us_is_one_sentence(store: Path) -> None:
    """Garbage of the right size must not surface as a database error."""
    size = (store / FACTS_FILE).stat().st_size
    opened = FactStore(store)
    (store / FACTS_FILE).write_bytes(b"\0" * size)

    with pytest.raises(PackError, match="cannot be read"):
        opened.rows(7)
