"""One metric of a comparison: chart, table, and the source of the cell one clicks."""

from collections.abc import Sequence
from datetime import date

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.domain.tabular import show_cell, unit_heading
from research_agent.finance.comparison import ComparisonBasis
from research_agent.finance.comparison_views import column_heading
from research_agent.ui.charts import Line, show_chart
from research_agent.ui.source_card import show_source_card
from research_agent.ui.tables import reasons_line
from research_agent.ui.text import plain

__all__ = ["show_metric"]

PERIOD = "Period"
PERIOD_PX = 110
CHART_PX = 320

MAX_BESIDE = 3  # companies whose table fits beside the chart

Rows = Sequence[tuple[SeriesTable, Row]]
Picked = Sequence[tuple[int, str]]


def show_metric(label: str, rows: Rows, basis: ComparisonBasis, *, key: str) -> None:
    """Draw a metric in a fragment of its own, so that a click redraws only this section."""
    st.fragment(_draw)(label, rows, basis, key)


def _draw(label: str, rows: Rows, basis: ComparisonBasis, key: str) -> None:
    with st.container(border=True):
        units = list(dict.fromkeys(row.unit for _, row in rows))
        headings = ", ".join(unit_heading(unit) for unit in units)
        st.markdown(f"#### {plain(label)} :small[:gray[{plain(headings)}]]")
        if len(units) > 1:
            st.caption("The companies report in different units: each has a chart of its own.")
        chart, table = _places(len(rows))
        with chart:
            drawn = [_show_unit(label, rows, unit, key) for unit in units]
            if not any(drawn):
                st.caption("Too few figures for a chart.")
        with table:
            picked, heads, cells = _show_table(label, rows, basis, key)
        _show_picked(picked, heads, cells)


def _places(companies: int) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Chart and table: side by side while the table is narrow, else one above the other."""
    if companies > MAX_BESIDE:
        return st.container(), st.container()
    chart, table = st.columns([2, 3], gap="medium")
    return chart, table


def _show_unit(label: str, rows: Rows, unit: str, key: str) -> bool:
    lines = [
        Line(table.company.ticker, _facts(row) if row.unit == unit else ()) for table, row in rows
    ]
    return show_chart(
        lines, title=f"{label} by company", key=f"chart-{key}-{unit}", height=CHART_PX
    )


def _facts(row: Row) -> tuple[Fact, ...]:
    return tuple(cell for cell in row.cells if isinstance(cell, Fact))


def _show_table(
    label: str, rows: Rows, basis: ComparisonBasis, key: str
) -> tuple[Picked, list[str], dict[str, dict[str, Cell]]]:
    import pandas as pd

    heads = _headings(rows, basis)
    names = [_name(table, row, rows) for table, row in rows]
    cells = [_by_heading(table, row, basis) for table, row in rows]
    frame = pd.DataFrame(
        {
            PERIOD: heads,
            **{
                name: [_shown(column.get(head)) for head in heads]
                for name, column in zip(names, cells, strict=True)
            },
        }
    )
    picked = st.dataframe(
        frame,
        hide_index=True,
        height="content",
        key=f"table-{key}",
        on_select="rerun",
        selection_mode="single-cell",
        column_config={
            PERIOD: st.column_config.TextColumn(pinned=True, width=PERIOD_PX),
            **{name: st.column_config.TextColumn(alignment="right") for name in names},
        },
        alt=f"{label} by company and period",
    )
    reasons = reasons_line(cell for _, row in rows for cell in row.cells)
    if reasons:
        st.caption(reasons)
    return picked.selection.cells, heads, dict(zip(names, cells, strict=True))


def _headings(rows: Rows, basis: ComparisonBasis) -> list[str]:
    newest: dict[str, date] = {}
    for table, _ in rows:
        for period in table.periods:
            head = column_heading(period, basis)
            newest[head] = max(period.end, newest.get(head, period.end))
    return sorted(newest, key=lambda head: newest[head], reverse=True)


def _by_heading(table: SeriesTable, row: Row, basis: ComparisonBasis) -> dict[str, Cell]:
    return {
        column_heading(period, basis): cell
        for period, cell in zip(table.periods, row.cells, strict=True)
    }


def _name(table: SeriesTable, row: Row, rows: Rows) -> str:
    """The ticker, with its unit where the companies differ in it."""
    units = {other.unit for _, other in rows}
    ticker = table.company.ticker
    return f"{ticker} ({unit_heading(row.unit)})" if len(units) > 1 else ticker


def _shown(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, Missing):
        return "n/a"
    return f"{show_cell(cell.value, cell.unit)}  ({cell.end.isoformat()})"


def _show_picked(picked: Picked, heads: Sequence[str], cells: dict[str, dict[str, Cell]]) -> None:
    line, name = picked[0] if picked else (0, PERIOD)
    cell = cells.get(name, {}).get(heads[line]) if heads else None
    if isinstance(cell, Fact):
        show_source_card(cell)
    elif isinstance(cell, Missing):
        st.caption(f"{plain(name)}, {plain(heads[line])}: n/a, {plain(cell.reason)}.")
    elif picked and name != PERIOD:
        st.caption(f"{plain(name)} has no {plain(heads[line])} here.")
    else:
        st.caption("Each figure stands with its period's end. Click one to see its source.")
