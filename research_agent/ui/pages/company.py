"""Company: statements, ratios, segments, checks and a valuation, each figure with its source."""

from datetime import UTC, date, datetime

import streamlit as st

from research_agent.domain.companies import Company
from research_agent.errors import ResearchError
from research_agent.finance.companies.profile import CompanyProfile
from research_agent.runtime import Runtime
from research_agent.ui import company_state as state
from research_agent.ui.company_assumptions import forget_assumptions
from research_agent.ui.company_checks import show_check_switches, show_checks
from research_agent.ui.company_controls import show_version_control
from research_agent.ui.company_data import CompanyData
from research_agent.ui.company_header import show_header, show_headlines
from research_agent.ui.company_picker import pick_company
from research_agent.ui.company_ratios import show_ratio_switches, show_ratios
from research_agent.ui.company_segments import show_segment_switches, show_segments
from research_agent.ui.company_state import Selection, Tab
from research_agent.ui.company_statements import show_statement_switches, show_statements
from research_agent.ui.company_valuation import show_valuation, show_valuation_switches
from research_agent.ui.text import literal, plain

__all__ = ["company_page"]

_VALUED = "company_valued"

_SWITCHES = {
    Tab.STATEMENTS: show_statement_switches,
    Tab.RATIOS: show_ratio_switches,
    Tab.SEGMENTS: show_segment_switches,
    Tab.CHECKS: show_check_switches,
    Tab.VALUATION: show_valuation_switches,
}


def company_page(runtime: Runtime) -> None:
    """Draw the page: which company, who it is, its main figures, and one tab for each part."""
    st.set_page_config(layout="wide")
    today = datetime.now(UTC).date()
    state.restore(today)
    company = pick_company(runtime.directory)
    if company is None:
        st.info("Choose a company by its ticker or its name.", icon=":material/apartment:")
        return
    _forget_other_companies(company)
    data = CompanyData(runtime, company.ticker)
    profile = _profile(data, company, today)
    if profile is None:
        return
    show_header(profile)
    show_headlines(data, state.selection())
    _show_tabs(data, profile, today)
    chosen = state.selection()
    st.caption("This link reopens the same view:")
    st.code(state.share(company.ticker, chosen), language=None, wrap_lines=True)


def _profile(data: CompanyData, company: Company, today: date) -> CompanyProfile | None:
    """Return who the company is, or say why not: it may have filed nothing by the day asked for."""
    try:
        return data.profile(state.selection().query)
    except ResearchError as error:
        st.title(plain(company.name))
        st.info(literal(str(error)), icon=":material/event_busy:")
        show_version_control(today)
        return None


def _forget_other_companies(company: Company) -> None:
    """Drop assumptions and price when the company changes; those of a link stay."""
    valued = st.session_state.get(_VALUED)
    if valued is not None and valued != company.ticker:
        forget_assumptions()
        st.session_state[state.PRICE] = None
    st.session_state[_VALUED] = company.ticker


def _show_tabs(data: CompanyData, profile: CompanyProfile, today: date) -> None:
    tabs = st.tabs([tab.value for tab in Tab], key=state.TAB, on_change="rerun")
    for tab, place in zip(Tab, tabs, strict=True):
        if place.open:
            with place:
                _SWITCHES[tab](today)
                _show_tab(tab, data, profile, state.selection())


def _show_tab(tab: Tab, data: CompanyData, profile: CompanyProfile, chosen: Selection) -> None:
    match tab:
        case Tab.STATEMENTS:
            show_statements(data, chosen)
        case Tab.RATIOS:
            show_ratios(data, chosen, profile.sector)
        case Tab.SEGMENTS:
            show_segments(data, chosen)
        case Tab.CHECKS:
            show_checks(data, chosen)
        case Tab.VALUATION:
            show_valuation(data, chosen)
