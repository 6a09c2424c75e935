"""An answer as text: its words, a mark behind each figure, the sources."""

import re
from collections import Counter
from collections.abc import Iterator

from research_agent.cli.plain_text import plain_text
from research_agent.cli.table_text import table_text
from research_agent.domain.answers import Answer, FigureStatus
from research_agent.reports.citations import Citations

__all__ = ["answer_text", "evidence_text"]

_SOURCES_HEADING = re.compile(r"^(?:#+ *|\*\*)?Sources:?(?:\*\*)?:?[ \t]*$", re.M | re.I)
_URL = re.compile(r"https?://[^\s()<>\[\]]+")
MAX_UNCITED = 12  # facts whose filings are listed when the text itself cites none


def answer_text(answer: Answer) -> str:
    """Return the answer for a terminal.

    Behind a filed figure stands the number of its filing, behind a computed one the letter of
    its formula, behind a figure no filing of the run holds `[?]`.
    """
    citations = Citations()
    text = _marked(answer, citations)
    if not answer.figures:
        citations.mark_evidence(answer, most=MAX_UNCITED)
    listed = citations.urls() | {page.url for page in answer.web}
    body = plain_text(_without_own_sources(text, listed))
    return "\n".join([body, *_tail(answer, citations)]).strip("\n")


def evidence_text(answer: Answer) -> str:
    """Return what a run that did not finish had found: its text so far and its tables."""
    parts = [answer_text(answer)] if answer.text else []
    parts += [table_text(table) for table in answer.tables]
    return "\n\n".join(parts)


def _marked(answer: Answer, citations: Citations) -> str:
    pieces: list[str] = []
    done = 0
    for figure in answer.figures:
        mark = citations.mark(figure)
        pieces.append(answer.text[done : figure.end])
        pieces.append(f" {mark}" if mark else "")
        done = figure.end
    pieces.append(answer.text[done:])
    return "".join(pieces)


def _without_own_sources(text: str, listed: set[str]) -> str:
    """Drop a closing list of sources that names nothing but what is listed below it anyway."""
    heading = next(reversed(list(_SOURCES_HEADING.finditer(text))), None)
    if heading is None:
        return text
    urls = set(_URL.findall(text[heading.end() :]))
    return text[: heading.start()].rstrip() if urls and urls <= listed else text


def _tail(answer: Answer, citations: Citations) -> Iterator[str]:
    formulas = list(citations.formula_lines())
    sources = [*citations.source_lines(), *citations.page_lines(answer.web)]
    for title, lines in (("Computed:", formulas), ("Sources:", sources)):
        if lines:
            yield from ("", title, *lines)
    if answer.figures:
        yield from ("", _checked(answer))


def _checked(answer: Answer) -> str:
    count = Counter(figure.status for figure in answer.figures)
    unverified, quoted = count[FigureStatus.UNVERIFIED], count[FigureStatus.QUOTED]
    line = (
        f"Figures: {count[FigureStatus.VERIFIED]} verified, "
        f"{count[FigureStatus.COMPUTED]} computed, "
        f"{f'{quoted} quoted, ' if quoted else ''}{unverified} unverified"
    )
    return f"{line}; [?] marks what no filing of this run holds." if unverified else f"{line}."
