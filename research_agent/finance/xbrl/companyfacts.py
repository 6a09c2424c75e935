"""The SEC's companyfacts JSON, row by row."""

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import orjson

from research_agent.errors import InvalidRequest

__all__ = ["CompanyFactsFile", "FactRow", "parse_companyfacts", "read_json"]


@dataclass(frozen=True, slots=True)
class FactRow:
    """One filed value as companyfacts lists it.

    Args:
        tag: With its taxonomy, `"us-gaap:Revenues"`.
        unit: `"USD"`, `"USD/shares"`, `"shares"`, `"pure"` …
        start: First day; `None` for a moment.
        end: Last day.
        value: As filed.
        accession: Of the filing that carries it.
        form: Form type of that filing.
        filed: Day of that filing.
        fiscal_year: The filing's own DocumentFiscalYearFocus (not the datum's); 0 when absent.
        fiscal_period: The filing's `"FY"`, `"Q1"` …; empty when absent.
    """

    tag: str
    unit: str
    start: date | None
    end: date
    value: float
    accession: str
    form: str
    filed: date
    fiscal_year: int
    fiscal_period: str


@dataclass(frozen=True, slots=True)
class CompanyFactsFile:
    """One parsed file.

    Args:
        cik: The filer.
        tag_count: How many tags the file holds in all, wanted or not.
        rows: The wanted rows.
    """

    cik: int
    tag_count: int
    rows: tuple[FactRow, ...]


def read_json(path: Path) -> Any:
    """Parse a `.json` or `.json.gz` file.

    Raises:
        InvalidRequest: It is neither.
    """
    raw = path.read_bytes()
    try:
        return orjson.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    except (orjson.JSONDecodeError, EOFError, OSError, zlib.error) as error:
        raise InvalidRequest(f"{path.name} is not JSON: {error}.") from error


def parse_companyfacts(data: Any, wanted: frozenset[str], *, name: str) -> CompanyFactsFile:
    """Keep the rows of parsed companyfacts JSON whose tag is in `wanted`.

    Args:
        data: As `read_json` gives it.
        wanted: Tags with their taxonomy.
        name: Of the file, for the error.

    Raises:
        InvalidRequest: It is not companyfacts JSON.
    """
    try:
        tags = [
            (f"{taxonomy}:{tag}", body)
            for taxonomy, entries in data["facts"].items()
            for tag, body in entries.items()
            if isinstance(body, dict) and "units" in body
        ]
        rows = tuple(row for tag, body in tags if tag in wanted for row in _rows(tag, body))
        return CompanyFactsFile(int(data["cik"]), len(tags), rows)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InvalidRequest(f"{name} is not a companyfacts file: {error!r}.") from error


def _rows(tag: str, body: dict[str, Any]) -> Iterator[FactRow]:
    day = date.fromisoformat
    for unit, values in body["units"].items():
        for row in values:
            if row.get("val") is None or "filed" not in row:
                continue
            yield FactRow(
                tag,
                unit,
                day(row["start"]) if row.get("start") else None,
                day(row["end"]),
                float(row["val"]),
                row["accn"],
                row.get("form") or "",
                day(row["filed"]),
                int(row.get("fy") or 0),
                row.get("fp") or "",
            )
