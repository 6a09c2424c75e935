"""What a share is worth under assumptions anyone can move; never a forecast of its price."""

from datetime import date
from decimal import Decimal

import streamlit as st

from research_agent.domain.display import show_short
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell
from research_agent.errors import ResearchError
from research_agent.finance.valuation import Valuation, ValuationInputs, compute_valuation
from research_agent.finance.valuation.excess_return import ExcessReturnValue
from research_agent.finance.valuation.firm_value import FirmValue
from research_agent.finance.valuation.sanity_checks import Verdict
from research_agent.finance.valuation.sensitivity import SensitivityGrid
from research_agent.ui import company_state as state
from research_agent.ui.company_assumptions import forget_assumptions, show_assumptions
from research_agent.ui.company_cards import show_card
from research_agent.ui.company_controls import show_notes, show_version_control
from research_agent.ui.company_data import CompanyData
from research_agent.ui.company_state import Selection, Version
from research_agent.ui.company_table import DERIVED_MARK
from research_agent.ui.company_worth import (
    show_bridge,
    show_excess,
    show_forecast,
    show_models,
    show_sensitivity,
)
from research_agent.ui.source_card import source_markdown
from research_agent.ui.text import literal

__all__ = ["show_valuation", "show_valuation_switches"]

_CAVEAT = (
    "An estimate under the assumptions below, not a forecast of the price and no advice. Our "
    "defaults are round numbers, not market data: move them to what you believe."
)


def show_valuation_switches(today: date) -> None:
    """Draw the price and the day; both are optional."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.number_input(
            "Price of a share",
            min_value=0.01,
            key=state.PRICE,
            placeholder="optional",
            help="In the currency of the reports. Gives market weights and the growth it expects.",
            width=170,
            persist_state="session",
        )
        show_version_control(today, versions=(Version.LATEST, Version.AS_OF))
        st.button(
            "Reset to our defaults",
            icon=":material/restart_alt:",
            key="company-reset",
            on_click=forget_assumptions,
            disabled=not st.session_state[state.ASSUMED],
        )


def show_valuation(data: CompanyData, chosen: Selection) -> None:
    """Draw the sliders, and beside them what follows from them."""
    try:
        inputs = data.valuation_inputs(chosen.as_of)
        valuation = compute_valuation(inputs, overrides=chosen.assumed, price=chosen.price)
    except ResearchError as error:
        st.info(literal(str(error)), icon=":material/event_busy:")
        return
    _show_value(valuation)
    left, right = st.columns([1, 2], gap="large")
    with left:
        show_assumptions(valuation.assumptions, _usual(inputs, chosen.price))
    with right:
        _show_workings(valuation)


def _usual(inputs: ValuationInputs, price: Decimal | None) -> dict[str, Decimal]:
    """Return every assumption as it is before the person moves any."""
    untouched = compute_valuation(inputs, price=price)
    return {one.key: one.value for one in untouched.assumptions}


def _show_value(valuation: Valuation) -> None:
    firm, excess = valuation.firm, valuation.excess_return
    with st.container(horizontal=True, gap="small"):
        _card(
            "Value per share",
            valuation.value_per_share,
            key="value",
            below=_against(valuation.against_price),
        )
        if isinstance(firm, FirmValue):
            _card("Cost of capital", firm.costs.wacc, key="wacc", below=":gray[weighted average]")
            _card(
                "Enterprise value",
                firm.by_growth.enterprise_value,
                key="firm",
                below=":gray[perpetual growth]",
            )
        elif isinstance(excess, ExcessReturnValue):
            _card(
                "Cost of equity",
                valuation.cost_of_equity,
                key="cost",
                below=":gray[required return]",
            )
            _card("Price to book", excess.price_to_book, key="book", below=":gray[of this value]")
        if valuation.price is not None:
            _card(
                "Growth the price expects",
                valuation.implied_growth,
                key="implied",
                below=":gray[in year 1]",
            )
    if isinstance(valuation.value_per_share, Missing):
        st.warning(
            f"No value per share: {literal(valuation.value_per_share.reason)}.",
            icon=":material/warning:",
        )
    st.caption(f"{_CAVEAT} Values are as of {valuation.base.end.isoformat()}.")


def _card(label: str, cell: Cell, *, key: str, below: str = "") -> None:
    shown = show_short(cell.value, cell.unit) if isinstance(cell, Fact) else "n/a"

    def source() -> None:
        if isinstance(cell, Fact):
            st.markdown(source_markdown(cell))
        else:
            st.markdown(f"n/a: {literal(cell.reason)}.")

    opens = f":violet[{DERIVED_MARK}] worked out" if isinstance(cell, Fact) else "why"
    show_card(label, shown, key=key, below=below, opens=opens, source=source)


def _against(gap: Cell) -> str:
    if isinstance(gap, Missing):
        return ":gray[no price given]"
    word, colour = ("below", "red") if gap.value < 0 else ("above", "green")
    return f":{colour}[{show_short(abs(gap.value), gap.unit)} {word} the price]"


def _show_workings(valuation: Valuation) -> None:
    firm, excess = valuation.firm, valuation.excess_return
    show_models(valuation)
    if isinstance(firm, FirmValue):
        show_bridge(valuation, firm)
        if isinstance(valuation.sensitivity, SensitivityGrid):
            show_sensitivity(valuation.sensitivity)
        show_forecast(firm)
    if isinstance(excess, ExcessReturnValue):
        show_excess(valuation, excess)
    _show_checks(valuation)
    show_notes(valuation.notes)


def _show_checks(valuation: Valuation) -> None:
    if not valuation.checks:
        return
    st.markdown("#### Can it be believed?")
    marks = {
        Verdict.FINE: ":green[:material/check_circle:]",
        Verdict.CAUTION: ":orange[:material/warning:]",
    }
    lines = (f"{marks[check.verdict]} {literal(check.sentence)}" for check in valuation.checks)
    st.markdown("  \n".join(lines))
