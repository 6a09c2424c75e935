"""The card of a figure: its filing and tag, or its formula down to the filed inputs."""

from collections.abc import Iterator

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.tables import Cell
from research_agent.ui.company_grid import Card, CardLine
from research_agent.ui.source_card import exact

__all__ = ["cell_card", "fact_lines", "hover_text"]

MAX_DEPTH = 4
MAX_LINES = 40
_ORIGINS = {
    Origin.FILED: "read as filed",
    Origin.DERIVED: "worked out from filed figures",
    Origin.COMPUTED: "computed from filed figures",
    Origin.QUOTED: "told by a data service",
}


def cell_card(label: str, period: str, cell: Cell) -> Card:
    """Return what opens for a cell.

    Args:
        label: Of its row.
        period: Label of its column, for a cell without a figure.
        cell: The figure, or why there is none.
    """
    if isinstance(cell, Missing):
        tags = tuple(CardLine(depth=1, code=tag) for tag in cell.looked_for)
        looked = (CardLine("Looked for in the filings:"), *tags) if tags else ()
        return Card(
            f"{label} {period}: n/a", lines=(CardLine(f"{_sentence(cell.reason)}"), *looked)
        )
    start = f"{cell.period.start.isoformat()} to " if cell.period.start else "at "
    lines = tuple(_lines(cell, 0))
    if len(lines) > MAX_LINES:
        lines = (*lines[:MAX_LINES], CardLine(f"… and {len(lines) - MAX_LINES} lines more."))
    return Card(
        title=f"{_name(cell)} = {exact(cell)}",
        when=f"{start}{cell.end.isoformat()} · {_ORIGINS[cell.origin]}",
        lines=lines,
        note=cell.note,
    )


def hover_text(cell: Cell) -> str:
    """Return the one line that is shown on hover: filing, formula, or why there is no figure."""
    if isinstance(cell, Missing):
        return _sentence(cell.reason)
    if cell.filing is not None:
        return f"{exact(cell)} · {cell.filing.form} filed {cell.filing.filed.isoformat()}"
    return f"{exact(cell)} = {cell.formula}" if cell.formula else exact(cell)


def _lines(fact: Fact, depth: int) -> Iterator[CardLine]:
    if fact.filing is not None:
        yield _filing_line(fact, depth)
        return
    if fact.formula:
        yield CardLine(f"= {fact.formula}", depth)
    if depth > MAX_DEPTH:
        return
    for part in fact.inputs:
        yield from fact_lines(part, depth + 1)


def fact_lines(fact: Fact, depth: int = 0) -> Iterator[CardLine]:
    """Yield a figure, then its filing on the same line or its formula and inputs below."""
    if fact.filing is not None:
        yield _filing_line(fact, depth, f"{_name(fact)} = {exact(fact)} · ")
        return
    yield CardLine(f"{_name(fact)} = {exact(fact)}", depth)
    yield from _lines(fact, depth + 1)


def _filing_line(fact: Fact, depth: int, before: str = "") -> CardLine:
    filing = fact.filing
    assert filing is not None
    return CardLine(
        before,
        depth,
        link=f"{filing.form} filed {filing.filed.isoformat()}",
        url=filing.url,
        after=f" · {filing.accession}",
        code=fact.tag,
    )


def _name(fact: Fact) -> str:
    return f"{fact.label} {fact.period.label}".strip()


def _sentence(reason: str) -> str:
    first = reason[:1].upper() + reason[1:]
    return first if first.endswith(".") else f"{first}."
