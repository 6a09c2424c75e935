"""The local store as a provider of financials."""

from collections import OrderedDict
from collections.abc import Mapping
from datetime import date
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery, Vintage
from research_agent.errors import NotCovered, NotFound
from research_agent.finance.figures import Figures
from research_agent.finance.filed_facts import FiledFacts
from research_agent.finance.providers.facts_provider import FactsProvider, in_thread
from research_agent.finance.store import CoverageRow
from research_agent.finance.xbrl.companyfacts import FactRow

if TYPE_CHECKING:  # imported when a part of a company is asked for
    from research_agent.finance.segments.part_figures import PartFigures
    from research_agent.finance.segments.segment_row import SegmentRow

__all__ = ["FactSource", "StoreProvider"]

_KEPT_COMPANIES = 64

_FiguresKey = tuple[int, Vintage, date | None]


class FactSource(Protocol):
    """A store on this machine: the embedded pack, what was pulled, or both together."""

    def coverage(self) -> Mapping[int, CoverageRow]:
        """Return what is held, by CIK."""
        ...

    def rows(self, cik: int) -> tuple[FactRow, ...]:
        """Return every filed value of a company; empty when it is not covered."""
        ...

    def segment_rows(self, cik: int) -> "tuple[SegmentRow, ...]":
        """Return the filed figures of a company's parts; empty when there are none."""
        ...


class StoreProvider(FactsProvider):
    """Reads a store; keeps the most recently used companies in memory."""

    name = "store"

    def __init__(self, store: FactSource) -> None:
        self._store = store
        self._kept: OrderedDict[_FiguresKey, tuple[CoverageRow, Figures]] = OrderedDict()
        self._kept_parts: OrderedDict[_FiguresKey, PartFigures] = OrderedDict()
        self._lock = Lock()

    async def _figures(self, company: Company, query: PeriodQuery) -> Figures:
        return await in_thread(lambda: self.figures(company, query))

    async def _parts(self, company: Company, query: PeriodQuery) -> "PartFigures":
        return await in_thread(lambda: self.parts(company, query))

    def figures(self, company: Company, query: PeriodQuery) -> Figures:
        """Return the company under the vintage and `as_of` of `query`.

        Raises:
            NotCovered: The store has nothing of it.
            NotFound: It had filed nothing by the `as_of` day.
        """
        key = (company.cik, query.vintage, query.as_of)
        coverage = self._store.coverage().get(company.cik)
        if coverage is None:
            raise NotCovered(
                f"{company} is not in the embedded pack; `research-agent data list` shows the "
                f"companies that are, `research-agent data pull {company.ticker}` adds it."
            )
        with self._lock:
            known = self._kept.get(key)
            if known is not None and known[0] == coverage:  # else it was pulled anew
                self._kept.move_to_end(key)
                return known[1]
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
            self._kept[key] = (coverage, figures)
            while len(self._kept) > _KEPT_COMPANIES:
                self._kept.popitem(last=False)
        return figures

    def parts(self, company: Company, query: PeriodQuery) -> "PartFigures":
        """Return the parts of the company under the vintage and `as_of` of `query`.

        Raises:
            NotCovered: The store has nothing of the company, or no filing that splits a figure.
        """
        from research_agent.finance.segments.part_figures import PartFigures

        figures = self.figures(company, query)
        key = (company.cik, query.vintage, query.as_of)
        with self._lock:
            known = self._kept_parts.get(key)
        if known is None or known.figures is not figures:
            known = PartFigures(company, figures, self._store.segment_rows(company.cik), query)
            with self._lock:
                self._kept_parts[key] = known
                while len(self._kept_parts) > _KEPT_COMPANIES:
                    self._kept_parts.popitem(last=False)
        if known.empty:
            by = "" if query.as_of is None else f" filed by {query.as_of}"
            raise NotCovered(
                f"The store has no filing of {company}{by} that splits its figures: segments "
                "stand in the filings themselves, not in SEC companyfacts, and only some filings "
                "are in the store."
            )
        return known
