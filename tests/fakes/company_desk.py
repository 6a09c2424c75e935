"""The desk the company page reads from, over the embedded figures; it counts what it was asked."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.runtime.company_desk import CompanyDesk

PACK = Path(__file__).resolve().parents[2] / "data"


class CountingDesk(CompanyDesk):
    """The real thing with a tally of reads."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.reads: Counter[str] = Counter()

    def statement(self, name: str, kind: StatementKind, query: PeriodQuery) -> SeriesTable:
        self.reads[kind.value] += 1
        return super().statement(name, kind, query)

    def ratios(self, name: str, query: PeriodQuery, *, every: bool = False) -> SeriesTable:
        self.reads["ratios"] += 1
        return super().ratios(name, query, every=every)


@cache
def desk() -> CountingDesk:
    """Return the one desk of this process."""
    store = FactStore(PACK)
    coverage = {cik: row.coverage for cik, row in store.coverage().items()}
    provider = StoreProvider(store)
    directory = CompanyDirectory.load(PACK, coverage=coverage)
    return CountingDesk(directory, provider, provider, store)
