"""Figures as the answer prints them: readable and exact, in the unit and rounding asked for."""

from decimal import Decimal

from research_agent.domain.display import currency_prefix, round_half_up, show_short, show_value
from research_agent.domain.tabular import show_cell, unit_heading
from research_agent.finance.questions import Presentation

__all__ = ["cell_text", "heading", "points_text", "printed", "readable", "with_exact"]

_PERCENT_PLACES = 2
_PLAIN_PLACES = 4
_TENTH_OF_A_MILLION = Decimal(100_000)
_SCALE_NAMES = {3: "thousand", 6: "million", 9: "billion", 12: "trillion"}
_SHORT_SCALES = (Decimal(10) ** 12, Decimal(10) ** 9, Decimal(10) ** 6)
_SCALE_PLACES = {3: 0, 6: 0, 9: 1, 12: 2}


def printed(value: Decimal, unit: str, asked: Presentation) -> str:
    """Return a figure for a sentence: "$383.3 billion ($383,285 million)", "44.13%"."""
    return with_exact(readable(value, unit, asked), value, unit)


def with_exact(short: str, value: Decimal, unit: str) -> str:
    """Add the exact amount in parentheses where `short` is rounded.

    An average has no last digit: it is given to the tenth of a million, as filed figures are.
    """
    if value % 1 and _is_amount(unit):
        step = _TENTH_OF_A_MILLION if abs(value) >= _TENTH_OF_A_MILLION * 100 else Decimal(1)
        value = round_half_up(value / step, 0) * step
    exact = show_value(value, unit)
    if not _is_amount(unit) or exact == short:
        return short
    return f"{short} ({exact})"


def readable(value: Decimal, unit: str, asked: Presentation) -> str:
    """Return a figure in the unit and rounding asked for, else in the shortest good one."""
    if unit in ("fraction", "ratio"):
        return _dimensionless(value, unit, asked)
    if unit == "days":
        return f"{round_half_up(value, 1 if asked.places is None else asked.places):,} days"
    if unit.endswith("/shares"):
        if asked.places is None:
            return show_value(value, unit)
        return _signed(value, currency_prefix(unit.removesuffix("/shares")), asked.places, 0)
    scale = _scale(value, asked)
    if scale is None or (asked.scale is None and asked.places is None):
        return show_short(value, unit)
    power = scale.adjusted()
    places = _SCALE_PLACES[power] if asked.places is None else asked.places
    prefix = "" if unit == "shares" else currency_prefix(unit)
    shown = f"{_signed(value / scale, prefix, places, power)}"
    return f"{shown} shares" if unit == "shares" else shown


def points_text(value: Decimal, asked: Presentation) -> str:
    """Return the change between two fractions: "1.20 percentage points"."""
    places = _PERCENT_PLACES if asked.places is None else asked.places
    return f"{round_half_up(value * 100, places):,} percentage points"


def heading(unit: str, asked: Presentation) -> str:
    """Return what a column says about its unit: "USD million", "%"."""
    if asked.scale is not None and _is_amount(unit):
        name = _SCALE_NAMES[asked.scale.adjusted()]
        return f"{name} shares" if unit == "shares" else f"{unit} {name}"
    if unit == "ratio" and asked.percent:
        return "%"
    return unit_heading(unit)


def cell_text(value: Decimal, unit: str, asked: Presentation) -> str:
    """Return a figure for a table whose heading is `heading(unit, asked)`."""
    if unit in ("fraction", "ratio"):
        return _dimensionless(value, unit, asked)
    if asked.scale is not None and _is_amount(unit):
        places = _SCALE_PLACES[asked.scale.adjusted()] if asked.places is None else asked.places
        return f"{round_half_up(value / asked.scale, places):,}"
    if unit.endswith("/shares"):
        return readable(value, unit, asked).lstrip("$€£")
    return show_cell(value, unit)


def _dimensionless(value: Decimal, unit: str, asked: Presentation) -> str:
    if asked.plain:
        return f"{round_half_up(value, _PLAIN_PLACES if asked.places is None else asked.places):,}"
    places = _PERCENT_PLACES if asked.places is None else asked.places
    if unit == "fraction" or asked.percent:
        return f"{round_half_up(value * 100, places):,}%"
    return f"{round_half_up(value, places):,}×"


def _scale(value: Decimal, asked: Presentation) -> Decimal | None:
    if asked.scale is not None:
        return asked.scale
    return next((scale for scale in _SHORT_SCALES if abs(value) >= scale), None)


def _signed(value: Decimal, prefix: str, places: int, power: int) -> str:
    rounded = round_half_up(value, places)
    name = f" {_SCALE_NAMES[power]}" if power else ""
    return f"{'-' if rounded < 0 else ''}{prefix}{abs(rounded):,}{name}"


def _is_amount(unit: str) -> bool:
    return unit not in ("fraction", "ratio", "days") and not unit.endswith("/shares")
