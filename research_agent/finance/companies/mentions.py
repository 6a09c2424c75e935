"""Companies named in free text."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from research_agent.domain.companies import Company
from research_agent.finance.companies.index import NameIndex
from research_agent.finance.companies.mention_text import MentionText
from research_agent.finance.companies.names import is_generic, ticker_key
from research_agent.finance.companies.ordinary_words import (
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
"""Of so many largest companies short names count too ("Ford" for Ford Motor)."""

TICKERS_KNOWN = 1500
"""Of so many largest companies a ticker in capitals counts without more; most of the others are
also abbreviations of something."""

_CASHTAG = re.compile(r"(?<![\w$])\$([A-Za-z]{1,5}(?:[.\-/][A-Za-z]{1,2})?)(?!\w)")
_TICKER = re.compile(r"(?<![\w$&.])[A-Z]{1,5}(?:[.\-/ ][A-Z])?(?![\w&]|['’](?![s\W]))")
_BEFORE_LISTING = re.compile(r"\b(?:NYSE|NASDAQ|Nasdaq|OTC|CBOE)(?: \w+)?\s*:\s*$")
_LISTING = re.compile(r"\s*:\s*[A-Z]")


@dataclass(frozen=True, slots=True)
class Mention:
    """A company named in a text.

    Args:
        company: Who is meant.
        start: Offset of the first character.
        end: Offset behind the last; a possessive s is outside unless the name has one.
        text: As written.
    """

    company: Company
    start: int
    end: int
    text: str


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
        words = MentionText(text)
        found = [
            *self._cashtags(text),
            *self._tickers(words),
            *self._lower_tickers(words),
            *self._named(words),
        ]
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

    def _tickers(self, words: MentionText) -> Iterator[Mention]:
        for match in _TICKER.finditer(words.text):
            start, written = match.start(), match[0]
            listed = self._by_ticker(written)
            if listed is None or (" " in written and ticker_key(written) not in listed.tickers):
                written = re.split(r"[.\-/ ]", written)[0]
                listed = self._by_ticker(written)
            if listed is None:
                continue
            end = start + len(written)
            before = words.text[max(0, start - 20) : start]
            if _BEFORE_LISTING.search(before) or self._is_meant(words, listed, start, end):
                yield Mention(listed, start, end, written)

    def _is_meant(self, words: MentionText, listed: Company, start: int, end: int) -> bool:
        """Say whether capitals that are a ticker are one here."""
        written = words.text[start:end]
        if words.text.strip() == written:
            return True
        if written in ABBREVIATIONS:
            return False
        ordinary = written in ORDINARY_TICKERS
        covered = self._covered(listed)
        if len(written) == 1:
            alone = words.singles_out(start, end) or words.heads_metric(start, end)
            return covered and alone
        if ordinary and words.is_shouting:
            return False
        if covered:
            return not (ordinary and words.in_capitals(start, end))
        prominent = listed.ticker == ticker_key(written) and listed.cik in self._prominent
        if ordinary or len(written) == 2 or not prominent:
            return words.singles_out(start, end)
        return True

    def _lower_tickers(self, words: MentionText) -> Iterator[Mention]:
        """Find tickers in small letters: only of companies in the store, never words."""
        for token in words.tokens:
            word = token.keys[0].upper()
            if not (token.raw.islower() and 3 <= len(word) <= 5):
                continue
            company = self._by_ticker(word)
            if company is None or not self._covered(company):
                continue
            if word not in ORDINARY_TICKERS and word not in ABBREVIATIONS:
                text = words.text[token.start : token.bare_end]
                yield Mention(company, token.start, token.bare_end, text)

    def _named(self, words: MentionText) -> Iterator[Mention]:
        at = 0
        while at < len(words.tokens):
            match = self._longest(words, at)
            if match is None:
                at += 1
                continue
            company, count, end = match
            start = words.tokens[at].start
            at += count
            while more := words.legal_form(at):
                at += more
                end = words.tokens[at - 1].bare_end
            yield Mention(company, start, end, words.text[start:end])

    def _longest(self, words: MentionText, at: int) -> tuple[Company, int, int] | None:
        """Return the company whose name begins at a word, its word count and its end."""
        longest = max(self._lengths.get(key, 0) for key in words.tokens[at].keys)
        for count in range(min(longest, words.run(at, MAX_WORDS)), 0, -1):
            found = [
                (self._keys[key], count, end)
                for key, end in words.keys(at, count)
                if key in self._keys and self._counts(words, at, count, key)
            ]
            if found:
                bare, *own = found
                return own[0] if own and own[0][0] == bare[0] else bare
        return None

    def _counts(self, words: MentionText, at: int, count: int, key: str) -> bool:
        """Say whether a name found at a word is meant as one."""
        company = self._keys[key]
        known = key in self._names.aliases or self._covered(company)
        if not words.is_capitalised(at, count):
            if not known or key in ORDINARY_NAMES:
                return False
            needs_capital = key in CAPITAL_NAMES or len(key) <= 2
            return not needs_capital or (words.is_lower and self._covered(company))
        if key not in ORDINARY_NAMES or words.legal_form(at + count):
            return True
        if key == "nasdaq" and _LISTING.match(words.text, words.tokens[at].end):
            return False
        return known and words.stands_out(at, count)

    @cached_property
    def _prominent(self) -> frozenset[int]:
        return frozenset(company.cik for company in self._companies[:TICKERS_KNOWN])

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
        """Say whether a key can stand for a company in a sentence."""
        minor = at >= WELL_KNOWN and not self._covered(self._companies[at])
        if minor and (is_short or is_generic(key)):
            return False
        if is_short and key in ORDINARY_NAMES:
            return False
        if " " in key:
            return key not in ORDINARY_NAMES and not METRIC_WORDS.issuperset(key.split())
        return len(key) >= 4 and key[0].isalpha() and key.upper() not in ABBREVIATIONS

    @cached_property
    def _lengths(self) -> dict[str, int]:
        """First word of a key to the number of words of the longest key it begins."""
        lengths: dict[str, int] = {}
        for key in self._keys:
            first, *others = key.split()
            lengths[first] = max(lengths.get(first, 0), 1 + len(others))
        return lengths
