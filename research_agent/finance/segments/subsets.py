"""Which rows add up to a total, in every period at once.

A filer tags subtotals beside their parts (products in all, and each product) and two splits on one
axis (products and services; lines of business), and no linkbase says which is which. The rows that
belong together are those that add up to the total in every period the filing reports.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import compress

from research_agent.finance.filed_facts import Span

__all__ = ["MAX_SEARCHED_ROWS", "Amounts", "finest_subset", "parents"]

MAX_SEARCHED_ROWS = 24
"""The search looks at two times 2^12 sums of half the rows each."""

_MIN_SPANS = 2
_MAX_ROWS_FOR_ONE_SPAN = 6
"""With more rows, a sum of one period alone may fit by accident."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """One row's figures.

    Args:
        values: By period.
        slack: How far a figure may be off by its own rounding: half of its last printed digit.
    """

    values: Mapping[Span, Decimal]
    slack: Decimal = Decimal(0)

    def over(self, spans: Sequence[Span]) -> tuple[Decimal, ...]:
        """Return the figures of `spans`; 0 where the row has none."""
        return tuple(self.values.get(span, Decimal(0)) for span in spans)


def finest_subset(rows: Sequence[Amounts], total: Amounts) -> tuple[int, ...] | None:
    """Return the places of the most rows that add up to `total` in each of its periods.

    All of them where that fits; an exact sum is better than one within rounding.

    Returns:
        Two rows or more; `None` when no set fits, or too many rows would have to be tried.
    """
    spans = sorted(total.values, key=lambda span: (span[1], span[0] or span[1]), reverse=True)
    if len(rows) < 2 or not spans:
        return None
    vectors = [row.over(spans) for row in rows]
    goal = total.over(spans)
    everything = tuple(range(len(rows)))
    if _off(vectors, everything, goal) <= _slack(rows, everything, total):
        return everything
    if len(rows) > MAX_SEARCHED_ROWS:
        return None
    if len(spans) < _MIN_SPANS and len(rows) > _MAX_ROWS_FOR_ONE_SPAN:
        return None
    found = [
        places
        for places in _near(vectors, goal[0], _slack(rows, everything, total))
        if len(places) >= 2 and _off(vectors, places, goal) <= _slack(rows, places, total)
    ]
    return min(
        found,
        key=lambda places: (_off(vectors, places, goal) > 0, -len(places), places),
        default=None,
    )


def parents(rows: Sequence[Amounts]) -> frozenset[int]:
    """Return the places of rows that are the sum of two or more of the others."""
    found = set()
    for place, row in enumerate(rows):
        spans = [span for span, value in row.values.items() if value]
        whole = Amounts({span: row.values[span] for span in spans}, row.slack)
        others = [
            other
            for at, other in enumerate(rows)
            if at != place and at not in found and any(other.over(spans))
        ]
        if spans and finest_subset(others, whole) is not None:
            found.add(place)
    return frozenset(found)


def _off(
    vectors: Sequence[tuple[Decimal, ...]], places: Sequence[int], goal: Sequence[Decimal]
) -> Decimal:
    """Return the largest miss of any period."""
    return max(
        abs(sum((vectors[place][at] for place in places), Decimal(0)) - wanted)
        for at, wanted in enumerate(goal)
    )


def _slack(rows: Sequence[Amounts], places: Sequence[int], total: Amounts) -> Decimal:
    return sum((rows[place].slack for place in places), total.slack)


def _near(
    vectors: Sequence[tuple[Decimal, ...]], goal: Decimal, slack: Decimal
) -> list[tuple[int, ...]]:
    """Return every set of rows whose newest figures add up to `goal` within `slack`."""
    half = len(vectors) // 2
    left = _sums([vector[0] for vector in vectors[:half]])
    right = _sums([vector[0] for vector in vectors[half:]])
    left.sort()
    keys = [value for value, _mask in left]
    found = []
    for value, mask in right:
        first = bisect_left(keys, goal - value - slack)
        last = bisect_right(keys, goal - value + slack)
        found += [(other | mask << half) for _sum, other in left[first:last]]
    everything = range(len(vectors))
    return [tuple(compress(everything, _bits(mask, len(vectors)))) for mask in found]


def _sums(values: Sequence[Decimal]) -> list[tuple[Decimal, int]]:
    sums = [(Decimal(0), 0)]
    for at, value in enumerate(values):
        sums += [(total + value, mask | 1 << at) for total, mask in sums]
    return sums


def _bits(mask: int, count: int) -> list[bool]:
    return [bool(mask >> at & 1) for at in range(count)]
