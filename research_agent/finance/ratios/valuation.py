"""What a share costs against what stands behind it; each needs the price of a share."""

from collections.abc import Callable
from decimal import Decimal

from research_agent.finance.market_value import CAP_INPUTS, EV_INPUTS, enterprise_value, market_cap
from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import ZERO, Compute, Values, of, ratio
from research_agent.finance.ratios.payout import PAYOUT_INPUTS, net_buyback, total_payout
from research_agent.finance.ratios.property import REIT_FUNDS, funds_from_operations
from research_agent.finance.ratios.ratio import PRICE, Balances, Input, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import (
    NO_BALANCE_SPLIT,
    NO_CASH_FLOW,
    NO_DEBT_APART,
    NO_FREE_CASH_FLOW,
    REITS_ONLY,
    SectorRule,
)
from research_agent.finance.share_counts import NOT_COUNTED

__all__ = ["VALUATION_RATIOS"]

_PEG_YEARS = 3
_Z_WEIGHTS = tuple(Decimal(weight) for weight in ("1.2", "1.4", "3.3", "0.6", "1.0"))
_Amount = Callable[[Values], Decimal | None]

_CAP_WORDS = "Share price × Shares outstanding"
_EV_WORDS = "Enterprise value"


def _over(top: _Amount, bottom: _Amount) -> Compute:
    """Return top ÷ bottom; no meaning unless both are known and the bottom is positive."""

    def compute(v: Values) -> Decimal | None:
        above, below = top(v), bottom(v)
        return above / below if above is not None and below is not None and below > 0 else None

    return compute


def _value(key: str) -> _Amount:
    return lambda v: v[key]


def _common_equity(v: Values) -> Decimal:
    return v["equity"] - v.get("preferred_stock", ZERO)


def _peg(v: Values) -> Decimal | None:
    earned, before = v["eps_diluted"], v[f"eps_diluted_{_PEG_YEARS}_years_before"]
    if earned <= 0 or before <= 0:
        return None
    growth = (earned / before) ** (Decimal(1) / _PEG_YEARS) - 1
    return v[PRICE] / earned / (growth * 100) if growth > 0 else None


def _altman(v: Values) -> Decimal | None:
    cap, assets, owed = market_cap(v), v["total_assets"], v["total_liabilities"]
    if cap is None or assets <= 0 or owed <= 0:
        return None
    of_assets = ("working_capital", "retained_earnings", "operating_income")
    parts = (*(v[key] / assets for key in of_assets), cap / owed, v["revenue"] / assets)
    return sum((weight * part for weight, part in zip(_Z_WEIGHTS, parts, strict=True)), ZERO)


def _multiple(
    key: str,
    label: str,
    formula: str,
    inputs: tuple[Input, ...],
    compute: Compute,
    *,
    meaningless: str,
    unit: str = "ratio",
    rule: SectorRule | None = None,
    source: str = sources.VALUATION,
    whole_year: bool = True,
) -> Ratio:
    """Put a ratio with a price together; a price against a quarter's flow means nothing."""
    return ratio(
        key,
        label,
        RatioGroup.VALUATION,
        formula,
        inputs,
        compute,
        source=source,
        balances=Balances.PRICED,
        unit=unit,
        meaningless=meaningless,
        rule=rule,
        annualised=whole_year,
    )


def _cap_to(
    key: str, label: str, item: str, words: str, *, rule: SectorRule | None = None
) -> Ratio:
    return _multiple(
        key,
        label,
        f"{_CAP_WORDS} ÷ {words}",
        (*CAP_INPUTS, *of(item)),
        _over(market_cap, _value(item)),
        meaningless=f"{words.lower()} is zero or negative, or {NOT_COUNTED}",
        rule=rule,
    )


def _ev_to(key: str, label: str, item: str, words: str) -> Ratio:
    return _multiple(
        key,
        label,
        f"{_EV_WORDS} ÷ {words}",
        (*EV_INPUTS, *of(item)),
        _over(enterprise_value, _value(item)),
        meaningless=f"{words} is zero or negative, or {NOT_COUNTED}",
        rule=NO_DEBT_APART,
    )


def _yield(
    key: str,
    label: str,
    words: str,
    inputs: tuple[Input, ...],
    amount: _Amount,
    *,
    rule: SectorRule | None = None,
) -> Ratio:
    return _multiple(
        key,
        label,
        f"{words} ÷ ({_CAP_WORDS})",
        (*CAP_INPUTS, *inputs),
        _over(amount, market_cap),
        meaningless=NOT_COUNTED,
        unit="fraction",
        rule=rule,
    )


