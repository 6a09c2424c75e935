"""The two sides of an equation, from the figures of one column."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis
from research_agent.domain.tables import Cell
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import QUARTERS, Slot
from research_agent.finance.figures import Figures
from research_agent.finance.fiscal_calendar import TOLERANCE
from research_agent.finance.identities.equation import Addend, Side
from research_agent.finance.identities.rounding import leaves, sum_tolerance

__all__ = ["Sides", "cell_reader", "is_evidence", "opening_slot", "two_sides"]


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides, added up.

    Args:
        left: In the unit of the figures.
        right: In the same.
        facts: Left side first.
        absent: Optional lines that were not there, in words.
    """

    left: Decimal
    right: Decimal
    facts: tuple[Fact, ...]
    absent: tuple[str, ...]

    @property
    def difference(self) -> Decimal:
        """Left less right."""
        return self.left - self.right

    @property
    def filed(self) -> tuple[Fact, ...]:
        """The filed figures behind both sides."""
        return tuple(leaf for fact in self.facts for leaf in leaves(fact))

    @property
    def tolerance(self) -> Decimal:
        """What rounding can make of it."""
        return sum_tolerance(leaf.value for leaf in self.filed)

    @property
    def balanced(self) -> bool:
        """True when no more than rounding lies between them."""
        return abs(self.difference) <= self.tolerance


def two_sides(left: Side, right: Side, read: Callable[[Addend], Cell]) -> Sides | Missing:
    """Add both sides up.

    Args:
        left: Lines of the one.
        right: Lines of the other.
        read: The figure of a line for the column.

    Returns:
        The sides, or which lines are missing, in words.
    """
    totals = []
    facts: list[Fact] = []
    gaps: list[str] = []
    absent: list[str] = []
    for side in (left, right):
        total = Decimal(0)
        for addend in side:
            cell = read(addend)
            if isinstance(cell, Fact):
                total += cell.value * addend.sign
                facts.append(cell)
            else:
                (absent if addend.optional else gaps).append(_words(addend))
        totals.append(total)
    if gaps:
        return Missing(f"{', '.join(dict.fromkeys(gaps))}: not there to check with")
    if len({fact.unit for fact in facts}) > 1:
        return Missing("its figures are in different units")
    return Sides(totals[0], totals[1], tuple(facts), tuple(absent))


def cell_reader(figures: Figures, slot: Slot) -> Callable[[Addend], Cell]:
    """Return the reader of a column; a figure worked out from other lines proves nothing."""
    opening = opening_slot(figures, slot)

    def read(addend: Addend) -> Cell:
        column = opening if addend.opening else slot
        if column is None:
            return Missing("no column before")
        cell = figures.cell(addend.key, column)
        return cell if isinstance(cell, Missing) or is_evidence(cell) else Missing("worked out")

    return read


def is_evidence(fact: Fact) -> bool:
    """Say whether a figure was filed, or split up over time from what was filed of its line."""
    return all(part.concept == fact.concept and is_evidence(part) for part in fact.inputs)


def opening_slot(figures: Figures, slot: Slot) -> Slot | None:
    """Return the column that ends where `slot` begins, if there is one."""
    if slot.basis is Basis.ANNUAL:
        before = figures.columns.earlier(slot, QUARTERS)
    else:
        before = figures.columns.quarter_before(slot, 1)
    start = slot.period.start
    if before is None or start is None:
        return None
    gap = start - timedelta(days=1) - before.period.end
    return before if abs(gap) <= TOLERANCE else None


def _words(addend: Addend) -> str:
    label = LINE_ITEMS[addend.key].label
    return f"{label} at the start" if addend.opening else label
