"""Charts of series as Vega-Lite: one line a company over period ends."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from research_agent.domain.display import currency_prefix, show_value
from research_agent.domain.facts import Fact
from research_agent.domain.tables import SeriesTable

__all__ = ["PALETTE", "series_chart", "to_svg"]

PALETTE = ("#1b8a7a", "#d08c2f", "#5b7fd1", "#b5538c", "#7a8f2a", "#8a6bbf", "#c4583f", "#4d8ca8")
"""Readable on light and dark grounds alike."""
_INK = "#7d868c"
_AXIS_SCALES = {"fraction": (100, "%"), "ratio": (1, " ×"), "days": (1, " days")}
_BILLION = 1_000_000_000


def series_chart(tables: Sequence[SeriesTable], concept: str) -> dict[str, Any] | None:
    """Return a chart of one concept, or `None` when there are fewer than two figures of one unit.

    Args:
        tables: Of one or more companies; those without the concept are left out.
        concept: Key of a line item or ratio.
    """
    facts = [
        (table.company.ticker, fact)
        for table in tables
        if (row := table.row(concept)) is not None
        for fact in row.cells
        if isinstance(fact, Fact)
    ]
    facts = _of_one_basis(facts)
    units = {fact.unit for _, fact in facts}
    distinct = {(name, fact.end, fact.period.label): fact for name, fact in facts}
    if len(distinct) < 2 or len(units) != 1:
        return None
    factor, title = _axis(units.pop())
    values = [
        {
            "company": name,
            "end": end.isoformat(),
            "period": label,
            "value": float(fact.value) * factor,
            "shown": show_value(fact.value, fact.unit),
        }
        for (name, end, label), fact in distinct.items()
    ]
    names = list(dict.fromkeys(name for name, _, _ in distinct))
    return _spec(values, names, title)


def _of_one_basis(facts: list[tuple[str, Fact]]) -> list[tuple[str, Fact]]:
    """Keep years, quarters or trailing years, whichever there are most of; never mixed."""
    counts = Counter(fact.period.basis for _, fact in facts)
    return [
        (name, fact)
        for name, fact in facts
        if fact.period.basis is max(counts, key=counts.__getitem__)
    ]


def to_svg(spec: dict[str, Any]) -> str:
    """Draw a chart, without a script and without anything loaded."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(spec))


def _axis(unit: str) -> tuple[float, str]:
    if unit in _AXIS_SCALES:
        factor, suffix = _AXIS_SCALES[unit]
        return factor, suffix.strip()
    if unit == "shares":
        return 1 / _BILLION, "billion shares"
    if unit.endswith("/shares"):
        return 1, f"{unit.removesuffix('/shares')} per share"
    return 1 / _BILLION, f"{currency_prefix(unit).strip()} billion"


def _spec(values: list[dict[str, Any]], names: list[str], title: str) -> dict[str, Any]:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "width": 620,
        "height": 240,
        "background": None,
        "data": {"values": values},
        "mark": {"type": "line", "point": {"size": 45}, "strokeWidth": 2},
        "encoding": {
            "x": {
                "field": "end",
                "type": "temporal",
                "axis": {
                    "title": None,
                    "format": "%b %Y",
                    "labelFlush": False,
                    "labelOverlap": True,
                    "labelSeparation": 8,
                },
            },
            "y": {"field": "value", "type": "quantitative", "axis": {"title": title}},
            "color": {
                "field": "company",
                "type": "nominal",
                "scale": {"domain": names, "range": list(PALETTE[: len(names)])},
                "legend": {"title": None, "orient": "top"} if len(names) > 1 else None,
            },
        },
        "config": {
            "view": {"stroke": None},
            "font": "system-ui, sans-serif",
            "axis": {
                "labelColor": _INK,
                "titleColor": _INK,
                "gridColor": f"{_INK}33",
                "domainColor": f"{_INK}66",
                "tickColor": f"{_INK}66",
            },
            "legend": {"labelColor": _INK},
        },
    }
