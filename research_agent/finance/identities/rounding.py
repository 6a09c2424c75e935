"""How far sums of rounded figures may lie apart.

A filer rounds each figure to its unit, so a sum of figures may miss the figure of the sum by
half a unit for each of them, and by as much again where columns were made to add up. The unit of
a figure shows in the zeros at its end; more than six of them are chance.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from research_agent.domain.facts import Fact

__all__ = ["cents", "leaves", "per_share_unit", "rounding_unit", "sum_tolerance"]

_MAX_ZEROS = 6
_PER_SHARE_DECIMALS = 2
_HALF = Decimal("0.5")


def leaves(fact: Fact) -> Iterator[Fact]:
    """Yield the filed figures behind `fact`, itself when it was filed."""
    if not fact.inputs:
        yield fact
    for part in fact.inputs:
        yield from leaves(part)


def rounding_unit(value: Decimal) -> Decimal:
    """Return the largest power of ten, a million at most, that `value` is a multiple of.

    781,800,000 is a multiple of 100,000; nothing is a multiple of a million, as 0 is.
    """
    exponent = int(value.normalize().as_tuple().exponent) if value else _MAX_ZEROS
    return Decimal(1).scaleb(min(max(exponent, 0), _MAX_ZEROS))


def sum_tolerance(values: Iterable[Decimal], *, columns_apart: bool = False) -> Decimal:
    """Return what rounding can make of the difference of two sums over filed `values`.

    Half a unit for each, and one unit at least.

    Args:
        values: Both sides together.
        columns_apart: They stand in different columns, each made to add up in itself; then it
            is a whole unit for each.
    """
    units = [rounding_unit(value) for value in values]
    share = Decimal(1) if columns_apart else _HALF
    return max(sum(units, Decimal(0)) * share, max(units, default=Decimal(0)))


def per_share_unit(fact: Fact) -> Decimal:
    """Return to what a figure per share is rounded: a cent, or finer where that shows.

    A figure on today's share basis is as exact as the one that was filed.
    """
    filed = next(leaves(fact))
    unit = cents(filed.value)
    return unit * abs(fact.value / filed.value) if filed.value else unit


def cents(value: Decimal) -> Decimal:
    """Return the unit of a filed figure per share: a cent, or finer where that shows."""
    exponent = int(value.normalize().as_tuple().exponent)
    return Decimal(1).scaleb(min(exponent, -_PER_SHARE_DECIMALS))
