"""The SEC's own servers as a provider of financials: any company that files XBRL, without a key."""

from typing import TYPE_CHECKING

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery
from research_agent.errors import NotCovered, NotFound
from research_agent.finance.facts_provider import FactsProvider, in_thread
from research_agent.finance.figures import Figures
from research_agent.finance.filed_facts import FiledFacts
from research_agent.finance.sec.edgar import EdgarClient
from research_agent.finance.sec.live_company import LiveCompanies, LiveCompany

if TYPE_CHECKING:
    from research_agent.finance.segments.part_figures import PartFigures

__all__ = ["SecProvider"]


class SecProvider(FactsProvider):
    """Reads companyfacts and submissions through the disk cache of `edgar`.

    Args:
        edgar: The client; the caller closes it.
        companies: Where companies are kept in memory; tests pass one with their own clock.
    """

    name = "sec"

    def __init__(self, edgar: EdgarClient, *, companies: LiveCompanies | None = None) -> None:
        self._companies = companies or LiveCompanies(edgar)

    async def load(self, company: Company) -> LiveCompany:
        """Read a company, or find it in memory.

        Raises:
            NotCovered: The SEC has no figures of it.
            ConfigError: There is no contact to give.
            ProviderError: The SEC did not deliver and there is no copy.
        """
        try:
            return await self._companies.get(company.cik)
        except NotCovered as error:
            raise NotCovered(str(error).replace(f"CIK {company.cik}", str(company))) from None

    def figures(self, company: Company, query: PeriodQuery) -> Figures:
        """Return the figures of a company that was loaded; nothing is sent.

        Raises:
            NotCovered: It was not loaded.
            NotFound: It had filed nothing by the `as_of` day.
        """
        live = self._companies.known(company.cik)
        if live is None:
            raise NotCovered(f"{company} has not been read from the SEC yet.")
        return _figures(live, company, query)

    async def _figures(self, company: Company, query: PeriodQuery) -> Figures:
        live = await self.load(company)
        return await in_thread(lambda: _figures(live, company, query))

    async def _parts(self, company: Company, query: PeriodQuery) -> "PartFigures":
        raise NotCovered(
            f"The SEC's companyfacts do not split the figures of {company}: segments stand in "
            "the filings themselves."
        )

    def _notes(self, company: Company) -> tuple[str, ...]:
        live = self._companies.known(company.cik)
        return live.notes if live is not None else ()


def _figures(live: LiveCompany, company: Company, query: PeriodQuery) -> Figures:
    key = (query.vintage, query.as_of)
    known = live.figures.get(key)
    if known is None:
        facts = FiledFacts(
            live.cik,
            live.rows,
            as_of=query.as_of,
            full_through=live.full_through,
            sic=live.sic,
        )
        if facts.empty:
            raise NotFound(f"{company} had filed nothing by {query.as_of}.")
        known = live.figures[key] = Figures(company, facts, query)
    return known
