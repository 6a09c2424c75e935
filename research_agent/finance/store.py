"""Facts on disk: DuckDB over the Parquet files of a store."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from research_agent.errors import PackError
from research_agent.finance.companyfacts import FactRow
from research_agent.finance.pack import COVERAGE_FILE, FACTS_FILE, Manifest, read_manifest

if TYPE_CHECKING:
    import duckdb

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
    """

    cik: int
    coverage: str
    full_through: date | None
    facts: int
    first_end: date
    last_end: date
    last_filed: date
    sic: int | None


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
            self._coverage = {row[0]: CoverageRow(*row) for row in rows}
        return self._coverage

    def rows(self, cik: int) -> tuple[FactRow, ...]:
        """Return every filed value of a company; empty when it is not covered."""
        found = self._query(
            f"SELECT {_FACT_COLUMNS} FROM read_parquet(?) WHERE cik = ?",  # noqa: S608 - constants
            [self._path(FACTS_FILE), cik],
        )
        return tuple(FactRow(*row) for row in found)

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
