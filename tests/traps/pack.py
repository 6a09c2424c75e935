"""The embedded pack through the product's own front door, and companyfacts JSON read by hand."""

import gzip
import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import MAX_PERIODS, Basis, PeriodQuery, Vintage
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR

__all__ = ["MILLION", "cell", "directory", "fact", "provider", "raw_rows", "reason", "table"]

MILLION = 1_000_000


@cache
def provider() -> StoreProvider:
    return StoreProvider(FactStore(PACK_DIR))


@cache
def directory() -> CompanyDirectory:
    held = FactStore(PACK_DIR).coverage()
    return CompanyDirectory.load(
        PACK_DIR, coverage={cik: row.coverage for cik, row in held.items()}
    )


async def table(
    ticker: str,
    *concepts: str,
    basis: Basis = Basis.ANNUAL,
    vintage: Vintage = Vintage.LATEST,
    as_of: date | None = None,
) -> SeriesTable:
    """Every period of some lines of a company."""
    query = PeriodQuery(basis=basis, limit=MAX_PERIODS, vintage=vintage, as_of=as_of)
    return await provider().series(directory().resolve(ticker), concepts, query)


async def cell(
    ticker: str,
    concept: str,
    label: str,
    *,
    vintage: Vintage = Vintage.LATEST,
    as_of: date | None = None,
) -> Cell:
    """The cell of one line under the filer's own label: `"FY2024"`, `"Q4 FY2024"`, `"TTM Q3 FY2025"`."""
    basis = {"F": Basis.ANNUAL, "Q": Basis.QUARTERLY, "T": Basis.TTM}[label[0]]
    found = await table(ticker, concept, basis=basis, vintage=vintage, as_of=as_of)
    labels = [period.label for period in found.periods]
    return found.rows[0].cells[labels.index(label)]


async def fact(
    ticker: str,
    concept: str,
    label: str,
    *,
    vintage: Vintage = Vintage.LATEST,
    as_of: date | None = None,
) -> Fact:
    """The same, where there must be a figure."""
    found = await cell(ticker, concept, label, vintage=vintage, as_of=as_of)
    assert isinstance(found, Fact), found
    return found


def raw_rows(corpus: Path, cik: int, tag: str, unit: str = "USD") -> list[dict[str, Any]]:
    """What companyfacts lists under a tag, untouched."""
    path = corpus / "companyfacts" / f"CIK{cik:010d}.json.gz"
    facts = json.loads(gzip.decompress(path.read_bytes()))["facts"]
    taxonomy, _, name = tag.partition(":")
    rows: list[dict[str, Any]] = facts[taxonomy][name]["units"][unit]
    return rows


def reason(found: Cell) -> str:
    """Why a figure is missing."""
    assert isinstance(found, Missing), found
    return found.reason
