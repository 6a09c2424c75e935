"""Lines that are a sum of other lines: total debt, free cash flow, liabilities of a filer that tags none."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell
from research_agent.finance.lines.line_items import LineItem, Term

__all__ = ["Sum", "sum_of_lines"]


_PROOF_TOLERANCE = Decimal("0.01")
_UNPROVED = Missing("its parts, as filed, do not lead to income before tax")


@dataclass(frozen=True, slots=True)
class Sum:
    """A line worked out from others.

    Args:
        value: In the unit of its inputs.
        formula: Over their labels, `"Cash from operations − Capital expenditure (paid)"`.
        inputs: In the order of the formula.
    """

    value: Decimal
    formula: str
    inputs: tuple[Fact, ...]


def sum_of_lines(
    item: LineItem, cell_of: Callable[[str], Cell], *, read_in_full: bool
) -> Sum | Missing:
    """Work out a line by its formula, or the first of its fallbacks whose terms are there.

    Args:
        item: With a formula.
        cell_of: The figure of another line for the same period.
        read_in_full: Whether what is absent was not filed. Where the filings were read only in
            part, an optional term that is absent may well have been filed, and a sum without it
            would be too small.

    Returns:
        The sum, or the first reason why there is none.
    """
    reason: Missing | None = None
    for terms in (item.formula, *item.fallbacks):
        found = _sum(item, terms, cell_of, read_in_full=read_in_full)
        if isinstance(found, Sum) and _proved(item, found, cell_of):
            return found
        if isinstance(found, Sum):
            found = _UNPROVED
        reason = reason or found
    return reason or Missing("not reported")


def _proved(item: LineItem, found: Sum, cell_of: Callable[[str], Cell]) -> bool:
    if item.proof is None:
        return True
    result = cell_of(item.proof.result)
    total = found.value
    for term in item.proof.terms:
        cell = cell_of(term.key)
        if isinstance(cell, Fact):
            total += cell.value * term.sign
        elif not term.optional:
            return False
    if not isinstance(result, Fact):
        return False
    return abs(total - result.value) <= abs(found.value) * _PROOF_TOLERANCE


def _sum(
    item: LineItem, terms: tuple[Term, ...], cell_of: Callable[[str], Cell], *, read_in_full: bool
) -> Sum | Missing:
    used: list[tuple[Term, Fact]] = []
    for term in terms:
        cell = cell_of(term.key)
        if isinstance(cell, Fact):
            if not (item.distinct_terms and any(cell.value == f.value for _, f in used)):
                used.append((term, cell))
        elif not term.optional or not read_in_full:
            return cell
    if not used:
        return Missing("not reported")
    if len({fact.unit for _, fact in used}) != 1:
        return Missing("its parts are filed in different units")
    value = sum((fact.value * term.sign for term, fact in used), Decimal(0))
    return Sum(value, _words(used), tuple(fact for _, fact in used))


def _words(used: list[tuple[Term, Fact]]) -> str:
    words = " ".join(f"{'−' if term.sign < 0 else '+'} {fact.label}" for term, fact in used)
    return words.removeprefix("+ ")
