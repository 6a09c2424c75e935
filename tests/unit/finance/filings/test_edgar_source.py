"""Filings from a loopback SEC: found, followed into exhibits, bounded by a day, and its failures."""

import asyncio
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from research_agent.domain.companies import Company
from research_agent.errors import NotFound, ProviderError, RateLimited, ResearchError
from research_agent.finance.filings import (
    FilingRead,
    FilingReading,
    FilingWanted,
    JoinedSource,
    read_filing,
)
from research_agent.finance.filings.edgar_source import EdgarSource
from research_agent.finance.filings.text_cache import TextCache
from research_agent.finance.sec.edgar import EdgarClient, EdgarHosts
from research_agent.infra.disk_cache import DiskCache
from research_agent.infra.http_client import HttpPolicy
from research_agent.infra.pace import Pace
from tests.fakes.faulty_server import Fault, FaultyServer, serving

ACME = Company(77, "ACME", "Acme Corp")
OLD, NEW, EVENT = "0000000077-24-000001", "0000000077-25-000001", "0000000077-25-000002"
SUBMISSIONS = {
    "cik": "0000000077",
    "fiscalYearEnd": "1231",
    "filings": {
        "recent": {
            "accessionNumber": [EVENT, NEW, OLD],
            "form": ["8-K", "10-K", "10-K"],
            "filingDate": ["2025-03-01", "2025-02-10", "2024-02-12"],
            "reportDate": ["2025-03-01", "2024-12-31", "2023-12-31"],
            "primaryDocument": ["event.htm", "annual.htm", "annual.htm"],
            "items": ["2.02,9.01", "", ""],
        },
        "files": [],
    },
}
FILL = "It depends on anvils. " * 30
ANNUAL = f"""<html><body>
<table><tr><td>Item 1A.</td><td><a href="#r">Risk Factors</a></td><td>3</td></tr>
<tr><td>Item 3.</td><td><a href="#l">Legal Proceedings</a></td><td>9</td></tr></table>
<p id="r"><b>Item 1A. Risk Factors</b></p><p>YEAR: roadrunners may escape. {FILL}</p>
<p id="l"><b>Item 3. Legal Proceedings</b></p>
<p>Refer to note B on pages 4 to 5 of the 2024 Annual Report to Stockholders, which is incorporated
herein by reference.</p><p>SIGNATURES</p></body></html>"""
REPORT = """<html><body><p><b>Notes to Consolidated Financial Statements</b></p>
<p><b>Note A. Policies</b></p><p>Acme counts anvils.</p>
<p id="nb"><b>Note B. Contingencies</b></p><p>A coyote sues for $5 million.</p></body></html>"""
EVENT_PAGE = """<html><body><p><b>Item 2.02 Results of Operations and Financial Condition</b></p>
<p>See the release.</p></body></html>"""
RELEASE = "<html><body><p>Acme sold 12 anvils.</p></body></html>"


def index(kind: str, document: str) -> str:
    return (
        "<table><tr><th>Seq</th></tr><tr><td>2</td><td>EXHIBIT</td>"
        f'<td><a href="/Archives/edgar/data/77/x/{document}">{document}</a></td><td>{kind}</td>'
        "<td>1</td></tr></table>"
    )


def folder(accession: str) -> str:
    return f"/Archives/edgar/data/77/{accession.replace('-', '')}"


PAGES = {
    "/submissions/CIK0000000077.json": json.dumps(SUBMISSIONS),
    f"{folder(NEW)}/annual.htm": ANNUAL.replace("YEAR", "2024"),
    f"{folder(OLD)}/annual.htm": ANNUAL.replace("YEAR", "2023"),
    f"{folder(NEW)}/{NEW}-index.htm": index("EX-13", "report.htm"),
    f"{folder(NEW)}/report.htm": REPORT,
    f"{folder(EVENT)}/event.htm": EVENT_PAGE,
    f"{folder(EVENT)}/{EVENT}-index.htm": index("EX-99.1", "release.htm"),
    f"{folder(EVENT)}/release.htm": RELEASE,
}
QUICK = HttpPolicy(
    timeout_s=0.3, pause_s=0.02, budget_s=2.0, rest_s=1.0, forbidden="no", forbidden_rest_s=1.0
)


