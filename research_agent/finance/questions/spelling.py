"""Spelling mistakes in questions: corrected only where one word can be meant, and always said."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from research_agent.finance.questions.phrases import phrase_words
from research_agent.finance.questions.words import folded

__all__ = ["Correction", "corrected", "near_company", "near_word"]

_SHORT = 4
"""Shorter words are not corrected: too many others are one letter away."""

_LONG = 9
"""From so many letters on two slips are forgiven."""

_ADDED_ONLY = 5
"""Below so many letters only a letter left out is put back ("gros")."""

_OTHER_WORDS = (
    "quarter quarterly annual annually fiscal year years growth average compare difference latest "
    "percentage percent highest lowest billion million thousand segment geography product region"
).split()
_BRACKET = re.compile(r"(?P<ticker>[A-Z0-9.-]+) \((?P<name>.+)\)")


@dataclass(frozen=True, slots=True)
class Correction:
    """One word read as another.

    Args:
        written: As in the question.
        read_as: What it is taken for.
    """

    written: str
    read_as: str


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(w for w in (*phrase_words(), *_OTHER_WORDS) if len(w) >= _SHORT)


def near_word(written: str) -> str | None:
    """Return the one word of metrics and periods that `written` is a slip of, or `None`."""
    low = written.lower()
    if len(low) < _SHORT or not low.isalpha() or folded(low) in _vocabulary():
        return None
    allowed = 2 if len(low) >= _LONG else 1
    found = {
        word: distance
        for word in _vocabulary()
        if word[0] == low[0]
        and (distance := min(_slips(low, word, allowed), _slips(folded(low), word, allowed)))
        <= allowed
        and (len(low) >= _ADDED_ONLY or len(word) > len(low))
    }
    best = [word for word, distance in found.items() if distance == min(found.values())]
    longer = [word for word in best if word.startswith(low)]  # "operatin" lacks its last letter
    best = longer or best
    return best[0] if len(best) == 1 else None


def _slips(one: str, other: str, allowed: int) -> int:
    from rapidfuzz.distance import OSA

    return OSA.distance(one, other, score_cutoff=allowed)


def near_company(written: str, candidates: Sequence[str]) -> str | None:
    """Return the one candidate ("AAPL (Apple Inc.)") whose name `written` is a slip of.

    Args:
        written: One word that is no company's name.
        candidates: The nearest companies, as `UnknownCompany` has them.
    """
    low = written.lower()
    if len(low) < _SHORT:
        return None
    allowed = 2 if len(low) >= _LONG else 1
    near = []
    for candidate in candidates:
        shown = _BRACKET.fullmatch(candidate)
        if shown is None:
            continue
        first = re.split(r"[\s,.]", shown["name"].lower(), maxsplit=1)[0]
        if first[:1] == low[0] and _slips(low, first, allowed) <= allowed:
            near.append(candidate)
    return near[0] if len(near) == 1 else None


def corrected(question: str, corrections: Iterable[Correction]) -> str:
    """Return the question with each word replaced."""
    for one in corrections:
        question = re.sub(rf"\b{re.escape(one.written)}\b", one.read_as, question)
    return question
