"""Companies named in free text."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from research_agent.domain.companies import Company
from research_agent.finance.company_index import NameIndex
from research_agent.finance.company_names import LEGAL_WORDS, ticker_key
from research_agent.finance.ordinary_words import (
    ABBREVIATIONS,
    CAPITAL_NAMES,
    METRIC_WORDS,
    ORDINARY_NAMES,
    ORDINARY_TICKERS,
)

__all__ = ["Mention", "MentionFinder"]

MAX_WORDS = 6
"""Words of the longest name looked for; longer names are found by their short forms."""

WELL_KNOWN = 600
"""Of the largest companies short names count too ("Ford" for Ford Motor)."""

_TOKEN = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W_]+(?:['’][^\W_]+)*|&")
_CASHTAG = re.compile(r"(?<![\w$])\$([A-Za-z]{1,5}(?:[.\-/][A-Za-z]{1,2})?)(?![\w])")
_TICKER = re.compile(r"(?<![\w$&.])[A-Z]{1,5}(?:[.\-/ ][A-Z])?(?![\w&]|['’](?![s\W]))")
_EXCHANGE = re.compile(r"\b(?:NYSE|NASDAQ|Nasdaq|OTC|CBOE)(?: \w+)?\s*:\s*$")
_GAP = re.compile(r"\s+|\s*[-‐‑–/.]\s?|[.!]\s|\s?")
_SINGLING_OUT = frozenset("and between compare for of or than to versus vs with".split())
_SMALL_WORDS = frozenset("& and at de du for in of on the".split())
_SENTENCE_END = re.compile(r"[.!?:;\n]\W*$")


@dataclass(frozen=True, slots=True)
class Mention:
    """A company named in a text.

    Args:
        company: Who is meant.
        start: Offset of the first character.
        end: Offset behind the last; a possessive s is outside.
        text: As written.
    """

    company: Company
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _Token:
    """A word; `keys` are its spellings in names, two for a possessive ("mcdonald", "mcdonalds")."""

    keys: tuple[str, ...]
    start: int
    end: int
    raw: str
    possessive: bool = False


class MentionFinder:
    """Finds names of up to `MAX_WORDS` words and tickers, the longest first.

    Args:
        companies: Largest first.
        names: Index of the same companies.
        by_ticker: Looks a ticker up.
        covered: Says whether the store has facts of a company.
    """

    def __init__(
        self,
        companies: Sequence[Company],
        names: NameIndex,
        *,
        by_ticker: Callable[[str], Company | None],
        covered: Callable[[Company], bool],
    ) -> None:
        self._companies = companies
        self._names = names
        self._by_ticker = by_ticker
        self._covered = covered

    def find(self, text: str) -> tuple[Mention, ...]:
        """Return the mentions in `text`, in order, without overlap."""
        sentence = _Sentences(text)
        found = [*self._cashtags(text), *self._tickers(sentence), *self._named(sentence)]
        found.sort(key=lambda mention: (mention.start, -mention.end))
        mentions: list[Mention] = []
        for mention in found:
            if not mentions or mention.start >= mentions[-1].end:
                mentions.append(mention)
        return tuple(mentions)

    def _cashtags(self, text: str) -> Iterator[Mention]:
        for match in _CASHTAG.finditer(text):
            company = self._by_ticker(match[1])
            if company is not None:
                yield Mention(company, match.start(), match.end(), match[0])

    def _tickers(self, text: "_Sentences") -> Iterator[Mention]:
        for match in _TICKER.finditer(text.text):
            mention = self._ticker(text, match.start(), match[0])
            if mention is not None:
                yield mention
        for token in text.tokens:
            if token.raw.islower() and self._is_lower_ticker(token.keys[0]):
                company = self._by_ticker(token.keys[0])
                if company is not None:
                    end = token.start + len(token.keys[0])
                    yield Mention(company, token.start, end, text.text[token.start : end])

    def _ticker(self, text: "_Sentences", start: int, written: str) -> Mention | None:
        listed = self._by_ticker(written)
        if listed is None and not written.isalpha():
            written = re.split(r"[.\-/ ]", written)[0]
            listed = self._by_ticker(written)
        if listed is None or (" " in written and ticker_key(written) not in listed.tickers):
            return None
        end = start + len(written)
        if not _EXCHANGE.search(text.text, max(0, start - 20), start) and not self._is_meant(
            text, listed, written, start, end
        ):
            return None
        return Mention(listed, start, end, written)

    def _is_meant(
        self, text: "_Sentences", listed: Company, written: str, start: int, end: int
    ) -> bool:
        """Say whether capitals that are a ticker are one here."""
        if text.text.strip() == written:
            return True
        if written in ABBREVIATIONS:
            return False
        covered = self._covered(listed)
        ordinary = written in ORDINARY_TICKERS
        if len(written) == 1 or (ordinary and text.is_shouting):
            return covered and text.singles_out(start, end)
        if covered:
            return not (ordinary and text.in_capitals(start, end))
        if ordinary or len(written) == 2:
            return text.singles_out(start, end) and len(written) > 1
        return True

    def _is_lower_ticker(self, word: str) -> bool:
        if not 3 <= len(word) <= 5 or word.upper() in ORDINARY_TICKERS | ABBREVIATIONS:
            return False
        company = self._by_ticker(word)
        return company is not None and self._covered(company)

    def _named(self, text: "_Sentences") -> Iterator[Mention]:
        at = 0
        while at < len(text.tokens):
            match = self._longest(text, at)
            if match is None:
                at += 1
                continue
            company, count = match
            at += count
            start, end = text.tokens[at - count].start, text.bare_end(at - 1)
            while at < len(text.tokens) and text.is_legal_form(at):
                end = text.bare_end(at)
                at += 1
            yield Mention(company, start, end, text.text[start:end])

    def _longest(self, text: "_Sentences", at: int) -> tuple[Company, int] | None:
        longest = max((self._lengths.get(key, 0) for key in text.tokens[at].keys), default=0)
        for count in range(min(longest, text.run(at, MAX_WORDS)), 0, -1):
            for key in text.keys(at, count):
                company = self._keys.get(key)
                if company is not None and self._counts(text, at, count, key, company):
                    return company, count
        return None

    def _counts(self, text: "_Sentences", at: int, count: int, key: str, company: Company) -> bool:
        """Say whether a name found at a token is meant as one."""
        known = key in self._names.aliases or self._covered(company)
        if not text.is_capitalised(at, count):
            if not known or key in ORDINARY_NAMES:
                return False
            return key not in CAPITAL_NAMES or (text.is_lower and self._covered(company))
        if key in ORDINARY_NAMES:
            return text.stands_out(at, count)
        return True

    @cached_property
    def _keys(self) -> dict[str, Company]:
        """Every key worth looking for, to its company."""
        names = self._names
        found = {key: self._companies[at] for key, at in names.aliases.items()}
        for level in (names.full, names.former, names.short):
            for key, places in level.items():
                if key in found or not self._is_distinctive(key, places[0], level is names.short):
                    continue
                company = names.settle(places)
                if company is not None:
                    found[key] = company
        return found

    def _is_distinctive(self, key: str, at: int, is_short: bool) -> bool:
        words = key.split()
        if is_short and at >= WELL_KNOWN and not self._covered(self._companies[at]):
            return False
        if len(words) == 1:
            return (
                len(key) >= 4
                and not key[0].isdigit()
                and key not in ORDINARY_NAMES
                and key.upper() not in ABBREVIATIONS
            )
        return len(words) <= MAX_WORDS and not METRIC_WORDS.issuperset(words)

    @cached_property
    def _lengths(self) -> dict[str, int]:
        """First word of a key to the number of words of the longest key it begins."""
        lengths: dict[str, int] = {}
        for key in self._keys:
            words = key.split()
            lengths[words[0]] = max(lengths.get(words[0], 0), len(words))
        return lengths


class _Sentences:
    """A text as words, with what its capitals say."""

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
            if not _GAP.fullmatch(self.text, before.end, after.start):
                break
            count += 1
        return count

    def keys(self, at: int, count: int) -> Iterator[str]:
        """Yield the keys that `count` words from `at` on may spell."""
        words = self.tokens[at : at + count]
        yield " ".join(word.keys[-1] for word in words)
        if any(len(word.keys) > 1 for word in words):
            yield " ".join(word.keys[0] for word in words)

    def bare_end(self, at: int) -> int:
        """Return the end of a word without its possessive s."""
        token = self.tokens[at]
        return token.end - 2 if token.possessive else token.end

    def is_legal_form(self, at: int) -> bool:
        """Say whether the word is the "Inc" or "Company" of the name before it."""
        token = self.tokens[at]
        gap = self.text[self.tokens[at - 1].end : token.start]
        if self.tokens[at - 1].possessive or gap not in {" ", ", ", ". ", " & "}:
            return False
        return token.raw[0].isupper() and token.keys[0] in LEGAL_WORDS

    def is_capitalised(self, at: int, count: int) -> bool:
        """Say whether every word that matters has a capital or is a number."""
        words = self.tokens[at : at + count]
        first, *others = words
        return _has_capital(first) and all(
            _has_capital(word) for word in others if word.keys[0] not in _SMALL_WORDS
        )

    def stands_out(self, at: int, count: int) -> bool:
        """Say whether a capitalised ordinary word is used as a name here."""
        start, end = self.tokens[at].start, self.tokens[at + count - 1].end
        if self.text.strip(" ?!.") == self.text[start:end]:
            return True
        if self.tokens[at + count - 1].possessive or self.singles_out(start, end):
            return True
        if at == 0 or _SENTENCE_END.search(self.text, max(0, start - 5), start):
            return False
        before = self.tokens[at - 1]
        opens = at == 1 or _SENTENCE_END.search(self.text, max(0, before.start - 5), before.start)
        return before.keys[0] != "price" and (before.raw.islower() or bool(opens))

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

    def in_capitals(self, start: int, end: int) -> bool:
        """Say whether the span is part of a run of words in capitals: "NET INCOME"."""
        near = re.search(r"([A-Za-z]{2,})[ -]$", self.text[max(0, start - 20) : start])
        next_ = re.match(r"[ -]([A-Za-z]{2,})", self.text[end : end + 20])
        return any(
            match is not None and match[1].isupper() and match[1] not in ABBREVIATIONS
            for match in (near, next_)
        )


def _token(match: re.Match[str]) -> _Token:
    raw = match[0]
    start, end = match.span()
    plain = raw.lower().replace("’", "'")
    if plain == "&":
        return _Token(("and",), start, end, raw)
    if not plain.isascii():
        from research_agent.finance.company_names import name_key

        plain = name_key(plain) or plain
    if plain.endswith("'s"):
        joined = plain.replace("'", "")
        return _Token((plain[:-2].replace("'", ""), joined), start, end, raw, True)
    return _Token((plain.replace("'", "").replace(".", ""),), start, end, raw)


def _has_capital(token: _Token) -> bool:
    return token.raw[0].isdigit() or not token.raw.islower()
