"""Build a fact store from companyfacts JSON and from filings."""

import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from research_agent.errors import InvalidRequest
from research_agent.finance.catalog import WANTED_TAGS
from research_agent.finance.companies.industry_codes import sic_from_data_set, sic_from_submissions
from research_agent.finance.pack import (
    COMPANIES_FILE,
    PACK_VERSION,
    Manifest,
    file_entry,
    write_manifest,
)
from research_agent.finance.pack_tables import CompanyRows, write_tables
from research_agent.finance.xbrl.companyfacts import parse_companyfacts, read_json
from research_agent.finance.xbrl.filing_documents import DOCUMENT_PATTERNS, is_document
from research_agent.finance.xbrl.filing_identity import FilingIndex
from research_agent.finance.xbrl.filing_intake import read_filing

__all__ = ["FULL_FILE_MIN_TAGS", "build_pack"]

FULL_FILE_MIN_TAGS = 100
"""A companyfacts file with fewer tags than this is taken for a cut-down copy."""

_PATTERNS = ("*.json", "*.json.gz", "*.zip", *DOCUMENT_PATTERNS)
_ORIGIN = (
    "SEC EDGAR companyfacts (data.sec.gov) and inline XBRL of filings, figures as filed by the "
    "companies"
)
_LICENCE = "Public domain (facts of public filings)"


def build_pack(
    inputs: Sequence[Path], out: Path, *, progress: Callable[[str], None] = lambda _: None
) -> Manifest:
    """Read every companyfacts file and filing below `inputs` and write a store to `out`.

    SIC codes are taken from submissions JSON and Financial Statement Data Sets found there.
    Filings (inline XBRL in HTML, XBRL instances) give segments, and the totals that a cut-down
    copy of companyfacts lacks; one whose accession number cannot be told from companyfacts or
    submissions is left out, and a line says so.

    A company may have several files (a full one and a newer, cut-down one): their rows are
    merged. `companies.parquet` in `out` is kept and taken into the manifest. Nothing in `out`
    changes until all files are complete.

    Args:
        inputs: Files or folders, searched for `*.json`, `*.zip`, `*.html`, `*.htm` and `*.xml`,
            also compressed (`.gz`).
        out: Folder to write to; made when missing.
        progress: Told one line per file, and one for each filing left out.

    Raises:
        InvalidRequest: There is no file, or one is damaged.
    """
    files = sorted(_files(inputs), key=lambda path: (is_document(path), path))
    if not files:
        named = ", ".join(map(str, inputs))
        raise InvalidRequest(f"There is no companyfacts file (*.json, *.json.gz) in {named}.")
    companies: dict[int, CompanyRows] = {}
    industry: dict[int, int] = {}
    index = FilingIndex()
    for number, path in enumerate(files, 1):
        progress(f"{number}/{len(files)} {path.name}")
        if path.suffix == ".zip":
            industry |= sic_from_data_set(path)
        elif is_document(path):
            _take_filing(path, companies, index, progress)
        else:
            industry |= _take_json(path, companies, index)
    if not any(company.rows for company in companies.values()):
        raise InvalidRequest("None of the files given holds companyfacts.")
    return _publish(companies, industry, out)


def _files(inputs: Iterable[Path]) -> Iterable[Path]:
    for path in inputs:
        if path.is_file():
            yield path
        else:
            for pattern in _PATTERNS:
                yield from path.rglob(pattern)


def _take_json(path: Path, companies: dict[int, CompanyRows], index: FilingIndex) -> dict[int, int]:
    """Take companyfacts or submissions; return the industry code of the latter."""
    data = read_json(path)
    sic = sic_from_submissions(data)
    if sic:
        index.add_submissions(data)
    else:
        _take_companyfacts(data, path.name, companies, index)
    return sic


def _take_companyfacts(
    data: Any, name: str, companies: dict[int, CompanyRows], index: FilingIndex
) -> None:
    parsed = parse_companyfacts(data, WANTED_TAGS, name=name)
    full = parsed.tag_count >= FULL_FILE_MIN_TAGS
    company = companies.setdefault(parsed.cik, CompanyRows())
    company.take(parsed.rows, over=full)
    index.add_rows(parsed.cik, parsed.rows)
    if full and parsed.rows:
        newest = max(row.filed for row in parsed.rows)
        company.full_through = max(company.full_through or newest, newest)


def _take_filing(
    path: Path,
    companies: dict[int, CompanyRows],
    index: FilingIndex,
    progress: Callable[[str], None],
) -> None:
    """Take a filing; where companyfacts has the same figure, that one stays."""
    intake = read_filing(path, index, progress=progress)
    if intake is None:
        return
    company = companies.setdefault(intake.cik, CompanyRows())
    company.take(intake.rows, over=False)
    company.segments += intake.segments
    if intake.full:
        company.full_filings.add(intake.accession)


def _publish(companies: dict[int, CompanyRows], industry: dict[int, int], out: Path) -> Manifest:
    """Write all files beside the store, then move them in."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".build-") as temporary:
        staging = Path(temporary)
        facts, segments = write_tables(companies, industry, staging)
        if (out / COMPANIES_FILE).is_file():
            shutil.copy2(out / COMPANIES_FILE, staging / COMPANIES_FILE)
        names = sorted(path.name for path in staging.iterdir())
        manifest = Manifest(
            version=PACK_VERSION,
            built=datetime.now(UTC).date().isoformat(),
            companies=sum(bool(company.rows) for company in companies.values()),
            facts=facts,
            last_filed=_last_filed(companies).isoformat(),
            origin=_ORIGIN,
            licence=_LICENCE,
            files={name: file_entry(staging / name) for name in names},
            segments=segments,
        )
        for name in names:
            (staging / name).replace(out / name)
    write_manifest(out, manifest)
    return manifest


def _last_filed(companies: dict[int, CompanyRows]) -> date:
    return max(row.filed for company in companies.values() for row in company.rows.values())