@pytest.fixture
def sec() -> Iterator[FaultyServer]:
    with serving(lambda path: PAGES[path].encode() if path in PAGES else None) as server:
        yield server


def read(sec: FaultyServer, home: Path, wanted: FilingWanted, *items: str) -> FilingReading:
    cache = DiskCache(home)
    hosts = EdgarHosts(sec.url, sec.url)

    async def run() -> FilingReading:
        edgar = EdgarClient("Ada a@b.c", cache=cache, hosts=hosts, pace=Pace(1000), policy=QUICK)
        source = JoinedSource([EdgarSource(edgar, texts=TextCache(cache))])
        try:
            return await read_filing(FilingRead(ACME, wanted, items), source)
        finally:
            await edgar.aclose()

    return asyncio.run(run())


def test_a_passage_leads_to_its_place_in_the_archive(sec: FaultyServer, tmp_path: Path) -> None:
    """The contents' row is no heading; the link has document and anchor."""
    reading = read(sec, tmp_path, FilingWanted(), "1A")

    assert reading.passages[0].text.startswith("Item 1A. Risk Factors\n2024: roadrunners")
    assert reading.passages[0].url.endswith(f"{folder(NEW)}/annual.htm#r")


def test_nothing_filed_after_the_day_is_read(sec: FaultyServer, tmp_path: Path) -> None:
    """A run as of 2024 must not see the report of 2025, nor ask for it."""
    reading = read(sec, tmp_path, FilingWanted(as_of=date(2024, 12, 31)), "1A")

    assert "2023: roadrunners" in reading.passages[0].text
    assert not any(NEW.replace("-", "") in path for path in sec.requests)


def test_an_item_incorporated_by_reference_is_followed(sec: FaultyServer, tmp_path: Path) -> None:
    """The text of the item stands in exhibit 13."""
    reading = read(sec, tmp_path, FilingWanted(), "3")

    assert "A coyote sues for $5 million." in reading.passages[-1].text
    assert reading.passages[-1].url.endswith(f"{folder(NEW)}/report.htm#nb")


def test_a_current_report_comes_with_its_press_release(sec: FaultyServer, tmp_path: Path) -> None:
    """An 8-K says little itself."""
    reading = read(sec, tmp_path, FilingWanted("8-K"))

    assert [passage.document for passage in reading.passages] == ["", "release.htm"]
    assert "12 anvils" in reading.passages[1].text


def test_a_filing_read_once_needs_no_network(sec: FaultyServer, tmp_path: Path) -> None:
    """Filed documents do not change."""
    first = read(sec, tmp_path, FilingWanted(), "1A")
    asked = len(sec.requests)

    assert read(sec, tmp_path, FilingWanted(), "1A") == first
    assert len(sec.requests) == asked


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Fault("annual.htm", times=9, status=404), NotFound),
        (Fault("annual.htm", times=9, status=429, headers={"Retry-After": "60"}), RateLimited),
        (Fault("annual.htm", times=9, status=503), ProviderError),
        (Fault("annual.htm", times=9, delay_s=1.0), ProviderError),
        (Fault("annual.htm", times=9, reset=True), ProviderError),
        (Fault("submissions", times=9, cut=True), ProviderError),
    ],
)
def test_a_failure_is_one_sentence_and_is_not_kept(
    sec: FaultyServer, tmp_path: Path, fault: Fault, kind: type[ResearchError]
) -> None:
    """No half text is shown or cached."""
    sec.spoil(fault)
    with pytest.raises(kind):
        read(sec, tmp_path, FilingWanted(), "1A")


def test_an_item_that_is_not_there_is_said_with_those_that_are(
    sec: FaultyServer, tmp_path: Path
) -> None:
    """A model can then ask for one that exists."""
    with pytest.raises(NotFound, match="its items are 1A, 3"):
        read(sec, tmp_path, FilingWanted(), "9A")
