"""Names and calls of the sub-tools behind `get_market_data`."""

from dataclasses import dataclass
from datetime import date

__all__ = ["MARKET_TOOLS", "MarketCall"]

MARKET_TOOLS = (
    "get_prices",
    "get_price_snapshot",
    "get_market_cap",
    "get_valuation_ratios",
    "get_news",
    "get_insider_trades",
    "get_institutional_holders",
)


@dataclass(frozen=True, slots=True)
class MarketCall:
    """One sub-tool call.

    Args:
        tool: One of `MARKET_TOOLS`.
        ticker: The company, in any spelling; a class of shares for prices.
        first: First day of a window of prices; `None` otherwise. Likewise `last`.
        limit: At most so many entries of a list.
    """

    tool: str
    ticker: str
    first: date | None = None
    last: date | None = None
    limit: int = 5
