"""Who the company is, what is held of it, and its headline figures with their sources."""

from collections.abc import Sequence

import streamlit as st

from research_agent.domain.display import show_short
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.domain.tabular import show_cell
from research_agent.errors import ResearchError
from research_agent.finance.companies.profile import CompanyProfile
from research_agent.finance.comparison_views import growth
from research_agent.finance.lines.line_items import StatementKind
from research_agent.ui.company_cards import show_card
from research_agent.ui.company_data import CompanyData
from research_agent.ui.company_state import Selection
from research_agent.ui.company_table import DERIVED_MARK
from research_agent.ui.source_card import source_markdown
from research_agent.ui.text import literal, plain

__all__ = ["show_header", "show_headlines"]

HEADLINE_YEARS = 2
_HEADLINES = (
    (StatementKind.INCOME, "revenue"),
    (StatementKind.INCOME, "net_income"),
    (StatementKind.INCOME, "eps_diluted"),
    (StatementKind.CASH_FLOW, "free_cash_flow"),
    (StatementKind.BALANCE, "equity"),
)
MAX_HEADLINES = 4
MAX_TICKERS = 3


def show_header(profile: CompanyProfile) -> None:
    """Draw the name and one line each on who it is and what is held of it."""
    company = profile.company
    st.title(plain(company.name))
    listed = _tickers(company.tickers or (company.ticker,))
    if company.exchange:
        listed += f" · {company.exchange}"
    browse = f"https://www.sec.gov/edgar/browse/?CIK={company.cik}"
    who = [
        f"**{plain(listed)}**",
        f"[CIK {company.cik}]({browse})",
        f"{plain(profile.sector.value)} template, in {plain(profile.currency)}",
    ]
    if profile.fiscal_year_end is not None:
        day = f"{profile.fiscal_year_end.day} {profile.fiscal_year_end:%B %Y}"
        who.append(f"{profile.years[0].label} ended {day}")
    st.markdown(" · ".join(who))
    st.caption(" · ".join(_held(profile)))


def _tickers(tickers: Sequence[str]) -> str:
    """Return the first ones; a bank has a dozen for its preferred shares."""
    more = len(tickers) - MAX_TICKERS
    shown = ", ".join(tickers[:MAX_TICKERS])
    return f"{shown} and {more} more" if more > 0 else shown


def _held(profile: CompanyProfile) -> list[str]:
    held = []
    if profile.oldest is not None and profile.newest is not None:
        held.append(f"In the data: {profile.oldest.label} to {profile.newest.label}")
    held.append("every line filed" if profile.complete else "a cut-down set of lines")
    if profile.newest_filing is not None:
        filing = profile.newest_filing
        shown = f"{plain(filing.form)} of {filing.filed.isoformat()}"
        held.append(f"newest filing: [{shown}]({filing.url})")
    return held


def show_headlines(data: CompanyData, chosen: Selection) -> None:
    """Draw the newest fiscal year's main figures, each with its change and its source."""
    query = chosen.query_of(Basis.ANNUAL, HEADLINE_YEARS)
    tables = {kind: _table(data, kind, query) for kind in StatementKind}
    rows = [
        row
        for kind, concept in _HEADLINES
        if (table := tables[kind]) is not None
        and (row := table.row(concept)) is not None
        and isinstance(row.cells[0], Fact)
    ]
    with st.container(horizontal=True, gap="small"):
        for row in rows[:MAX_HEADLINES]:
            _show_headline(row)


def _table(data: CompanyData, kind: StatementKind, query: PeriodQuery) -> SeriesTable | None:
    try:
        return data.statement(kind, query)
    except ResearchError:
        return None  # the tab below says what cannot be read


def _show_headline(row: Row) -> None:
    fact, change = row.cells[0], growth(row).cells[0]
    if not isinstance(fact, Fact):
        return
    name = row.label.partition(" (")[0].removeprefix("Shareholders' ")
    name = name[:1].upper() + name[1:]
    show_card(
        f"{name}, {fact.period.label}",
        show_short(fact.value, fact.unit),
        key=f"headline-{row.concept}",
        below=_change(change),
        opens=_source_label(fact),
        source=lambda: _show_source(fact, change),
    )


def _change(change: Cell) -> str:
    """Return the change on the year in green or red; grey where there is none."""
    if isinstance(change, Missing):
        return ":gray[no change on the year]"
    colour = "red" if change.value < 0 else "green"
    arrow = "arrow_downward" if change.value < 0 else "arrow_upward"
    shown = show_cell(abs(change.value), change.unit)
    return f":{colour}[:material/{arrow}: {shown}] :gray[on the year]"


def _source_label(fact: Fact) -> str:
    if fact.filing is not None:
        return f"{plain(fact.filing.form)} filed {fact.filing.filed.isoformat()}"
    return f":violet[{DERIVED_MARK}] worked out"


def _show_source(fact: Fact, change: Cell) -> None:
    st.markdown(source_markdown(fact))
    if isinstance(change, Fact):
        st.markdown(source_markdown(change))
    else:
        st.caption(f"No change on the year: {literal(change.reason)}.")
