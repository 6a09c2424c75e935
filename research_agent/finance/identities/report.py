"""Every identity of one company."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from research_agent.domain.periods import Basis
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import QUARTERS, Slot
from research_agent.finance.figures import Figures
from research_agent.finance.identities.cash_tie import check_cash_tie
from research_agent.finance.identities.earnings_check import check_earnings
from research_agent.finance.identities.equation import Equation
from research_agent.finance.identities.equation_check import (
    check_equation,
    never_filed,
    not_checked,
)
from research_agent.finance.identities.identity import IdentityReport, IdentityResult
from research_agent.finance.identities.quarter_sums import check_quarter_sums
from research_agent.finance.identities.segment_check import check_segments
from research_agent.finance.identities.statement_equations import STATEMENT_EQUATIONS
from research_agent.finance.lines.line_items import Kind
from research_agent.finance.segments.part_figures import PartFigures

__all__ = ["CHECKED_BASES", "check_identities"]

CHECKED_BASES = (Basis.ANNUAL, Basis.QUARTERLY)
"""Trailing twelve months are worked out from both, so checking them says nothing new."""

_INSTANT = (Kind.INSTANT, Kind.INSTANT_SHARES)


def check_identities(
    figures: Figures,
    *,
    bases: Sequence[Basis] = CHECKED_BASES,
    limit: int | None = None,
    parts: PartFigures | None = None,
) -> IdentityReport:
    """Check every identity of a company over its columns.

    Args:
        figures: The company under one vintage and day.
        bases: Annual, quarterly or both; balance sheets at a year's end are checked once.
        limit: Newest columns of each basis; all by default.
        parts: Its segments, where the store has them.
    """
    results: list[IdentityResult] = []
    absent = {equation.key: never_filed(figures, equation) for equation in STATEMENT_EQUATIONS}
    for basis in bases:
        slots = list(islice(figures.columns.slots(basis), limit))
        both = len(bases) > 1 and basis is Basis.QUARTERLY
        for slot in slots:
            results += _of_column(figures, slot, absent, year_end_done=both)
        if parts is not None:
            results += check_segments(parts, slots, basis)
        oldest = slots[-1].period.end if limit is not None and slots else None
        results += (
            result
            for result in check_quarter_sums(figures, (basis,))
            if oldest is None or result.period.end >= oldest
        )
    return IdentityReport(figures.company, tuple(results))


def _of_column(
    figures: Figures, slot: Slot, absent: Mapping[str, tuple[str, ...]], *, year_end_done: bool
) -> Iterator[IdentityResult]:
    for equation in STATEMENT_EQUATIONS:
        if year_end_done and slot.quarter == QUARTERS and _is_of_balances(equation):
            continue
        if missing := absent[equation.key]:
            yield not_checked(equation, slot, f"{', '.join(missing)}: never filed")
        else:
            yield check_equation(figures, equation, slot)
    yield check_cash_tie(figures, slot)
    yield from check_earnings(figures, slot)


def _is_of_balances(equation: Equation) -> bool:
    return all(LINE_ITEMS[addend.key].kind in _INSTANT for addend in equation.left)
