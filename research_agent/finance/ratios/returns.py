"""Returns on assets, equity and invested capital."""

from decimal import Decimal
from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import (
    ZERO,
    Compute,
    Values,
    average,
    mean_over_years,
    of,
    quotient_of_average,
    ratio,
)
from research_agent.finance.ratios.profitability import PROFITABILITY_RATIOS, income_after_tax
from research_agent.finance.ratios.ratio import Balances, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import (
    NO_BALANCE_SPLIT,
    NO_CASH_FLOW,
    NO_COST_OF_GOODS,
    NO_DEBT_APART,
    NO_OPERATING_INCOME,
)

__all__ = ["CAPITAL_INPUTS", "RETURN_RATIOS", "average_capital", "tangible_assets"]

_AVERAGE_YEARS = 5
_return = partial(quotient_of_average, group=RatioGroup.PROFITABILITY, source=sources.PROFITABILITY)
_CAPITAL = ("total_equity", "total_debt", "cash_and_short_term_investments")

CAPITAL_INPUTS = of(*_CAPITAL, *(f"{key}~" for key in _CAPITAL))
"""What `average_capital` needs."""


def _capital(v: Values, at: str = "") -> Decimal:
    equity, debt, cash = (v[f"{key}{at}"] for key in _CAPITAL)
    return equity + debt - cash


def average_capital(v: Values) -> Decimal | None:
    """Average invested capital: total equity + total debt − cash and short-term investments.

    `None` unless it is positive at the start and at the end of the year.
    """
    closing, opening = _capital(v), _capital(v, "_opening")
    return (closing + opening) / 2 if closing > 0 and opening > 0 else None


def _return_on_invested_capital(v: Values) -> Decimal | None:
    capital, income = average_capital(v), income_after_tax(v)
    return income / capital if capital is not None and income is not None else None


def _return_on_common_equity(v: Values) -> Decimal | None:
    ends = [v[f"equity{at}"] - v.get(f"preferred_stock{at}", ZERO) for at in ("", "_opening")]
    income = v["net_income"] - v.get("preferred_dividends", ZERO)
    return income / sum(ends, ZERO) * 2 if min(ends) > 0 else None


def _return_on_tangible_equity(v: Values) -> Decimal | None:
    ends = (v["tangible_book_value"], v["tangible_book_value_opening"])
    income = v["net_income"] - v.get("preferred_dividends", ZERO)
    return income / sum(ends, ZERO) * 2 if min(ends) > 0 else None


def tangible_assets(v: Values, at: str = "") -> Decimal:
    """Total assets less goodwill and intangible assets; `at` is the suffix of the inputs' names."""
    unreal = v.get(f"goodwill{at}", ZERO) + v.get(f"intangible_assets{at}", ZERO)
    return v[f"total_assets{at}"] - unreal


def _over_average_assets(top: str) -> Compute:
    return lambda v: v[top] / average(v, "total_assets") if average(v, "total_assets") > 0 else None


def _on_capital_employed(v: Values) -> Decimal | None:
    employed = v["total_assets"] - v["current_liabilities"]
    return v["operating_income"] / employed if employed > 0 else None


_BASIC: tuple[Ratio, ...] = (
    _return("return_on_equity", "Return on equity", top="net_income", bottom="equity"),
    _return("return_on_assets", "Return on assets", top="net_income", bottom="total_assets"),
    ratio(
        "return_on_invested_capital",
        "Return on invested capital",
        RatioGroup.PROFITABILITY,
        "Operating income × (1 − Effective tax rate, at least 0) ÷ average (Total equity + Total debt − Cash and short-term investments)",
        (*of("operating_income", "income_tax", "pretax_income"), *CAPITAL_INPUTS),
        _return_on_invested_capital,
        source=sources.MCKINSEY,
        balances=Balances.AVERAGE,
        meaningless="invested capital or income before tax is zero or negative, or tax took more than all income",
        rule=NO_DEBT_APART,
    ),
    ratio(
        "return_on_capital_employed",
        "Return on capital employed",
        RatioGroup.PROFITABILITY,
        "Operating income ÷ (Total assets − Total current liabilities)",
        of("operating_income", "total_assets", "current_liabilities"),
        _on_capital_employed,
        source=sources.PROFITABILITY,
        balances=Balances.END,
        meaningless="capital employed is zero or negative",
        rule=NO_BALANCE_SPLIT,
    ),
)

RETURN_RATIOS: tuple[Ratio, ...] = (
    *_BASIC,
    ratio(
        "return_on_common_equity",
        "Return on common equity",
        RatioGroup.PROFITABILITY,
        "(Net income − Preferred dividends) ÷ average (Shareholders' equity − Preferred stock)",
        of(
            "net_income",
            "preferred_dividends?",
            "equity",
            "equity~",
            "preferred_stock?",
            "preferred_stock~?",
        ),
        _return_on_common_equity,
        source=sources.PROFITABILITY,
        balances=Balances.AVERAGE,
        meaningless="common equity is zero or negative at the start or the end of the year",
    ),
    ratio(
        "return_on_tangible_equity",
        "Return on tangible common equity",
        RatioGroup.PROFITABILITY,
        "(Net income − Preferred dividends) ÷ average Tangible book value",
        of("net_income", "preferred_dividends?", "tangible_book_value", "tangible_book_value~"),
        _return_on_tangible_equity,
        source=sources.PROFITABILITY,
        balances=Balances.AVERAGE,
        meaningless="tangible book value is zero or negative at the start or the end of the year",
    ),
    ratio(
        "operating_return_on_assets",
        "Operating return on assets",
        RatioGroup.PROFITABILITY,
        "Operating income ÷ average Total assets",
        of("operating_income", "total_assets", "total_assets~"),
        _over_average_assets("operating_income"),
        source=sources.PROFITABILITY,
        balances=Balances.AVERAGE,
        meaningless="total assets are zero",
        rule=NO_OPERATING_INCOME,
    ),
    ratio(
        "cash_return_on_assets",
        "Cash return on assets",
        RatioGroup.PROFITABILITY,
        "Cash from operations ÷ average Total assets",
        of("operating_cash_flow", "total_assets", "total_assets~"),
        _over_average_assets("operating_cash_flow"),
        source=sources.CASH_FLOW,
        balances=Balances.AVERAGE,
        meaningless="total assets are zero",
        rule=NO_CASH_FLOW,
    ),
    ratio(
        "gross_profitability",
        "Gross profits to assets",
        RatioGroup.PROFITABILITY,
        "Gross profit ÷ Total assets",
        of("gross_profit", "total_assets"),
        lambda v: v["gross_profit"] / v["total_assets"] if v["total_assets"] > 0 else None,
        source=sources.NOVY_MARX,
        balances=Balances.END,
        meaningless="total assets are zero",
        rule=NO_COST_OF_GOODS,
    ),
    *(
        mean_over_years(base, _AVERAGE_YEARS)
        for base in (*_BASIC, *PROFITABILITY_RATIOS)
        if base.key
        in (
            "return_on_equity",
            "return_on_assets",
            "return_on_invested_capital",
            "gross_margin",
            "operating_margin",
            "net_margin",
        )
    ),
)
