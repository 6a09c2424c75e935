"""The pieces ratios are put together from."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from research_agent.finance.line_items import Sector
from research_agent.finance.ratio import Input, Ratio, RatioGroup, Timing

__all__ = [
    "FINANCIAL",
    "YEAR_DAYS",
    "Compute",
    "Values",
    "average",
    "days",
    "growth",
    "of",
    "over",
    "over_average",
    "ratio",
]

Values = Mapping[str, Decimal]
"""Values of the inputs by `Input.name`."""
Compute = Callable[[Values], Decimal | None]

FINANCIAL = frozenset({Sector.BANK, Sector.INSURER})
"""Sectors whose balance sheets know no current items, inventory or gross profit."""
YEAR_DAYS = Decimal(365)


def over(top: str, bottom: str) -> Compute:
    """Return the formula top ÷ bottom; no meaning where the bottom is zero or negative."""
    return lambda v: v[top] / v[bottom] if v[bottom] > 0 else None


def average(v: Values, key: str) -> Decimal:
    """Average of a balance at the start and the end of the year."""
    return (v[key] + v[f"{key}_opening"]) / 2


def over_average(top: str, bottom: str) -> Compute:
    """Return the formula flow ÷ average balance."""

    def compute(v: Values) -> Decimal | None:
        mean = average(v, bottom)
        return v[top] / mean if mean > 0 else None

    return compute


def days(balance: str, flow: str) -> Compute:
    """Return the formula average balance ÷ flow × 365."""
    return lambda v: average(v, balance) / v[flow] * YEAR_DAYS if v[flow] > 0 else None


def growth(key: str) -> Compute:
    """Return the formula value ÷ value a year before − 1; no meaning from a base of zero or less."""

    def compute(v: Values) -> Decimal | None:
        before = v[f"{key}_opening"]
        return v[key] / before - 1 if before > 0 else None

    return compute


def of(*keys: str) -> tuple[Input, ...]:
    """Name the inputs; a key that ends in `~` is meant one year earlier."""
    return tuple(
        Input(key.removesuffix("~"), Timing.OPENING) if key.endswith("~") else Input(key)
        for key in keys
    )


def ratio(
    key: str,
    label: str,
    group: RatioGroup,
    formula: str,
    inputs: tuple[Input, ...],
    compute: Compute,
    *,
    unit: str = "fraction",
    meaningless: str = "the denominator is zero or negative",
    not_for: frozenset[Sector] = frozenset(),
    annualised: bool = False,
) -> Ratio:
    """Put a ratio together; see `Ratio` for the fields."""
    return Ratio(
        key=key,
        label=label,
        group=group,
        unit=unit,
        formula=formula,
        inputs=inputs,
        compute=compute,
        meaningless=meaningless,
        not_for=not_for,
        annualised=annualised,
    )
