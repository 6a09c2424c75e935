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
    """Compare two queries by their words; names, tickers, years and numbers must be equal."""
    if _exact(one) != _exact(other):
        return False
    words, others = _words(one), _words(other)
    return len(words & others) >= SIMILARITY * len(words | others)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def _exact(text: str) -> set[str]:
    """Words with a digit or a capital, wherever they stand: another company is another question."""
    return {word for word in _WORD.findall(text) if any(c.isdigit() or c.isupper() for c in word)}
