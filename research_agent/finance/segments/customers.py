"""Customers that a filing names for their share of revenue (10 % or more)."""

from collections.abc import Mapping

from research_agent.finance.filed_facts import Span
from research_agent.finance.segments.axes import AxisKind, axis_kind, is_qualifier
from research_agent.finance.segments.axis_lines import name_of
from research_agent.finance.segments.breakdown import Breakdown, Line, Part
from research_agent.finance.segments.metrics import CUSTOMER_SHARE
from research_agent.finance.segments.names import MemberName
from research_agent.finance.segments.roles import Role
from research_agent.finance.xbrl.facts import XbrlDocument, XbrlFact, local_name

__all__ = ["customer_shares"]

_BENCHMARK = "ConcentrationRiskByBenchmarkAxis"
_TYPE = "ConcentrationRiskByTypeAxis"


def customer_shares(document: XbrlDocument, names: Mapping[str, MemberName]) -> Breakdown | None:
    """Return the named customers' shares of revenue; `None` when the filing names none.

    The shares have no total: the other customers are not named.
    """
    found: dict[str, dict[Span, XbrlFact]] = {}
    axis_tag = ""
    for fact in document.facts:
        if fact.tag not in CUSTOMER_SHARE.tags or not _of_revenue(fact):
            continue
        for axis, member in fact.dimensions.items():
            if axis_kind(axis) is AxisKind.CUSTOMER:
                axis_tag = axis
                found.setdefault(member, {}).setdefault((fact.start, fact.end), fact)
    if not found:
        return None
    lines = tuple(
        Line(Role.MEMBER, axis_tag, member, name_of(member, names), (Part(figures),))
        for member, figures in found.items()
    )
    return Breakdown(CUSTOMER_SHARE, AxisKind.CUSTOMER, axis_tag, lines, {}, reconciles=False)


def _of_revenue(fact: XbrlFact) -> bool:
    """Say whether a share is one of the whole company's revenue, not of receivables or a part."""
    benchmark = ""
    for axis, member in fact.dimensions.items():
        local = local_name(axis)
        if local == _BENCHMARK:
            benchmark = local_name(member)
        elif local != _TYPE and not _keeps_the_whole(axis, member):
            return False
    return "Revenue" in benchmark or "Sales" in benchmark


def _keeps_the_whole(axis: str, member: str) -> bool:
    """Say whether a share with this member is still one of all revenue.

    A segment only says whose customer it is.
    """
    if is_qualifier(axis, member):
        return True
    return axis_kind(axis) in (AxisKind.CUSTOMER, AxisKind.BUSINESS)
