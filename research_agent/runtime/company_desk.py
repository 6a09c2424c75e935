"""What pages and commands read of one company, without a run."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.errors import NotFound
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.comparison import Comparison, ComparisonRequest, compare
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.local_store import LocalStore
from research_agent.finance.providers.provider import FinancialsProvider
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.infra.background_loop import BackgroundLoop

if TYPE_CHECKING:
    from research_agent.finance.companies.profile import CompanyProfile
    from research_agent.finance.identities import IdentityReport
    from research_agent.finance.valuation import Valuation, ValuationInputs

__all__ = ["CompanyDesk"]


class CompanyDesk:
    """Reads companies by name; every method blocks until done.

    Args:
        directory: Finds them.
        financials: Delivers their series.
        figures: Delivers single figures, for what is worked out of many.
        store: The local store.
        loop: Where connections live; everything that may use one runs there. A new one unless given.
    """

    def __init__(
        self,
        directory: CompanyDirectory,
        financials: FinancialsProvider,
        figures: StoreProvider,
        store: LocalStore,
        loop: BackgroundLoop | None = None,
    ) -> None:
        self.loop = loop or BackgroundLoop()
        self.directory = directory
        self.financials = financials
        self._figures = figures
        self._store = store

    def compare(self, request: ComparisonRequest) -> Comparison:
        """Compare companies; blocks until done. Raises what `finance.comparison.compare` does."""
        return self.loop.run(compare(self.financials, self.directory, request))

    def statement(self, name: str, kind: StatementKind, query: PeriodQuery) -> SeriesTable:
        """Return a statement of the company called `name`; blocks until done.

        Raises:
            UnknownCompany: No single company is called so.
            NotFound: It has no such periods.
        """
        company = self.directory.resolve(name)
        return self.loop.run(self.financials.statement(company, kind, query))

    def ratios(self, name: str, query: PeriodQuery, *, every: bool = False) -> SeriesTable:
        """Return the key ratios, or every one; blocks and raises like `statement`."""
        company = self.directory.resolve(name)
        if every:
            return self.loop.run(self.financials.series(company, tuple(RATIOS), query))
        return self.loop.run(self.financials.ratios(company, query))

    def earnings(self, name: str, query: PeriodQuery) -> SeriesTable:
        """Return reported revenue, income and EPS; blocks and raises like `statement`."""
        company = self.directory.resolve(name)
        return self.loop.run(self.financials.earnings(company, query))

    def segments(self, name: str, query: PeriodQuery) -> SeriesTable:
        """Return figures by segment, product, region; blocks and raises like `statement`."""
        company = self.directory.resolve(name)
        return self.loop.run(self.financials.segments(company, query))

    def profile(self, name: str, query: PeriodQuery) -> "CompanyProfile":
        """Describe a company: its template, fiscal year, newest filing; raises like `statement`."""
        from research_agent.finance.companies.profile import company_profile

        company = self.directory.resolve(name)
        figures = self._figures.figures(company, query)
        return company_profile(
            figures,
            self._store.rows(company.cik),
            complete=self.directory.coverage(company) == "full",
            as_of=query.as_of,
        )

    def identities(self, name: str, query: PeriodQuery) -> "IdentityReport":
        """Check what must add up in a company's statements; raises like `statement`."""
        from research_agent.finance.identities import check_identities

        company = self.directory.resolve(name)
        try:
            parts = self._figures.parts(company, query)
        except NotFound:
            parts = None
        return check_identities(
            self._figures.figures(company, query),
            bases=(query.basis,),
            limit=query.limit,
            parts=parts,
        )

    def valuation(
        self,
        name: str,
        *,
        overrides: Mapping[str, Decimal],
        price: Decimal | None = None,
        as_of: date | None = None,
        peers: Mapping[str, Decimal | None] | None = None,
    ) -> "Valuation":
        """Value a company; blocks until done.

        Args:
            name: Of the company.
            overrides: Assumptions of the person, by key.
            price: Of one share, in the currency of the figures.
            as_of: Only what had been filed by this day.
            peers: Names of comparable companies and the prices of their shares.

        Raises:
            UnknownCompany: No single company is called so.
            InvalidRequest: An assumption is not known or out of its bounds.
            NotFound: The store has no figures of it.
        """
        from research_agent.finance.valuation import value_company

        company = self.directory.resolve(name)
        named = [(self.directory.resolve(peer), quoted) for peer, quoted in (peers or {}).items()]
        return self.loop.run(
            value_company(
                self._figures, company, overrides=overrides, price=price, as_of=as_of, peers=named
            )
        )

    def valuation_inputs(self, name: str, *, as_of: date | None = None) -> "ValuationInputs":
        """Read once what a valuation starts from; raises like `statement`."""
        from research_agent.finance.valuation import gather_inputs

        company = self.directory.resolve(name)
        return self.loop.run(gather_inputs(self._figures, company, as_of=as_of))
