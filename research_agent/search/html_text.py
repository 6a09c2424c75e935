"""The text of an HTML page."""

import logging
from dataclasses import dataclass
from datetime import date
from typing import Any

from research_agent.search.result import published_date
from research_agent.search.untrusted import MAX_TITLE, plain_line, without_controls

__all__ = ["PageText", "html_text"]

MAX_ARTICLE_BYTES = 2_000_000
"""Above it a page is no article; finding its main part would take seconds."""

MIN_ARTICLE = 200
"""Characters below which the main part was not found."""

_LEFT_OUT = "script style noscript template svg head iframe object button select form".split()
_BLOCKS = frozenset(
    "address article aside blockquote br caption dd div dl dt fieldset figcaption footer h1 h2 h3 "
    "h4 h5 h6 header hr li main nav ol p pre section table tr ul".split()
)


@dataclass(frozen=True, slots=True)
class PageText:
    """What a page says.

    Args:
        title: One line; empty when it has none.
        published: The day the page names as its own; `None` when it names none.
        text: One line a paragraph, list item or table row, cells parted by `" | "`.
    """

    title: str
    published: date | None
    text: str


def html_text(body: bytes, *, charset: str = "") -> PageText:
    """Return the main text of a page, or all of its text where no main part is found.

    Images, scripts, forms and comments are left out, so is text that only a program sees.

    Args:
        body: As received.
        charset: As the server named it; empty or unknown to find out from the page.
    """
    import trafilatura

    for chatty in ("trafilatura", "htmldate", "courlan"):  # else broken pages write to stderr
        logging.getLogger(chatty).setLevel(logging.CRITICAL)
    content: bytes | str = _decoded(body, charset)
    document = None
    if len(body) <= MAX_ARTICLE_BYTES:
        document = trafilatura.bare_extraction(
            content,
            with_metadata=True,
            favor_recall=True,
            include_comments=False,
            include_images=False,
            include_links=False,
            include_tables=True,
            date_extraction_params={"original_date": True, "extensive_search": False},
        )
    found = getattr(document, "text", None) or ""
    if len(found) < MIN_ARTICLE:
        found = max(_all_text(content), found, key=len)
    return PageText(
        title=plain_line(getattr(document, "title", None) or _title(content), MAX_TITLE),
        published=published_date(getattr(document, "date", None)),
        text=without_controls(found).strip(),
    )


def _decoded(body: bytes, charset: str) -> bytes | str:
    """Return text where the encoding is known, else the bytes, for the parser to find out."""
    for name in filter(None, (charset, "utf-8")):
        try:
            return body.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return body


def _title(content: bytes | str) -> str:
    tree = _tree(content)
    return "" if tree is None else str(tree.findtext(".//title") or "")


def _all_text(content: bytes | str) -> str:
    """Return everything a reader sees, a line for each block and each table row."""
    tree = _tree(content)
    if tree is None:
        return ""
    for element in list(tree.iter(*_LEFT_OUT)):
        element.drop_tree()
    pieces: list[str] = []
    for element in tree.iter():
        if not isinstance(element.tag, str):
            pieces.append(element.tail or "")
            continue
        if element.tag in _BLOCKS:
            element.text = f"\n{element.text or ''}"
            element.tail = f"\n{element.tail or ''}"
        elif element.tag in ("td", "th"):
            element.tail = f" | {element.tail or ''}"
    lines = (" ".join(line.split()).strip(" |") for line in tree.text_content().splitlines())
    return "\n".join(line for line in lines if line)


def _tree(content: bytes | str) -> Any:
    """Return the parsed page; `None` when there is nothing to parse."""
    from lxml import etree, html

    try:
        return html.document_fromstring(content)
    except (etree.LxmlError, ValueError):
        return None
