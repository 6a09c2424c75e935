"""A document of the web as text whose every character has a place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise

from research_agent.domain.sources import WebSource
from research_agent.domain.web_passages import WebPassage

__all__ = ["MAX_PASSAGE", "WebPage"]

MAX_PASSAGE = 1_200
"""Characters; a few paragraphs, or a table of twenty rows."""

_WORD = re.compile(r"[^\W_]+(?:[.,][0-9]+)*")
_BREAKS = ("\n", ". ", "; ", ", ", " ")
_SMALL_WORDS = frozenset(
    "a an and are as at be by did do does for from had has have how in is it its of on or that "
    "the their this to was were what when where which who will with".split()
)


@dataclass(frozen=True, slots=True)
class WebPage:
    """What was read of one address.

    Args:
        url: Where it came from in the end.
        title: One line; the host when the document has none.
        published: As the document says; `None` when it does not.
        text: Extracted, without markup; offsets of passages count in it.
        page_starts: For a PDF, where in `text` each page begins; empty otherwise.
        note: What is missing of the document, empty when nothing is.
    """

    url: str
    title: str
    published: date | None
    text: str = field(repr=False)
    page_starts: tuple[int, ...] = ()
    note: str = ""

    @property
    def source(self) -> WebSource:
        """The page as a source of a run."""
        return WebSource(self.title, self.url, self.published)

    def passages(self) -> tuple[WebPassage, ...]:
        """Return the whole text as passages in its order; none runs over a page's end.

        Cuts are made at line ends where that is possible, else between sentences or words.
        """
        bounds = [*(self.page_starts or (0,)), len(self.text)]
        passages = []
        for number, (first, last) in enumerate(pairwise(bounds), start=1):
            for start, end in _cuts(self.text, first, last):
                page = number if self.page_starts else None
                passages.append(WebPassage(self.source, self.text[start:end], start, page))
        return tuple(passages)

    def passages_about(self, words: str, *, most: int) -> tuple[WebPassage, ...]:
        """Return the passages that say most about `words`, in the page's order.

        A word counts the more, the fewer passages have it; each counts once in a passage.

        Args:
            words: What is looked for.
            most: Characters of all passages together.

        Returns:
            Empty when no passage has any of the words.
        """
        wanted = _terms(words)
        passages = self.passages()
        terms = [_terms(passage.text) & wanted for passage in passages]
        spread = {word: sum(word in found for found in terms) for word in wanted}
        scores = [sum(1 / spread[word] for word in sorted(found)) for found in terms]
        order = sorted(range(len(passages)), key=lambda at: (-scores[at], at))
        chosen: list[int] = []
        for at in order:
            if not scores[at]:
                break
            if chosen and len(passages[at].text) > most:
                break
            chosen.append(at)
            most -= len(passages[at].text)
        return tuple(passages[at] for at in sorted(chosen))

    def passages_from(self, start: int, *, most: int) -> tuple[WebPassage, ...]:
        """Return the passages from an offset on, at most `most` characters together, at least one."""
        chosen: list[WebPassage] = []
        for passage in self.passages():
            if (passage.end or 0) <= start:
                continue
            if chosen and len(passage.text) > most:
                break
            chosen.append(passage)
            most -= len(passage.text)
        return tuple(chosen)


def _cuts(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield where passages begin and end between two offsets; blank ends are left out."""
    start = first
    while start < last:
        while start < last and text[start].isspace():
            start += 1
        end = last if last - start <= MAX_PASSAGE else _cut(text, start)
        stop = end
        while stop > start and text[stop - 1].isspace():
            stop -= 1
        if stop > start:
            yield start, stop
        start = end


def _cut(text: str, start: int) -> int:
    """Return where a passage that begins at `start` had best end."""
    for mark in _BREAKS:
        at = text.rfind(mark, start + MAX_PASSAGE // 2, start + MAX_PASSAGE)
        if at >= 0:
            return at + len(mark)
    return start + MAX_PASSAGE


def _terms(text: str) -> frozenset[str]:
    words = (found.group().casefold() for found in _WORD.finditer(text))
    return frozenset(
        word.removesuffix("s") if len(word) > 3 else word
        for word in words
        if word not in _SMALL_WORDS
    )
