"""The rows of segment tables: which part of the company each is of, and the total it belongs to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from research_agent.analyst.selection import Series
from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, Period
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.finance.metrics import METRIC_KEYS
from research_agent.finance.ratios.sector_rule import in_sentence
from research_agent.finance.segments.concepts import SegmentConcept, segment_metric

__all__ = ["AXES", "PartRow", "part_rows"]

AXES = ("business", "product", "geography", "customer")
"""In the order in which a name that stands on several axes is looked for."""

_RECONCILING = ("eliminat", "reconcil", "intersegment", "corporate", "unallocated")
_PART = 1


@dataclass(frozen=True, slots=True)
class PartRow:
    """One row of a segment table.

    Args:
        metric: `"revenue"`, `"operating_income"`, `"assets"` …
        axis: One of `AXES`.
        name: Short: `"Greater China"`.
        series: Its figures.
        total: Those of the whole company, with which it reconciles.
        group: Heading of the split it belongs to: `"Revenue by geographic segment"`.
        added: True for a part that adds to the total; False for one that overlaps others.
        reconciling: True for eliminations and what no part bears.
    """

    metric: str
    axis: str
    name: str
    series: Series
    total: Series
    group: str
    added: bool
    reconciling: bool = field(default=False)


def part_rows(tables: Sequence[SeriesTable], company: Company, basis: Basis) -> tuple[PartRow, ...]:
    """Return the parts of one company on one basis, in the order of their tables."""
    return tuple(
        row
        for table in tables
        if table.company.cik == company.cik
        and any(period.basis is basis for period in table.periods)
        for row in _of_table(table)
    )


def _of_table(table: SeriesTable) -> Iterator[PartRow]:
    total: Row | None = None
    for row in table.rows:
        concept = SegmentConcept.parse(row.concept)
        if concept is None:
            total = row
        elif total is not None:
            words = f"{row.label} {in_sentence(concept.metric.label)}"
            yield PartRow(
                metric=concept.metric.key,
                axis=concept.axis.value,
                name=row.label,
                series=_series(table, row, _label(row) or words),
                total=_series(table, total, _total_name(total.concept)),
                group=total.label,
                added=row.depth <= _PART,
                reconciling=any(word in concept.slug for word in _RECONCILING),
            )


def _series(table: SeriesTable, row: Row, name: str) -> Series:
    pairs = sorted(
        zip(table.periods, row.cells, strict=True), key=lambda pair: pair[0].end, reverse=True
    )
    cells: dict[Period, Cell] = dict(pairs)
    return Series(table.company, row.concept, cells, name)


def _total_name(concept: str) -> str:
    """Return what a total is where no line item says it: of customers only shares are filed."""
    return "" if concept in METRIC_KEYS else in_sentence(segment_metric(concept).label)


def _label(row: Row) -> str:
    """Return the name its figures carry; empty where there are none."""
    return next((cell.label for cell in row.cells if isinstance(cell, Fact)), "")
