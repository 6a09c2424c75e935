"""Which metrics companies report by segment, product or region, and what stands in for the others."""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["PART_METRICS", "PART_RATIOS", "has_parts"]

PART_METRICS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "revenue": ("revenue", "revenue_share"),  # of customers only their share is filed
        "operating_income": ("operating_income", "pretax_income"),
        "pretax_income": ("pretax_income", "operating_income"),
        "net_income": (
            "net_income",
            "consolidated_net_income",
            "operating_income",
            "pretax_income",
        ),
        "gross_profit": ("gross_profit",),
        "total_assets": ("assets",),
    }
)
"""Line item to the first parts of segment concepts that give it, the best first.

A segment's result is what its company measures it by; which one it is gets said in the answer.
"""

PART_RATIOS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "operating_margin": ("operating_income", "revenue"),
        "pretax_margin": ("pretax_income", "revenue"),
        "net_margin": ("net_income", "revenue"),
        "gross_margin": ("gross_profit", "revenue"),
    }
)
"""Ratios that can be worked out for a part: line item over line item."""


def has_parts(metric: str) -> bool:
    """Say whether companies report `metric` by segment, product or region at all."""
    return metric in PART_METRICS or metric in PART_RATIOS
