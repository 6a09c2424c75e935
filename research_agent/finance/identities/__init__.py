"""Checks of figures against each other: what must add up in every company's statements."""

from research_agent.finance.identities.identity import IdentityReport, IdentityResult, Status
from research_agent.finance.identities.report import CHECKED_BASES, check_identities

__all__ = [
    "CHECKED_BASES",
    "IdentityReport",
    "IdentityResult",
    "Status",
    "check_identities",
]
