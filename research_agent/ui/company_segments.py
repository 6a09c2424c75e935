"""Figures by business, product, region and customer: stacked over time, and every part with its source."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

import streamlit as st

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis
from research_agent.domain.tables import Row, SeriesTable
from research_agent.errors import NotFound, ResearchError
from research_agent.finance.identities import Status
from research_agent.ui.company_charts import show_stacked
from research_agent.ui.company_controls import show_csv, show_notes, show_period_controls
from research_agent.ui.company_data import CompanyData
from research_agent.ui.company_state import Selection
from research_agent.ui.company_table import DERIVED_MARK, Section, has_figures, show_series
from research_agent.ui.text import literal

__all__ = [
    "Split",
    "notes_on",
    "periods_of",
    "show_segment_switches",
    "show_segments",
    "splits",
    "usual_split",
]

SPLIT = "company_split"
SHARES = "company_split_shares"


@dataclass(frozen=True, slots=True)
class Split:
    """One figure broken down one way.

    Args:
        title: `"Revenue by product"`.
        total: Of the whole company.
        parts: What it is broken down into, eliminations included.
    """

    title: str
    total: Row
    parts: tuple[Row, ...]


def splits(table: SeriesTable) -> tuple[Split, ...]:
    """Return the groups of a table of segments: each starts with a row that is not indented."""
    starts = [place for place, row in enumerate(table.rows) if row.depth == 0]
    ends = [*starts[1:], len(table.rows)]
    return tuple(
        Split(table.rows[start].label, table.rows[start], table.rows[start + 1 : end])
        for start, end in zip(starts, ends, strict=True)
    )


def show_segment_switches(today: date) -> None:
    """Draw the switches for basis, periods and version."""
    show_period_controls(today)


def show_segments(data: CompanyData, chosen: Selection) -> None:
    """Draw the segments in a fragment of its own, so that a click redraws only this part."""
    st.fragment(_draw)(data, chosen)


def _draw(data: CompanyData, chosen: Selection) -> None:
    try:
        table = data.segments(chosen.query)
    except NotFound as nothing:
        st.info(literal(str(nothing)), icon=":material/donut_small:")
        return
    except ResearchError as error:
        st.error(literal(str(error)), icon=":material/error:")
        return
    found = splits(table)
    split = _chosen_split(found)
    shown = periods_of(table, split)
    _show_chart(shown, splits(shown)[0])
    show_series(
        shown,
        (Section("", shown.rows),),
        key=f"grid-{split.title}",
        charted=[row.concept for row in shown.rows if row.depth == 1],
    )
    st.caption(
        f"Click a figure for its filing or formula. :violet[{DERIVED_MARK}] worked out from filed "
        "figures."
    )
    notes = notes_on(table, split, found)
    if not any("add up" in note for note in notes):
        _show_reconciled(data, chosen, split)
    show_notes(notes)
    show_csv(table, f"{data.ticker}-segments-{chosen.basis.value}", key="segments-csv")


def periods_of(table: SeriesTable, split: Split) -> SeriesTable:
    """Return the rows of one split over the periods in which it has a part."""
    kept = [
        place
        for place in range(len(table.periods))
        if any(isinstance(part.cells[place], Fact) for part in split.parts)
    ]
    rows = (split.total, *split.parts)
    return replace(
        table,
        title=split.title,
        periods=tuple(table.periods[place] for place in kept),
        rows=tuple(replace(row, cells=tuple(row.cells[place] for place in kept)) for row in rows),
    )


def usual_split(found: Sequence[Split]) -> Split:
    """Return the split to start with: one of the newest period, then the one of most periods."""
    return max(found, key=_fullness)


def _fullness(split: Split) -> tuple[bool, int]:
    held = [
        any(isinstance(part.cells[place], Fact) for part in split.parts)
        for place in range(len(split.total.cells))
    ]
    return held[0], sum(held)


def _chosen_split(found: Sequence[Split]) -> Split:
    titles = [split.title for split in found]
    if st.session_state.get(SPLIT) not in titles:
        st.session_state[SPLIT] = usual_split(found).title
    title = st.pills(
        "Split",
        titles,
        key=SPLIT,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    return next(split for split in found if split.title == title)


def _show_chart(table: SeriesTable, split: Split) -> None:
    parts = [row for row in split.parts if row.depth == 1]
    if not any(has_figures(row) for row in parts):
        return
    shares = st.toggle("As shares of the parts", key=SHARES, persist_state="session")
    show_stacked(
        parts,
        table.periods,
        title=f"{split.title}, stacked by period",
        key=f"chart-{split.title}",
        shares=shares,
    )


def _show_reconciled(data: CompanyData, chosen: Selection, split: Split) -> None:
    """Say in how many periods the parts add up; the trailing year is checked by its quarters."""
    if chosen.basis is Basis.TTM:
        return
    try:
        report = data.identities(chosen.query)
    except ResearchError:
        return
    checked = [one for one in report.results if one.label.startswith(f"{split.title} adds up")]
    passed = [one for one in checked if one.status is Status.PASSED]
    if checked and len(passed) == len(checked):
        noun = "period" if len(checked) == 1 else "periods"
        st.caption(
            f":green[:material/check_circle:] The parts add up to the total in all "
            f"{len(checked)} {noun} checked."
        )


def notes_on(table: SeriesTable, split: Split, found: Sequence[Split]) -> tuple[str, ...]:
    """Return the notes, less those that are about other splits or about rows not shown."""
    others = [other for other in found if other is not split]
    mine = {row.label for row in split.parts}
    foreign = tuple(other.title for other in others) + tuple(
        row.label for other in others for row in other.parts if row.label not in mine
    )
    overlap = any(row.depth > 1 for row in split.parts)
    return tuple(
        note
        for note in table.notes
        if note.startswith(split.title)
        or (not note.startswith(foreign) and (overlap or not note.startswith("Rows set in twice")))
    )
