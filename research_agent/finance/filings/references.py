"""Items whose text stands elsewhere: in a note, or in the annual report filed as exhibit 13."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from research_agent.finance.filings.document import FiledText
from research_agent.finance.filings.section import Section

__all__ = ["Reference", "reference_of", "referred_sections"]

SHORT = 2_500
"""Characters; an item longer than that says itself what it has to say."""

_POINTS = re.compile(
    r"incorporated (?:herein |into this item |in this item )?by reference|\brefer to\b|"
    r"can be found in|is (?:set forth|provided|included|contained|described|discussed) (?:in|under)|\bsee\b",
    re.IGNORECASE,
)
_EXHIBIT = re.compile(
    r"annual report to (?:share|stock)(?:holders|owners)|exhibit 13\b", re.IGNORECASE
)
_NOTE = re.compile(r"\bnotes?\s+(\d{1,2}|[A-Z])\b(?:\s*[,(—–-])?", re.IGNORECASE)
_PAGES = re.compile(
    r"\bpages?\s+(\d{1,3})(?:\s*(?:through|to|and|[-–—])\s*(\d{1,3}))?", re.IGNORECASE
)
_QUOTED = re.compile(r"[“\"]([^”\"]{4,160})[”\"]")
_PARTS = re.compile(r"\s+[–—-]\s+")
_PRINTED_PAGE = re.compile(r"^(?:.{0,60}\|\s*)?(\d{1,3})(?:\s*\|.{0,60})?$")
_NOT_TITLES = frozenset(
    {"financial review", "financial statements", "notes to financial statements"}
)


@dataclass(frozen=True, slots=True)
class Reference:
    """Where an item sends its reader.

    Args:
        exhibit: True when it names the annual report that is filed as exhibit 13.
        notes: Numbers or letters of notes.
        pages: First and last printed page; `None` when it names none.
        titles: Headings it names, from the widest to the narrowest.
    """

    exhibit: bool
    notes: tuple[str, ...] = ()
    pages: tuple[int, int] | None = None
    titles: tuple[str, ...] = ()


def reference_of(document: FiledText, section: Section) -> Reference | None:
    """Return where a short section sends its reader; `None` when it speaks for itself."""
    if section.end - section.start > SHORT:
        return None
    text = document.text[section.start : section.end].partition("\n")[2]
    if not _POINTS.search(text):
        return None
    exhibit = bool(_EXHIBIT.search(text))
    notes = tuple(dict.fromkeys(found[1].casefold() for found in _NOTE.finditer(text)))
    pages = _PAGES.search(text)
    titles = [
        part.strip(" ,.") for quoted in _QUOTED.findall(text) for part in _PARTS.split(quoted)
    ]
    if not exhibit and not notes:
        return None
    span = (int(pages[1]), int(pages[2] or pages[1])) if pages else None
    return Reference(exhibit, notes, span, tuple(dict.fromkeys(titles)))


def referred_sections(
    document: FiledText, reference: Reference, notes: Sequence[Section], *, item: str
) -> tuple[Section, ...]:
    """Return the parts of a document that a reference means.

    Notes go before headings, headings before pages, because they say most exactly what is meant.

    Args:
        document: The form itself, or exhibit 13.
        reference: From an item of the form.
        notes: Of `document`.
        item: The item that refers, which the parts are then of.
    """
    meant = [note for note in notes if note.item.removeprefix("note ") in reference.notes]
    if meant:
        return tuple(meant)
    for title in reversed(reference.titles):
        if title.casefold() not in _NOT_TITLES and (found := _titled(document, title, item)):
            return (found,)
    if reference.pages:
        found = _printed_pages(document, *reference.pages, item)
        return (found,) if found else ()
    return ()


def _titled(document: FiledText, title: str, item: str) -> Section | None:
    """Return the part under a heading, up to the next one that looks the same."""
    key = _letters(title)
    for at, line in enumerate(document.lines):
        text = document.line(at)
        if line.linked or len(text) > 160 or _letters(text.split(" | ")[0]) != key:
            continue
        if not line.strong and text[:1].islower():
            continue
        capitals = text.isupper()
        after = (
            other.start
            for place, other in enumerate(document.lines[at + 1 :], at + 1)
            if other.strong
            and not other.row
            and document.line(place).isupper() == capitals
            and other.start - line.end > SHORT
        )
        end = next(after, document.lines[-1].end + 1) - 1
        return Section(
            item,
            text[:160],
            line.start,
            end,
            document.anchor_at(line.start),
            document.page_at(line.start),
        )
    return None


def _printed_pages(document: FiledText, first: int, last: int, item: str) -> Section | None:
    """Return the sheets whose printed numbers lie between two; they differ from the file's."""
    bounds = [*document.page_starts, document.lines[-1].end + 1]
    sheets = [
        (start, end)
        for start, end in pairwise(bounds)
        if (number := _printed_number(document, start, end)) is not None and first <= number <= last
    ]
    if not sheets:
        return None
    start, end = sheets[0][0], sheets[-1][1] - 1
    title = f"pages {first} to {last}" if last > first else f"page {first}"
    return Section(item, title, start, end, document.anchor_at(start), document.page_at(start))


def _printed_number(document: FiledText, start: int, end: int) -> int | None:
    first, last = document.line_at(start), document.line_at(end - 1)
    inside = [
        at
        for at in range(first, min(last + 1, len(document.lines)))
        if document.lines[at].start < end
    ]
    for at in [*reversed(inside[-2:]), *inside[:2]]:
        if found := _PRINTED_PAGE.match(document.line(at)):
            return int(found[1])
    return None


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
