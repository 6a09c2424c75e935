"""The filter of the Screen page, and its form in the page's address."""

from urllib.parse import quote

import streamlit as st

__all__ = ["EXAMPLES", "FILTER", "choose", "restore", "share"]

FILTER = "screen_filter"
"""Key of the field; `filter` in the address."""

_PARAMETER = "filter"

EXAMPLES = {
    "Growing and profitable": "revenue_growth > 20% and net_margin > 15% order by revenue desc",
    "Technology by operating margin": (
        'sector = "Technology" and revenue > 10 billion order by operating_margin desc limit 20'
    ),
    "Most free cash flow": "order by free_cash_flow desc limit 10",
    "Banks by net margin": "sector = bank order by net_margin desc",
    "Ahead of last year": "ttm.revenue > revenue and revenue_growth > 10% order by ttm.revenue desc",
    "Losing money": "net_income < 0 order by net_income",
}
"""Each one runs on the embedded pack."""


def restore() -> None:
    """Fill the field from the address on a fresh page."""
    if FILTER not in st.session_state:
        first = next(iter(EXAMPLES.values()))
        st.session_state[FILTER] = st.query_params.get(_PARAMETER, "").strip() or first


def choose(text: str) -> None:
    """Put an example into the field."""
    st.session_state[FILTER] = text


def share(text: str) -> str:
    """Write the filter into the address and return the link that reopens it."""
    if st.query_params.to_dict() != {_PARAMETER: text}:
        st.query_params.from_dict({_PARAMETER: text})
    address = (st.context.url or "/screen").split("?")[0]
    return f"{address}?{_PARAMETER}={quote(text)}"
