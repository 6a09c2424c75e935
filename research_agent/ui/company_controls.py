"""Which periods and which version of the figures: one row of switches for all parts of the page."""

from collections.abc import Sequence
from datetime import date

import streamlit as st

from research_agent.domain.periods import Basis
from research_agent.domain.tables import SeriesTable
from research_agent.finance.comparison_views import to_csv
from research_agent.ui import company_state as state
from research_agent.ui.company_state import Version
from research_agent.ui.text import literal

__all__ = ["show_csv", "show_notes", "show_period_controls", "show_version_control"]

_BASES = {Basis.ANNUAL: "Annual", Basis.QUARTERLY: "Quarter", Basis.TTM: "TTM"}
_VERSIONS = {
    Version.LATEST: "Latest",
    Version.AS_REPORTED: "As reported",
    Version.AS_OF: "As of a day",
}
_VERSION_HELP = (
    "Latest: the version filed last, recast for later changes. As reported: the version filed "
    "first. As of a day: only what the SEC had received by then."
)
_NEW_NOTES = 2  # notes that are shown at once; more are folded away


def show_period_controls(today: date, *, bases: Sequence[Basis] = tuple(Basis)) -> None:
    """Draw the switches for basis, periods and version."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if st.session_state[state.BASIS] not in bases:
            st.session_state[state.BASIS] = bases[0]
        st.segmented_control(
            "Basis",
            list(bases),
            format_func=lambda basis: _BASES[basis],
            key=state.BASIS,
            help="TTM: the last twelve months at each quarter.",
            required=True,
            persist_state="session",
        )
        st.segmented_control(
            "Periods",
            list(state.PERIODS),
            key=state.SPAN,
            required=True,
            persist_state="session",
        )
        show_version_control(today)


def show_version_control(today: date, *, versions: Sequence[Version] = tuple(Version)) -> None:
    """Draw the switch for the version, with its day where it is of a day."""
    if st.session_state[state.VERSION] not in versions:
        st.session_state[state.VERSION] = versions[0]
    st.segmented_control(
        "Version",
        list(versions),
        format_func=lambda version: _VERSIONS[version],
        key=state.VERSION,
        help=_VERSION_HELP,
        required=True,
        persist_state="session",
    )
    if st.session_state[state.VERSION] is Version.AS_OF:
        st.date_input(
            "Known by",
            key=state.AS_OF,
            min_value=date(2009, 1, 1),
            max_value=today,
            format="YYYY-MM-DD",
            required=True,
            width=150,
            persist_state="session",
        )


def show_notes(notes: Sequence[str]) -> None:
    """Draw what the reader must know: a few lines at once, many folded away."""
    lines = "\n".join(f"- {literal(note)}" for note in notes)
    if len(notes) > _NEW_NOTES:
        with st.expander(f"{len(notes)} notes on these figures", icon=":material/info:"):
            st.markdown(lines)
    elif notes:
        st.caption(lines)


def show_csv(table: SeriesTable, name: str, *, key: str) -> None:
    """Draw the button that saves every figure of a table with its filing."""
    st.download_button(
        "CSV",
        data=lambda: to_csv([table]),
        file_name=f"{name}.csv",
        mime="text/csv",
        key=key,
        icon=":material/download:",
        help="Every figure in full, with its filing.",
        on_click="ignore",
    )
