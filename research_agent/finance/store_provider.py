"""The local store as a provider of financials."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import date
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery, Vintage
from research_agent.domain.tables import SeriesTable
from research_agent.errors import NotFound
from research_agent.finance.catalog import STATEMENTS, outside_template
from research_agent.finance.figures import Figures
from research_agent.finance.filed_facts import FiledFacts
from research_agent.finance.line_items import StatementKind
from research_agent.finance.metrics import check_metric, is_part, metric_label
from research_agent.finance.ratios import RATIOS
from research_agent.finance.series import series_table
from research_agent.finance.store import FactStore

if TYPE_CHECKING:  # imported when a part of a company is asked for
    from research_agent.finance.segments.part_figures import PartFigures

__all__ = ["StoreProvider"]

_KEPT_COMPANIES = 64
_TITLES = {
    StatementKind.INCOME: "Income statement",
    StatementKind.BALANCE: "Balance sheet",
    StatementKind.CASH_FLOW: "Cash flow statement",
}
_EARNINGS = ("revenue", "net_income", "eps_basic", "eps_diluted", "weighted_shares_diluted")

T = TypeVar("T")
_FiguresKey = tuple[int, Vintage, date | None]


class StoreProvider:
    """Reads a `FactStore`; keeps the most recently used companies in memory."""

    name = "store"

    def __init__(self, store: FactStore) -> None:
        self._store = store
        self._kept: OrderedDict[_FiguresKey, Figures] = OrderedDict()
        self._parts: OrderedDict[_FiguresKey, PartFigures] = OrderedDict()
        self._lock = Lock()

    async def statement(
        self, company: Company, kind: StatementKind, query: PeriodQuery
    ) -> SeriesTable:
        """Return one statement, every line item a row, periods newest first."""
        figures = await _in_thread(lambda: self.figures(company, query))
        concepts = tuple(item.key for item in STATEMENTS[kind])
        return await self._table(
            company,
            concepts,
            query,
            name=f"{kind.value}_statement",
            title=_TITLES[kind],
            shown_if_filed=outside_template(kind, figures.facts.sector),
        )

    async def ratios(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return every ratio as a computed fact with its formula and inputs."""
        return await self._table(
            company, tuple(RATIOS), query, name="ratios", title="Ratios", complete=True
        )

    async def earnings(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return revenue, net income and EPS as reported."""
        return await self._table(company, _EARNINGS, query, name="earnings", title="Earnings")

    async def segments(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return figures by business, product, geography and customer, as the filings split them.

        Raises:
            NotFound: No filing of the company in the store splits a figure.
        """
        from research_agent.finance.segments.table import segments_table

        def build() -> SeriesTable:
            return segments_table(self.parts(company, query), query)

        return await _in_thread(build)

    async def series(
        self, company: Company, concepts: Sequence[str], query: PeriodQuery
    ) -> SeriesTable:
        """Return the named metrics, one row each, in the order asked; also those of parts."""
        keys = tuple(check_metric(concept) for concept in concepts)
        title = metric_label(keys[0]) if len(keys) == 1 else "Figures"
        if any(is_part(key) for key in keys):
            from research_agent.finance.segments.part_series import part_series

            return await _in_thread(
                lambda: part_series(self.parts(company, query), keys, query, title=title)
            )
        return await self._table(company, keys, query, name="series", title=title)

    async def _table(
        self,
        company: Company,
        concepts: Sequence[str],
        query: PeriodQuery,
        *,
        name: str,
        title: str,
        complete: bool = False,
        shown_if_filed: frozenset[str] = frozenset(),
    ) -> SeriesTable:
        def build() -> SeriesTable:
            return series_table(
                self.figures(company, query),
                concepts,
                query,
                name=name,
                title=title,
                complete=complete,
                shown_if_filed=shown_if_filed,
            )

        return await _in_thread(build)

    def figures(self, company: Company, query: PeriodQuery) -> Figures:
        """Return the company under the vintage and `as_of` of `query`.

        Raises:
            NotFound: The store has nothing of it by the `as_of` day.
        """
        key = (company.cik, query.vintage, query.as_of)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        coverage = self._store.coverage().get(company.cik)
        if coverage is None:
            raise NotFound(
                f"{company} is not in the embedded pack; `research-agent data list` shows the "
                "companies that are."
            )
        facts = FiledFacts(
            company.cik,
            self._store.rows(company.cik),
            as_of=query.as_of,
            full_through=coverage.full_through,
            full_filings=coverage.full_filings,
            sic=coverage.sic,
        )
        if facts.empty:
            raise NotFound(f"{company} had filed nothing by {query.as_of}.")
        figures = Figures(company, facts, query)
        with self._lock:
            self._kept[key] = figures
            while len(self._kept) > _KEPT_COMPANIES:
                self._kept.popitem(last=False)
        return figures

    def parts(self, company: Company, query: PeriodQuery) -> "PartFigures":
        """Return the parts of the company under the vintage and `as_of` of `query`.

        Raises:
            NotFound: The store has nothing of the company, or no filing that splits a figure.
        """
        from research_agent.finance.segments.part_figures import PartFigures

        figures = self.figures(company, query)
        key = (company.cik, query.vintage, query.as_of)
        with self._lock:
            known = self._parts.get(key)
        if known is None or known.figures is not figures:
            known = PartFigures(company, figures, self._store.segment_rows(company.cik), query)
            with self._lock:
                self._parts[key] = known
                while len(self._parts) > _KEPT_COMPANIES:
                    self._parts.popitem(last=False)
        if known.empty:
            by = "" if query.as_of is None else f" filed by {query.as_of}"
            raise NotFound(
                f"The store has no filing of {company}{by} that splits its figures: segments "
                "stand in the filings themselves, not in SEC companyfacts, and only some filings "
                "are in the store."
            )
        return known


async def _in_thread(build: Callable[[], T]) -> T:
    return await asyncio.to_thread(build)
