"""Every metric of every company of a store in one Parquet file, for screens.

One row for a company; one column for each metric and basis (`annual.revenue`, `ttm.net_margin`),
NULL where the company has no such figure. Amounts are whole units of the row's `currency`, ratios
are fractions, all of them `DECIMAL(38, 12)`. The figures are those of `finance.figures`, worked
out once; the file's name holds a digest of the store and of the code that read it, so that a new
store or a corrected formula never meets an old table.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal, localcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.errors import ConfigError, NotFound
from research_agent.finance.figures import Figures
from research_agent.finance.metrics import METRIC_KEYS
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.finance.screening.cells import BASES, metric_cell, newest_slot
from research_agent.finance.screening.industries import division_of_sic, sector_of_sic_range

if TYPE_CHECKING:
    import pyarrow as pa

    from research_agent.finance.store import CoverageRow

__all__ = [
    "PLACES",
    "FiguresSource",
    "build_table",
    "code_digest",
    "column_name",
    "stored_metrics",
    "table_path",
]

PLACES = 12
"""Decimals kept; a ratio's 13th decides no screen."""

_DIGITS = 38
_BATCH = 2_048
"""Companies in memory at once."""

_TABLES_KEPT = 3
_PACKAGE = Path(__file__).resolve().parents[2]
_CODE = ("domain", "finance")


class FiguresSource(Protocol):
    """Who works out the figures of a company."""

    def figures(self, company: Company, query: PeriodQuery) -> Figures:
        """Return the company under the vintage and `as_of` of `query`, or raise `NotFound`."""
        ...


@cache
def stored_metrics() -> tuple[str, ...]:
    """Return the metrics that have a column: all but those that need the price of a share."""
    return tuple(key for key in METRIC_KEYS if key not in RATIOS or not RATIOS[key].priced)


def column_name(key: str, basis: Basis) -> str:
    """Return the column of a metric."""
    return f"{basis.value}.{key}"


@cache
def code_digest() -> str:
    """Return a digest of the code that works figures out."""
    digest = hashlib.sha256()
    for folder in _CODE:
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def table_path(folder: Path, store_digest: str) -> Path:
    """Return where the table of a store is kept."""
    both = hashlib.sha256(f"{store_digest} {code_digest()}".encode()).hexdigest()
    return folder / f"metrics-{both[:20]}.parquet"


def build_table(
    path: Path,
    companies: list[tuple[Company, "CoverageRow"]],
    source: FiguresSource,
    *,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> None:
    """Work out every metric and write the table, whole or not at all; memory is flat.

    Args:
        path: From `table_path`; tables of other stores beside it are removed, oldest first.
        companies: Those of the store, with what it holds of them.
        source: Works out the figures.
        progress: Called with how many companies are done, of how many.

    Raises:
        ConfigError: The folder cannot be written to.
    """
    import pyarrow.parquet as pq

    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        with pq.ParquetWriter(temporary, _schema(), compression="zstd") as writer:
            for batch in _batches(companies, source, progress):
                writer.write_table(batch)
        Path(temporary).replace(path)
    except OSError as error:
        raise ConfigError(
            f"The table of metrics cannot be written to {path.parent} ({error.strerror}): set "
            "RESEARCH_AGENT_HOME to a folder that can be written to."
        ) from error
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
    _remove_old(path)


def _batches(
    companies: list[tuple[Company, "CoverageRow"]],
    source: FiguresSource,
    progress: Callable[[int, int], None],
) -> Iterator["pa.Table"]:
    import pyarrow as pa

    rows: list[dict[str, Any]] = []
    for done, (company, coverage) in enumerate(companies, 1):
        with suppress(NotFound):  # nothing that can be read is nothing to screen
            rows.append(_row(company, coverage, source.figures(company, PeriodQuery())))
        progress(done, len(companies))
        if len(rows) == _BATCH or done == len(companies):
            yield pa.Table.from_pylist(rows, schema=_schema())
            rows = []
    if not companies:
        yield pa.Table.from_pylist([], schema=_schema())


def _row(company: Company, coverage: "CoverageRow", figures: Figures) -> dict[str, Any]:
    sic = coverage.sic
    row: dict[str, Any] = {
        "cik": company.cik,
        "ticker": company.ticker,
        "exchange": company.exchange.lower() or None,
        "currency": figures.facts.currency,
        "template": figures.facts.sector.value,
        "sector": sector_of_sic_range(sic) if sic else None,
        "division": (division_of_sic(sic) or None) if sic else None,
    }
    for basis in BASES:
        slot = newest_slot(figures, basis)
        if slot is None:
            continue
        row[f"{basis.value}_end"] = slot.period.end
        for key in stored_metrics():
            cell = metric_cell(figures, key, slot)
            if isinstance(cell, Fact):
                row[column_name(key, basis)] = _rounded(cell.value)
    return row


def _rounded(value: Decimal) -> Decimal:
    with localcontext(prec=_DIGITS):
        return value.quantize(Decimal(1).scaleb(-PLACES))


@cache
def _schema() -> "pa.Schema":
    import pyarrow as pa

    words = ("ticker", "exchange", "currency", "template", "sector", "division")
    metrics = (column_name(key, basis) for basis in BASES for key in stored_metrics())
    return pa.schema(
        [
            pa.field("cik", pa.int64()),
            *(pa.field(name, pa.string()) for name in words),
            *(pa.field(f"{basis.value}_end", pa.date32()) for basis in BASES),
            *(pa.field(name, pa.decimal128(_DIGITS, PLACES)) for name in metrics),
        ]
    )


def _remove_old(path: Path) -> None:
    """Keep the newest tables; two stores in one home do not take each other's away."""
    with suppress(OSError):
        tables = sorted(
            path.parent.glob("metrics-*.parquet"), key=lambda p: p.stat().st_mtime, reverse=True
        )
        for old in tables[_TABLES_KEPT:]:
            old.unlink(missing_ok=True)
