"""What the tools ask of a source of company financials."""

from collections.abc import Sequence
from typing import Protocol

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.finance.lines.line_items import StatementKind

__all__ = ["FinancialsProvider"]


class FinancialsProvider(Protocol):
    """Delivers series of one company; one implementation per source.

    Every method raises `NotFound` when the source does not cover the company, `InvalidRequest`
    when the arguments make no sense and `ProviderError` when the source failed. A figure that
    is not there is a `Missing` cell with its reason, never zero, never an empty table.
    """

    @property
    def name(self) -> str:
        """Short name used in settings and messages."""
        ...

    async def statement(
        self, company: Company, kind: StatementKind, query: PeriodQuery
    ) -> SeriesTable:
        """Return one statement, every line item a row, periods newest first."""
        ...

    async def ratios(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return the key ratios as computed facts; any other can be had by name from `series`."""
        ...

    async def earnings(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return reported revenue, net income and EPS by quarter, with filing dates."""
        ...

    async def segments(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return revenue by segment; raises `NotFound` where the source has none."""
        ...

    async def series(
        self, company: Company, concepts: Sequence[str], query: PeriodQuery
    ) -> SeriesTable:
        """Return the named line items and ratios, one row each, in the order asked."""
        ...
