"""Charts of one company: lines of a statement side by side, parts stacked to a whole."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from research_agent.domain.display import show_short
from research_agent.domain.facts import Fact
from research_agent.domain.periods import Period
from research_agent.domain.tables import Row
from research_agent.domain.tabular import axis_prefix, unit_heading
from research_agent.ui.charts import Line, show_chart
from research_agent.ui.text import plain

__all__ = ["show_rows", "show_stacked"]

HEIGHT_PX = 250
STACKED_PX = 300
MAX_BARS = 40
"""Bars of several lines side by side; where there are more, lines over time read better."""
LEGEND_COLUMNS = 3
LEGEND_PX = 450
_AMOUNTS = ("fraction", "ratio", "days")


def show_rows(rows: Sequence[Row], periods: Sequence[Period], *, key: str) -> None:
    """Draw rows over time, one chart for each unit: bars of amounts, lines of ratios.

    Args:
        rows: Newest first, as in their table.
        periods: Of the table.
        key: Unique on the page.
    """
    units = list(dict.fromkeys(row.unit for row in rows))
    for unit in units:
        group = [row for row in rows if row.unit == unit]
        title = ", ".join(row.label for row in group)
        if len(units) > 1:
            st.caption(f"{plain(title)}, {plain(unit_heading(unit))}")
        bars = unit not in _AMOUNTS and len(group) > 1 and len(group) * len(periods) <= MAX_BARS
        if bars:
            _draw(_grouped(group, _labels(periods), unit), title, f"{key}-{unit}", HEIGHT_PX)
        else:
            lines = [Line(row.label, _facts(row)) for row in group]
            show_chart(lines, title=title, key=f"{key}-{unit}", height=HEIGHT_PX)


def show_stacked(
    rows: Sequence[Row], periods: Sequence[Period], *, title: str, key: str, shares: bool
) -> None:
    """Draw parts stacked to the whole of each period; the grid below it holds the legend.

    Args:
        rows: The parts, all of one unit.
        periods: Newest first.
        title: For screen readers.
        key: Unique on the page.
        shares: As fractions of all parts instead of amounts.
    """
    import altair as alt

    unit = rows[0].unit
    order = {row.label: place for place, row in enumerate(rows)}
    points = [point | {"order": order[point["line"]]} for point in _points(rows)]
    heading = "share of the parts" if shares else _heading(unit)
    axis = alt.Axis(format="%", tickCount=5) if shares else _axis(unit)
    chart = _base(points, list(order), _labels(periods), legend=None).encode(
        y=alt.Y("value:Q", title=heading, axis=axis, stack="normalize" if shares else "zero"),
        order=alt.Order("order:Q"),
    )
    _draw(chart, title, key, STACKED_PX)


def _grouped(rows: Sequence[Row], labels: Sequence[str], unit: str) -> Any:
    import altair as alt

    names = [row.label for row in rows]
    columns = min(LEGEND_COLUMNS, len(names))
    legend = alt.Legend(orient="top", columns=columns, labelLimit=LEGEND_PX // columns)
    return _base(_points(rows), names, labels, legend=legend).encode(
        y=alt.Y("value:Q", title=_heading(unit), axis=_axis(unit)),
        xOffset=alt.XOffset("line:N", sort=names),
    )


def _base(
    points: Sequence[dict[str, Any]], names: Sequence[str], labels: Sequence[str], *, legend: Any
) -> Any:
    import altair as alt

    return (
        alt.Chart(alt.InlineData(values=list(points)))
        .mark_bar(cornerRadiusEnd=2)
        .encode(
            x=alt.X(
                "period:N",
                title=None,
                sort=list(labels),
                axis=alt.Axis(labelAngle=0, labelOverlap=True),
                scale=alt.Scale(paddingInner=0.25),
            ),
            color=alt.Color(
                "line:N", title=None, scale=alt.Scale(domain=list(names)), legend=legend
            ),
            tooltip=[
                alt.Tooltip("line:N", title="line"),
                "period:N",
                alt.Tooltip("end:N", title="period end"),
                "shown:N",
            ],
        )
    )


def _draw(chart: Any, title: str, key: str, height: int) -> None:
    st.altair_chart(chart.properties(height=height), key=key, alt=title)


def _points(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [_point(row.label, fact) for row in rows for fact in _facts(row)]


def _point(name: str, fact: Fact) -> dict[str, Any]:
    return {
        "line": name,
        "period": fact.period.label,
        "end": fact.end.isoformat(),
        "value": float(fact.value),
        "shown": show_short(fact.value, fact.unit),
    }


def _facts(row: Row) -> tuple[Fact, ...]:
    return tuple(cell for cell in row.cells if isinstance(cell, Fact))


def _labels(periods: Sequence[Period]) -> list[str]:
    return [period.label for period in reversed(periods)]


def _heading(unit: str) -> str:
    return unit_heading(unit).replace(" million", "")


def _axis(unit: str) -> Any:
    import altair as alt

    prefix = axis_prefix(unit)
    label = f"replace(format(datum.value, '{prefix}~s'), 'G', 'B')"  # Vega writes a billion as 1G
    if unit.endswith("/shares"):
        label = f"format(datum.value, '{prefix},~f')"
    return alt.Axis(labelExpr=label, tickCount=5)
