"""The Parquet files of a fact store, written."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any

from research_agent.finance.pack import COVERAGE_FILE, FACTS_FILE, SEGMENTS_FILE
from research_agent.finance.segments.rows import named_alike
from research_agent.finance.segments.segment_row import SegmentRow
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["CompanyRows", "write_rows", "write_tables"]

_ROW_GROUP = 20_000
_SMALLEST = 19  # zstd level: slow to write, for a pack that is written once
_Key = tuple[str, str, date | None, date, str]


@dataclass(slots=True)
class CompanyRows:
    """Rows of one company gathered from all its files.

    Args:
        rows: By tag, unit, start, end and accession; a full file's value wins.
        full_through: Newest filing of the full files; `None` when there is none.
        full_filings: Accession numbers of the filings whose own documents were read.
        segments: Figures of its parts, each with whether its name was printed.
    """

    rows: dict[_Key, FactRow] = field(default_factory=dict)
    full_through: date | None = None
    full_filings: set[str] = field(default_factory=set)
    segments: list[tuple[SegmentRow, bool]] = field(default_factory=list)

    def take(self, rows: Iterable[FactRow], *, over: bool) -> None:
        """Add rows; one that is there already is replaced where `over` is set."""
        for row in rows:
            key = (row.tag, row.unit, row.start, row.end, row.accession)
            if over:
                self.rows[key] = row
            else:
                self.rows.setdefault(key, row)


def write_tables(
    companies: Mapping[int, CompanyRows], industry: Mapping[int, int], folder: Path
) -> tuple[int, int]:
    """Write the tables of a store into `folder`.

    Returns:
        How many facts, and how many segment figures.
    """
    facts = [
        (cik, row)
        for cik, company in sorted(companies.items())
        for row in sorted(company.rows.values(), key=_fact_order)
    ]
    segments = [
        (cik, row)
        for cik, company in sorted(companies.items())
        for row in sorted(named_alike(company.segments), key=_segment_order)
    ]
    write_rows(folder / FACTS_FILE, FactRow, facts)
    write_rows(folder / SEGMENTS_FILE, SegmentRow, segments)
    _write_coverage(folder / COVERAGE_FILE, companies, industry)
    return len(facts), len(segments)


def write_rows(
    path: Path,
    shape: type,
    rows: Sequence[tuple[int, Any]],
    *,
    level: int = _SMALLEST,
    metadata: Mapping[bytes, bytes] = MappingProxyType({}),
) -> None:
    """Write rows of companies into one Parquet file.

    Args:
        path: The file; the caller sees to it that nobody reads it half written.
        shape: `FactRow` or `SegmentRow`; its fields are the columns, after `cik`.
        rows: Each with its company's CIK.
        level: Of the zstd compression.
        metadata: Kept in the file's own metadata.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {
        "start": pa.date32(),
        "end": pa.date32(),
        "filed": pa.date32(),
        "value": pa.float64(),
        "fiscal_year": pa.int16(),
        "position": pa.int16(),
        "decimals": pa.int16(),
        "sign": pa.int8(),
    }
    columns = {"cik": pa.array([cik for cik, _ in rows], pa.int64())}
    for name in (item.name for item in fields(shape)):
        kind = kinds.get(name, pa.string())
        columns[name] = pa.array([getattr(row, name) for _, row in rows], kind)
    table = pa.table(columns)
    if metadata:
        table = table.replace_schema_metadata(dict(metadata))
    pq.write_table(
        table, path, compression="zstd", compression_level=level, row_group_size=_ROW_GROUP
    )


def _write_coverage(
    path: Path, companies: Mapping[int, CompanyRows], industry: Mapping[int, int]
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    coverage = [
        {
            "cik": cik,
            "coverage": "full" if company.full_through else "partial",
            "full_through": company.full_through,
            "facts": len(company.rows),
            "first_end": min((row.end for row in company.rows.values()), default=None),
            "last_end": max((row.end for row in company.rows.values()), default=None),
            "last_filed": max((row.filed for row in company.rows.values()), default=None),
            "sic": industry.get(cik),
            "full_filings": sorted(company.full_filings),
        }
        for cik, company in sorted(companies.items())
    ]
    schema = pa.schema(
        [
            ("cik", pa.int64()),
            ("coverage", pa.string()),
            ("full_through", pa.date32()),
            ("facts", pa.int64()),
            ("first_end", pa.date32()),
            ("last_end", pa.date32()),
            ("last_filed", pa.date32()),
            ("sic", pa.int64()),
            ("full_filings", pa.list_(pa.string())),
        ]
    )
    pq.write_table(pa.Table.from_pylist(coverage, schema=schema), path, compression="zstd")


def _fact_order(row: FactRow) -> tuple[str, str, date, date, date, str]:
    return (row.tag, row.unit, row.end, row.start or date.min, row.filed, row.accession)


def _segment_order(row: SegmentRow) -> tuple[str, str, date, str, int, date, date, str]:
    where = (row.metric, row.axis_tag, row.filed, row.accession, row.position)
    return (*where, row.end, row.start or date.min, row.part)
