"""Names of parts in a question, matched with the names a company gives its parts."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from research_agent.finance.questions.words import folded

__all__ = ["PartNames", "name_tokens"]

_COUNTRY = re.compile(r"\bU\.S\.(?:A\.)?|\bUSA?\b")
_SAME = (
    (r"united states(?: of america)?", "unitedstates"),
    (r"united kingdom|great britain|\buk\b|\bu k\b", "unitedkingdom"),
    (r"amazon web services?", "aws"),
    (r"data cent(?:er|re)s?", "datacenter"),
    (r"\b(?:ads?|advertisements?)\b", "advertising"),
    (r"e commerce", "ecommerce"),
    (r"health care", "healthcare"),
    (r"asia pacific|\bapac\b", "asiapacific"),
    (r"europe(?: the)? middle east(?: and)? africa", "emea"),
    (r"\blatam\b", "latinamerica"),
    (r"latin america", "latinamerica"),
    (r"\bnon (?=unitedstates)|outside(?: of)?(?: the)? (?=unitedstates)", "outside"),
)
_WORD = re.compile(r"[a-z0-9]+")
_EMPTY = frozenset("and the segment division business unit of member its".split())
_GENERIC = frozenset({("other",), ("corporate",), ("allother",), ("all", "other"), ("total",)})
"""Too common to be taken for a part where a question has the word by chance."""

Tokens = tuple[str, ...]


def name_tokens(text: str) -> Tokens:
    """Return the words of a name in one form: "Fabric & Home Care" as `("fabric", "home", "care")`."""
    plain = _COUNTRY.sub("United States", text)
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"['’]s?\b", "", plain)
    plain = " ".join(_WORD.findall(plain))
    for pattern, canonical in _SAME:
        plain = re.sub(pattern, canonical, plain)
    words = (folded(word) for word in plain.split())
    return tuple(word for word in words if word not in _EMPTY)


class PartNames:
    """The parts of one company, by name.

    Args:
        names: As the company prints them.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._by_tokens: dict[Tokens, str] = {}
        for name in names:
            if tokens := name_tokens(name):
                self._by_tokens.setdefault(tokens, name)

    def said_in(self, text: str) -> tuple[str, ...]:
        """Return the names that stand in `text`, in order; the longest wins."""
        words = name_tokens(text)
        known = sorted(self._by_tokens, key=len, reverse=True)
        found, at = [], 0
        while at < len(words):
            hit = next(
                (t for t in known if t not in _GENERIC and words[at : at + len(t)] == t), None
            )
            if hit:
                found.append(self._by_tokens[hit])
            at += len(hit) if hit else 1
        return tuple(dict.fromkeys(found))

    def like(self, text: str) -> tuple[str, ...]:
        """Return the names `text` can mean: the same words, or names that contain them."""
        tokens = name_tokens(text)
        if not tokens:
            return ()
        if tokens in self._by_tokens:
            return (self._by_tokens[tokens],)
        return tuple(
            name for own, name in self._by_tokens.items() if set(tokens) <= set(own)
        ) or self._joined(tokens)

    def _joined(self, tokens: Sequence[str]) -> tuple[str, ...]:
        """Match "data center" with "Datacenter" whatever the blanks."""
        whole = "".join(tokens)
        return tuple(name for own, name in self._by_tokens.items() if "".join(own) == whole)
