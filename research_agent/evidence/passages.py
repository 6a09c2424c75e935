"""An answer's Markdown as a reader sees it: sentences, list items, headings and table cells.

Offsets always point into the original text. What is not for reading (code, link targets, HTML,
accession numbers, footnote marks) is blanked out character by character, so that nothing in it
is taken for a figure and no offset moves.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

__all__ = ["Passage", "PassageKind", "blank_unread", "passages"]

_UNREAD = re.compile(
    r"""
      ^[ \t]*(?P<fence>```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*(?P=fence)[^\n]*$|\Z)   # fenced code
    | (?P<ticks>`+)(?!`)[\s\S]*?(?<!`)(?P=ticks)(?!`)                            # code span
    | !\[[^\]\n]*\]\([^)\n]*\)                                                   # image
    | (?<=\])\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)                               # link target
    | ^[ ]{0,3}\[[^\]\n]+\]:[ \t]*\S+[^\n]*$                                     # link definition
    | \[\^?[0-9]+(?:[,\s–-]+[0-9]+)*\]                                           # footnote mark
    | <!--[\s\S]*?-->
    | </?[A-Za-z][^<>\n]*>                                                       # tag or autolink
    | \bhttps?://[^\s)>\]|]+
    | \bwww\.[^\s)>\]|]+
    | \b[0-9]{10}-[0-9]{2}-[0-9]{6}\b                                            # accession
    | \b[A-Z][A-Z0-9-]{0,9}\.[a-z][a-z_]+\.[A-Z][A-Za-z0-9_@-]*                  # fact reference
    """,
    re.VERBOSE | re.MULTILINE,
)
_HEADING = re.compile(r"[ ]{0,3}(#{1,6})\s+(?=\S)")
_ITEM = re.compile(r"([ \t]*)(?:[-*+•]|[0-9]{1,3}[.)])\s+(?=\S)")
_DELIMITER_ROW = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_SENTENCE_END = re.compile(r"[.!?][\"')\]*_]*\s+(?=[\"'(\[*_]*[A-Z0-9$€£¥\\])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Inc|Corp|Co|Ltd|Cos|No|vs|approx|ca|etc|incl|excl|est|Dr|Mr|Ms|Mrs|St|Jr|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)|\b[A-Z]|\be\.g|\bi\.e)\.$"
)


class PassageKind(StrEnum):
    """What a passage is on the page."""

    HEADING = "heading"
    PROSE = "prose"
    CELL = "cell"


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence, heading or table cell.

    Args:
        kind: Heading, prose or cell.
        start: Offset of its first character in the whole text.
        text: The characters from `start` on, unread parts blank.
        previous: Index of the passage from which it takes what it leaves unsaid; `None` at
            the top.
        same_block: True when `previous` belongs to the same paragraph, list or table.
        row: For a cell, the texts of the other cells of its row.
        column: For a cell, its column's header.
        headers: For a cell, every header of its table, left to right.
        place: For a cell, the number of its column from 0.
    """

    kind: PassageKind
    start: int
    text: str
    previous: int | None = None
    same_block: bool = False
    row: tuple[str, ...] = ()
    column: str = ""
    headers: tuple[str, ...] = ()
    place: int = 0

    @property
    def end(self) -> int:
        """Offset behind the last character."""
        return self.start + len(self.text)


def blank_unread(text: str) -> str:
    """Return `text`, as long as before, with blanks for everything that is not read as prose."""
    return _UNREAD.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def passages(text: str) -> tuple[Passage, ...]:
    """Cut Markdown into passages, in reading order."""
    return _Reader(blank_unread(text)).read()


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str


class _Reader:
    """Walks the lines once; remembers headings, list items and the last sentence."""

    def __init__(self, masked: str) -> None:
        self._lines: list[_Line] = []
        offset = 0
        for raw in masked.splitlines(keepends=True):
            self._lines.append(_Line(offset, raw.rstrip("\r\n")))
            offset += len(raw)
        self._out: list[Passage] = []
        self._headings: list[tuple[int, int]] = []  # (level, index), outermost first
        self._items: list[tuple[int, int]] = []  # (indent, index of its last sentence)
        self._last: int | None = None  # the sentence or heading that an unsaid word refers to

    def read(self) -> tuple[Passage, ...]:
        at = 0
        while at < len(self._lines):
            line = self._lines[at].text
            if not line.strip():
                at += 1
            elif heading := _HEADING.match(line):
                self._heading(self._lines[at], len(heading.group(1)), heading.end())
                at += 1
            elif self._is_table(at):
                at = self._table(at)
            else:
                at = self._paragraph(at)
        return tuple(self._out)

    def _heading(self, line: _Line, level: int, skip: int) -> None:
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        above = self._headings[-1][1] if self._headings else None
        self._out.append(
            Passage(PassageKind.HEADING, line.start + skip, line.text[skip:], previous=above)
        )
        self._last = len(self._out) - 1
        self._headings.append((level, self._last))
        self._items = []

    def _paragraph(self, at: int) -> int:
        first = self._lines[at]
        item = _ITEM.match(first.text)
        end = at + 1
        while end < len(self._lines) and self._continues(end):
            end += 1
        skip = item.end() if item else len(first.text) - len(first.text.lstrip())
        start = first.start + skip
        body = "\n".join(line.text for line in self._lines[at:end])[skip:]
        if item is None:
            self._items = []
            self._last = self._sentences(start, body, self._last, same_block=False)
            return end
        indent = len(item.group(1).expandtabs(4))
        while self._items and self._items[-1][0] >= indent:
            self._items.pop()
        above = self._items[-1][1] if self._items else self._last
        index = self._sentences(start, body, above, same_block=True)
        if index is not None:
            self._items.append((indent, index))
        return end

    def _continues(self, at: int) -> bool:
        line = self._lines[at].text
        return bool(
            line.strip()
            and not _HEADING.match(line)
            and not _ITEM.match(line)
            and not self._is_table(at)
        )

    def _sentences(
        self, start: int, body: str, previous: int | None, *, same_block: bool
    ) -> int | None:
        for offset, sentence in _split_sentences(body):
            self._out.append(
                Passage(PassageKind.PROSE, start + offset, sentence, previous, same_block)
            )
            previous, same_block = len(self._out) - 1, True
        return previous

    def _is_table(self, at: int) -> bool:
        if "|" not in self._lines[at].text or at + 1 >= len(self._lines):
            return False
        below = self._lines[at + 1].text
        return "-" in below and "|" in below and bool(_DELIMITER_ROW.match(below))

    def _table(self, at: int) -> int:
        headers = tuple(cell for _, cell in _cells(self._lines[at].text))
        at += 2
        while at < len(self._lines) and "|" in self._lines[at].text:
            line = self._lines[at]
            cells = _cells(line.text)
            for place, (offset, cell) in enumerate(cells):
                others = tuple(text for other, (_, text) in enumerate(cells) if other != place)
                self._out.append(
                    Passage(
                        PassageKind.CELL,
                        line.start + offset,
                        cell,
                        previous=self._last,
                        same_block=True,
                        row=others,
                        column=headers[place] if place < len(headers) else "",
                        headers=headers,
                        place=place,
                    )
                )
            at += 1
        return at


def _cells(line: str) -> list[tuple[int, str]]:
    """Return the cells of a table row with their offsets, outer blanks removed."""
    bounds = [found.start() for found in re.finditer(r"(?<!\\)\|", line)]
    edges = [-1, *bounds, len(line)]
    cells: list[tuple[int, str]] = []
    for left, right in pairwise(edges):
        raw = line[left + 1 : right]
        outer = left == -1 or right == len(line)
        if outer and not raw.strip():
            continue
        cells.append((left + 1 + len(raw) - len(raw.lstrip()), raw.strip()))
    return cells


def _split_sentences(body: str) -> list[tuple[int, str]]:
    cuts = [0]
    for found in _SENTENCE_END.finditer(body):
        if not _ABBREVIATION.search(body[max(0, found.start() - 8) : found.start() + 1]):
            cuts.append(found.end())
    cuts.append(len(body))
    pairs = pairwise(cuts)
    return [(left, body[left:right].rstrip()) for left, right in pairs if body[left:right].strip()]
