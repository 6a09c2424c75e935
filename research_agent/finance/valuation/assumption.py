"""What a valuation assumes: a named number with its bounds, its origin and the reason for it."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from research_agent.domain.display import round_half_up
from research_agent.domain.facts import Fact

__all__ = ["SWITCH", "YEARS", "Assumption", "Source", "show_assumed"]

YEARS = "years"
"""Unit of a count of years."""

SWITCH = "switch"
"""Unit of a choice: 1 is on, 0 is off."""


class Source(StrEnum):
    """Whose number an assumption is."""

    DEFAULT = "default"
    """Ours: a round number or a bound, no market data."""

    PERSON = "person"
    """Given by the person."""

    FACT = "fact"
    """Taken from the company's filings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """One assumption of one valuation.

    Args:
        key: Name by which a person sets it: `"terminal_growth"`.
        label: In words: `"Terminal growth"`.
        value: Fractions for rates (0.025 is 2.5 %).
        unit: `"fraction"`, `"ratio"` (times), `"years"` or `"switch"` (1 or 0).
        low: Lowest value a person may set.
        high: Highest value a person may set.
        source: Ours, the person's, or taken from filings.
        why: One sentence: the reason for this value.
        basis: The figure it is, or was before our bounds; `None` when filings gave none.
    """

    key: str
    label: str
    value: Decimal
    unit: str
    low: Decimal
    high: Decimal
    source: Source
    why: str
    basis: Fact | None = None


def show_assumed(value: Decimal, unit: str) -> str:
    """Show a value as people write it: `"2.5%"`, `"12×"`, `"10 years"`, `"on"`."""
    if unit == SWITCH:
        return "on" if value else "off"
    if unit == "fraction":
        return f"{_short(value * 100)}%"
    return f"{_short(value)}×" if unit == "ratio" else f"{_short(value)} years"


def _short(value: Decimal) -> str:
    text = f"{round_half_up(value, 2):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
