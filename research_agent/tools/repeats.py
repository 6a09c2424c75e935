"""Soft warnings against asking the same thing again; they never block a call."""

import re
from collections import defaultdict
from typing import Any

from research_agent.tools.registry import ToolSpec

__all__ = ["FREE_CALLS", "SIMILARITY", "RepeatWatch", "nearly_the_same"]

FREE_CALLS = 2
"""Calls of one tool in one run without a warning."""
SIMILARITY = 0.7
"""Share of common words from which two queries count as nearly the same."""

_WORD = re.compile(r"[\w&.%-]+")
_PLAIN = frozenset(
    "a about all an and are at between by can could did display do does during fetch find for from "
    "get give had has have how i in is it its last latest list look lookup me most much my need of "
    "on or over past per please provide query recent retrieve s show tell than that the their them "
    "this to up us was we were what whats when which will with would you".split()
)
"""Words that ask or join; two queries may differ in them and ask the same."""


class RepeatWatch:
    """Remembers the calls of one run."""

    def __init__(self) -> None:
        self._queries: dict[str, list[str]] = defaultdict(list)

    def warning(self, spec: ToolSpec, arguments: dict[str, Any]) -> str:
        """Note a call and return the warning it deserves; empty for none."""
        if not spec.soft_limited:
            return ""
        query = " ".join(str(value) for _, value in sorted(arguments.items()))
        earlier = self._queries[spec.name]
        repeated = any(nearly_the_same(query, other) for other in earlier)
        earlier.append(query)
        if repeated:
            return (
                f"{spec.name} was asked nearly the same before: use that result, ask something "
                "else, or tell the person what is missing."
            )
        if len(earlier) > FREE_CALLS:
            return (
                f"This is call {len(earlier)} of {spec.name} in this run: answer from what is "
                "there unless something essential is missing."
            )
        return ""


def nearly_the_same(one: str, other: str) -> bool:
    """Compare two queries by their words; another company, year or number is another question.

    Words with a digit or a capital must be the same in both. Names in lower case cannot be told
    from other words, so a query that has one word in place of another is another question too,
    unless those are words that ask or join.
    """
    words, others = _words(one), _words(other)
    differing = (words ^ others) - _PLAIN
    if differing & (_names(one) | _names(other)) or (differing & words and differing & others):
        return False
    return len(words & others) >= SIMILARITY * len(words | others)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _split(text)}


def _names(text: str) -> set[str]:
    """Words with a digit or a capital, wherever they stand."""
    marked = (w for w in _split(text) if any(c.isdigit() or c.isupper() for c in w))
    return {word.casefold() for word in marked}


def _split(text: str) -> list[str]:
    return [word for found in _WORD.findall(text) if (word := found.strip(".-"))]
