"""Find metrics in text: the longest known phrase wins, "gross and net margin" names two."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from research_agent.finance.metrics import METRIC_KEYS, metric_label
from research_agent.finance.questions.line_item_words import LINE_ITEM_WORDS
from research_agent.finance.questions.ratio_words import GROUP_WORDS, RATIO_WORDS, VIEW_WORDS
from research_agent.finance.questions.short_forms import SHORT_FORMS
from research_agent.finance.questions.words import Span, Word, words

__all__ = ["MetricMention", "ViewMention", "metric_mentions", "phrase_words", "view_mentions"]

_MAX_WORDS = 9
_DROPPED = frozenset("the its their a an it our".split())
_AFTER = frozenset("expense expenditure spending spend cost figure number amount charge".split())
_JOINS = frozenset(", and or versus vs plus /".split())
_SHARED_HEADS = frozenset("margin income ratio turnover cash eps share asset liability".split())
_PLURAL_ONLY = frozenset({("share",), ("ratio",)})  # "the share of", "the ratio of" mean others
_MAX_LISTED = 4

Phrase = tuple[str, ...]
Table = Mapping[Phrase, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class MetricMention:
    """Metrics named by one phrase.

    Args:
        keys: One key, or several for a word such as "margins".
        start: Offset of its first character.
        end: Offset behind its last one.
    """

    keys: tuple[str, ...]
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class ViewMention:
    """A whole statement asked for.

    Args:
        view: `"income"`, `"balance"`, `"cash_flow"`, `"all"`, `"ratios"`, `"earnings"` or
            `"segments"`.
        start: Offset of its first character.
        end: Offset behind its last one.
    """

    view: str
    start: int
    end: int


def metric_mentions(text: str) -> tuple[MetricMention, ...]:
    """Return the metrics named in `text`, in order, without overlap."""
    found = []
    for keys, used in _matches(words(text), _metric_phrases()):
        found.append(MetricMention(keys, used[0].start, used[-1].end))
    return tuple(_with_shared_growth(text, found))


def view_mentions(text: str) -> tuple[ViewMention, ...]:
    """Return the whole statements asked for in `text`, in order."""
    return tuple(
        ViewMention(keys[0], used[0].start, used[-1].end)
        for keys, used in _matches(words(text), _view_phrases())
    )


def phrase_words() -> frozenset[str]:
    """Return every word that stands in the name of a metric or a statement."""
    tables = (_metric_phrases(), _view_phrases())
    return frozenset(word for table in tables for phrase in table for word in phrase)


@cache
def _metric_phrases() -> Table:
    phrases: dict[Phrase, tuple[str, ...]] = {}
    for key in METRIC_KEYS:
        label = metric_label(key).partition(" (")[0]
        for name in (key.replace("_", " "), label, label.replace(",", ""), label.split(",")[0]):
            phrases.setdefault(_phrase(name), (key,))
    for table in (GROUP_WORDS, RATIO_WORDS, LINE_ITEM_WORDS, SHORT_FORMS):
        phrases.update(_parsed(table))
    return MappingProxyType(phrases)


@cache
def _view_phrases() -> Table:
    return MappingProxyType(dict(_parsed(VIEW_WORDS)))


def _parsed(table: str) -> Iterator[tuple[Phrase, tuple[str, ...]]]:
    """Read lines of `key: phrase | phrase`; an indented line goes on with the one above."""
    for entry in table.strip().replace("\n  |", " |").splitlines():
        keys, _, names = entry.partition(":")
        for name in names.split("|"):
            yield _phrase(name), tuple(keys.split())


def _phrase(name: str) -> Phrase:
    return tuple(word.text for word in words(name) if word.text not in _DROPPED)


def _matches(found: Sequence[Word], table: Table) -> Iterator[tuple[tuple[str, ...], list[Word]]]:
    """Yield what each phrase means and the words it is made of."""
    kept = [word for word in found if word.text not in _DROPPED]
    at = 0
    while at < len(kept):
        length = _longest(kept, at, table)
        if length:
            keys = table[tuple(word.text for word in kept[at : at + length])]
            while at + length < len(kept) and kept[at + length].text in _AFTER:
                length += 1
            yield keys, kept[at : at + length]
            at += length
        elif (shared := _shared(kept, at, table)) is not None:
            yield shared, kept[at : at + 1]
            at += 1
        else:
            at += 1


def _longest(kept: Sequence[Word], at: int, table: Table) -> int:
    for length in range(min(_MAX_WORDS, len(kept) - at), 0, -1):
        phrase = tuple(word.text for word in kept[at : at + length])
        if phrase in table and (kept[at].plural or phrase not in _PLURAL_ONLY):
            return length
    return 0


def _shared(kept: Sequence[Word], at: int, table: Table) -> tuple[str, ...] | None:
    """Read "gross" of "gross, operating and net margin" as "gross margin"."""
    place = at + 1
    for _ in range(_MAX_LISTED):
        joins = 0
        while place < len(kept) and kept[place].text in _JOINS:
            place, joins = place + 1, joins + 1
        if not joins or place >= len(kept):
            return None
        length = _longest(kept, place, table)
        if length > 1:
            return _with_head(kept[at], kept[place : place + length], table)
        place += 1
    return None


def _with_head(word: Word, phrase: Sequence[Word], table: Table) -> tuple[str, ...] | None:
    heads = [item.text for item in phrase[1:]]
    if not _SHARED_HEADS & set(heads):
        return None
    return table.get((word.text, *heads))


def _with_shared_growth(text: str, found: Iterable[MetricMention]) -> list[MetricMention]:
    """Read "revenue and net income growth" as the growth of both."""
    mentions = list(found)
    for at in range(len(mentions) - 2, -1, -1):
        this, after = mentions[at], mentions[at + 1]
        between = {word.text for word in words(text[this.end : after.start])}
        grown = f"{this.keys[0]}_growth"
        listed = bool(between) and between <= _JOINS
        if listed and after.keys[0].endswith("_growth") and grown in METRIC_KEYS:
            mentions[at] = MetricMention((grown,), this.start, this.end)
    return mentions
