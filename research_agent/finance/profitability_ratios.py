"""Margins and returns."""

from decimal import Decimal

from research_agent.finance.line_items import Sector
from research_agent.finance.ratio import Ratio, RatioGroup
from research_agent.finance.ratio_formulas import (
    FINANCIAL,
    Values,
    of,
    over,
    over_average,
    ratio,
)

__all__ = ["PROFITABILITY_RATIOS"]


def _margin(
    key: str, label: str, top: str, words: str, *, not_for: frozenset[Sector] = frozenset()
) -> Ratio:
    return ratio(
        key,
        label,
        RatioGroup.PROFITABILITY,
        f"{words} ÷ Revenue",
        of(top, "revenue"),
        over(top, "revenue"),
        not_for=not_for,
    )


def _return_on(key: str, label: str, top: str, bottom: str, formula: str) -> Ratio:
    return ratio(
        key,
        label,
        RatioGroup.PROFITABILITY,
        formula,
        of(top, bottom, f"{bottom}~"),
        over_average(top, bottom),
        annualised=True,
    )


def _invested_capital(v: Values, suffix: str = "") -> Decimal:
    return (
        v[f"total_equity{suffix}"]
        + v[f"total_debt{suffix}"]
        - v[f"cash_and_short_term_investments{suffix}"]
    )


def _return_on_invested_capital(v: Values) -> Decimal | None:
    capital = (_invested_capital(v) + _invested_capital(v, "_opening")) / 2
    if capital <= 0 or v["pretax_income"] <= 0:
        return None
    return v["operating_income"] * (1 - v["income_tax"] / v["pretax_income"]) / capital


PROFITABILITY_RATIOS: tuple[Ratio, ...] = (
    _margin("gross_margin", "Gross margin", "gross_profit", "Gross profit", not_for=FINANCIAL),
    _margin(
        "operating_margin",
        "Operating margin",
        "operating_income",
        "Operating income",
        not_for=FINANCIAL,
    ),
    _margin("pretax_margin", "Pre-tax margin", "pretax_income", "Income before tax"),
    _margin("net_margin", "Net margin", "net_income", "Net income"),
    _margin("ebitda_margin", "EBITDA margin", "ebitda", "EBITDA", not_for=FINANCIAL),
    _margin(
        "operating_cash_flow_margin",
        "Operating cash flow margin",
        "operating_cash_flow",
        "Cash from operations",
    ),
    _margin(
        "free_cash_flow_margin",
        "Free cash flow margin",
        "free_cash_flow",
        "Free cash flow",
        not_for=FINANCIAL,
    ),
    _margin(
        "research_and_development_to_revenue",
        "R&D to revenue",
        "research_and_development",
        "Research and development",
    ),
    _margin("sga_to_revenue", "SG&A to revenue", "selling_general_and_administrative", "SG&A"),
    _margin(
        "share_based_compensation_to_revenue",
        "Share-based compensation to revenue",
        "share_based_compensation",
        "Share-based compensation",
    ),
    ratio(
        "effective_tax_rate",
        "Effective tax rate",
        RatioGroup.PROFITABILITY,
        "Income tax ÷ Income before tax",
        of("income_tax", "pretax_income"),
        over("income_tax", "pretax_income"),
        meaningless="there was no income before tax",
    ),
    _return_on(
        "return_on_equity",
        "Return on equity",
        "net_income",
        "equity",
        "Net income ÷ average shareholders' equity",
    ),
    _return_on(
        "return_on_assets",
        "Return on assets",
        "net_income",
        "total_assets",
        "Net income ÷ average total assets",
    ),
    ratio(
        "return_on_invested_capital",
        "Return on invested capital",
        RatioGroup.PROFITABILITY,
        "Operating income × (1 − Effective tax rate) ÷ average (Total equity + Total debt − Cash and short-term investments)",
        of(
            "operating_income",
            "income_tax",
            "pretax_income",
            "total_equity",
            "total_debt",
            "cash_and_short_term_investments",
            "total_equity~",
            "total_debt~",
            "cash_and_short_term_investments~",
        ),
        _return_on_invested_capital,
        meaningless="invested capital or income before tax is zero or negative",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "return_on_capital_employed",
        "Return on capital employed",
        RatioGroup.PROFITABILITY,
        "Operating income ÷ (Total assets − Current liabilities)",
        of("operating_income", "total_assets", "current_liabilities"),
        lambda v: (
            v["operating_income"] / (v["total_assets"] - v["current_liabilities"])
            if v["total_assets"] > v["current_liabilities"]
            else None
        ),
        not_for=FINANCIAL,
        annualised=True,
    ),
)
