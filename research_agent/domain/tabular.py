"""Figures in a table: the unit once in the heading, the bare number in the cell."""

from decimal import Decimal

from research_agent.domain.display import currency_prefix, round_half_up

__all__ = ["INDEX", "POINTS", "axis_prefix", "show_cell", "unit_heading"]

INDEX = "index"
"""Unit of a series whose base period is 100."""

POINTS = "points"
"""Unit of a change between two fractions: 0.012 is 1.2 percentage points."""

_MILLION = Decimal(10) ** 6
_SMALL = 10 * _MILLION
_FIXED = {"fraction": ("%", 100, 1), "ratio": ("×", 1, 2), "days": ("", 1, 1), INDEX: ("", 1, 1)}
_HEADINGS = {
    "fraction": "%",
    "ratio": "times",
    "days": "days",
    "shares": "million shares",
    INDEX: "base = 100",
    POINTS: "percentage points",
}


def unit_heading(unit: str) -> str:
    """Return what a column or caption says about `unit`: `"USD million"`, `"USD per share"`."""
    if unit in _HEADINGS:
        return _HEADINGS[unit]
    if unit.endswith("/shares"):
        return f"{unit.removesuffix('/shares')} per share"
    return f"{unit} million"


def show_cell(value: Decimal, unit: str) -> str:
    """Show `value` for a table whose heading is `unit_heading(unit)`.

    Money and shares are in millions: whole where they were filed so, one decimal otherwise,
    three below ten million. Per-share figures keep at least two decimals.
    """
    if unit == POINTS:
        return f"{round_half_up(value * 100, 1) + 0:+,} pp"  # + 0: never "-0.0"
    if unit in _FIXED:
        suffix, factor, places = _FIXED[unit]
        return f"{round_half_up(value * factor, places):,}{suffix}"
    if unit.endswith("/shares"):
        return f"{round_half_up(value, 2):,}"
    places = 0 if value % _MILLION == 0 else 1 if abs(value) >= _SMALL else 3
    return f"{round_half_up(value / _MILLION, places):,}"


def axis_prefix(unit: str) -> str:
    """Return what stands before a number on a chart's axis: `"$"` for dollars, else nothing."""
    if unit in _HEADINGS:
        return ""
    prefix = currency_prefix(unit.removesuffix("/shares"))
    return prefix if len(prefix) == 1 else ""