VALUATION_RATIOS: tuple[Ratio, ...] = (
    _multiple(
        "market_cap",
        "Market capitalisation",
        f"{_CAP_WORDS} (all classes at the one price)",
        CAP_INPUTS,
        market_cap,
        meaningless=NOT_COUNTED,
        unit="money",
        whole_year=False,
    ),
    _multiple(
        "enterprise_value",
        "Enterprise value",
        f"{_CAP_WORDS} + Total debt + Non-controlling interests + Preferred stock − Cash and short-term investments",
        EV_INPUTS,
        enterprise_value,
        meaningless=NOT_COUNTED,
        unit="money",
        rule=NO_DEBT_APART,
        whole_year=False,
    ),
    _multiple(
        "price_to_earnings",
        "Price to earnings",
        "Share price ÷ Diluted EPS",
        of(PRICE, "eps_diluted"),
        _over(_value(PRICE), _value("eps_diluted")),
        meaningless="diluted EPS is zero or negative",
    ),
    _multiple(
        "earnings_yield",
        "Earnings yield",
        "Diluted EPS ÷ Share price",
        of(PRICE, "eps_diluted"),
        _over(_value("eps_diluted"), _value(PRICE)),
        meaningless="the share price is zero or negative",
        unit="fraction",
    ),
    _multiple(
        "peg_ratio",
        "PEG ratio on past growth",
        f"Share price ÷ Diluted EPS ÷ ({_PEG_YEARS}-year diluted EPS CAGR × 100)",
        of(PRICE, "eps_diluted", f"eps_diluted~{_PEG_YEARS}"),
        _peg,
        meaningless="diluted EPS is not positive or did not grow",
    ),
    _multiple(
        "price_to_book",
        "Price to book",
        f"{_CAP_WORDS} ÷ (Shareholders' equity − Preferred stock)",
        (*CAP_INPUTS, *of("equity", "preferred_stock?")),
        _over(market_cap, _common_equity),
        meaningless=f"common equity is zero or negative, or {NOT_COUNTED}",
        whole_year=False,
    ),
    _multiple(
        "price_to_tangible_book",
        "Price to tangible book",
        f"{_CAP_WORDS} ÷ Tangible book value",
        (*CAP_INPUTS, *of("tangible_book_value")),
        _over(market_cap, _value("tangible_book_value")),
        meaningless=f"tangible book value is zero or negative, or {NOT_COUNTED}",
        whole_year=False,
    ),
    _cap_to("price_to_sales", "Price to sales", "revenue", "Revenue"),
    _cap_to(
        "price_to_cash_flow",
        "Price to cash flow",
        "operating_cash_flow",
        "Cash from operations",
        rule=NO_CASH_FLOW,
    ),
    _cap_to(
        "price_to_free_cash_flow",
        "Price to free cash flow",
        "free_cash_flow",
        "Free cash flow",
        rule=NO_FREE_CASH_FLOW,
    ),
    _ev_to("ev_to_ebitda", "EV to EBITDA", "ebitda", "EBITDA"),
    _ev_to(
        "ev_to_operating_income",
        "EV to operating income",
        "operating_income",
        "operating income",
    ),
    _ev_to("ev_to_sales", "EV to sales", "revenue", "revenue"),
    _ev_to("ev_to_free_cash_flow", "EV to free cash flow", "free_cash_flow", "free cash flow"),
    _yield(
        "free_cash_flow_yield",
        "Free cash flow yield",
        "Free cash flow",
        of("free_cash_flow"),
        _value("free_cash_flow"),
        rule=NO_FREE_CASH_FLOW,
    ),
    _multiple(
        "dividend_yield",
        "Dividend yield",
        "Dividends declared per share ÷ Share price",
        of(PRICE, "dividends_per_share"),
        _over(_value("dividends_per_share"), _value(PRICE)),
        meaningless="the share price is zero or negative",
        unit="fraction",
    ),
    _yield(
        "buyback_yield",
        "Net buyback yield",
        "(Shares repurchased − Shares issued)",
        of("shares_repurchased", "shares_issued?"),
        net_buyback,
    ),
    _yield(
        "shareholder_yield",
        "Shareholder yield",
        "(Dividends paid + Shares repurchased − Shares issued)",
        PAYOUT_INPUTS,
        total_payout,
    ),
    _multiple(
        "price_to_funds_from_operations",
        "Price to FFO, gains included",
        f"{_CAP_WORDS} ÷ Funds from operations, gains included",
        (*CAP_INPUTS, *REIT_FUNDS),
        _over(market_cap, funds_from_operations),
        meaningless=f"funds from operations are zero or negative, or {NOT_COUNTED}",
        rule=REITS_ONLY,
        source=sources.NAREIT,
    ),
    _multiple(
        "altman_z_score",
        "Altman Z-score",
        "1.2 × Working capital ÷ Total assets + 1.4 × Retained earnings ÷ Total assets + 3.3 × Operating income ÷ Total assets + 0.6 × Market capitalisation ÷ Total liabilities + 1.0 × Revenue ÷ Total assets",
        (
            *CAP_INPUTS,
            *of("working_capital", "retained_earnings", "operating_income", "revenue"),
            *of("total_assets", "total_liabilities"),
        ),
        _altman,
        meaningless=f"total assets or total liabilities are zero, or {NOT_COUNTED}",
        rule=NO_BALANCE_SPLIT,
        source=sources.ALTMAN,
    ),
)
