"""From a filing on disk to rows of the store with their source."""

import gzip
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from research_agent.finance.builder import build_pack
from research_agent.finance.pack import SEGMENTS_FILE, verify_pack
from research_agent.finance.store import FactStore
from research_agent.finance.xbrl.filing_identity import FilingIndex
from tests.fakes.xbrl_documents import document

ACCESSION = "0000000007-25-000001"
ROW = {
    "start": "2024-01-01",
    "end": "2024-12-31",
    "val": 100,
    "accn": ACCESSION,
    "fy": 2024,
    "fp": "FY",
    "form": "10-K",
    "filed": "2025-02-01",
}


def instance(*, total: int = 100, end: str = "2024-12-31", cik: int = 7) -> bytes:
    """A report with revenue by product, and net income, which the copy of companyfacts lacks."""
    entity = f'<identifier scheme="http://www.sec.gov/CIK">{cik:010}</identifier>'
    period = f"<period><startDate>2024-01-01</startDate><endDate>{end}</endDate></period>"
    member = '<xbrldi:explicitMember dimension="srt:ProductOrServiceAxis">acme:{}Member'
    contexts = "".join(
        f'<context id="{name}"><entity>{entity}<segment>{member.format(name)}'
        f"</xbrldi:explicitMember></segment></entity>{period}</context>"
        for name in ("Tools", "Toys")
    )
    facts = "".join(
        f'<us-gaap:{tag} contextRef="{context}" unitRef="usd" decimals="0">{value}</us-gaap:{tag}>'
        for tag, context, value in (
            ("Revenues", "whole", total),
            ("Revenues", "Tools", 70),
            ("Revenues", "Toys", 30),
            ("NetIncomeLoss", "whole", 9),
        )
    )
    return (
        '<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:srt="http://fasb.org/srt/2024"'
        ' xmlns:us-gaap="http://fasb.org/us-gaap/2024" xmlns:dei="http://xbrl.sec.gov/dei/2024"'
        ' xmlns:acme="http://acme.com/2024" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"'
        ' xmlns:iso4217="http://www.xbrl.org/2003/iso4217">'
        f'<context id="whole"><entity>{entity}</entity>{period}</context>{contexts}'
        '<unit id="usd"><measure>iso4217:USD</measure></unit>'
        '<dei:DocumentType contextRef="whole">10-K</dei:DocumentType>'
        '<dei:DocumentFiscalYearFocus contextRef="whole">2024</dei:DocumentFiscalYearFocus>'
        '<dei:DocumentFiscalPeriodFocus contextRef="whole">FY</dei:DocumentFiscalPeriodFocus>'
        f"{facts}</xbrl>"
    ).encode()


