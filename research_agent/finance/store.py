"""Facts on disk: DuckDB over the Parquet files of a store."""

from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from research_agent.errors import PackError
from research_agent.finance.pack import (
    COVERAGE_FILE,
    FACTS_FILE,
    SEGMENTS_FILE,
    Manifest,
    read_manifest,
)
from research_agent.finance.xbrl.companyfacts import FactRow

if TYPE_CHECKING:
    import duckdb

    from research_agent.finance.segments.segment_row import SegmentRow

__all__ = ["CoverageRow", "FactStore"]

_FACT_COLUMNS = (
    'tag, unit, "start", "end", value, accession, form, filed, fiscal_year, fiscal_period'
)


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """What the store holds of one company.

    Args:
        cik: The filer.
        coverage: `"full"` or `"partial"` (a cut-down set of tags).
        full_through: Newest filing read in full; `None` when partial.
        facts: Filed values, every version counted.
        first_end: Oldest period end or date.
        last_end: Newest period end or date.
        last_filed: Newest filing.
        sic: Standard Industrial Classification code; `None` when not known.
        full_filings: Accession numbers of the filings whose own documents were read.
    """

    cik: int
    coverage: str
    full_through: date | None
    facts: int
    first_end: date
    last_end: date
    last_filed: date
    sic: int | None
    full_filings: tuple[str, ...] = ()


class FactStore:
    """Reads one store; safe to use from several threads.

    Raises:
        PackError: From the constructor and every method, when the files are missing or damaged.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self.manifest: Manifest = read_manifest(folder)
        self._coverage: dict[int, CoverageRow] | None = None

    def coverage(self) -> dict[int, CoverageRow]:
        """Return what is held, by CIK."""
        if self._coverage is None:
            rows = self._query("SELECT * FROM read_parquet(?)", [self._path(COVERAGE_FILE)])
            self._coverage = {row[0]: _coverage_row(row) for row in rows}
        return self._coverage

    def rows(self, cik: int) -> tuple[FactRow, ...]:
        """Return every filed value of a company; empty when it is not covered."""
        found = self._query(
            f"SELECT {_FACT_COLUMNS} FROM read_parquet(?) WHERE cik = ?",  # noqa: S608 - constants
            [self._path(FACTS_FILE), cik],
        )
        return tuple(FactRow(*row) for row in found)

    def segment_rows(self, cik: int) -> "tuple[SegmentRow, ...]":
        """Return the filed figures of a company's parts; empty when there are none."""
        from research_agent.finance.segments.segment_row import SegmentRow

        if SEGMENTS_FILE not in self.manifest.files:
            return ()
        columns = ", ".join(f'"{column.name}"' for column in fields(SegmentRow))
        found = self._query(
            f"SELECT {columns} FROM read_parquet(?) WHERE cik = ?",  # noqa: S608 - names of fields
            [self._path(SEGMENTS_FILE), cik],
        )
        return tuple(SegmentRow(*row) for row in found)

    def close(self) -> None:
        """Release the database; the store cannot be used afterwards."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _path(self, name: str) -> str:
        return str(self._folder / name)

    def _query(self, sql: str, parameters: list[object]) -> list[tuple[Any, ...]]:
        import duckdb

        with self._lock:
            if self._connection is None:
                self._connection = duckdb.connect(":memory:", config={"threads": 1})
            cursor = self._connection.cursor()
        try:
            return cursor.execute(sql, parameters).fetchall()
        except duckdb.Error as error:
            raise PackError(
                f"The fact store in {self._folder} cannot be read ({type(error).__name__}): "
                "restore the folder or build it anew with `research-agent data build`."
            ) from error
        finally:
            cursor.close()


def _coverage_row(row: tuple[Any, ...]) -> CoverageRow:
    """Wrap a row; a store built before filings were read has no list of them."""
    known = fields(CoverageRow)
    values = {column.name: value for column, value in zip(known, row, strict=False)}
    return CoverageRow(**values | {"full_filings": tuple(values.get("full_filings", ()))})
