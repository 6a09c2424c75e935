"""Text of the web that a run has read, and figures found in it."""

from dataclasses import dataclass

from research_agent.domain.sources import WebSource

__all__ = ["WebPassage", "WebQuote"]


@dataclass(frozen=True, slots=True)
class WebPassage:
    """A stretch of a web page as it was shown to the model; untrusted text.

    Args:
        source: The page.
        text: As shown.
        start: Offset of its first character in the page's extracted text; `None` for a search
            result's snippet, whose place in the page nobody knows.
        page: Page of a PDF, counted from 1; `None` for other documents.
    """

    source: WebSource
    text: str
    start: int | None = None
    page: int | None = None

    @property
    def end(self) -> int | None:
        """Offset behind its last character; `None` when `start` is."""
        return None if self.start is None else self.start + len(self.text)

    @property
    def place(self) -> str:
        """Where it stands, for a person: `"page 4, characters 10,240-11,380"`."""
        if self.start is None:
            return "search result"
        where = f"characters {self.start:,}-{self.end:,}"
        return where if self.page is None else f"page {self.page}, {where}"


@dataclass(frozen=True, slots=True)
class WebQuote:
    """A figure of an answer that stands in a web page; no filing vouches for it.

    Args:
        source: The page.
        printed: The figure as the page prints it.
        excerpt: The sentence or table row around it.
        start: Offset of the figure in the page's extracted text; `None` in a search result.
        page: Page of a PDF, counted from 1; `None` for other documents.
    """

    source: WebSource
    printed: str
    excerpt: str
    start: int | None = None
    page: int | None = None
