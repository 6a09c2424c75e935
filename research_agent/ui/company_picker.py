"""Which company the page is about: by ticker or by name, and the nearest ones to a wrong name."""

from collections.abc import Sequence

import streamlit as st

from research_agent.domain.companies import Company
from research_agent.errors import UnknownCompany
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.ui.company_state import asked_company
from research_agent.ui.text import plain

__all__ = ["PICKED", "pick_company"]

PICKED = "company_picked"
_SHOWN = "company_shown"
_PROBLEM = "company_problem"

PICKER_PX = 440


def pick_company(directory: CompanyDirectory) -> Company | None:
    """Draw the picker and return the company it says; `None` while there is none.

    A name that is not known leaves the company that was shown before, with the nearest names
    to choose from.
    """
    state = st.session_state
    if PICKED not in state:
        _start(directory)
    names = {company.ticker: company.name for company in directory.covered()}
    st.selectbox(
        "Company",
        list(names),
        format_func=lambda ticker: f"{ticker} · {names[ticker]}" if ticker in names else ticker,
        key=PICKED,
        placeholder="Ticker or name",
        accept_new_options=True,
        on_change=_take,
        args=(directory,),
        width=PICKER_PX,
        persist_state="session",
    )
    _show_problem(names)
    ticker = state[PICKED]
    return next((one for one in directory.covered() if one.ticker == ticker), None)


def _start(directory: CompanyDirectory) -> None:
    covered = directory.covered()
    full = [one for one in covered if directory.coverage(one) == "full"] or list(covered)
    st.session_state[PICKED] = st.session_state[_SHOWN] = full[0].ticker if full else None
    if asked := asked_company():
        st.session_state[PICKED] = asked
        st.session_state[_SHOWN] = None
        _take(directory)


def _take(directory: CompanyDirectory) -> None:
    """Turn what was typed into a ticker of the store, or go back and say what is near."""
    state = st.session_state
    name = state[PICKED]
    if not name:
        state[PICKED] = state[_SHOWN]
        return
    state[_PROBLEM] = None
    try:
        company = directory.resolve(name)
    except UnknownCompany as error:
        state[_PROBLEM] = (str(error), error.candidates)
        state[PICKED] = state[_SHOWN]
        return
    if not directory.is_covered(company):
        state[_PROBLEM] = (
            f"{company} is not held here: the list below the field has all that are, and the "
            "Data page adds it.",
            (),
        )
        state[PICKED] = state[_SHOWN]
        return
    state[PICKED] = state[_SHOWN] = company.ticker


def _choose(ticker: str) -> None:
    st.session_state[PICKED] = st.session_state[_SHOWN] = ticker
    st.session_state[_PROBLEM] = None


def _show_problem(names: dict[str, str]) -> None:
    problem: tuple[str, Sequence[str]] | None = st.session_state.get(_PROBLEM)
    if problem is None:
        return
    sentence, candidates = problem
    st.warning(plain(sentence), icon=":material/search_off:")
    near = [shown.partition(" ")[0] for shown in candidates]
    with st.container(horizontal=True, gap="xsmall"):
        for ticker in near:
            if ticker in names:
                st.button(
                    plain(f"{ticker} · {names[ticker]}"),
                    key=f"near-{ticker}",
                    on_click=_choose,
                    args=(ticker,),
                )
