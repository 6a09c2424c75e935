"""A small card for one figure: what it is, the figure, how it changed, where it comes from."""

from collections.abc import Callable

import streamlit as st

from research_agent.ui.text import plain

__all__ = ["show_card"]


def show_card(
    label: str,
    value: str,
    *,
    key: str,
    below: str = "",
    opens: str = "",
    source: Callable[[], None] | None = None,
) -> None:
    """Draw a card in a row of cards.

    Args:
        label: What the figure is, as plain text.
        value: The figure with its unit, as plain text.
        key: Unique on the page.
        below: Markdown under the figure; empty for none.
        opens: Markdown on the button that shows the source.
        source: Draws the source; `None` for a card without one.
    """
    with st.container(border=True, key=f"card-{key}", gap="xxsmall"):
        st.markdown(f":small[{plain(label)}]")
        st.subheader(plain(value), anchor=False)
        if below:
            st.markdown(f":small[{below}]")
        if source is not None:
            with st.popover(f":small[{opens}]", type="tertiary"):
                source()
