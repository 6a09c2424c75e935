"""Markdown of an answer as HTML, its figures as links; what it says is data, never markup."""

import re
from collections.abc import Callable
from html import escape
from typing import Any

from research_agent.domain.answers import Figure, FigureStatus
from research_agent.domain.facts import Fact
from research_agent.reports.blocks import Prose

__all__ = ["prose_html"]

_OPEN, _CLOSE = "\ue000", "\ue001"
"""Private characters that carry a figure's number through the Markdown renderer."""
_PLACE = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")


def prose_html(prose: Prose, link: Callable[[Fact, str], str]) -> str:
    """Render `prose`; no raw HTML, no image, no link but http and https.

    Args:
        prose: Markdown and its figures.
        link: Makes the HTML of a figure from its fact and its printed text.
    """
    text = prose.text.replace(_OPEN, "").replace(_CLOSE, "")
    figures = prose.figures if text == prose.text else ()
    html = str(_renderer().render(_with_places(text, figures)))

    def shown(place: re.Match[str]) -> str:
        return _figure(figures[int(place[1])], link)

    return _PLACE.sub(shown, html)


def _with_places(text: str, figures: tuple[Figure, ...]) -> str:
    pieces: list[str] = []
    done = 0
    for number, figure in enumerate(figures):
        if figure.start < done or _is_fixed(text, figure):
            continue
        pieces += [text[done : figure.start], f"{_OPEN}{number}{_CLOSE}"]
        done = figure.end
    return "".join([*pieces, text[done:]])


def _is_fixed(text: str, figure: Figure) -> bool:
    """Say whether a figure stands in code or a link, which must stay as they are."""
    line_start = text.rfind("\n", 0, figure.start) + 1
    line_end = text.find("\n", figure.end)
    line = text[line_start : line_end if line_end >= 0 else len(text)]
    at = figure.start - line_start
    spans = re.finditer(r"`[^`]*`|\[[^\]]*\]\([^)]*\)|<https?://[^>]*>", line)
    return any(span.start() <= at < span.end() for span in spans)


def _figure(figure: Figure, link: Callable[[Fact, str], str]) -> str:
    if figure.fact is None or figure.status is FigureStatus.UNVERIFIED:
        text = escape(figure.text)
        return f'<span class=unverified title="matches no source">{text} (unverified)</span>'
    return link(figure.fact, figure.text)


def _renderer() -> Any:
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    check = renderer.validateLink
    renderer.validateLink = lambda url: check(url) and url.startswith(("https://", "http://"))  # type: ignore[method-assign]
    return renderer
