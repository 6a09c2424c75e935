"""Figures of parts of a company by name, beside those of the whole."""

from collections.abc import Sequence

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.errors import NotFound
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import Slot
from research_agent.finance.ratios.every_ratio import RATIOS, ratio_unit
from research_agent.finance.ratios.series import ratio_cell
from research_agent.finance.segments.concepts import SegmentConcept, part_label, segment_concept
from research_agent.finance.segments.heading import chosen_slots, heading, table_key
from research_agent.finance.segments.part_figures import PartFigures
from research_agent.finance.segments.versions import Group

__all__ = ["part_series"]

_NAMED = 8


def part_series(
    figures: PartFigures, concepts: Sequence[str], query: PeriodQuery, *, title: str
) -> SeriesTable:
    """Return figures by name, one row each, in the order asked.

    Args:
        figures: The company.
        concepts: Names of parts' figures, line items and ratios; at least one of a part.
        query: Which periods; those without a figure of a part are left out.
        title: In words, without the basis.

    Raises:
        InvalidRequest: The limit makes no sense.
        NotFound: The company files no such part; the sentence names those it files.
    """
    asked = {key: parsed for key in concepts if (parsed := SegmentConcept.parse(key))}
    groups = {key: figures.group_of(parsed) for key, parsed in asked.items()}
    if not any(groups.values()):
        raise NotFound(_no_such_part(figures, next(iter(asked.values()))))

    def cell(key: str, slot: Slot) -> Cell:
        if key in RATIOS:
            return ratio_cell(figures.figures, RATIOS[key], slot)
        if key in LINE_ITEMS:
            return figures.figures.cell(key, slot)
        group = groups[key]
        if group is None:
            return Missing(_no_such_part(figures, asked[key]))
        return figures.cell(group, asked[key].slug, slot)

    slots = chosen_slots(
        figures, query, lambda slot: any(isinstance(cell(key, slot), Fact) for key in asked)
    )
    rows = []
    for key in concepts:
        cells = tuple(cell(key, slot) for slot in slots)
        label, unit = _head(figures, key, asked.get(key), groups.get(key), cells)
        rows.append(Row(key, label, unit, cells))
    notes = dict.fromkeys(
        f"{row.label}: {fact.note}"
        for row in rows
        for fact in row.cells
        if isinstance(fact, Fact) and fact.note
    )
    return SeriesTable(
        key=table_key("series", figures.company.ticker, concepts, query),
        title=heading(title, query),
        company=figures.company,
        periods=tuple(slot.period for slot in slots),
        rows=tuple(rows),
        notes=tuple(notes),
    )


def _head(
    figures: PartFigures,
    key: str,
    parsed: SegmentConcept | None,
    group: Group | None,
    cells: Sequence[Cell],
) -> tuple[str, str]:
    """Return label and unit of a row."""
    currency = figures.figures.facts.currency
    if parsed is None:
        if key in RATIOS:
            return RATIOS[key].label, ratio_unit(RATIOS[key], currency)
        return LINE_ITEMS[key].label, LINE_ITEMS[key].unit(currency)
    unit = next((cell.unit for cell in cells if isinstance(cell, Fact)), currency)
    if group is None:
        return parsed.label, unit
    return part_label(parsed.metric, figures.versions.names(group)[parsed.slug]), unit


def _no_such_part(figures: PartFigures, asked: SegmentConcept) -> str:
    """Name what the company files instead, nearest first."""
    from rapidfuzz import process

    wanted = segment_concept(asked.metric.key, asked.axis.value, asked.slug)
    known = [
        segment_concept(group.metric.key, group.axis.value, slug)
        for group in figures.versions.groups
        for slug in figures.versions.names(group)
    ]
    if not known:
        return f"no filing of {figures.company} in the store breaks its figures down"
    near = [name for name, _score, _place in process.extract(wanted, known, limit=_NAMED)]
    return f"{figures.company} files no {wanted}; it files {', '.join(near)} and others"
