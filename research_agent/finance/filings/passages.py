"""Sections cut into passages that a model can be shown, and their order by what is asked."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from research_agent.finance.filings.document import FiledText
from research_agent.finance.filings.section import Section

__all__ = ["MAX_PASSAGE", "MIN_PASSAGE", "SectionPassage", "best_passages", "section_passages"]

MIN_PASSAGE = 800
MAX_PASSAGE = 1_500
"""Characters; a few paragraphs, or a table of thirty rows."""

_BREAKS = (". ", "; ", ", ", " ")
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_SMALL_WORDS = frozenset(
    "a about an and any are as at be been by can could did do does for from had has have how in is "
    "it its may of on or our say says that the their this to was we were what when where which who "
    "will with would".split()
)


@dataclass(frozen=True, slots=True)
class SectionPassage:
    """A stretch of a section.

    Args:
        section: What it belongs to.
        start: Offset of its first character in the document's text.
        end: Offset behind its last character.
        score: How well it fits what was asked; 0.0 when nothing was.
    """

    section: Section
    start: int
    end: int
    score: float = 0.0


def section_passages(document: FiledText, section: Section) -> tuple[SectionPassage, ...]:
    """Return a section's text as passages, in order and without overlap.

    A passage ends before a heading or after a paragraph or a table's row; only a paragraph longer
    than a passage is cut between sentences or words.
    """
    spans = [
        span
        for at in range(document.line_at(section.start), len(document.lines))
        if document.lines[at].start < section.end
        for span in _spans(document, at, section)
    ]
    passages: list[SectionPassage] = []
    start = end = -1
    for first, last, heading in spans:
        if start < 0:
            start, end = first, last
        elif last - start > MAX_PASSAGE or (heading and end - start >= MIN_PASSAGE):
            passages.append(SectionPassage(section, start, end))
            start, end = first, last
        else:
            end = last
    if start >= 0:
        passages.append(SectionPassage(section, start, end))
    return tuple(passages)


def best_passages(
    document: FiledText, passages: Sequence[SectionPassage], words: str
) -> tuple[SectionPassage, ...]:
    """Return the passages that have any of the words, best first by BM25; all without words.

    Args:
        document: Whose text they are of.
        passages: In their order, which decides between equals.
        words: What is looked for.
    """
    import bm25s  # it takes a moment to load

    wanted = _terms(words)
    texts = [_terms(document.text[passage.start : passage.end]) for passage in passages]
    known = {term for terms in texts for term in terms}
    wanted = [term for term in dict.fromkeys(wanted) if term in known]
    if not wanted:
        return tuple(passages) if not _terms(words) else ()
    index = bm25s.BM25()
    index.index(texts, show_progress=False)
    scores = [float(score) for score in index.get_scores(wanted)]
    order = sorted(range(len(passages)), key=lambda at: (-scores[at], at))
    return tuple(
        SectionPassage(passages[at].section, passages[at].start, passages[at].end, scores[at])
        for at in order
        if scores[at] > 0
    )


def _spans(document: FiledText, at: int, section: Section) -> Iterator[tuple[int, int, bool]]:
    """Yield a line, or the pieces of a long one, with whether it is a heading."""
    line = document.lines[at]
    first, last = max(line.start, section.start), min(line.end, section.end)
    heading = line.strong and not line.row and last - first <= 150
    while last - first > MAX_PASSAGE:
        cut = _cut(document.text, first)
        yield first, cut, heading
        first = cut
        while first < last and document.text[first] == " ":
            first += 1
    if last > first:
        yield first, last, heading


def _cut(text: str, start: int) -> int:
    for mark in _BREAKS:
        at = text.rfind(mark, start + MAX_PASSAGE // 2, start + MAX_PASSAGE)
        if at >= 0:
            return at + len(mark.rstrip()) if mark.strip() else at
    return start + MAX_PASSAGE


def _terms(text: str) -> list[str]:
    words = (found.group().casefold() for found in _WORD.finditer(text))
    return [_stem(word) for word in words if word not in _SMALL_WORDS]


def _stem(word: str) -> str:
    """Take the plural off; enough for BM25, and it leaves names and figures alone."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word
