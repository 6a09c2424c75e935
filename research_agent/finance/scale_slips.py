"""Figures that a filer has most likely mistyped by a factor of a thousand or a million."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from research_agent.domain.facts import Fact
from research_agent.domain.tables import Row

__all__ = ["scale_slips"]

JUMP = 500
"""No company's total changes so many times over from one period to the next."""

_STEADY = frozenset(
    {
        "revenue",
        "cost_of_revenue",
        "total_assets",
        "total_liabilities",
        "weighted_shares_basic",
        "weighted_shares_diluted",
        "shares_outstanding",
    }
)
"""Lines that do not jump by themselves; an acquisition or a charge may."""


def scale_slips(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a sentence for each step between neighbours that only a slip of scale explains.

    The figures stay as filed: which of the two is wrong is for the reader to judge.
    """
    for row in rows:
        if row.concept not in _STEADY:
            continue
        for later, earlier in pairwise(row.cells):
            if isinstance(later, Fact) and isinstance(earlier, Fact) and _apart(later, earlier):
                yield (
                    f"{row.label} as filed is {later.value:,f} for {later.period.label} and "
                    f"{earlier.value:,f} for {earlier.period.label}: one of them is most likely a "
                    "slip of scale in the filing."
                )


def _apart(one: Fact, other: Fact) -> bool:
    low, high = sorted((abs(one.value), abs(other.value)))
    return low > 0 and high / low >= JUMP