def write(folder: Path, files: dict[str, bytes | dict[str, Any]]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, body in files.items():
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        (folder / name).write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    return folder


def companyfacts(*rows: dict[str, Any]) -> dict[str, Any]:
    tags = {"Revenues": {"label": "Revenues", "units": {"USD": list(rows or (ROW,))}}}
    return {"cik": 7, "entityName": "Acme", "facts": {"us-gaap": tags}}


def test_a_filing_beside_companyfacts_gives_segments_with_its_accession(tmp_path: Path) -> None:
    """The document does not say its number; the facts already known do."""
    files = {"a.json": companyfacts(), "acme-20241231.xml.gz": instance()}
    manifest = build_pack([write(tmp_path / "in", files)], tmp_path / "out")
    store = FactStore(tmp_path / "out")
    rows = store.segment_rows(7)

    assert {(row.label, row.value) for row in rows} == {
        ("", 100.0),
        ("Tools", 70.0),
        ("Toys", 30.0),
    }
    assert {(row.accession, row.form, row.filed) for row in rows} == {
        (ACCESSION, "10-K", date(2025, 2, 1))
    }
    assert manifest.segments == 3
    assert verify_pack(tmp_path / "out").ok


def test_totals_fill_a_cut_down_copy_and_companyfacts_wins(tmp_path: Path) -> None:
    """One key, one row: net income is new, revenue stays as companyfacts has it."""
    files = {"a.json": companyfacts(), "acme.xml": instance(total=101)}
    build_pack([write(tmp_path / "in", files)], tmp_path / "out")
    rows = {row.tag: row for row in FactStore(tmp_path / "out").rows(7)}

    assert rows["us-gaap:Revenues"].value == 100.0
    assert rows["us-gaap:NetIncomeLoss"].value == 9.0
    assert rows["us-gaap:NetIncomeLoss"].accession == ACCESSION
    assert (rows["us-gaap:NetIncomeLoss"].fiscal_year, rows["us-gaap:NetIncomeLoss"].filed) == (
        2024,
        date(2025, 2, 1),
    )


def test_a_document_of_a_few_tags_is_no_filing_read_in_full(tmp_path: Path) -> None:
    """A shell has its statements in an exhibit; what it lacks may well have been filed."""
    files = {"a.json": companyfacts(), "acme.xml": instance()}
    build_pack([write(tmp_path / "in", files)], tmp_path / "out")

    assert FactStore(tmp_path / "out").coverage()[7].full_filings == ()


def test_submissions_name_the_filing_of_a_company_without_companyfacts(tmp_path: Path) -> None:
    """Its figures then come from its filings alone."""
    recent = {
        "accessionNumber": [ACCESSION, "0000000007-25-000002"],
        "form": ["10-K", "8-K"],
        "filingDate": ["2025-02-01", "2025-02-02"],
        "reportDate": ["2024-12-31", ""],
    }
    files = {
        "s.json": {"cik": "7", "sic": "3711", "filings": {"recent": recent}},
        "acme.xml": instance(),
    }
    build_pack([write(tmp_path / "in", files)], tmp_path / "out")
    store = FactStore(tmp_path / "out")

    assert {row.accession for row in store.rows(7)} == {ACCESSION}
    assert store.coverage()[7].sic == 3711


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        ((ROW,), "other-2025-03-01.xml"),
        (({**ROW, "form": "10-Q"},), "acme.xml"),
        (({**ROW, "end": "2023-12-31", "start": "2023-01-01"},), "acme.xml"),
        ((ROW, {**ROW, "accn": "0000000007-25-000009"}), "acme.xml"),
    ],
    ids=["filed on another day", "another form", "another period", "two filings fit"],
)
def test_a_filing_whose_number_is_not_certain_is_left_out_and_named(
    tmp_path: Path, rows: tuple[dict[str, Any], ...], name: str
) -> None:
    """An invented source is worse than a missing figure."""
    said: list[str] = []
    files = {"a.json": companyfacts(*rows), name: instance()}
    build_pack([write(tmp_path / "in", files)], tmp_path / "out", progress=said.append)

    assert FactStore(tmp_path / "out").segment_rows(7) == ()
    assert [line for line in said if name in line and "left out" in line]


def test_a_file_without_xbrl_is_left_out_and_named(tmp_path: Path) -> None:
    """Linkbases and exhibits lie in the same folders."""
    said: list[str] = []
    files = {"a.json": companyfacts(), "acme_lab.xml": b"<linkbase/>", "ex13.html": b"<html/>"}
    build_pack([write(tmp_path / "in", files)], tmp_path / "out", progress=said.append)

    assert [line.split()[0] for line in said if "no XBRL facts" in line] == [
        "acme_lab.xml",
        "ex13.html",
    ]


def test_a_store_without_segments_serves_everything_else(tmp_path: Path) -> None:
    """A store built before filings were read has no such file."""
    build_pack([write(tmp_path / "in", {"a.json": companyfacts()})], tmp_path / "out")
    manifest = json.loads((tmp_path / "out" / "MANIFEST.json").read_text())
    del manifest["files"][SEGMENTS_FILE], manifest["segments"]
    (tmp_path / "out" / "MANIFEST.json").write_text(json.dumps(manifest))
    (tmp_path / "out" / SEGMENTS_FILE).unlink()
    store = FactStore(tmp_path / "out")

    assert store.segment_rows(7) == ()
    assert len(store.rows(7)) == 1


def test_a_document_that_does_not_say_its_period_is_no_filing() -> None:
    """Nothing to look it up by."""
    assert FilingIndex().find(document()) is None
