"""A figure of one filing, split into rows that a total can be checked against."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from research_agent.finance.filed_facts import Span
from research_agent.finance.segments.axes import AxisKind
from research_agent.finance.segments.cells import Figures, amounts_of
from research_agent.finance.segments.metrics import SegmentMetric
from research_agent.finance.segments.names import MemberName
from research_agent.finance.segments.roles import Role
from research_agent.finance.segments.subsets import Amounts

__all__ = ["Breakdown", "Line", "Part"]


@dataclass(frozen=True, slots=True)
class Part:
    """A filed piece of a row.

    Args:
        figures: By period.
        of: Members of a second axis that the piece is of, in words; empty for a whole row.
    """

    figures: Figures
    of: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One row.

    Args:
        role: What it is to the total.
        axis_tag: The axis of its member; empty for a reconciling figure without one.
        member_tag: Its member; the figure's tag where it has none.
        name: Its short name.
        parts: One, or several that are added because the filing has no figure of the row whole.
        sign: -1 where the filed figure is taken off.
    """

    role: Role
    axis_tag: str
    member_tag: str
    name: MemberName
    parts: tuple[Part, ...]
    sign: int = 1

    @property
    def amounts(self) -> Amounts:
        """The row's figures, signed."""
        whole = amounts_of(part.figures for part in self.parts)
        if self.sign > 0:
            return whole
        return Amounts({span: -value for span, value in whole.values.items()}, whole.slack)


@dataclass(frozen=True, slots=True)
class Breakdown:
    """One metric split along one axis in one filing.

    Args:
        metric: The figure.
        kind: What the rows are.
        axis_tag: The axis.
        lines: Members, then what lies between them and the total, then rows that overlap others.
        total: The figure of the whole company.
        reconciles: True when members and eliminations add up to the total, within rounding, in
            every period.
        within: The member the rows are parts of where they cover only that, in words.
    """

    metric: SegmentMetric
    kind: AxisKind
    axis_tag: str
    lines: tuple[Line, ...]
    total: Figures
    reconciles: bool
    within: str = ""

    def added(self) -> tuple[Line, ...]:
        """Return the rows that make up the total: members and eliminations."""
        return tuple(line for line in self.lines if line.role in (Role.MEMBER, Role.ELIMINATION))

    def differences(self) -> Mapping[Span, Decimal]:
        """Return, for each period of the total, rows less total."""
        whole = _sum(line.amounts for line in self.added())
        return {
            span: whole[span] - fact.value for span, fact in self.total.items() if span in whole
        }


def _sum(rows: Iterable[Amounts]) -> dict[Span, Decimal]:
    found: dict[Span, Decimal] = {}
    for row in rows:
        for span, value in row.values.items():
            found[span] = found.get(span, Decimal(0)) + value
    return found
