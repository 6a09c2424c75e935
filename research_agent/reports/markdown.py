"""A report as plain Markdown: a mark behind each figure, the sources numbered below."""

import re
from collections.abc import Iterator

from research_agent.domain.answers import Figure, FigureStatus
from research_agent.domain.facts import Fact
from research_agent.domain.tables import Cell
from research_agent.domain.tabular import show_cell
from research_agent.reports.blocks import Prose, Report, ReportTable
from research_agent.reports.citations import Citations

__all__ = ["to_markdown"]

_NOTHING = "–"
_ACTIVE = re.compile(r"(?<!\\)(?:!(?=\[)|<(?=[A-Za-z/!?])(?!https?://[^\s>]*>))")


def to_markdown(report: Report) -> str:
    """Write a report as Markdown.

    `[1]` points at a filing, `[a]` at a formula, both listed below; a figure that matches no
    source is followed by "(unverified)".
    """
    citations = Citations()
    parts = [f"# {_harmless(report.title)}", f"*{_harmless(report.subtitle)}*"]
    if report.prose is not None:
        parts.append(_prose(report.prose, citations))
    parts += [_table(table, citations) for table in report.tables]
    parts += _lists(report, citations)
    return "\n\n".join(part for part in parts if part) + "\n"


def _prose(prose: Prose, citations: Citations) -> str:
    pieces: list[str] = []
    done = 0
    for figure in prose.figures:
        pieces += [prose.text[done : figure.end], _mark(figure, citations)]
        done = figure.end
    return _defused("".join([*pieces, prose.text[done:]])).strip()


def _mark(figure: Figure, citations: Citations) -> str:
    nothing = figure.fact is None and figure.quote is None
    if nothing or figure.status is FigureStatus.UNVERIFIED:
        return " (unverified)"
    return f" {citations.mark(figure)}"


def _table(table: ReportTable, citations: Citations) -> str:
    heads = ["", *table.heads]
    lines = [heads, ["---", *["---:"] * len(table.heads)]]
    for row in table.rows:
        cells = [_cell(cell, citations, dated=table.dated) for cell in row.cells]
        lines.append([_in_cell(row.label), *cells])
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"## {_harmless(table.title)}\n\n{body}"


def _cell(cell: Cell | None, citations: Citations, *, dated: bool) -> str:
    if cell is None:
        return _NOTHING
    if not isinstance(cell, Fact):
        return f"n/a ({_in_cell(cell.reason)})"
    mark = citations.mark_fact(cell)
    end = f" ({cell.end})" if dated else ""
    return f"{show_cell(cell.value, cell.unit)}{end} {mark}".rstrip()


def _lists(report: Report, citations: Citations) -> Iterator[str]:
    formulas = list(citations.formula_lines())
    sources = list(citations.source_lines())
    sources += citations.page_lines(report.web)
    for title, lines in (
        ("How figures were worked out", formulas),
        ("Sources", sources),
        ("Notes", report.notes),
    ):
        if lines:
            items = "\n".join(f"- {_harmless(line)}" for line in lines)
            yield f"## {title}\n\n{items}"


def _defused(text: str) -> str:
    """Escape what a viewer would load or run: raw HTML and images; the rest stays Markdown."""
    return _ACTIVE.sub(lambda found: f"\\{found.group()}", text)


def _harmless(text: str) -> str:
    return _defused(" ".join(text.split()))


def _in_cell(text: str) -> str:
    return _harmless(text).replace("|", "\\|")
