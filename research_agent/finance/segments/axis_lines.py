"""The rows that one filing offers for one axis, before any of them is chosen."""

from collections.abc import Mapping
from dataclasses import dataclass

from research_agent.finance.segments.axes import AxisKind, axis_kind, is_elimination_name
from research_agent.finance.segments.breakdown import Line, Part
from research_agent.finance.segments.cells import Cells, Dimensions, Figures
from research_agent.finance.segments.names import MemberName, split_name
from research_agent.finance.segments.roles import Role

__all__ = ["AxisLines", "elimination_lines", "name_of"]

_NOT_CUSTOMERS = ("external", "intersegment", "affiliate", "related")


@dataclass(frozen=True, slots=True)
class AxisLines:
    """Rows of one axis.

    Args:
        plain: Members that have a figure of their own.
        nested: Members whose figure is filed inside one other member only, so that it is the
            whole of theirs all the same: a product that only one segment sells.
        contexts: For each row of `nested`, the other members.
        summed: Members whose figure is filed in pieces, by the members of one other axis.
    """

    plain: tuple[Line, ...]
    nested: tuple[Line, ...]
    contexts: tuple[Dimensions, ...]
    summed: tuple[Line, ...]

    @classmethod
    def of(
        cls, cells: Cells, axis: str, names: Mapping[str, MemberName], *, operating: bool
    ) -> "AxisLines":
        """Sort the members of `axis`.

        Args:
            cells: The metric in one filing.
            axis: The axis.
            names: Of every member.
            operating: Take figures before eliminations where a member has both.
        """
        plain, nested, contexts, summed = [], [], [], []
        for member in cells.members(axis):
            if axis_kind(axis) is AxisKind.CUSTOMER and _not_a_customer(member):
                continue
            figures = cells.plain(axis, member, operating=operating)
            if figures:
                plain.append(_line(axis, member, names, (Part(figures),)))
                continue
            inside = cells.nested(axis, member)
            if len(inside) == 1:
                context, figures = next(iter(inside.items()))
                nested.append(_line(axis, member, names, (Part(figures),)))
                contexts.append(context)
            elif inside and _one_axis(inside):
                parts = [
                    Part(figures, " / ".join(name_of(m, names).text for _, m in sorted(context)))
                    for context, figures in inside.items()
                ]
                summed.append(_line(axis, member, names, tuple(parts)))
        return cls(tuple(plain), tuple(nested), tuple(contexts), tuple(summed))


def _line(axis: str, member: str, names: Mapping[str, MemberName], parts: tuple[Part, ...]) -> Line:
    role = Role.ELIMINATION if is_elimination_name(member) else Role.MEMBER
    return Line(role, axis, member, name_of(member, names), parts)


def elimination_lines(cells: Cells, axis: str, names: Mapping[str, MemberName]) -> tuple[Line, ...]:
    """Return what the consolidation axis puts between the segments and the total."""
    return tuple(
        Line(Role.ELIMINATION, of, member, name_of(member, names), (Part(figures),))
        for (of, member), figures in cells.eliminations(axis).items()
    )


def name_of(member: str, names: Mapping[str, MemberName]) -> MemberName:
    """Return the name of a member."""
    return names.get(member) or MemberName(split_name(member), False)


def _not_a_customer(member: str) -> bool:
    return any(word in member.lower() for word in _NOT_CUSTOMERS)


def _one_axis(inside: Mapping[Dimensions, Figures]) -> bool:
    """Say whether the contexts are the members of one axis, so that they may be added."""
    axes = {axis for context in inside for axis, _ in context}
    return len(axes) == 1 and all(len(context) == 1 for context in inside)
