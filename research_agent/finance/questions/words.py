"""Words of a question, brought to one form so that plurals and possessives match."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["BARRIER", "Span", "Word", "blanked", "folded", "words"]

BARRIER = "¦"
"""Stands for text already understood; no phrase reaches across it."""

Span = tuple[int, int]
"""Offsets of the first character and behind the last one."""

_WORD = re.compile(r"[A-Za-z0-9]+(?:&[A-Za-z0-9]+)*|¦+|[&,;:()/?!%]")
_POSSESSIVE = re.compile(r"['’]s?\b|['’](?=\W|$)")


@dataclass(frozen=True, slots=True)
class Word:
    """One word.

    Args:
        text: Lower case, singular, without possessive.
        start: Offset of its first character.
        end: Offset behind its last one, possessive included.
        plural: True when it was written in the plural.
    """

    text: str
    start: int
    end: int
    plural: bool = False


def words(text: str) -> tuple[Word, ...]:
    """Split `text` into words and punctuation; understood text counts as one word `BARRIER`."""
    found = []
    for match in _WORD.finditer(text):
        owner = _POSSESSIVE.match(text, match.end())
        if match.group().lower() == "s" and match.start() and text[match.start() - 1] in "'’":
            continue
        end = owner.end() if owner else match.end()
        word = folded(match.group())
        found.append(Word(word, match.start(), end, word != match.group().lower()))
    return tuple(found)


def folded(word: str) -> str:
    """Return `word` in lower case and, where it looks like a plural, in the singular."""
    low = word.lower()
    if low.startswith(BARRIER):
        return BARRIER
    if low == "&":
        return "and"
    if len(low) <= 3 or low.endswith(("ss", "us", "is")):
        return low
    if low.endswith("ies"):
        return low[:-3] + "y"
    if low.endswith(("xes", "sses", "ches", "shes")):
        return low[:-2]
    return low.removesuffix("s")


def blanked(text: str, spans: Iterable[Span]) -> str:
    """Return `text`, same length, with understood spans replaced by barriers."""
    characters = list(text)
    for start, end in spans:
        characters[start:end] = BARRIER * (end - start)
    return "".join(characters)
