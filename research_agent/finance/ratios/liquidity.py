"""Whether what falls due within a year can be paid."""

from decimal import Decimal
from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import (
    YEAR_DAYS,
    ZERO,
    Values,
    of,
    quotient,
    ratio,
)
from research_agent.finance.ratios.ratio import Balances, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import NO_BALANCE_SPLIT

__all__ = ["LIQUIDITY_RATIOS"]

_to_current_liabilities = partial(
    quotient,
    group=RatioGroup.LIQUIDITY,
    bottom="current_liabilities",
    unit="ratio",
    rule=NO_BALANCE_SPLIT,
    source=sources.LIQUIDITY,
)


def _quick(v: Values) -> Decimal | None:
    liquid = v["current_assets"] - v.get("inventory", ZERO)
    return liquid / v["current_liabilities"] if v["current_liabilities"] > 0 else None


def _defensive_interval(v: Values) -> Decimal | None:
    costs = v["cost_of_revenue"] + v["selling_general_and_administrative"]
    spent = costs + v.get("research_and_development", ZERO) - v["depreciation_and_amortization"]
    liquid = v["cash_and_short_term_investments"] + v["receivables"]
    return liquid / spent * YEAR_DAYS if spent > 0 else None


LIQUIDITY_RATIOS: tuple[Ratio, ...] = (
    _to_current_liabilities("current_ratio", "Current ratio", top="current_assets"),
    ratio(
        "quick_ratio",
        "Quick ratio",
        RatioGroup.LIQUIDITY,
        "(Total current assets − Inventory) ÷ Total current liabilities",
        of("current_assets", "current_liabilities", "inventory?"),
        _quick,
        source=sources.LIQUIDITY,
        balances=Balances.END,
        unit="ratio",
        meaningless="total current liabilities is zero or negative",
        rule=NO_BALANCE_SPLIT,
    ),
    _to_current_liabilities("cash_ratio", "Cash ratio", top="cash_and_short_term_investments"),
    _to_current_liabilities(
        "operating_cash_flow_ratio", "Operating cash flow ratio", top="operating_cash_flow"
    ),
    ratio(
        "defensive_interval",
        "Defensive interval",
        RatioGroup.LIQUIDITY,
        "(Cash and short-term investments + Accounts receivable, net) ÷ (Cost of revenue + Selling, general and administrative + Research and development − Depreciation and amortization) × 365",
        of(
            "cash_and_short_term_investments",
            "receivables",
            "cost_of_revenue",
            "selling_general_and_administrative",
            "research_and_development?",
            "depreciation_and_amortization",
        ),
        _defensive_interval,
        source=sources.LIQUIDITY,
        balances=Balances.END,
        unit="days",
        meaningless="cash costs are zero or negative",
        rule=NO_BALANCE_SPLIT,
    ),
    ratio(
        "current_liabilities_to_liabilities",
        "Current share of liabilities",
        RatioGroup.LIQUIDITY,
        "Total current liabilities ÷ Total liabilities",
        of("current_liabilities", "total_liabilities"),
        lambda v: (
            v["current_liabilities"] / v["total_liabilities"]
            if v["total_liabilities"] > 0
            else None
        ),
        source=sources.LIQUIDITY,
        balances=Balances.END,
        meaningless="total liabilities is zero or negative",
        rule=NO_BALANCE_SPLIT,
    ),
)
