"""Ratios by group: formula on hover, inputs on a click, the reason where one means nothing."""

from collections.abc import Sequence
from datetime import date

import streamlit as st

from research_agent.domain.tables import Row, SeriesTable
from research_agent.errors import ResearchError
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.ratios.every_ratio import RATIOS, shown_ratios
from research_agent.finance.ratios.ratio import RatioGroup
from research_agent.ui.company_charts import show_rows
from research_agent.ui.company_controls import show_csv, show_notes, show_period_controls
from research_agent.ui.company_data import CompanyData
from research_agent.ui.company_state import Selection
from research_agent.ui.company_table import Section, has_figures, show_series
from research_agent.ui.text import literal

__all__ = ["ratio_hints", "ratio_sections", "show_ratio_switches", "show_ratios"]

KEY_GROUP = "Key ratios"
ALL_GROUPS = "All"
GROUP = "company_ratio_group"
MAX_CHARTED = 4

_LEGEND = (
    "Hover over a name for the formula, over n/a for the reason; click a figure for what it was "
    "made from."
)


def show_ratio_switches(today: date) -> None:
    """Draw the switches for basis, periods and version."""
    show_period_controls(today)


def show_ratios(data: CompanyData, chosen: Selection, sector: Sector) -> None:
    """Draw the ratios in a fragment of its own, so that a click redraws only this part."""
    st.fragment(_draw)(data, chosen, sector)


def _draw(data: CompanyData, chosen: Selection, sector: Sector) -> None:
    try:
        table = data.ratios(chosen.query)
    except ResearchError as error:
        st.info(literal(str(error)), icon=":material/event_busy:")
        return
    sections = ratio_sections(table, sector, _show_group_choice(table, sector))
    rows = tuple(row for section in sections for row in section.rows)
    show_rows(_charted(rows), table.periods, key="chart-ratios")
    show_series(
        table, sections, key="grid-ratios", marked=False, strong=False, hints=ratio_hints(rows)
    )
    st.caption(_LEGEND)
    show_notes(_notes_on(table, rows))
    show_csv(table, f"{data.ticker}-ratios-{chosen.basis.value}", key="ratios-csv")


def ratio_sections(table: SeriesTable, sector: Sector, group: str) -> tuple[Section, ...]:
    """Return the rows of a group, of all groups, or the usual ones of the sector, by group.

    Ratios without a single figure stand last, under what they have in common: they are n/a.
    """
    usual = frozenset(shown_ratios(sector))
    wanted = [
        row
        for row in table.rows
        if group == ALL_GROUPS
        or (group == KEY_GROUP and row.concept in usual)
        or RATIOS[row.concept].group.value == group
    ]
    sections = [
        Section(name.value, tuple(_of_group(wanted, name)))
        for name in RatioGroup
        if any(_of_group(wanted, name))
    ]
    empty = tuple(row for row in wanted if not has_figures(row))
    if empty:
        sections.append(Section("n/a in these periods", empty))
    return tuple(sections)


def _of_group(rows: Sequence[Row], group: RatioGroup) -> list[Row]:
    return [row for row in rows if RATIOS[row.concept].group is group and has_figures(row)]


def ratio_hints(rows: Sequence[Row]) -> dict[str, str]:
    """Return by concept what is said on hover: formula, balances taken, source."""
    return {
        row.concept: f"{ratio.formula}\n{ratio.basis}\n{ratio.source}"
        for row in rows
        if (ratio := RATIOS.get(row.concept)) is not None
    }


def _show_group_choice(table: SeriesTable, sector: Sector) -> str:
    ratios = [RATIOS[row.concept] for row in table.rows]
    present = {ratio.group for ratio in ratios if not ratio.refusal(sector)}
    groups = [group.value for group in RatioGroup if group in present]
    if st.session_state.get(GROUP) not in (KEY_GROUP, *groups, ALL_GROUPS):
        st.session_state[GROUP] = KEY_GROUP
    return str(
        st.pills(
            "Group",
            [KEY_GROUP, *groups, ALL_GROUPS],
            key=GROUP,
            required=True,
            label_visibility="collapsed",
            persist_state="session",
        )
    )


def _charted(rows: Sequence[Row]) -> tuple[Row, ...]:
    labels = {row.concept: row.label for row in rows if has_figures(row)}
    key = "company_charted_ratios"
    usual = ("operating_margin", "net_margin", "return_on_equity")
    held = st.session_state.get(key, list(usual))
    chosen = [one for one in held if one in labels] or list(labels)[:2]
    st.session_state[key] = chosen
    st.multiselect(
        "In the chart",
        list(labels),
        format_func=lambda concept: labels.get(concept, concept),
        key=key,
        max_selections=MAX_CHARTED,
        placeholder="Choose ratios to chart",
        wrap=True,
        persist_state="session",
    )
    return tuple(row for row in rows if row.concept in chosen)


def _notes_on(table: SeriesTable, rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the notes, less those that are about rows not shown."""
    shown = {row.label for row in rows}
    others = tuple(f"{row.label}: " for row in table.rows if row.label not in shown)
    return tuple(note for note in table.notes if not note.startswith(others))
