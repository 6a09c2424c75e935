"""The assumptions of a valuation as sliders: whose number each is, and why."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

import streamlit as st

from research_agent.finance.valuation import Assumption, Source
from research_agent.finance.valuation.assumption import SWITCH, YEARS, show_assumed
from research_agent.ui import company_state as state
from research_agent.ui.text import plain

__all__ = ["assumption_groups", "forget_assumptions", "show_assumptions"]

_STEPS: dict[str, tuple[float, str]] = {
    "fraction": (0.0025, "percent"),
    "ratio": (0.05, "%.2f×"),
    YEARS: (1, "%d years"),
}
"""By unit, how far one step moves and how the value is written."""
_PREFIX = "company_assume_"

_GROUPS = {
    "Growth": "revenue_growth terminal_growth years book_growth dividend_growth dividend_years",
    "Profit and reinvestment": "operating_margin terminal_operating_margin tax_rate "
    "reinvestment_rate return_on_new_capital return_on_equity terminal_return_on_equity",
    "Cost of capital": "risk_free_rate equity_risk_premium beta cost_of_equity cost_of_debt "
    "debt_weight wacc",
}
_OTHERS = "End of the forecast"


def assumption_groups(
    assumptions: Sequence[Assumption],
) -> tuple[tuple[str, tuple[Assumption, ...]], ...]:
    """Return the assumptions under headings, each in the order the models used it."""
    place = {key: title for title, keys in _GROUPS.items() for key in keys.split()}
    groups: dict[str, list[Assumption]] = {title: [] for title in (*_GROUPS, _OTHERS)}
    for one in assumptions:
        groups[place.get(one.key, _OTHERS)].append(one)
    return tuple((title, tuple(found)) for title, found in groups.items() if found)


def show_assumptions(assumptions: Sequence[Assumption], usual: Mapping[str, Decimal]) -> None:
    """Draw a slider for each assumption; a move is kept and shows in the address.

    Args:
        assumptions: As the valuation on screen has them.
        usual: The values without the person's, to go back to.
    """
    for title, group in assumption_groups(assumptions):
        st.markdown(f"**{title}**")
        for one in group:
            _show(one, usual.get(one.key, one.value))


def forget_assumptions() -> None:
    """Go back to the defaults."""
    st.session_state[state.ASSUMED] = {}
    for key in [key for key in st.session_state if str(key).startswith(_PREFIX)]:
        del st.session_state[key]


def _show(one: Assumption, usual: Decimal) -> None:
    key = f"{_PREFIX}{one.key}"
    label = f"{plain(one.label)} {_whose(one, usual)}"
    if one.unit == SWITCH:
        st.session_state[key] = bool(one.value)
        st.toggle(
            plain(one.label),
            key=key,
            help=_reason(one, usual),
            on_change=_take,
            args=(one.key, key),
        )
        return
    kind = int if one.unit == YEARS else float  # a slider takes numbers of one kind only
    step, shape = _STEPS[one.unit]
    st.session_state[key] = kind(one.value)
    st.slider(
        label,
        min_value=kind(one.low),
        max_value=kind(one.high),
        step=step,
        format=shape,
        key=key,
        help=_reason(one, usual),
        on_change=_take,
        args=(one.key, key),
    )


def _take(name: str, key: str) -> None:
    moved = dict(st.session_state[state.ASSUMED])
    moved[name] = Decimal(str(float(st.session_state[key]))).normalize()
    st.session_state[state.ASSUMED] = moved


def _whose(one: Assumption, usual: Decimal) -> str:
    if one.source is Source.PERSON:
        return f":small[:orange[yours, not {plain(show_assumed(usual, one.unit))}]]"
    return f":small[:gray[{'filed' if one.source is Source.FACT else 'default'}]]"


def _reason(one: Assumption, usual: Decimal) -> str:
    bounds = f"{show_assumed(one.low, one.unit)} to {show_assumed(one.high, one.unit)}"
    ours = show_assumed(usual, one.unit)
    if one.unit == SWITCH:
        return plain(f"{one.why} Default: {ours}.")
    return plain(f"{one.why} Default: {ours}; from {bounds}.")
