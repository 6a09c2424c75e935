"""The table of a company's parts."""

from collections.abc import Iterable, Sequence

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.finance.columns import Slot
from research_agent.finance.lines.line_items import Kind
from research_agent.finance.segments.concepts import segment_concept
from research_agent.finance.segments.heading import chosen_slots, heading, table_key
from research_agent.finance.segments.metrics import CUSTOMER_SHARE
from research_agent.finance.segments.part_figures import PartFigures
from research_agent.finance.segments.sums import check_sum
from research_agent.finance.segments.versions import Group

__all__ = ["SHOWN_METRICS", "segments_table"]

SHOWN_METRICS = (
    "revenue",
    "operating_income",
    "pretax_income",
    "net_income",
    "gross_profit",
    "assets",
    CUSTOMER_SHARE.key,
)
"""Metrics of the table; the others (goodwill, cost …) are asked for by name."""

_OVERLAP_NOTE = (
    "Rows set in twice overlap other rows of their group (a total of several, or another way to "
    "split it) and are not added."
)
_RECAST = (
    "{title}: the total of {label} was recast after the filing that breaks it down; its parts add "
    "up to the total of that filing."
)
_NAMED_ROWS = 3
_NO_TOTAL = Missing("customers of less than 10 % are not named")


def segments_table(figures: PartFigures, query: PeriodQuery) -> SeriesTable:
    """Return every split of a company over the periods asked for.

    For each metric and axis: the total (depth 0), the parts (depth 1), what lies between them and
    the total (depth 1), and parts that overlap others (depth 2). A period of which only a balance
    is split is left out.

    Raises:
        InvalidRequest: The limit makes no sense.
        NotFound: No filing in the store breaks such a period down; the sentence says which.
    """
    groups = [group for group in figures.versions.groups if group.metric.key in SHOWN_METRICS]
    flows = [group for group in groups if group.metric.kind is Kind.FLOW] or groups
    slots = chosen_slots(
        figures, query, lambda slot: any(figures.parts(group, [slot]) for group in flows)
    )
    rows: list[Row] = []
    notes: dict[str, None] = {}
    for group in groups:
        found = _group_rows(figures, group, slots)
        rows += found
        notes |= dict.fromkeys(_sum_notes(figures, group, slots) if found else ())
        notes |= dict.fromkeys(_cautions(found))
    others = {g.metric.label for g in figures.versions.groups if g.metric.key not in SHOWN_METRICS}
    if any(row.depth > 1 for row in rows):
        notes[_OVERLAP_NOTE] = None
    if others:
        notes[f"Also filed by part: {', '.join(sorted(map(str.lower, others)))}."] = None
    return SeriesTable(
        key=table_key("segments", figures.company.ticker, (), query),
        title=heading("Segments", query),
        company=figures.company,
        periods=tuple(slot.period for slot in slots),
        rows=tuple(rows),
        notes=tuple(notes),
    )


def _group_rows(figures: PartFigures, group: Group, slots: Sequence[Slot]) -> list[Row]:
    parts = figures.parts(group, slots)
    if not parts:
        return []
    rows = []
    for part in parts:
        cells = tuple(figures.cell(group, part.slug, slot) for slot in slots)
        concept = segment_concept(group.metric.key, group.axis.value, part.slug)
        rows.append(Row(concept, part.name, _unit(cells), cells, 2 if part.overlaps else 1))
    named = group.metric is CUSTOMER_SHARE
    totals = tuple(_NO_TOTAL if named else figures.total(group, slot) for slot in slots)
    key = group.metric.line_item or group.metric.key
    return [Row(key, group.title, rows[0].unit, totals), *rows]


def _unit(cells: Iterable[Cell]) -> str:
    return next(cell.unit for cell in cells if isinstance(cell, Fact))


def _sum_notes(figures: PartFigures, group: Group, slots: Sequence[Slot]) -> Iterable[str]:
    """Say where the rows do not add up, and where the total shown is a later one."""
    for slot in slots:
        check = check_sum(figures, group, slot)
        if check is None:
            continue
        if check.sentence:
            yield check.sentence
        shown = figures.total(group, slot)
        if isinstance(shown, Fact) and abs(shown.value - check.total) > check.slack:
            yield _RECAST.format(title=group.title, label=slot.period.label)


def _cautions(rows: Iterable[Row]) -> Iterable[str]:
    """Give each caution once, with the rows it is of."""
    found: dict[str, list[str]] = {}
    for row in rows:
        for note in {cell.note for cell in row.cells if isinstance(cell, Fact) and row.depth}:
            if note:
                found.setdefault(note, []).append(row.label)
    for note, labels in found.items():
        more = "" if len(labels) <= _NAMED_ROWS else f" and {len(labels) - _NAMED_ROWS} more"
        yield f"{', '.join(labels[:_NAMED_ROWS])}{more}: {note}"
