"""Where each note to the financial statements begins and ends in a document."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from research_agent.finance.filings.document import FiledText
from research_agent.finance.filings.section import Section

__all__ = ["note_sections"]

_NOTES = re.compile(
    r"(?:combined |condensed )*notes to (?:the )?(?:[a-z]+ ){0,3}financial statements"
    r"(?!.*\|\s*\d+\s*$)",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"(?P<word>notes?\s+)?(?P<number>\d{1,2}|[A-Z])(?=[\s.:|–—-]|$)[\s.:|–—-]*(?P<title>.*)$",
    re.IGNORECASE,
)
_MAX_HEADING = 200
_MAX_TITLE = 90
_CONTENTS_ROW = re.compile(r"\|\s*\d{1,3}\s*$")


@dataclass(frozen=True, slots=True)
class _Candidate:
    line: int
    number: int
    label: str
    title: str


def note_sections(document: FiledText, items: Sequence[Section] = ()) -> tuple[Section, ...]:
    """Return the numbered notes, in their order.

    A note's heading is a line in bold, or one that begins with "Note", whose number follows that
    of the note before.

    Args:
        document: A form, or the exhibit that holds its statements.
        items: Of the form; a note ends where the next item begins.
    """
    first = next(
        (at for at in range(len(document.lines)) if _begins_notes(document, at)),
        None,
    )
    if first is None:
        return ()
    chosen = _chain(_candidates(document, first))
    starts = [document.lines[found.line].start for found in chosen]
    sections = []
    for place, (found, start) in enumerate(zip(chosen, starts, strict=True)):
        after = starts[place + 1] if place + 1 < len(starts) else document.lines[-1].end + 1
        end = min([after, *(item.start for item in items if item.start > start)]) - 1
        anchor, page = document.anchor_at(start), document.page_at(start)
        sections.append(Section(f"note {found.label}", found.title, start, end, anchor, page))
    return tuple(sections)


def _begins_notes(document: FiledText, at: int) -> bool:
    """Say whether a line is the title over the notes: not a mention, not an entry of a contents."""
    line, text = document.lines[at], document.line(at)
    return not line.row and not line.linked and len(text) <= _MAX_TITLE and bool(_NOTES.match(text))


def _candidates(document: FiledText, first: int) -> list[_Candidate]:
    found = []
    for at in range(first, len(document.lines)):
        line, text = document.lines[at], document.line(at)
        heading = _HEADING.match(text)
        if heading is None or line.linked or _CONTENTS_ROW.search(text):
            continue
        if not line.strong and (not heading["word"] or len(text) > _MAX_HEADING):
            continue
        title = heading["title"].split(" | ")[0].strip(" .:|")
        if len(title) > _MAX_HEADING:  # a note that begins without a title of its own
            title = f"{title[:_MAX_TITLE].rsplit(' ', 1)[0]}…"
        if not title and heading["word"] and at + 1 < len(document.lines):
            title = document.line(at + 1)[:_MAX_HEADING].strip(" .:|")
        if not title[:1].isalpha():
            continue
        label = heading["number"].casefold()
        number = int(label) if label.isdigit() else 100 + ord(label) - ord("a") + 1
        found.append(_Candidate(at, number, label, title))
    return found


def _chain(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the longest series of consecutive numbers from the first on; the earliest of equals."""
    best: list[tuple[int, int]] = []  # length of the series that ends here, where it comes from
    ends: dict[int, int] = {}  # number to the candidate with the longest series that ends with it
    for index, found in enumerate(candidates):
        origin = ends.get(found.number - 1, -1)
        if found.number in (1, 101):
            origin = -1
        elif origin < 0:
            best.append((0, -1))
            continue
        length = 1 + (best[origin][0] if origin >= 0 else 0)
        best.append((length, origin))
        if found.number not in ends or length > best[ends[found.number]][0]:
            ends[found.number] = index
    at = max(range(len(best)), key=lambda index: (best[index][0], -index), default=-1)
    series = []
    while at >= 0 and best[at][0]:
        series.append(candidates[at])
        at = best[at][1]
    return series[::-1]
