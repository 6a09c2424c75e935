"""Amounts for one share."""

from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import ZERO, of, short
from research_agent.finance.ratios.ratio import Ratio
from research_agent.finance.ratios.sector_rule import (
    NO_BALANCE_SPLIT,
    NO_CASH_FLOW,
    NO_FREE_CASH_FLOW,
    SectorRule,
)
from research_agent.finance.share_counts import per_share

__all__ = ["PER_SHARE_RATIOS"]

_of_flow = partial(per_share, source=sources.VALUATION)
_of_balance = partial(per_share, source=sources.VALUATION, balance=True)


def _flow(key: str, label: str, item: str, *, rule: SectorRule | None = None) -> Ratio:
    return _of_flow(key, label, short(item), of(item), lambda v: v[item], rule=rule)


PER_SHARE_RATIOS: tuple[Ratio, ...] = (
    _flow("revenue_per_share", "Revenue per share", "revenue"),
    _flow(
        "operating_cash_flow_per_share",
        "Operating cash flow per share",
        "operating_cash_flow",
        rule=NO_CASH_FLOW,
    ),
    _flow(
        "free_cash_flow_per_share",
        "Free cash flow per share",
        "free_cash_flow",
        rule=NO_FREE_CASH_FLOW,
    ),
    _of_balance(
        "book_value_per_share",
        "Book value per share",
        "(Shareholders' equity − Preferred stock)",
        of("equity", "preferred_stock?"),
        lambda v: v["equity"] - v.get("preferred_stock", ZERO),
    ),
    _of_balance(
        "tangible_book_value_per_share",
        "Tangible book value per share",
        short("tangible_book_value"),
        of("tangible_book_value"),
        lambda v: v["tangible_book_value"],
    ),
    _of_balance(
        "cash_per_share",
        "Cash and short-term investments per share",
        short("cash_and_short_term_investments"),
        of("cash_and_short_term_investments"),
        lambda v: v["cash_and_short_term_investments"],
        rule=NO_BALANCE_SPLIT,
    ),
    _of_balance(
        "net_current_assets_per_share",
        "Net current asset value per share",
        "(Total current assets − Total liabilities − Preferred stock)",
        of("current_assets", "total_liabilities", "preferred_stock?"),
        lambda v: v["current_assets"] - v["total_liabilities"] - v.get("preferred_stock", ZERO),
        source=sources.GRAHAM,
        rule=NO_BALANCE_SPLIT,
    ),
)
