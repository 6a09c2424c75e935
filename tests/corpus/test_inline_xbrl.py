"""Every numeric fact of the real filings, against two other readings of the same filings.

`ixbrl_facts_derived` was made by a reader that is not ours; companyfacts is the SEC's own. The
first differs in three known ways: it works in binary floating point, it leaves typed dimensions
out, and it does not read numbers in words.
"""

import gzip
import json
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import cache
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from research_agent.finance.catalog import WANTED_TAGS
from research_agent.finance.companies.industry_codes import sic_from_submissions
from research_agent.finance.xbrl.companyfacts import FactRow, parse_companyfacts, read_json
from research_agent.finance.xbrl.facts import XbrlDocument, XbrlFact
from research_agent.finance.xbrl.filing_documents import is_document, read_document
from research_agent.finance.xbrl.filing_identity import FilingIndex
from research_agent.finance.xbrl.filing_intake import FilingIntake, read_filing

pytestmark = pytest.mark.corpus

CORPUS_FACTS = 34_873  # distinct facts of ixbrl_facts_derived
Key = tuple[str, str, date | None, date, tuple[tuple[str, str], ...]]
# files of one copy of companyfacts each; the newer, cut-down copies of the second folder
COMPANYFACTS = ("companyfacts", "companyfacts_22tags")
TYPED = "RevenueRemainingPerformanceObligationExpectedTimingOfSatisfactionStartDateAxis"


@cache
def html(path: Path) -> XbrlDocument:
    return read_document(path)


def key(fact: XbrlFact) -> Key:
    """The fact's key, without the typed dimension that the other reading leaves out."""
    pairs = ((axis, member) for axis, member in fact.dimensions.items() if TYPED not in axis)
    return (fact.tag, fact.unit, fact.start, fact.end, tuple(sorted(pairs)))


def derived(path: Path) -> Iterator[tuple[Key, float]]:
    for row in json.loads(gzip.decompress(path.read_bytes()))["facts"]:
        start = date.fromisoformat(row["start"]) if row["start"] else None
        dimensions = tuple(sorted(row["dims"].items()))
        end = date.fromisoformat(row["end"])
        yield (row["concept"], row["unit"], start, end, dimensions), float(row["val"])


def test_every_derived_fact_is_read_to_the_last_digit(corpus: Path) -> None:
    """34,873 of 34,873 facts of 27 filings, but for the other reader's binary noise."""
    compared = 0
    wrong = []
    for path in sorted((corpus / "ixbrl_facts_derived").iterdir()):
        name = path.name.replace(".facts.json.gz", ".html.gz")
        ours: dict[Key, list[float]] = {}
        for fact in html(corpus / "filings_html" / name).facts:
            ours.setdefault(key(fact), []).append(float(fact.value))
        for known, value in set(derived(path)):
            compared += 1
            if not any(isclose(value, mine, rel_tol=1e-12) for mine in ours.get(known, ())):
                wrong.append((name, known, value, ours.get(known)))

    assert wrong == []
    assert compared == CORPUS_FACTS


def test_what_is_read_beyond_them_is_in_words_or_zero(corpus: Path) -> None:
    """Facts the other reader lacks are numbers in words ("four segments"), never amounts."""
    extra = []
    for path in sorted((corpus / "ixbrl_facts_derived").iterdir()):
        name = path.name.replace(".facts.json.gz", ".html.gz")
        known = {found for found, _ in derived(path)}
        extra += [f for f in html(corpus / "filings_html" / name).facts if key(f) not in known]

    assert len(extra) > 50
    assert {fact.value for fact in extra if fact.unit == "USD"} <= {Decimal(0)}
    assert max(abs(fact.value) for fact in extra) < 100


def test_nothing_in_the_filings_is_left_unread(corpus: Path) -> None:
    """Every format and every unit of 37 documents is known."""
    folders = (corpus / "filings_html", corpus / "xbrl_instances")
    documents = [html(p) for f in folders for p in sorted(f.iterdir()) if is_document(p)]

    assert len(documents) == 37
    assert [text for document in documents for text in document.unread] == []
    assert all(document.cik and document.form and document.period_end for document in documents)


@pytest.fixture(scope="module")
def companyfacts(corpus: Path) -> dict[int, list[FactRow]]:
    found: dict[int, list[FactRow]] = {}
    for folder in COMPANYFACTS:
        for path in sorted((corpus / folder).iterdir()):
            parsed = parse_companyfacts(read_json(path), WANTED_TAGS, name=path.name)
            found.setdefault(parsed.cik, []).extend(parsed.rows)
    return found


@pytest.fixture(scope="module")
def intakes(corpus: Path, companyfacts: dict[int, list[FactRow]]) -> dict[str, FilingIntake]:
    index = FilingIndex()
    for cik, rows in companyfacts.items():
        index.add_rows(cik, rows)
    for path in (corpus / "submissions").iterdir():
        data: Any = read_json(path)
        if sic_from_submissions(data):
            index.add_submissions(data)
    found = {}
    for folder in ("filings_html", "xbrl_instances"):
        for path in sorted((corpus / folder).iterdir()):
            intake = (
                read_filing(path, index, progress=lambda _: None) if is_document(path) else None
            )
            if intake is not None:
                found[path.name.split(".")[0]] = intake
    return found


def test_totals_read_in_filings_are_those_of_companyfacts(
    companyfacts: dict[int, list[FactRow]], intakes: dict[str, FilingIntake]
) -> None:
    """The second route to the same figures: every value, form, filing day and fiscal label.

    For the companies whose companyfacts is whole, the filing and companyfacts hold the same keys.
    """
    compared = 0
    for name, intake in intakes.items():
        theirs: dict[Any, FactRow] = {}
        for row in companyfacts.get(intake.cik, []):
            if row.accession == intake.accession:
                theirs.setdefault((row.tag, row.unit, row.start, row.end), row)
        ours = {(row.tag, row.unit, row.start, row.end): row for row in intake.rows}
        shared = theirs.keys() & ours.keys()
        compared += len(shared)

        assert {where: ours[where] for where in shared} == {
            where: theirs[where] for where in shared
        }, name
        if intake.full:
            assert theirs.keys() <= ours.keys(), name
        if intake.cik in (320193, 1045810, 1652044, 80424):
            assert theirs.keys() == ours.keys(), name
    assert compared > 2_700


@pytest.mark.parametrize(
    ("name", "accession"),
    [
        ("aapl-10-k-2024-11-01", "0000320193-24-000123"),
        ("aapl-20100925", "0001193125-10-238044"),
        ("googl-10-k-2025-02-05", "0001652044-25-000014"),
        ("msft-20150630", "0001193125-15-272806"),
        ("nflx-20240126_htm", "0001065280-24-000030"),
        ("tsla-20240630_htm", "0001628280-24-032662"),
        ("wmt-10-k-2025-03-14", "0000104169-25-000021"),
    ],
)
def test_a_document_is_matched_to_its_accession_number(
    name: str, accession: str, intakes: dict[str, FilingIntake]
) -> None:
    """The numbers are those of EDGAR's index."""
    assert intakes[name].accession == accession


def test_filings_of_unknown_filers_and_shells_are_told(intakes: dict[str, FilingIntake]) -> None:
    """Wells Fargo and Union Pacific are in no list of filings; IBM's 10-K is a shell (trap 39)."""
    assert not {"wfc-10-k-2025-02-25", "unp-20121231"} & intakes.keys()
    assert [name for name, intake in intakes.items() if not intake.full] == ["ibm-10-k-2025-02-25"]
