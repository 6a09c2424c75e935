"""Words that nothing understood: which of them may name a part of a company, and which do no harm."""

import re
from collections.abc import Iterable, Sequence

from research_agent.finance.questions.parts import PartName
from research_agent.finance.questions.topics import Leftover
from research_agent.finance.questions.words import Span

__all__ = ["split_leftovers"]

_BETWEEN = re.compile(
    r"(?:['’]s?)?\s*(?:(?:of|in|from|for|at|by|to|the|its|their|and|&|on)\s+)*", re.IGNORECASE
)


def split_leftovers(
    question: str, leftovers: Iterable[Leftover], nouns: Sequence[Span]
) -> tuple[tuple[PartName, ...], tuple[str, ...]]:
    """Return the words that may change what is asked for, and the others.

    A word next to a metric ("widget revenue", "revenue from widgets") or written as a name asks
    for something else than the metric of the whole company; it may be a part of it.

    Args:
        question: As asked.
        leftovers: What nothing understood.
        nouns: Where metrics and parts stand.
    """
    parts, others = [], []
    for one in leftovers:
        if _is_name(question, one) or _is_beside(question, one, nouns):
            parts.append(PartName(one.text, one.start, one.end, sure=False))
        else:
            others.append(one.text)
    return tuple(parts), tuple(others)


def _is_name(question: str, one: Leftover) -> bool:
    if not question[one.start].isupper() or question.isupper():
        return False
    before = question[: one.start].rstrip()
    return bool(before) and not before.endswith((".", "!", "?", ":"))


def _is_beside(question: str, one: Leftover, nouns: Sequence[Span]) -> bool:
    return any(
        (start >= one.end and _BETWEEN.fullmatch(question[one.end : start]))
        or (end <= one.start and _BETWEEN.fullmatch(question[end : one.start]))
        for start, end in nouns
    )
