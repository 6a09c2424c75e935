"""A filed document as lines of text whose every character has a place."""

from bisect import bisect_right
from dataclasses import dataclass, field

__all__ = ["FiledText", "Line"]


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, a heading, a list item or a table row.

    Args:
        start: Offset of its first character in the text.
        end: Offset behind its last character.
        row: True for a row of a table; its cells are parted by `" | "`.
        strong: True when it begins in bold, in a heading's tag or underlined.
        linked: True when all of it is a link, as in a table of contents.
    """

    start: int
    end: int
    row: bool = False
    strong: bool = False
    linked: bool = False


@dataclass(frozen=True, slots=True)
class FiledText:
    """The text of one document of a filing.

    Args:
        text: One line a paragraph or table row; offsets count in it.
        lines: In their order; together they are all of `text` but its line ends.
        anchors: Offset and id of each element with an id, by offset.
        page_starts: Where each page begins, by offset; the first is 0.
    """

    text: str = field(repr=False)
    lines: tuple[Line, ...] = field(repr=False)
    anchors: tuple[tuple[int, str], ...] = field(default=(), repr=False)
    page_starts: tuple[int, ...] = field(default=(0,), repr=False)

    def line(self, at: int) -> str:
        """Return the text of a line, by its number."""
        return self.text[self.lines[at].start : self.lines[at].end]

    def anchor_at(self, offset: int) -> str:
        """Return the id of the nearest element at or before an offset; empty when there is none."""
        place = bisect_right(self.anchors, offset, key=lambda anchor: anchor[0])
        return self.anchors[place - 1][1] if place else ""

    def page_at(self, offset: int) -> int:
        """Return the sheet an offset is on, counted from 1 in the file, not as printed."""
        return bisect_right(self.page_starts, offset)

    def line_at(self, offset: int) -> int:
        """Return the number of the line that holds an offset, or of the next one."""
        return bisect_right(self.lines, offset, key=lambda line: line.end)
