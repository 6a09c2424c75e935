"""The arithmetic of discounting, over plain numbers.

Sources: Brealey, Myers and Allen, *Principles of Corporate Finance*, chapters 2 to 4; Rosenbaum
and Pearl, *Investment Banking*, chapter 3, for the mid-year convention.
"""

from collections.abc import Callable
from decimal import Decimal

__all__ = ["bisected", "compound_growth", "discount_factors", "linear_fade", "perpetuity_value"]

_ONE = Decimal(1)


def linear_fade(first: Decimal, last: Decimal, years: int) -> tuple[Decimal, ...]:
    """Return one value a year from `first` in year 1 to `last` in the last, in equal steps.

    0.10 to 0.02 over five years is 0.10, 0.08, 0.06, 0.04, 0.02; over one year it is `last`.
    """
    if years == 1:
        return (last,)
    step = (last - first) / (years - 1)
    return (*[first + step * year for year in range(years - 1)], last)


def discount_factors(rate: Decimal, years: int, *, mid_year: bool) -> tuple[Decimal, ...]:
    """Return 1 ÷ (1 + rate)^t for each year, t one half less where cash comes in mid-year."""
    growth = _ONE + rate
    factor = growth.sqrt() if mid_year else _ONE
    factors = []
    for _ in range(years):
        factor /= growth
        factors.append(factor)
    return tuple(factors)


def perpetuity_value(next_flow: Decimal, rate: Decimal, growth: Decimal) -> Decimal:
    """Return the value a year before `next_flow` of flows that grow for ever (Gordon).

    A flow of 6 next year, growing by 4 % and discounted at 10 %, is worth 6 ÷ 0.06 = 100.

    Raises:
        ValueError: `rate` is not above `growth`, where the sum has no limit.
    """
    if rate <= growth:
        raise ValueError("a perpetuity needs a rate above its growth")
    return next_flow / (rate - growth)


def compound_growth(first: Decimal, last: Decimal, years: int) -> Decimal | None:
    """Return growth a year from `first` to `last`; `None` unless both are above zero."""
    if first <= 0 or last <= 0 or years < 1:
        return None
    return (last / first) ** (_ONE / years) - _ONE


def bisected(
    function: Callable[[Decimal], Decimal], low: Decimal, high: Decimal, *, tolerance: Decimal
) -> Decimal | None:
    """Return where a continuous `function` is zero between `low` and `high`.

    Returns:
        A point within `tolerance` of a zero; `None` when both ends have the same sign.
    """
    at_low, at_high = function(low), function(high)
    if at_low == 0 or at_high == 0:
        return low if at_low == 0 else high
    if (at_low < 0) == (at_high < 0):
        return None
    while high - low > tolerance:
        middle = (low + high) / 2
        if (function(middle) < 0) == (at_low < 0):
            low = middle
        else:
            high = middle
    return (low + high) / 2
