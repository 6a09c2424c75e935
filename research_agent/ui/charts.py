"""Charts of series: bars for one company, lines for several, bars side by side for one period."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from research_agent.domain.display import show_short
from research_agent.domain.facts import Fact
from research_agent.domain.tabular import INDEX, POINTS, axis_prefix, show_cell, unit_heading
from research_agent.ui.text import plain

__all__ = ["Line", "show_chart"]

HEIGHT_PX = 270
LEGEND_COLUMNS = 4
LEGEND_LABEL_PX = 220


@dataclass(frozen=True, slots=True)
class Line:
    """One company's figures of one concept and unit, in any order."""

    name: str
    facts: tuple[Fact, ...]


def show_chart(
    lines: Sequence[Line],
    *,
    title: str,
    key: str,
    headed: bool = False,
    height: int = HEIGHT_PX,
) -> bool:
    """Draw the lines and say whether there was anything to draw.

    Args:
        lines: At least two figures in all, of one unit. A line without figures is not drawn but
            keeps its colour, so that a company has the same one in every chart of a page.
        title: What the chart shows; for screen readers, and above it when `headed`.
        key: Unique on the page.
        headed: Whether the title is drawn.
        height: In pixels.
    """
    facts = [fact for line in lines for fact in line.facts]
    if len(facts) < 2:
        return False
    if headed:
        st.markdown(f"**{plain(title)}**")
    chart = _chart(lines, facts[0].unit).properties(height=height)
    st.altair_chart(chart, key=key, alt=title)
    return True


def _chart(lines: Sequence[Line], unit: str) -> Any:
    import altair as alt

    palette = [line.name for line in lines]
    lines = [line for line in lines if line.facts]
    rows = [_point(line.name, fact) for line in lines for fact in line.facts]
    chart = alt.Chart(alt.InlineData(values=rows)).encode(
        tooltip=["company:N", "period:N", alt.Tooltip("end:N", title="period end"), "shown:N"]
    )
    if all(len(line.facts) == 1 for line in lines):
        return _bars_by_company(chart, palette, unit)
    if len(lines) == 1:
        return _bars_by_period(chart, [row["period"] for row in _by_end(rows)], unit)
    return _lines_over_time(chart, palette, [line.name for line in lines], unit)


def _bars_by_company(chart: Any, palette: list[str], unit: str) -> Any:
    import altair as alt

    return chart.mark_bar(cornerRadiusEnd=3, size=44).encode(
        x=alt.X("company:N", title=None, sort=palette, axis=_flat()),
        y=_height(unit),
        color=alt.Color("company:N", scale=alt.Scale(domain=palette), legend=None),
    )


def _bars_by_period(chart: Any, periods: list[str], unit: str) -> Any:
    import altair as alt

    return chart.mark_bar(cornerRadiusEnd=3).encode(
        x=alt.X("period:N", title=None, sort=periods, axis=_flat()), y=_height(unit)
    )


def _lines_over_time(chart: Any, palette: list[str], names: list[str], unit: str) -> Any:
    import altair as alt

    dots = alt.OverlayMarkDef(size=55, filled=True)
    return chart.mark_line(point=dots, strokeWidth=2.5).encode(
        x=alt.X("end:T", title=None, axis=alt.Axis(format="%b %Y", labelOverlap=True)),
        y=_height(unit, from_zero=False),
        color=alt.Color(
            "company:N",
            title=None,
            scale=alt.Scale(domain=palette),
            legend=alt.Legend(
                orient="top", values=names, columns=LEGEND_COLUMNS, labelLimit=LEGEND_LABEL_PX
            ),
        ),
    )


def _height(unit: str, *, from_zero: bool = True) -> Any:
    import altair as alt

    title = unit_heading(unit).replace(" million", "")
    return alt.Y("value:Q", title=title, axis=_axis(unit), scale=alt.Scale(zero=from_zero))


def _point(name: str, fact: Fact) -> dict[str, Any]:
    bare = fact.unit in (INDEX, POINTS)
    return {
        "company": name,
        "period": fact.period.label,
        "end": fact.end.isoformat(),
        "value": float(fact.value),
        "shown": show_cell(fact.value, fact.unit) if bare else show_short(fact.value, fact.unit),
    }


def _by_end(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: str(row["end"]))


def _flat() -> Any:
    import altair as alt

    return alt.Axis(labelAngle=0, labelOverlap=True)


def _axis(unit: str) -> Any:
    import altair as alt

    if unit in ("fraction", POINTS):
        return alt.Axis(format="~%", tickCount=5)
    # Vega writes a billion as 1G
    label = f"replace(format(datum.value, '{axis_prefix(unit)}~s'), 'G', 'B')"
    if unit == INDEX or unit in ("ratio", "days") or unit.endswith("/shares"):
        label = f"format(datum.value, '{axis_prefix(unit)},~f')"
    return alt.Axis(labelExpr=label, tickCount=5)
