"""What the company page reads, kept so that switching tabs reads nothing again."""

from dataclasses import dataclass
from datetime import date

import streamlit as st

from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.finance.companies.profile import CompanyProfile
from research_agent.finance.identities import IdentityReport
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.valuation import ValuationInputs
from research_agent.runtime import Runtime

__all__ = ["CompanyData", "forget_companies"]

KEPT = 256
"""Tables in memory over all people; one of ten years takes some hundred kilobytes."""
_SPINNER = "Reading the filings…"


@dataclass(frozen=True, slots=True)
class CompanyData:
    """Reads one company; every method raises `ResearchError` where there is nothing to read."""

    runtime: Runtime
    ticker: str

    def profile(self, query: PeriodQuery) -> CompanyProfile:
        """Return its template, year and coverage under the version of `query`."""
        return _profile(self.runtime, self.ticker, query)

    def statement(self, kind: StatementKind, query: PeriodQuery) -> SeriesTable:
        """Return one statement."""
        return _statement(self.runtime, self.ticker, kind.value, query)

    def ratios(self, query: PeriodQuery) -> SeriesTable:
        """Return every ratio."""
        return _ratios(self.runtime, self.ticker, query)

    def segments(self, query: PeriodQuery) -> SeriesTable:
        """Return figures by segment, product, region, customer."""
        return _segments(self.runtime, self.ticker, query)

    def identities(self, query: PeriodQuery) -> IdentityReport:
        """Return the checks of figures against each other."""
        return _identities(self.runtime, self.ticker, query)

    def valuation_inputs(self, as_of: date | None) -> ValuationInputs:
        """Return what a valuation starts from."""
        return _valuation_inputs(self.runtime, self.ticker, as_of)


@st.cache_resource(max_entries=KEPT, show_spinner=False)
def _profile(_runtime: Runtime, ticker: str, query: PeriodQuery) -> CompanyProfile:
    return _runtime.profile(ticker, query)


@st.cache_resource(max_entries=KEPT, show_spinner=_SPINNER)
def _statement(_runtime: Runtime, ticker: str, kind: str, query: PeriodQuery) -> SeriesTable:
    return _runtime.statement(ticker, StatementKind(kind), query)


@st.cache_resource(max_entries=KEPT, show_spinner=_SPINNER)
def _ratios(_runtime: Runtime, ticker: str, query: PeriodQuery) -> SeriesTable:
    return _runtime.ratios(ticker, query, every=True)


@st.cache_resource(max_entries=KEPT, show_spinner=_SPINNER)
def _segments(_runtime: Runtime, ticker: str, query: PeriodQuery) -> SeriesTable:
    return _runtime.segments(ticker, query)


@st.cache_resource(max_entries=KEPT, show_spinner=_SPINNER)
def _identities(_runtime: Runtime, ticker: str, query: PeriodQuery) -> IdentityReport:
    return _runtime.identities(ticker, query)


@st.cache_resource(max_entries=KEPT, show_spinner=_SPINNER)
def _valuation_inputs(_runtime: Runtime, ticker: str, as_of: date | None) -> ValuationInputs:
    return _runtime.valuation_inputs(ticker, as_of=as_of)


def forget_companies() -> None:
    """Read every company anew, because the store has changed."""
    for kept in (_profile, _statement, _ratios, _segments, _identities, _valuation_inputs):
        kept.clear()
