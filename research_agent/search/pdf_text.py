"""The text of a PDF, page by page."""

import io
import logging
from dataclasses import dataclass
from threading import Event

from research_agent.errors import NotFound
from research_agent.search.untrusted import MAX_TITLE, plain_line, without_controls

__all__ = ["PdfText", "pdf_text"]

MAX_PAGES = 300
MAX_CHARACTERS = 1_000_000


@dataclass(frozen=True, slots=True)
class PdfText:
    """What a PDF says.

    Args:
        title: As it names itself, often nonsense; empty when it does not.
        text: All pages, a blank line between two.
        page_starts: Offset in `text` at which each page begins.
        note: What was left out; empty when nothing was.
    """

    title: str
    text: str
    page_starts: tuple[int, ...]
    note: str = ""


def pdf_text(body: bytes, stop: Event) -> PdfText:
    """Return the text of a PDF. Blocks; to be called in a thread.

    Args:
        body: As received.
        stop: Set it to give up before the next page.

    Raises:
        NotFound: It cannot be opened without a password, or is damaged.
    """
    import pypdf
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # else damaged files write to stderr
    pages: list[str] = []
    length, title = 0, ""
    try:
        reader = pypdf.PdfReader(io.BytesIO(body))
        if reader.is_encrypted and not reader.decrypt(""):
            raise NotFound("This PDF opens only with a password.")
        total = len(reader.pages)
        title = plain_line(reader.metadata.title if reader.metadata else "", MAX_TITLE)
        for page in reader.pages:
            if len(pages) == MAX_PAGES or length > MAX_CHARACTERS or stop.is_set():
                break
            pages.append(_tidy(page.extract_text()))
            length += len(pages[-1])
    except (PyPdfError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        # What pypdf raises for damaged files is not only its own.
        if not pages:
            raise NotFound("This PDF is damaged and cannot be read.") from None
        total = len(pages) + 1
    starts, at = [], 0
    for text in pages:
        starts.append(at)
        at += len(text) + 2
    note = f"only the first {len(pages)} of {total} pages were read" if len(pages) < total else ""
    return PdfText(title, "\n\n".join(pages), tuple(starts), note)


def _tidy(text: str) -> str:
    lines = (" ".join(line.split()) for line in without_controls(text).splitlines())
    return "\n".join(line for line in lines if line)
