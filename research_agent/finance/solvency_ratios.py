"""Liquidity and solvency."""

from decimal import Decimal

from research_agent.finance.ratio import Input, Ratio, RatioGroup
from research_agent.finance.ratio_formulas import (
    FINANCIAL,
    Values,
    average,
    of,
    over,
    ratio,
)

__all__ = ["SOLVENCY_RATIOS"]


def _quick(v: Values) -> Decimal | None:
    liquid = v["current_assets"] - v.get("inventory", Decimal(0))
    return liquid / v["current_liabilities"] if v["current_liabilities"] > 0 else None


SOLVENCY_RATIOS: tuple[Ratio, ...] = (
    ratio(
        "current_ratio",
        "Current ratio",
        RatioGroup.LIQUIDITY,
        "Current assets ÷ Current liabilities",
        of("current_assets", "current_liabilities"),
        over("current_assets", "current_liabilities"),
        unit="ratio",
        not_for=FINANCIAL,
    ),
    ratio(
        "quick_ratio",
        "Quick ratio",
        RatioGroup.LIQUIDITY,
        "(Current assets − Inventory) ÷ Current liabilities",
        (*of("current_assets", "current_liabilities"), Input("inventory", optional=True)),
        _quick,
        unit="ratio",
        not_for=FINANCIAL,
    ),
    ratio(
        "cash_ratio",
        "Cash ratio",
        RatioGroup.LIQUIDITY,
        "Cash and short-term investments ÷ Current liabilities",
        of("cash_and_short_term_investments", "current_liabilities"),
        over("cash_and_short_term_investments", "current_liabilities"),
        unit="ratio",
        not_for=FINANCIAL,
    ),
    ratio(
        "operating_cash_flow_ratio",
        "Operating cash flow ratio",
        RatioGroup.LIQUIDITY,
        "Cash from operations ÷ Current liabilities",
        of("operating_cash_flow", "current_liabilities"),
        over("operating_cash_flow", "current_liabilities"),
        unit="ratio",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "debt_to_equity",
        "Debt to equity",
        RatioGroup.SOLVENCY,
        "Total debt ÷ Shareholders' equity",
        of("total_debt", "equity"),
        over("total_debt", "equity"),
        unit="ratio",
        not_for=FINANCIAL,
    ),
    ratio(
        "debt_to_assets",
        "Debt to assets",
        RatioGroup.SOLVENCY,
        "Total debt ÷ Total assets",
        of("total_debt", "total_assets"),
        over("total_debt", "total_assets"),
        not_for=FINANCIAL,
    ),
    ratio(
        "liabilities_to_equity",
        "Liabilities to equity",
        RatioGroup.SOLVENCY,
        "Total liabilities ÷ Total equity",
        of("total_liabilities", "total_equity"),
        over("total_liabilities", "total_equity"),
        unit="ratio",
    ),
    ratio(
        "equity_ratio",
        "Equity ratio",
        RatioGroup.SOLVENCY,
        "Total equity ÷ Total assets",
        of("total_equity", "total_assets"),
        over("total_equity", "total_assets"),
    ),
    ratio(
        "equity_multiplier",
        "Equity multiplier",
        RatioGroup.SOLVENCY,
        "average Total assets ÷ average Shareholders' equity",
        of("total_assets", "total_assets~", "equity", "equity~"),
        lambda v: (
            average(v, "total_assets") / average(v, "equity") if average(v, "equity") > 0 else None
        ),
        unit="ratio",
    ),
    ratio(
        "debt_to_ebitda",
        "Debt to EBITDA",
        RatioGroup.SOLVENCY,
        "Total debt ÷ EBITDA",
        of("total_debt", "ebitda"),
        over("total_debt", "ebitda"),
        unit="ratio",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "net_debt_to_ebitda",
        "Net debt to EBITDA",
        RatioGroup.SOLVENCY,
        "Net debt ÷ EBITDA",
        of("net_debt", "ebitda"),
        over("net_debt", "ebitda"),
        unit="ratio",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "interest_coverage",
        "Interest coverage",
        RatioGroup.SOLVENCY,
        "Operating income ÷ Interest expense",
        of("operating_income", "interest_expense"),
        over("operating_income", "interest_expense"),
        unit="ratio",
        not_for=FINANCIAL,
    ),
)
