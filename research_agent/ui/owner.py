"""Whose runs a browser may see: an unguessable token in a cookie of its own."""

import re
import secrets

import streamlit as st

__all__ = ["COOKIE", "owner", "remember_owner"]

COOKIE = "research_agent_owner"
YEAR_S = 31_536_000

_KEY = "_owner"
_KNOWN = "_owner_known"
_TOKEN = re.compile(r"[0-9a-f]{32}")
_SET_COOKIE = """<script>
document.cookie = "{cookie}={token}; path=/; max-age={age}; SameSite=Strict"
  + (location.protocol === "https:" ? "; Secure" : "");
</script>"""


def owner() -> str:
    """Return this browser's token, making one on its first visit.

    A link never carries it, so that a shared link shows nobody another person's runs. Without
    cookies the token lasts as long as the page is open.
    """
    if _KEY not in st.session_state:
        held = st.context.cookies.get(COOKIE, "")
        known = _TOKEN.fullmatch(held) is not None
        st.session_state[_KEY] = held if known else secrets.token_hex(16)
        st.session_state[_KNOWN] = known
    token: str = st.session_state[_KEY]
    return token


def remember_owner() -> None:
    """Have a new browser keep its token; draws nothing."""
    token = owner()
    if not st.session_state[_KNOWN]:
        script = _SET_COOKIE.format(cookie=COOKIE, token=token, age=YEAR_S)
        st.html(script, unsafe_allow_javascript=True)
