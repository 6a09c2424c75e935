"""From a filing's HTML to its text: what a reader sees, a line for each paragraph and table row."""

import re
import unicodedata
from typing import Any

from lxml import etree, html

from research_agent.errors import InvalidRequest
from research_agent.finance.filings.document import FiledText, Line

__all__ = ["MAX_DOCUMENT_BYTES", "filed_text"]

MAX_DOCUMENT_BYTES = 60_000_000
"""Annual reports of large banks have some 30 MB."""

_UNSEEN = frozenset(
    {"style", "script", "head", "title", "ix:header", "ix:hidden", "noscript", "img"}
)
_BLOCKS = frozenset(
    "address article blockquote body center dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li main "
    "ol p pre section table ul br".split()
)
_STRONG_TAGS = frozenset("b strong h1 h2 h3 h4 h5 h6 u th".split())
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_STRONG = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)|text-decoration\s*:\s*underline", re.I)
_NOT_STRONG = re.compile(r"font-weight\s*:\s*(?:normal|[1-5]00)", re.I)
_BREAK = re.compile(r"(?:page-)?break-(before|after)\s*:\s*(?:always|page)", re.I)
_BLANKS = re.compile(r"\s+")
_CONTROLS = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})


def filed_text(body: bytes) -> FiledText:
    """Return the text of a document.

    Pictures, scripts, the hidden header of inline XBRL and what is not displayed are left out.

    Args:
        body: HTML as filed.

    Raises:
        InvalidRequest: It is no HTML, or holds no text.
    """
    if len(body) > MAX_DOCUMENT_BYTES:
        raise InvalidRequest(
            f"The document has {len(body) / 1e6:.0f} MB, more than is read; open it by its URL."
        )
    parser = html.HTMLParser(encoding=_encoding(body), huge_tree=True, remove_comments=True)
    try:
        root = html.document_fromstring(body, parser=parser)
    except (etree.LxmlError, ValueError):
        raise InvalidRequest("The document is no HTML that can be read.") from None
    found = _Reader().read(root)
    if not found.lines:
        raise InvalidRequest("The document holds no text, only pictures or programs.")
    return found


def _encoding(body: bytes) -> str:
    """Return the encoding; filings are UTF-8 or ASCII, old ones the Windows code page."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


class _Reader:
    """Walks the elements once and writes lines."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._lines: list[Line] = []
        self._anchors: list[tuple[int, str]] = []
        self._pages: list[int] = [0]
        self._words: list[str] = []  # of the line or cell being read
        self._cells: list[str] | None = None  # of the row being read
        self._strong = self._linked = self._begun = False
        self._ids: list[str] = []  # waiting for the next line

    def read(self, root: Any) -> FiledText:
        self._element(root, strong=False, link=False)
        self._end_line()
        return FiledText(
            "".join(self._pieces), tuple(self._lines), tuple(self._anchors), tuple(self._pages)
        )

    def _element(self, root: Any, *, strong: bool, link: bool) -> None:
        """Read an element and all below it; not by recursion, because filings nest deeply."""
        stack: list[tuple[Any, bool, bool, bool]] = [(root, strong, link, False)]
        while stack:
            element, strong, link, leaving = stack.pop()
            if leaving:
                self._leave(element, strong=strong, link=link)
                continue
            tag = element.tag
            if not isinstance(tag, str):
                self._add(element.tail, strong=strong, link=link)
                continue
            style = element.get("style") or ""
            if tag in _UNSEEN or (style and _HIDDEN.search(style)):
                self._add(element.tail, strong=strong, link=link)
                continue
            stack.append((element, strong, link, True))
            self._enter(element, tag, style)
            inner_strong = _is_strong(tag, style, strong)
            inner_link = link or (tag == "a" and bool(element.get("href")))
            self._add(element.text, strong=inner_strong, link=inner_link)
            stack += [(child, inner_strong, inner_link, False) for child in reversed(element)]

    def _enter(self, element: Any, tag: str, style: str) -> None:
        name = element.get("id") or (element.get("name") if tag == "a" else None)
        if tag == "tr":
            self._end_line()
            self._cells = []
        elif tag in _BLOCKS:
            self._end_block()
        if style and (found := _BREAK.search(style)) and found[1].lower() == "before":
            self._end_page()
        if name:
            self._ids.append(name)

    def _leave(self, element: Any, *, strong: bool, link: bool) -> None:
        tag, style = element.tag, element.get("style") or ""
        if tag in ("td", "th") and self._cells is not None:
            self._end_cell()
        elif tag == "tr" and self._cells is not None:
            self._end_cell()
            self._end_line()
        elif tag in _BLOCKS:
            self._end_block()
        if style and (found := _BREAK.search(style)) and found[1].lower() == "after":
            self._end_page()
        self._add(element.tail, strong=strong, link=link)

    def _add(self, text: str | None, *, strong: bool, link: bool) -> None:
        if not text:
            return
        self._words.append(text)
        if text.isspace():
            return
        if not self._begun:
            self._begun, self._strong, self._linked = True, strong, link
        self._linked = self._linked and (link or not any(map(str.isalpha, text)))

    def _end_block(self) -> None:
        if self._cells is None:
            self._end_line()
        else:
            self._words.append(" ")

    def _end_cell(self) -> None:
        cell = _plain("".join(self._words))
        self._words = []
        if self._cells is None or not cell:
            return
        if self._cells and (
            cell in (")", "%", ")%") or self._cells[-1] in ("$", "€", "£", "¥", "(")
        ):
            self._cells[-1] += cell  # a table sets signs in cells of their own
        else:
            self._cells.append(cell)

    def _end_line(self) -> None:
        cells = self._cells
        text = " | ".join(cells) if cells else _plain("".join(self._words))
        self._words, self._cells = [], None
        if text:
            start = self._length
            end = start + len(text)
            self._pieces += [text, "\n"]
            self._length = end + 1
            row = bool(cells) and len(cells or ()) > 1
            self._lines.append(Line(start, end, row, self._strong, self._linked))
            self._anchors += [(start, name) for name in self._ids]
            self._ids = []
            self._begun = self._strong = self._linked = False

    def _end_page(self) -> None:
        if self._cells is None:
            self._end_line()
            if self._length > self._pages[-1]:
                self._pages.append(self._length)


def _is_strong(tag: str, style: str, around: bool) -> bool:
    if style and _STRONG.search(style):
        return True
    if style and _NOT_STRONG.search(style):
        return False
    return around or tag in _STRONG_TAGS


def _plain(text: str) -> str:
    """Return one line without double blanks and without characters that a reader does not see."""
    line = _BLANKS.sub(" ", text).strip()
    if line.isascii():
        return line
    return "".join(char for char in line if unicodedata.category(char) not in _CONTROLS)
