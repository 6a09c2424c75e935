"""Names and calls of the eight sub-tools behind `get_financials`."""

from dataclasses import dataclass, field
from typing import Any

__all__ = ["SUB_TOOLS", "RoutedCall"]

SUB_TOOLS = (
    "get_income_statements",
    "get_balance_sheets",
    "get_cash_flow_statements",
    "get_all_financial_statements",
    "get_earnings",
    "get_key_ratios",
    "get_historical_key_ratios",
    "get_financial_segments",
)


@dataclass(frozen=True, slots=True)
class RoutedCall:
    """One sub-tool call a router chose.

    Args:
        tool: One of `SUB_TOOLS`.
        arguments: As the sub-tool takes them: `ticker`, and where it has them `period`
            (`"annual"`, `"quarterly"`, `"ttm"`), `limit`, `report_period_gt/gte/lt/lte` and
            `as_of` (ISO dates), `vintage` (`"latest"`, `"as_reported"`).
    """

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)
