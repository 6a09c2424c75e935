"""Where each item of a form begins and ends in a document.

Every line that reads like an item's heading is a candidate: in the table of contents, in the body,
in running headers. The headings of the body are the chain of candidates in the form's order that
has the most text below it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from research_agent.finance.filings.document import FiledText
from research_agent.finance.filings.items import Item, items_of
from research_agent.finance.filings.section import Section

__all__ = ["item_sections"]

ENOUGH = 3_000
"""Characters; more text below one heading says no more for it."""

STRONG = 200
"""What bold print counts for, in characters of text."""

MAX_HEADING = 300
MIN_STRAY = 60
"""Characters below a heading that stands out of the form's order."""

_ITEM = re.compile(
    r"(?:part\s+[ivx]+\s*[^\w\s]*\s*(?:\|\s*)?)?i\s?t\s?e\s?m\s?s?\s*(?:no\.\s*)?"
    r"(?P<number>\d{1,2}\s?\.\s?\d{2}(?!\d)|\d{1,2}\s?\(?[abc]?\)?(?![a-z0-9]))(?:\(t\))?"
    r"(?P<more>(?:\s*(?:,|&|and)\s*(?:items?\s*)?\d{1,2}[abc]?(?![a-z0-9]))*)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d{1,2}[ABC]?")
_FILLER = re.compile(r"^[\s|.:\-–—•*]+")
_CONTENTS_ROW = re.compile(r"\|\s*(?:\d{1,3}(?:\s*[-–—,]\s*\d{1,3})*|n/a|\*+)\s*$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"^[\s,]*(?:of|in|and|above|below|to|for|under|which|is|are)\b", re.IGNORECASE
)
_AFTER = re.compile(r"^\s*signatures?\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A line that may be the heading of an item.

    Args:
        place: Of the item in its form.
        item: The item.
        line: Number of the line.
        weight: How much speaks for it.
        title: As printed.
        contents: True when it looks like an entry of a table of contents.
    """

    place: int
    item: Item
    line: int
    weight: int
    title: str
    contents: bool


def item_sections(document: FiledText, form: str) -> tuple[Section, ...]:
    """Return the items of a form, in the document's order.

    Args:
        document: The form itself, not an exhibit.
        form: `"10-K"`, `"10-Q"`, `"8-K"`, with `/A` for an amendment.

    Returns:
        Each item at most once. An item that the document does not have is left out.
    """
    candidates = _candidates(document, items_of(form))
    chosen = _chain(candidates)
    chosen = sorted([*chosen, *_strays(candidates, chosen)], key=lambda found: found.line)
    starts = [document.lines[found.line].start for found in chosen]
    ends = [*(start - 1 for start in starts[1:]), _end(document, chosen)]  # the line end is no text
    return tuple(
        Section(
            found.item.key,
            found.title,
            start,
            end,
            document.anchor_at(start),
            document.page_at(start),
        )
        for found, start, end in zip(chosen, starts, ends, strict=True)
    )


def _end(document: FiledText, chosen: Sequence[_Candidate]) -> int:
    """Return where the last item ends: at the signatures, else with the document."""
    last = chosen[-1].line + 1 if chosen else 0
    for at in range(last, len(document.lines)):
        if _AFTER.match(document.line(at)):
            return document.lines[at - 1].end if at else 0
    return document.lines[-1].end


def _candidates(document: FiledText, items: Sequence[Item]) -> list[_Candidate]:
    raw: list[tuple[int, int, Item, str]] = []
    for at in range(len(document.lines)):
        for place, item, title in _headings(document, at, items):
            raw.append((at, place, item, title))
    found = []
    for index, (at, place, item, title) in enumerate(raw):
        line = document.lines[at]
        others = (document.lines[other].start for other, p, *_ in raw[index + 1 :] if p != place)
        below = next((start for start in others if start > line.start), document.lines[-1].end)
        contents = line.linked or bool(line.row and _CONTENTS_ROW.search(document.line(at)))
        weight = 1 + min(below - line.end, ENOUGH) + (STRONG if line.strong else 0)
        found.append(
            _Candidate(place, item, at, weight // 4 if contents else weight, title, contents)
        )
    return found


def _headings(document: FiledText, at: int, items: Sequence[Item]) -> list[tuple[int, Item, str]]:
    """Return the items whose heading a line can be; two for "Items 1 and 2"."""
    text = document.line(at)
    found = _ITEM.match(text)
    if found is None:
        return []
    rest = _FILLER.sub("", text[found.end() :])
    if not rest.strip(" |.:"):
        rest = document.line(at + 1) if at + 1 < len(document.lines) else ""
        rest = _FILLER.sub("", rest)
    if not rest or _GOES_ON.match(rest):
        return []
    first = re.sub(r"[\s()]", "", found["number"]).upper()
    numbers = [first, *_NUMBER.findall(found["more"].upper())]
    several = len(numbers) > 1
    return [
        (place, item, _title(rest, item))
        for place, item in enumerate(items)
        if item.number in numbers and (item.heading.match(rest) or several)
    ]


def _title(rest: str, item: Item) -> str:
    title = _CONTENTS_ROW.sub("", rest).split(" | ")[0].strip(" .:|")
    return title if title and len(title) <= MAX_HEADING else item.title


def _chain(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the heaviest series of candidates in the form's order."""
    best: list[tuple[int, int]] = []  # weight of the series that ends here, where it comes from
    for index, found in enumerate(candidates):
        before = [
            (best[other][0], -other)
            for other in range(index)
            if candidates[other].place < found.place and candidates[other].line <= found.line
        ]
        weight, origin = max(before, default=(0, 1))
        best.append((weight + found.weight, -origin))
    if not best:
        return []
    at = max(range(len(best)), key=lambda index: (best[index][0], -index))
    series = []
    while at >= 0:
        series.append(candidates[at])
        at = best[at][1]
    return series[::-1]


def _strays(candidates: Sequence[_Candidate], chosen: Sequence[_Candidate]) -> list[_Candidate]:
    """Return headings of items that stand out of order, which no series can hold."""
    have = {found.place for found in chosen}
    lines = {found.line for found in chosen}
    first = min(lines, default=0)
    strays: dict[int, _Candidate] = {}
    for found in candidates:
        better = found.weight > strays[found.place].weight if found.place in strays else True
        if (
            found.place not in have
            and found.line not in lines
            and found.line > first
            and not found.contents
            and found.weight > STRONG + MIN_STRAY
            and better
        ):
            strays[found.place] = found
    return list(strays.values())
