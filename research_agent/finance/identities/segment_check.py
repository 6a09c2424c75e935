"""The parts of a company add up to the whole, in every split its filings make."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from research_agent.domain.periods import Basis
from research_agent.finance.columns import Slot
from research_agent.finance.identities.identity import IdentityResult, Status
from research_agent.finance.segments.part_figures import PartFigures
from research_agent.finance.segments.sums import SumCheck, check_sum

__all__ = ["check_segments"]

_MEMBERS_ONLY = "The filing splits {within} only."
_UNALLOTTED = (
    "The filing allots only a part of this line to segments and has no row for the rest, such as "
    "costs of the whole company."
)
_ALLOTTED_WHOLE = frozenset({"revenue"})
"""Metrics of which nothing stays outside the segments."""


def check_segments(
    parts: PartFigures, slots: Iterable[Slot], basis: Basis
) -> Iterator[IdentityResult]:
    """Yield a result for every split and column that the filings make.

    Args:
        parts: Of one company.
        slots: The columns.
        basis: Of the columns.
    """
    for slot in slots:
        for group in parts.versions.groups:
            found = check_sum(parts, group, slot)
            if found is not None and found.period.basis is basis:
                yield _result(found)


def _result(found: SumCheck) -> IdentityResult:
    reason = "" if found.holds else _reason(found)
    status = Status.EXPLAINED if reason else Status.FAILED
    return IdentityResult(
        key=f"segments_sum.{found.group.metric.key}_{found.group.axis.value}",
        label=f"{found.group.title} adds up to the total",
        period=found.period,
        status=Status.PASSED if found.holds else status,
        left=found.total,
        right=found.parts,
        difference=found.total - found.parts,
        tolerance=Decimal(found.slack),
        facts=(found.facts[-1], *found.facts[:-1]),
        explanation=reason,
    )


def _reason(found: SumCheck) -> str:
    if found.within:
        return _MEMBERS_ONLY.format(within=found.within)
    return "" if found.group.metric.key in _ALLOTTED_WHOLE else _UNALLOTTED
