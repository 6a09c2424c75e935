"""The three statements: a chart of chosen lines, and every line with its source."""

from collections.abc import Sequence
from datetime import date

import streamlit as st

from research_agent.domain.tables import Row
from research_agent.errors import ResearchError
from research_agent.finance.lines.line_items import StatementKind
from research_agent.ui import company_state as state
from research_agent.ui.company_charts import show_rows
from research_agent.ui.company_controls import show_csv, show_notes, show_period_controls
from research_agent.ui.company_data import CompanyData
from research_agent.ui.company_state import Selection
from research_agent.ui.company_table import DERIVED_MARK, Section, has_figures, show_series
from research_agent.ui.text import literal

__all__ = ["show_statement_switches", "show_statements"]

MAX_CHARTED = 5
EMPTY_LINES = "company_empty_lines"

_STATEMENTS = {
    StatementKind.INCOME.value: "Income",
    StatementKind.BALANCE.value: "Balance sheet",
    StatementKind.CASH_FLOW.value: "Cash flow",
}
_CHARTED = {
    StatementKind.INCOME.value: ("revenue", "net_income"),
    StatementKind.BALANCE.value: ("total_assets", "equity"),
    StatementKind.CASH_FLOW.value: ("operating_cash_flow", "free_cash_flow"),
}
_LEGEND = (
    f"Click a figure for its filing or formula; hover over n/a for the reason. "
    f":violet[{DERIVED_MARK}] worked out from filed figures."
)


def show_statement_switches(today: date) -> None:
    """Draw the choice of statement, basis, periods and version."""
    st.segmented_control(
        "Statement",
        list(_STATEMENTS),
        format_func=lambda kind: _STATEMENTS[kind],
        key=state.STATEMENT,
        label_visibility="collapsed",
        required=True,
        persist_state="session",
    )
    show_period_controls(today)


def show_statements(data: CompanyData, chosen: Selection) -> None:
    """Draw the statement in a fragment of its own, so that a click redraws only this part."""
    st.fragment(_draw)(data, chosen)


def _draw(data: CompanyData, chosen: Selection) -> None:
    try:
        table = data.statement(StatementKind(chosen.statement), chosen.query)
    except ResearchError as error:
        st.info(literal(str(error)), icon=":material/event_busy:")
        return
    filled = tuple(row for row in table.rows if has_figures(row))
    rows = _charted(filled, chosen.statement)
    show_rows(rows, table.periods, key=f"chart-{chosen.statement}")
    empty = len(table.rows) - len(filled)
    everything = bool(st.session_state.get(EMPTY_LINES)) and empty
    show_series(
        table,
        (Section("", table.rows if everything else filled),),
        key=f"grid-{chosen.statement}",
    )
    st.caption(_LEGEND)
    show_notes(table.notes)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        name = f"{data.ticker}-{chosen.statement}-{chosen.basis.value}"
        show_csv(table, name, key="statement-csv")
        if empty:
            noun = "line" if empty == 1 else "lines"
            label = f"Show {empty} {noun} without a figure"
            st.toggle(label, key=EMPTY_LINES, persist_state="session")


def _charted(rows: Sequence[Row], statement: str) -> tuple[Row, ...]:
    labels = {row.concept: row.label for row in rows}
    key = f"company_charted_{statement}"
    if key not in st.session_state:
        st.session_state[key] = [one for one in _CHARTED[statement] if one in labels]
    chosen = [one for one in st.session_state[key] if one in labels]
    if chosen != st.session_state[key]:
        st.session_state[key] = chosen
    st.multiselect(
        "In the chart",
        list(labels),
        format_func=lambda concept: labels.get(concept, concept),
        key=key,
        max_selections=MAX_CHARTED,
        placeholder="Choose lines to chart",
        wrap=True,
        persist_state="session",
    )
    return tuple(row for row in rows if row.concept in chosen)
