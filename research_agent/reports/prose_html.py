"""Markdown of an answer as HTML, its figures as links; what it says is data, never markup."""

import re
from collections.abc import Callable
from html import escape
from typing import Any

from research_agent.domain.answers import Figure, FigureStatus
from research_agent.domain.facts import Fact
from research_agent.reports.blocks import Prose

__all__ = ["prose_html"]

_PRIVATE_CHARACTERS = range(0xF0000, 0xFFFFE)
_FIXED = re.compile(r"`[^`]*`|\[[^\]]*\]\([^)]*\)|<https?://[^>]*>")


def prose_html(prose: Prose, link: Callable[[Fact, str], str]) -> str:
    """Render `prose`; no raw HTML, no image, no link but http and https.

    Args:
        prose: Markdown and its figures.
        link: Makes the HTML of a figure from its fact and its printed text.
    """
    opening, closing = _unused_characters(prose.text)
    marked = _with_places(prose, opening, closing)

    def shown(place: re.Match[str]) -> str:
        return _figure(prose.figures[int(place[1])], link)

    html = str(_renderer().render(marked))
    return re.sub(f"{opening}([0-9]+){closing}", shown, html)


def _unused_characters(text: str) -> tuple[str, str]:
    """Return two characters that carry a figure's number through the Markdown renderer.

    They are not in the text, so that nothing an answer says can stand for a figure or hide one.
    """
    used = set(text)
    free = (chr(code) for code in _PRIVATE_CHARACTERS if chr(code) not in used)
    return next(free), next(free)


def _with_places(prose: Prose, opening: str, closing: str) -> str:
    text, pieces, done = prose.text, [], 0
    for number, figure in enumerate(prose.figures):
        if figure.start < done or _is_fixed(text, figure):
            continue
        pieces += [text[done : figure.start], f"{opening}{number}{closing}"]
        done = figure.end
    return "".join([*pieces, text[done:]])


def _is_fixed(text: str, figure: Figure) -> bool:
    """Say whether a figure stands in code or a link, which must stay as they are."""
    line_start = text.rfind("\n", 0, figure.start) + 1
    line_end = text.find("\n", figure.end)
    line = text[line_start : line_end if line_end >= 0 else len(text)]
    at = figure.start - line_start
    return any(span.start() <= at < span.end() for span in _FIXED.finditer(line))


def _figure(figure: Figure, link: Callable[[Fact, str], str]) -> str:
    text = figure.text.replace("\\$", "$")
    if figure.quote is not None:
        page = figure.quote.source.url
        kind = "a filing" if figure.quote.source.kind == "filing" else "a web page"
        title = escape(f"quoted from {kind}: {figure.quote.excerpt}", quote=True)
        if not page.startswith(("https://", "http://")):
            return escape(text)
        return (
            f'<a class=quoted href="{escape(page, quote=True)}" title="{title}">{escape(text)}</a>'
        )
    if figure.fact is None or figure.status is FigureStatus.UNVERIFIED:
        shown = f"{escape(text)} (unverified)"
        return f'<span class=unverified title="matches no source">{shown}</span>'
    return link(figure.fact, text)


def _renderer() -> Any:
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    check = renderer.validateLink
    renderer.validateLink = lambda url: check(url) and url.startswith(("https://", "http://"))  # type: ignore[method-assign]
    return renderer
