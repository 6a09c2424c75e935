"""Growth and figures per share."""

from research_agent.finance.ratio import Ratio, RatioGroup
from research_agent.finance.ratio_formulas import growth, of, over, ratio

__all__ = ["GROWTH_RATIOS"]


def _growth_of(key: str, label: str, item: str, words: str) -> Ratio:
    return ratio(
        key,
        label,
        RatioGroup.GROWTH,
        f"{words} ÷ {words} a year before − 1",
        of(item, f"{item}~"),
        growth(item),
        meaningless="the base is zero or negative",
    )


def _per_share(key: str, label: str, top: str, words: str, *, balance: bool = False) -> Ratio:
    shares = "shares_outstanding" if balance else "weighted_shares_diluted"
    named = "Shares outstanding" if balance else "Weighted average diluted shares"
    return ratio(
        key,
        label,
        RatioGroup.PER_SHARE,
        f"{words} ÷ {named}",
        of(top, shares),
        over(top, shares),
        unit="money/shares",
    )


GROWTH_RATIOS: tuple[Ratio, ...] = (
    _growth_of("revenue_growth", "Revenue growth", "revenue", "Revenue"),
    _growth_of("gross_profit_growth", "Gross profit growth", "gross_profit", "Gross profit"),
    _growth_of(
        "operating_income_growth", "Operating income growth", "operating_income", "Operating income"
    ),
    _growth_of("net_income_growth", "Net income growth", "net_income", "Net income"),
    _growth_of("eps_growth", "Diluted EPS growth", "eps_diluted", "Diluted EPS"),
    _growth_of(
        "operating_cash_flow_growth",
        "Operating cash flow growth",
        "operating_cash_flow",
        "Cash from operations",
    ),
    _growth_of(
        "free_cash_flow_growth", "Free cash flow growth", "free_cash_flow", "Free cash flow"
    ),
    _growth_of("total_assets_growth", "Total assets growth", "total_assets", "Total assets"),
    _growth_of("equity_growth", "Equity growth", "equity", "Shareholders' equity"),
    _per_share("revenue_per_share", "Revenue per share", "revenue", "Revenue"),
    _per_share(
        "operating_cash_flow_per_share",
        "Operating cash flow per share",
        "operating_cash_flow",
        "Cash from operations",
    ),
    _per_share(
        "free_cash_flow_per_share", "Free cash flow per share", "free_cash_flow", "Free cash flow"
    ),
    _per_share(
        "book_value_per_share",
        "Book value per share",
        "equity",
        "Shareholders' equity",
        balance=True,
    ),
)
