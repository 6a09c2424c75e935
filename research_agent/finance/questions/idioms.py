"""Verbs that ask for income: "what did it earn", "how much money did it make"."""

import re

from research_agent.finance.questions.words import Span

__all__ = ["read_idiom"]

_PER_SHARE = re.compile(
    r"\b(?:earn(?:ed|s|t)?|ma[dk]es?|make|los[et]s?)\b.*?\b(?:per|a) (?P<kind>basic |diluted )?share\b(?:\s*\((?P<after>basic|diluted)\))?",
    re.IGNORECASE,
)
_INCOME = re.compile(
    r"\b(?:earn(?:ed|s|t)?|los[et]s?)\b(?: money)?|\b(?:money|profits?)\b.*?\b(?:made?|makes?)\b|\b(?:made?|makes?) (?:money|a profit)\b"
    r"|\bhow much\b.{0,40}?\bma[dk]es?\b",
    re.IGNORECASE,
)
_NET = re.compile(r"\(?\bnet\b\)?", re.IGNORECASE)


def read_idiom(text: str) -> tuple[tuple[str, ...], list[Span]]:
    """Return the metric a verb asks for, and the words that say so; nothing when none does.

    Args:
        text: A question in which no metric was found, with barriers for what was understood.
    """
    if found := _PER_SHARE.search(text):
        basic = (found["kind"] or found["after"] or "").strip().lower() == "basic"
        return ("eps_basic" if basic else "eps_diluted",), [found.span()]
    if found := _INCOME.search(text):
        return ("net_income",), [found.span(), *(m.span() for m in _NET.finditer(text))]
    return (), []
