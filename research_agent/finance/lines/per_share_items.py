"""Per-share data and the share counts behind it."""

from research_agent.finance.lines.income_item import income_item
from research_agent.finance.lines.line_items import Kind, LineItem

__all__ = ["PER_SHARE_ITEMS"]

PER_SHARE_ITEMS: tuple[LineItem, ...] = (
    income_item(
        "eps_basic",
        "Basic EPS",
        "EarningsPerShareBasic EarningsPerShareBasicAndDiluted",
        "BasicEarningsLossPerShare",
        kind=Kind.PER_SHARE,
    ),
    income_item(
        "eps_diluted",
        "Diluted EPS",
        "EarningsPerShareDiluted EarningsPerShareBasicAndDiluted",
        "DilutedEarningsLossPerShare",
        kind=Kind.PER_SHARE,
    ),
    income_item(
        "dividends_per_share",
        "Dividends declared per share",
        "CommonStockDividendsPerShareDeclared CommonStockDividendsPerShareCashPaid",
        "DividendsRecognisedAsDistributionsToOwnersPerShare",
        kind=Kind.PER_SHARE_FLOW,
    ),
    income_item(
        "weighted_shares_basic",
        "Weighted average shares, basic",
        "WeightedAverageNumberOfSharesOutstandingBasic"
        " WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
        "WeightedAverageShares",
        kind=Kind.AVERAGE_SHARES,
    ),
    income_item(
        "weighted_shares_diluted",
        "Weighted average shares, diluted",
        "WeightedAverageNumberOfDilutedSharesOutstanding"
        " WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
        "AdjustedWeightedAverageShares",
        kind=Kind.AVERAGE_SHARES,
    ),
)
