"""One report model for every format: what is said, shown and cited."""

from dataclasses import dataclass
from typing import Any

from research_agent.domain.answers import Figure
from research_agent.domain.sources import WebSource
from research_agent.domain.tables import Cell

__all__ = ["Chart", "Prose", "Report", "ReportRow", "ReportTable"]


@dataclass(frozen=True, slots=True)
class Prose:
    """Markdown text and the figures printed in it; offsets of the figures point into the text."""

    text: str
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One row of a table; a `None` cell has nothing to show there and is not a missing figure."""

    label: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of figures.

    Args:
        title: Above it, with the unit.
        heads: Of the columns, without the first.
        rows: Each as wide as `heads`.
        dated: True when every figure is shown with its own period's end.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[ReportRow, ...]
    dated: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """A Vega-Lite chart, and its content in words."""

    title: str
    spec: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Report:
    """A report.

    Args:
        title: The question, or what is compared.
        subtitle: Who answered and when.
        prose: The answer; `None` for a comparison.
        tables: Figures.
        charts: Of them.
        notes: Cautions.
        web: Pages used.
    """

    title: str
    subtitle: str
    prose: Prose | None = None
    tables: tuple[ReportTable, ...] = ()
    charts: tuple[Chart, ...] = ()
    notes: tuple[str, ...] = ()
    web: tuple[WebSource, ...] = ()
