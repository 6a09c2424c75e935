"""Run screens over a store: SQL finds the companies, their figures come from the filings."""

import hashlib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from research_agent.domain.companies import Company
from research_agent.domain.facts import Missing
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.domain.tables import Cell
from research_agent.errors import ConfigError, NotFound
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.store_provider import FactSource
from research_agent.finance.screening.cells import metric_cell, newest_slot
from research_agent.finance.screening.compiled import CompiledScreen, compile_screen
from research_agent.finance.screening.metric_table import FiguresSource, build_table, table_path
from research_agent.finance.screening.notes import screen_notes
from research_agent.finance.screening.result import ScreenResult, ScreenRow, is_stale
from research_agent.finance.screening.statistics import Counts, counts_of
from research_agent.finance.screening.syntax import Metric, Screen
from research_agent.finance.store import CoverageRow, FactStore

if TYPE_CHECKING:
    import duckdb

__all__ = ["DEFAULT_ROWS", "MAX_BUILT_IN_PASSING", "Found", "Screener"]

DEFAULT_ROWS = 50
"""Companies returned when the screen names no limit."""

MAX_BUILT_IN_PASSING = 500
"""A larger store takes minutes to work out; that is a command of its own."""

DEFAULT_COLUMNS = (Metric("revenue"), Metric("net_income"))

_NO_PERIOD = Missing("no such period in the store")

Found = tuple[int, str, str]
"""CIK, currency and sector (empty when not known)."""


class Screener:
    """Runs screens; safe to use from several threads.

    Args:
        store: Whose companies.
        directory: Knows their names.
        figures: Works out their figures.
        folder: Where the table of metrics is kept.
    """

    def __init__(
        self, store: FactSource, directory: CompanyDirectory, figures: FiguresSource, folder: Path
    ) -> None:
        self._store = store
        self._directory = directory
        self._figures = figures
        self._folder = folder
        self._lock = Lock()
        self._building = Lock()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._digested: tuple[dict[int, CoverageRow], str] | None = None

    def screen(self, screen: Screen, *, today: date, most: int = DEFAULT_ROWS) -> ScreenResult:
        """Run a screen.

        Args:
            screen: What to look for.
            today: What "older than 18 months" is counted from.
            most: Companies returned at most; a smaller limit of the screen wins.

        Raises:
            ConfigError: The table of metrics is not there and cannot be built in passing.
            PackError: The store is damaged.
        """
        compiled = compile_screen(screen)
        limit = most if screen.limit is None else min(screen.limit, most)
        found = self.find(compiled, limit)
        counts = self.counts(screen, compiled)
        columns = screen.metrics() or DEFAULT_COLUMNS
        rows = tuple(self._row(one, columns, today) for one in found)
        return ScreenResult(
            screen=screen,
            columns=columns,
            rows=rows,
            matched=counts.matched,
            companies=counts.companies,
            notes=screen_notes(screen, compiled, counts, rows),
        )

    def find(self, compiled: CompiledScreen, limit: int) -> list[Found]:
        """Return the companies that fit, in order."""
        columns = "cik, currency, coalesce(sector, '')"
        sql = f"""SELECT {columns} FROM read_parquet($table)
            WHERE {compiled.condition} ORDER BY {compiled.order} LIMIT $limit"""  # noqa: S608 - names of the catalog; values are parameters
        return self._query(
            sql, {**compiled.parameters, **compiled.order_parameters, "limit": limit}
        )

    def path(self) -> Path:
        """Return where the table of the store as it is now belongs."""
        return table_path(self._folder, self._digest())

    def refresh(self, progress: Callable[[int, int], None] = lambda _done, _all: None) -> Path:
        """Build the table of metrics unless it is there already; return where it is."""
        path = self.path()
        with self._building:
            if not path.is_file():
                build_table(path, self._companies(), self._figures, progress=progress)
        return path

    def close(self) -> None:
        """Release the database."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _companies(self) -> list[tuple[Company, CoverageRow]]:
        return [
            (self._company(cik), coverage)
            for cik, coverage in sorted(self._store.coverage().items())
        ]

    def _company(self, cik: int) -> Company:
        return self._directory.by_cik(cik) or Company(cik, f"CIK{cik}", f"CIK {cik}")

    def _digest(self) -> str:
        """Return what changes whenever the store does; thousands of rows are digested once."""
        held = self._store.coverage()
        known = self._digested
        if known is not None and known[0] == held:
            return known[1]
        rows = repr(sorted(held.items(), key=lambda pair: pair[0]))
        files = repr(self._store.manifest.files) if isinstance(self._store, FactStore) else ""
        digest = hashlib.sha256(f"{rows}{files}".encode()).hexdigest()
        self._digested = dict(held), digest
        return digest

    def _table(self) -> Path:
        path = self.path()
        if path.is_file():
            return path
        count = len(self._store.coverage())
        if count > MAX_BUILT_IN_PASSING:
            raise ConfigError(
                f"The metrics of {count:,} companies are not worked out yet: run `research-agent "
                "data metrics --build` once, which takes some minutes."
            )
        return self.refresh()

    def _row(self, found: Found, columns: tuple[Metric, ...], today: date) -> ScreenRow:
        cik, currency, sector = found
        company = self._company(cik)
        try:
            figures = self._figures.figures(company, PeriodQuery())
        except NotFound:  # the store has lost it since; the next screen will not find it
            nothing: tuple[Cell, ...] = tuple(_NO_PERIOD for _ in columns)
            return ScreenRow(company, sector, currency, nothing, ())
        bases = dict.fromkeys(metric.basis or Basis.ANNUAL for metric in columns)
        slots = {basis: newest_slot(figures, basis) for basis in (Basis.ANNUAL, *bases)}
        cells: list[Cell] = []
        for metric in columns:
            slot = slots[metric.basis or Basis.ANNUAL]
            cells.append(_NO_PERIOD if slot is None else metric_cell(figures, metric.key, slot))
        year = slots[Basis.ANNUAL]
        return ScreenRow(
            company=company,
            sector=sector,
            currency=currency,
            cells=tuple(cells),
            periods=tuple(slot.period for basis in bases if (slot := slots[basis]) is not None),
            stale=year is not None and is_stale(year.period.end, today),
        )

    def counts(self, screen: Screen, compiled: CompiledScreen) -> Counts:
        """Return how many companies fit and how many could not be judged."""
        sql, codes, read = counts_of(screen, compiled)
        return read(self._query(sql, {**compiled.parameters, **codes})[0])

    def _query(self, sql: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
        import duckdb

        table = str(self._table())
        with self._lock:
            if self._connection is None:
                self._connection = duckdb.connect(
                    ":memory:", config={"threads": 1, "enable_object_cache": True}
                )
            cursor = self._connection.cursor()
        try:
            return cursor.execute(sql, {**parameters, "table": table}).fetchall()
        except duckdb.Error as error:
            raise ConfigError(
                f"The table of metrics {table} cannot be read ({type(error).__name__}): delete it, "
                "and it is worked out anew."
            ) from error
        finally:
            cursor.close()
