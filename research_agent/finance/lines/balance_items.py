"""Lines of the balance sheet."""

from research_agent.finance.lines.asset_items import ASSET_ITEMS
from research_agent.finance.lines.liability_items import LIABILITY_ITEMS

__all__ = ["BALANCE_ITEMS"]

BALANCE_ITEMS = (*ASSET_ITEMS, *LIABILITY_ITEMS)
