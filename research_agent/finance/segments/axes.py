"""The dimensions of a filing: which of them split a figure, and which only qualify it.

An axis that splits a figure by business, product, geography or customer is *substantive*. The
consolidation axis is not: it says on which side of the consolidation a figure stands, a segment's
own (`OperatingSegmentsMember`) or what is taken off or added between the segments and the total.
"""

import re
from enum import StrEnum

from research_agent.finance.xbrl.facts import local_name

__all__ = [
    "AxisKind",
    "axis_kind",
    "is_elimination_name",
    "is_group",
    "is_operating",
    "is_own",
    "is_qualifier",
]


class AxisKind(StrEnum):
    """What the members of an axis are."""

    BUSINESS = "business"
    PRODUCT = "product"
    GEOGRAPHY = "geography"
    CUSTOMER = "customer"


_KINDS = {
    "StatementBusinessSegmentsAxis": AxisKind.BUSINESS,
    "SubsegmentsAxis": AxisKind.BUSINESS,
    "ProductOrServiceAxis": AxisKind.PRODUCT,
    "ProductsAndServicesAxis": AxisKind.PRODUCT,
    "StatementGeographicalAxis": AxisKind.GEOGRAPHY,
    "GeographicalAxis": AxisKind.GEOGRAPHY,
    "GeographicDistributionAxis": AxisKind.GEOGRAPHY,
    "MajorCustomersAxis": AxisKind.CUSTOMER,
}
_QUALIFIER = "ConsolidationItemsAxis"
_OPERATING = frozenset({"OperatingSegmentsMember", "ReportableSegmentsMember"})
_STANDARD = frozenset({"us-gaap", "srt", "dei", "country", "ifrs-full", "ecd", "cyd", "invest"})
_ELIMINATION = re.compile(r"eliminat|intersegment|intersubsegment|reconcil", re.IGNORECASE)


def axis_kind(axis: str) -> AxisKind | None:
    """Return what a substantive axis splits by; `None` for every other axis."""
    return _KINDS.get(local_name(axis))


def is_qualifier(axis: str, member: str) -> bool:
    """Say whether a member of the consolidation axis places a figure against the total.

    A filer's own member of that axis is a group of segments (Microsoft's `CommercialMember`),
    unless it is named as a reconciliation.
    """
    if local_name(axis) != _QUALIFIER:
        return False
    return not is_own(member) or is_elimination_name(member) or "Corporate" in local_name(member)


def is_operating(member: str) -> bool:
    """Say whether a member of the consolidation axis leaves a segment's figure what it is."""
    return local_name(member) in _OPERATING


def is_group(axis: str, member: str) -> bool:
    """Say whether a member groups other members without changing what their figures are of.

    Members of substantive axes, of axes that the filer made itself, and the filer's own members
    of the consolidation axis do; those of a restructuring plan or an acquisition restrict.
    """
    if local_name(axis) == _QUALIFIER:
        return not is_qualifier(axis, member)
    return axis_kind(axis) is not None or is_own(axis)


def is_own(name: str) -> bool:
    """Say whether a tag, axis or member is the filer's own, not one of a standard taxonomy."""
    return name.partition(":")[0] not in _STANDARD


def is_elimination_name(member: str) -> bool:
    """Say whether a member is named as an elimination or a reconciliation, not as a business."""
    return bool(_ELIMINATION.search(local_name(member)))
