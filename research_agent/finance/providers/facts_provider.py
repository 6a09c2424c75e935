"""Statements, ratios and series of companies whose filed values can be had one by one.

What the sources have in common: the local store and the SEC differ in where a company's rows come
from and not in what is made of them.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.finance.catalog import STATEMENTS, outside_template
from research_agent.finance.figures import Figures
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.metrics import check_metric, is_part, metric_label
from research_agent.finance.ratios.every_ratio import shown_ratios
from research_agent.finance.series import series_table

if TYPE_CHECKING:  # imported when a part of a company is asked for
    from research_agent.finance.segments.part_figures import PartFigures

__all__ = ["FactsProvider", "in_thread"]

_TITLES = {
    StatementKind.INCOME: "Income statement",
    StatementKind.BALANCE: "Balance sheet",
    StatementKind.CASH_FLOW: "Cash flow statement",
}
_EARNINGS = ("revenue", "net_income", "eps_basic", "eps_diluted", "weighted_shares_diluted")

T = TypeVar("T")


class FactsProvider(ABC):
    """Makes tables of the figures that a subclass finds."""

    name: str

    @abstractmethod
    async def _figures(self, company: Company, query: PeriodQuery) -> Figures:
        """Return the company under the vintage and `as_of` of `query`.

        Raises:
            NotCovered: The source has nothing of it.
            NotFound: The company had filed nothing by the `as_of` day.
            ProviderError: The source failed.
        """

    @abstractmethod
    async def _parts(self, company: Company, query: PeriodQuery) -> "PartFigures":
        """Return the parts of the company; raises like `_figures`, also where there are none."""

    def _notes(self, company: Company) -> tuple[str, ...]:
        """Return what is to be said under every table of the company."""
        return ()

    async def statement(
        self, company: Company, kind: StatementKind, query: PeriodQuery
    ) -> SeriesTable:
        """Return one statement, every line item a row, periods newest first."""
        figures = await self._figures(company, query)
        return await self._table(
            figures,
            tuple(item.key for item in STATEMENTS[kind]),
            query,
            name=f"{kind.value}_statement",
            title=_TITLES[kind],
            shown_if_filed=outside_template(kind, figures.facts.sector),
        )

    async def ratios(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return the key ratios and those of the company's sector, each with formula and inputs."""
        figures = await self._figures(company, query)
        shown = shown_ratios(figures.facts.sector)
        return await self._table(
            figures, shown, query, name="ratios", title="Ratios", complete=True
        )

    async def earnings(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return revenue, net income and EPS as reported."""
        figures = await self._figures(company, query)
        return await self._table(figures, _EARNINGS, query, name="earnings", title="Earnings")

    async def segments(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return figures by business, product, geography and customer, as the filings split them.

        Raises:
            NotCovered: The source has no filing of the company that splits a figure.
        """
        from research_agent.finance.segments.table import segments_table

        parts = await self._parts(company, query)
        return self._with_notes(await in_thread(lambda: segments_table(parts, query)))

    async def series(
        self, company: Company, concepts: Sequence[str], query: PeriodQuery
    ) -> SeriesTable:
        """Return the named metrics, one row each, in the order asked; also those of parts."""
        keys = tuple(check_metric(concept) for concept in concepts)
        title = metric_label(keys[0]) if len(keys) == 1 else "Figures"
        if any(is_part(key) for key in keys):
            from research_agent.finance.segments.part_series import part_series

            parts = await self._parts(company, query)
            return self._with_notes(
                await in_thread(lambda: part_series(parts, keys, query, title=title))
            )
        figures = await self._figures(company, query)
        return await self._table(figures, keys, query, name="series", title=title)

    async def _table(
        self,
        figures: Figures,
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
                figures,
                concepts,
                query,
                name=name,
                title=title,
                complete=complete,
                shown_if_filed=shown_if_filed,
            )

        return self._with_notes(await in_thread(build))

    def _with_notes(self, table: SeriesTable) -> SeriesTable:
        notes = self._notes(table.company)
        return replace(table, notes=(*table.notes, *notes)) if notes else table


async def in_thread(build: Callable[[], T]) -> T:
    """Work something out beside the event loop."""
    return await asyncio.to_thread(build)
