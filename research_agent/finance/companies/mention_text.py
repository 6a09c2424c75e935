"""A text as words, with what its capitals and commas say about them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from research_agent.finance.companies.names import LEGAL_WORDS, name_key
from research_agent.finance.companies.ordinary_words import ABBREVIATIONS, METRIC_WORDS

__all__ = ["MentionText", "Token"]

_ABBREVIATED = 4
"""Letters before a dot that does not end a sentence: "Warner Bros. Discovery"."""

_TOKEN = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W_]+(?:['’][^\W_]+)*|&")
_GAP = re.compile(r"\s+|\s*[-‐‑–/]\s?|\.|[.!]\s|\s?")
_SENTENCE_END = re.compile(r"[.!?:;\n]\W*$")
_SINGLING_OUT = frozenset("and between compare for of or than to versus vs with".split())
_SMALL_WORDS = frozenset("and at de du for in of on the".split())


@dataclass(frozen=True, slots=True)
class Token:
    """A word.

    Args:
        keys: Its spellings in name keys; two for a possessive ("mcdonald", "mcdonalds").
        start: Offset of the first character.
        end: Offset behind the last, the possessive s included.
        raw: As written.
        possessive: True for "Apple's".
    """

    keys: tuple[str, ...]
    start: int
    end: int
    raw: str
    possessive: bool = False

    @property
    def bare_end(self) -> int:
        """Offset behind the word without its possessive s."""
        return self.end - 2 if self.possessive else self.end


class MentionText:
    """A text to find names in."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [_token(match) for match in _TOKEN.finditer(text)]
        self.is_lower = text.islower()
        self.is_shouting = text.isupper() and len(self.tokens) > 1

    def run(self, at: int, limit: int) -> int:
        """Return how many words from `at` on could be one name, `limit` at most."""
        count = 1
        while count < limit and at + count < len(self.tokens):
            before, after = self.tokens[at + count - 1], self.tokens[at + count]
            gap = self.text[before.end : after.start]
            if not _GAP.fullmatch(gap) or (gap == ". " and len(before.raw) > _ABBREVIATED):
                break
            count += 1
        return count

    def keys(self, at: int, count: int) -> Iterator[tuple[str, int]]:
        """Yield each key that `count` words from `at` on may spell, with the end of its span."""
        words = self.tokens[at : at + count]
        yield " ".join(word.keys[0] for word in words), words[-1].bare_end
        if any(word.possessive for word in words):
            yield " ".join(word.keys[-1] for word in words), words[-1].end

    def legal_form(self, at: int) -> int:
        """Return how many words from `at` on are the legal form of the name before them.

        Two for "& Co", one for "Inc" or "Company", else 0.
        """
        if not 0 < at < len(self.tokens) or self.tokens[at - 1].possessive:
            return 0
        gap = self.text[self.tokens[at - 1].end : self.tokens[at].start]
        if gap not in {" ", ", "}:
            return 0
        count = 2 if self.tokens[at].raw == "&" else 1
        last = self.tokens[min(at + count, len(self.tokens)) - 1]
        return count if last.raw[0].isupper() and last.keys[0] in LEGAL_WORDS else 0

    def is_capitalised(self, at: int, count: int) -> bool:
        """Say whether every word that matters has a capital or is a number."""
        first, *others = self.tokens[at : at + count]
        return _has_capital(first) and all(
            _has_capital(word) for word in others if word.keys[0] not in _SMALL_WORDS
        )

    def stands_out(self, at: int, count: int) -> bool:
        """Say whether a capitalised ordinary word is used as a name here.

        So it is in a list, with a possessive, alone, or in the middle of a sentence whose other
        words are not capitalised.
        """
        start, end = self.tokens[at].start, self.tokens[at + count - 1].end
        if self.text.strip(" ?!.") == self.text[start:end]:
            return True
        if self.tokens[at + count - 1].possessive or self.singles_out(start, end):
            return True
        if self._opens_sentence(at):
            return False
        before = self.tokens[at - 1]
        if before.keys[0] == "price":
            return False
        return before.raw.islower() or self._opens_sentence(at - 1)

    def singles_out(self, start: int, end: int) -> bool:
        """Say whether the span is in a list, after "of" or "vs", or has a possessive."""
        if re.match(r"['’]s\b|['’](?!\w)", self.text[end : end + 3]):
            return True
        before = self.text[max(0, start - 12) : start]
        word = re.search(r"(\w+)\.?\s+$", before)
        if word and word[1].lower() in _SINGLING_OUT:
            return True
        after = self.text[end : end + 12]
        if re.match(r"(?:,| and| vs\.?| versus| or)\s+[A-Z]", after):
            return True
        return bool(re.search(r"[A-Za-z],\s*$", before) and re.match(r",|\s+and\b|[.?]?$", after))

    def heads_metric(self, start: int, end: int) -> bool:
        """Say whether the span begins the text and a figure's name follows: "T revenue"."""
        word = re.match(r"\s([a-z]+)", self.text[end : end + 20])
        return start == 0 and word is not None and word[1] in METRIC_WORDS

    def in_capitals(self, start: int, end: int) -> bool:
        """Say whether the span is part of a run of words in capitals: "NET INCOME"."""
        before = re.search(r"([A-Za-z]{2,})[ -]$", self.text[max(0, start - 20) : start])
        after = re.match(r"[ -]([A-Za-z]{2,})", self.text[end : end + 20])
        return any(
            match is not None and match[1].isupper() and match[1] not in ABBREVIATIONS
            for match in (before, after)
        )

    def _opens_sentence(self, at: int) -> bool:
        start = self.tokens[at].start
        return at == 0 or bool(_SENTENCE_END.search(self.text[max(0, start - 5) : start]))


def _token(match: re.Match[str]) -> Token:
    raw = match[0]
    start, end = match.span()
    plain = raw.lower().replace("’", "'")
    if plain == "&":
        return Token(("and",), start, end, raw)
    possessive = plain.endswith("'s")
    if not plain.isascii():
        plain = name_key(plain) or plain
        possessive = False
    joined = plain.replace("'", "").replace(".", "")
    if possessive:
        return Token((joined[:-1], joined), start, end, raw, True)
    return Token((joined,), start, end, raw)


def _has_capital(token: Token) -> bool:
    return token.raw[0].isdigit() or not token.raw.islower()
