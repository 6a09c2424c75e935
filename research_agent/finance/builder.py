"""Build a fact store from companyfacts JSON."""

import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from research_agent.errors import InvalidRequest
from research_agent.finance.catalog import WANTED_TAGS
from research_agent.finance.companyfacts import FactRow, parse_companyfacts, read_json
from research_agent.finance.industry_codes import sic_from_data_set, sic_from_submissions
from research_agent.finance.pack import (
    COMPANIES_FILE,
    COVERAGE_FILE,
    FACTS_FILE,
    PACK_VERSION,
    Manifest,
    file_entry,
    write_manifest,
)

__all__ = ["FULL_FILE_MIN_TAGS", "build_pack"]

FULL_FILE_MIN_TAGS = 100
"""A companyfacts file with fewer tags than this is taken for a cut-down copy."""

_ORIGIN = "SEC EDGAR companyfacts (data.sec.gov), figures as filed by the companies"
_LICENCE = "Public domain (facts of public filings)"
_ROW_GROUP = 20_000

_Key = tuple[str, str, date | None, date, str]


@dataclass(slots=True)
class _CompanyRows:
    """Rows of one company gathered from all its files.

    Args:
        rows: By tag, unit, start, end and accession; a full file's value wins.
        full_through: Newest filing of the full files; `None` when there is none.
    """

    rows: dict[_Key, FactRow] = field(default_factory=dict)
    full_through: date | None = None


def build_pack(
    inputs: Sequence[Path], out: Path, *, progress: Callable[[str], None] = lambda _: None
) -> Manifest:
    """Read every companyfacts file below `inputs` and write a store to `out`.

    SIC codes are taken from submissions JSON and Financial Statement Data Sets found there.

    A company may have several files (a full one and a newer, cut-down one): their rows are
    merged. `companies.parquet` in `out` is kept and taken into the manifest. Nothing in `out`
    changes until all files are complete.

    Args:
        inputs: Files or folders, searched for `*.json`, `*.json.gz` and `*.zip`.
        out: Folder to write to; made when missing.
        progress: Told one line per file.

    Raises:
        InvalidRequest: There is no file, or one is not companyfacts JSON.
    """
    files = sorted(_files(inputs))
    if not files:
        named = ", ".join(map(str, inputs))
        raise InvalidRequest(f"There is no companyfacts file (*.json, *.json.gz) in {named}.")
    companies: dict[int, _CompanyRows] = {}
    industry: dict[int, int] = {}
    for number, path in enumerate(files, 1):
        progress(f"{number}/{len(files)} {path.name}")
        if path.suffix == ".zip":
            industry |= sic_from_data_set(path)
            continue
        data = read_json(path)
        sic = sic_from_submissions(data)
        industry |= sic
        if not sic:
            _take(data, path.name, companies)
    if not companies:
        raise InvalidRequest("None of the files given holds companyfacts.")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".build-") as temporary:
        staging = Path(temporary)
        facts = _write(companies, industry, staging)
        if (out / COMPANIES_FILE).is_file():
            shutil.copy2(out / COMPANIES_FILE, staging / COMPANIES_FILE)
        names = sorted(path.name for path in staging.iterdir())
        manifest = Manifest(
            version=PACK_VERSION,
            built=datetime.now(UTC).date().isoformat(),
            companies=len(companies),
            facts=facts,
            last_filed=_last_filed(companies).isoformat(),
            origin=_ORIGIN,
            licence=_LICENCE,
            files={name: file_entry(staging / name) for name in names},
        )
        for name in names:
            (staging / name).replace(out / name)
    write_manifest(out, manifest)
    return manifest


def _files(inputs: Iterable[Path]) -> Iterable[Path]:
    for path in inputs:
        if path.is_file():
            yield path
        else:
            yield from path.rglob("*.json")
            yield from path.rglob("*.json.gz")
            yield from path.rglob("*.zip")


def _take(data: Any, name: str, companies: dict[int, _CompanyRows]) -> None:
    parsed = parse_companyfacts(data, WANTED_TAGS, name=name)
    full = parsed.tag_count >= FULL_FILE_MIN_TAGS
    company = companies.setdefault(parsed.cik, _CompanyRows())
    for row in parsed.rows:
        key = (row.tag, row.unit, row.start, row.end, row.accession)
        if full:
            company.rows[key] = row
        else:
            company.rows.setdefault(key, row)
    if full and parsed.rows:
        newest = max(row.filed for row in parsed.rows)
        company.full_through = max(company.full_through or newest, newest)


def _last_filed(companies: dict[int, _CompanyRows]) -> date:
    return max(row.filed for company in companies.values() for row in company.rows.values())


def _write(companies: dict[int, _CompanyRows], industry: dict[int, int], folder: Path) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    ordered: list[tuple[int, FactRow]] = []
    coverage = []
    for cik, company in sorted(companies.items()):
        rows = sorted(company.rows.values(), key=_order)
        ordered += [(cik, row) for row in rows]
        coverage.append(
            {
                "cik": cik,
                "coverage": "full" if company.full_through else "partial",
                "full_through": company.full_through,
                "facts": len(rows),
                "first_end": min((row.end for row in rows), default=None),
                "last_end": max((row.end for row in rows), default=None),
                "last_filed": max((row.filed for row in rows), default=None),
                "sic": industry.get(cik),
            }
        )
    facts = pa.table(
        {
            "cik": pa.array([cik for cik, _ in ordered], pa.int64()),
            **{
                name: pa.array([getattr(row, name) for _, row in ordered], kind)
                for name, kind in (
                    ("tag", pa.string()),
                    ("unit", pa.string()),
                    ("start", pa.date32()),
                    ("end", pa.date32()),
                    ("value", pa.float64()),
                    ("accession", pa.string()),
                    ("form", pa.string()),
                    ("filed", pa.date32()),
                    ("fiscal_year", pa.int16()),
                    ("fiscal_period", pa.string()),
                )
            },
        }
    )
    pq.write_table(
        facts,
        folder / FACTS_FILE,
        compression="zstd",
        compression_level=19,
        row_group_size=_ROW_GROUP,
    )
    pq.write_table(pa.Table.from_pylist(coverage), folder / COVERAGE_FILE, compression="zstd")
    return len(ordered)


def _order(row: FactRow) -> tuple[str, str, date, date, date, str]:
    return (row.tag, row.unit, row.end, row.start or date.min, row.filed, row.accession)
