"""Check an equation on one column, and say why where it does not hold."""

from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.identities.equation import Equation
from research_agent.finance.identities.filing_errors import filing_error
from research_agent.finance.identities.identity import IdentityResult, Status
from research_agent.finance.identities.one_filing import adds_up_in_each_filing
from research_agent.finance.identities.sides import Sides, cell_reader, two_sides

__all__ = ["check_equation", "never_filed", "not_checked"]

_VERSIONS = (
    "The figures stand in filings of different years, between which the filer changed some of "
    "them; within each filing they add up."
)
_LEASES_TOO = Decimal("1.25")
"""A line of interest is on debt alone; with that on leases a fourth more is left out."""


def never_filed(figures: Figures, equation: Equation) -> tuple[str, ...]:
    """Return the lines, in words, for want of which a company's figures never show `equation`."""
    missing: tuple[str, ...] = ()
    for right in equation.rights:
        needed = (addend for addend in (*equation.left, *right) if not addend.optional)
        items = [LINE_ITEMS[addend.key] for addend in needed]
        missing = tuple(item.label for item in items if not figures.facts.filed_tags(item))
        if not missing:
            return ()
    return missing


def not_checked(equation: Equation, slot: Slot, reason: str) -> IdentityResult:
    """Return that `equation` cannot be checked on a column, and why."""
    return _result(equation, slot, Status.NOT_CHECKED, reason)


def check_equation(figures: Figures, equation: Equation, slot: Slot) -> IdentityResult:
    """Return whether `equation` holds on a column."""
    read = cell_reader(figures, slot)
    drawn_up = [two_sides(equation.left, right, read) for right in equation.rights]
    found = [sides for sides in drawn_up if isinstance(sides, Sides)]
    if not found:
        reason = next(sides.reason for sides in drawn_up if isinstance(sides, Missing))
        return _result(equation, slot, Status.NOT_CHECKED, reason)
    balanced = next((sides for sides in found if sides.balanced), None)
    if balanced is not None:
        return _result(equation, slot, Status.PASSED, "", balanced)
    reason = _reason(figures, equation, slot, found[0])
    status = Status.EXPLAINED if reason else Status.FAILED
    return _result(equation, slot, status, reason, found[0])


def _reason(figures: Figures, equation: Equation, slot: Slot, sides: Sides) -> str:
    """Return why the sides differ; empty when nothing in the filings says so."""
    if error := filing_error(sides.facts):
        return error
    if variant := _variant(figures, equation, slot):
        return variant
    if adds_up_in_each_filing(figures, equation, sides.facts):
        return _VERSIONS
    if line := _own_tag(figures, equation, slot, sides) or _within(figures, equation, slot, sides):
        return line
    if sides.absent and not figures.facts.read_in_full(slot.period.end):
        return f"{', '.join(sides.absent)} may have been filed, but the store does not hold it."
    return ""


def _variant(figures: Figures, equation: Equation, slot: Slot) -> str:
    read = cell_reader(figures, slot)
    for variant in equation.variants:
        other = two_sides(equation.left, variant.right, read)
        if isinstance(other, Sides) and other.balanced:
            return variant.reason
    return ""


def _within(figures: Figures, equation: Equation, slot: Slot, sides: Sides) -> str:
    if equation.within is None:
        return ""
    cell = figures.cell(equation.within.key, slot)
    most = cell.value * _LEASES_TOO if isinstance(cell, Fact) else 0
    left_out = 0 < -sides.difference <= most
    return equation.within.reason if left_out else ""


def _own_tag(figures: Figures, equation: Equation, slot: Slot, sides: Sides) -> str:
    """Return what small line under a tag of the filer's own lies between the sides."""
    line = equation.own_tag
    if line is None or not all(leaf.tag.startswith(line.taxonomy) for leaf in sides.filed):
        return ""
    beside = any(isinstance(figures.cell(key, slot), Fact) for key in line.beside)
    size = sum((abs(fact.value) for fact in sides.facts), Decimal(0))
    return line.reason if beside and abs(sides.difference) <= line.share * size else ""


def _result(
    equation: Equation, slot: Slot, status: Status, explanation: str, sides: Sides | None = None
) -> IdentityResult:
    if sides is None:
        return IdentityResult(
            key=equation.key,
            label=equation.label,
            period=slot.period,
            status=status,
            explanation=explanation,
        )
    return IdentityResult(
        key=equation.key,
        label=equation.label,
        period=slot.period,
        status=status,
        left=sides.left,
        right=sides.right,
        difference=sides.difference,
        tolerance=sides.tolerance,
        facts=sides.facts,
        explanation=explanation,
    )
