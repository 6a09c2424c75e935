"""How much of earnings is accruals, and whether the accounts look manipulated."""

from decimal import Decimal

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import ZERO, Values, average, of, ratio
from research_agent.finance.ratios.ratio import Balances, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import (
    NO_BALANCE_SPLIT,
    NO_DEBT_APART,
    NO_TRADE_ITEMS,
)

__all__ = ["QUALITY_RATIOS"]

_NET_ASSETS = ("total_assets", "cash_and_short_term_investments", "total_liabilities", "total_debt")
_NET_ASSET_INPUTS = of(*_NET_ASSETS, *(f"{key}~" for key in _NET_ASSETS))
_BENEISH_WEIGHTS = tuple(
    Decimal(weight)
    for weight in ("0.920", "0.528", "0.404", "0.892", "0.115", "-0.172", "4.679", "-0.327")
)
_BENEISH_CONSTANT = Decimal("-4.84")
_BENEISH = (
    *("revenue", "cost_of_revenue", "receivables", "current_assets", "property_plant_equipment"),
    *("total_assets", "depreciation_and_amortization", "selling_general_and_administrative"),
    *("current_liabilities", "long_term_debt?"),
)


def _net_operating_assets(v: Values, at: str = "") -> Decimal:
    assets, cash, liabilities, debt = (v[f"{key}{at}"] for key in _NET_ASSETS)
    return (assets - cash) - (liabilities - debt)


def _over_net_assets(v: Values, accruals: Decimal) -> Decimal | None:
    closing, opening = _net_operating_assets(v), _net_operating_assets(v, "_opening")
    return accruals / (closing + opening) * 2 if closing > 0 and opening > 0 else None


def _balance_accruals(v: Values) -> Decimal | None:
    grown = _net_operating_assets(v) - _net_operating_assets(v, "_opening")
    return _over_net_assets(v, grown)


def _cash_accruals(v: Values) -> Decimal | None:
    left = v["net_income"] - v["operating_cash_flow"] - v["investing_cash_flow"]
    return _over_net_assets(v, left)


def _sloan(v: Values) -> Decimal | None:
    """Growth of current assets without cash, less that of current liabilities without debt and tax, less depreciation."""

    def grown(key: str) -> Decimal:
        return v.get(key, ZERO) - v.get(f"{key}_opening", ZERO)

    assets = grown("current_assets") - grown("cash")
    owed = grown("current_liabilities") - grown("current_debt") - grown("income_taxes_payable")
    mean = average(v, "total_assets")
    return (assets - owed - v["depreciation_and_amortization"]) / mean if mean > 0 else None


def _accruals_to_assets(v: Values) -> Decimal | None:
    mean = average(v, "total_assets")
    return (v["net_income"] - v["operating_cash_flow"]) / mean if mean > 0 else None


def _beneish(v: Values) -> Decimal | None:
    """Weigh this year's figures against those of the year before; `None` where a base is not positive."""

    def parts(at: str) -> tuple[Decimal, ...]:
        def value(key: str) -> Decimal:
            return v[f"{key}{at}"]

        sales, assets = value("revenue"), value("total_assets")
        plant, worn = value("property_plant_equipment"), value("depreciation_and_amortization")
        hard = value("current_assets") + plant
        owed = value("current_liabilities") + v.get(f"long_term_debt{at}", ZERO)
        return (
            value("receivables") / sales,
            (sales - value("cost_of_revenue")) / sales,
            1 - hard / assets,
            sales,
            worn / (worn + plant),
            value("selling_general_and_administrative") / sales,
            owed / assets,
        )

    bases = [f"{key}{at}" for at in ("", "_opening") for key in ("revenue", "total_assets")]
    worn = [
        v[f"depreciation_and_amortization{at}"] + v[f"property_plant_equipment{at}"]
        for at in ("", "_opening")
    ]
    if min(*(v[name] for name in bases), *worn) <= 0:
        return None
    now, before = parts(""), parts("_opening")
    if min(*before, now[1], now[4]) <= 0:
        return None
    owed_to, margin, soft, sold, worn_rate, selling, leverage = (
        after / base for after, base in zip(now, before, strict=True)
    )
    accruals = (v["net_income"] - v["operating_cash_flow"]) / v["total_assets"]
    indices = (owed_to, 1 / margin, soft, sold, 1 / worn_rate, selling, accruals, leverage)
    weighed = (weight * index for weight, index in zip(_BENEISH_WEIGHTS, indices, strict=True))
    return _BENEISH_CONSTANT + sum(weighed, ZERO)


QUALITY_RATIOS: tuple[Ratio, ...] = (
    ratio(
        "accruals_ratio",
        "Accruals ratio",
        RatioGroup.QUALITY,
        "(Net income − Cash from operations − Cash from investing) ÷ average net operating assets, which are (Total assets − Cash and short-term investments) − (Total liabilities − Total debt)",
        (*of("net_income", "operating_cash_flow", "investing_cash_flow"), *_NET_ASSET_INPUTS),
        _cash_accruals,
        source=sources.EARNINGS_QUALITY,
        balances=Balances.AVERAGE,
        meaningless="net operating assets are zero or negative at the start or the end of the year",
        rule=NO_DEBT_APART,
    ),
    ratio(
        "balance_sheet_accruals_ratio",
        "Accruals ratio from the balance sheet",
        RatioGroup.QUALITY,
        "growth of net operating assets over the year ÷ their average, which are (Total assets − Cash and short-term investments) − (Total liabilities − Total debt)",
        _NET_ASSET_INPUTS,
        _balance_accruals,
        source=sources.EARNINGS_QUALITY,
        balances=Balances.AVERAGE,
        meaningless="net operating assets are zero or negative at the start or the end of the year",
        rule=NO_DEBT_APART,
    ),
    ratio(
        "accruals_to_assets",
        "Accruals to assets",
        RatioGroup.QUALITY,
        "(Net income − Cash from operations) ÷ average Total assets",
        of("net_income", "operating_cash_flow", "total_assets", "total_assets~"),
        _accruals_to_assets,
        source=sources.EARNINGS_QUALITY,
        balances=Balances.AVERAGE,
        meaningless="total assets are zero",
        rule=NO_DEBT_APART,
    ),
    ratio(
        "sloan_accruals",
        "Sloan accruals",
        RatioGroup.QUALITY,
        "(growth of Total current assets − growth of Cash and cash equivalents − growth of (Total current liabilities − Debt due within a year − Income taxes payable, current) − Depreciation and amortization) ÷ average Total assets",
        of(
            *("current_assets", "current_assets~", "cash", "cash~"),
            *("current_liabilities", "current_liabilities~", "current_debt?", "current_debt~?"),
            *("income_taxes_payable?", "income_taxes_payable~?", "depreciation_and_amortization"),
            *("total_assets", "total_assets~"),
        ),
        _sloan,
        source=sources.SLOAN,
        balances=Balances.CHANGE,
        meaningless="total assets are zero",
        rule=NO_BALANCE_SPLIT,
    ),
    ratio(
        "beneish_m_score",
        "Beneish M-score",
        RatioGroup.QUALITY,
        "−4.84 + 0.920 × days' sales index + 0.528 × gross margin index + 0.404 × asset quality index + 0.892 × sales growth index + 0.115 × depreciation index − 0.172 × SG&A index + 4.679 × (Net income − Cash from operations) ÷ Total assets − 0.327 × leverage index",
        (
            *of(*_BENEISH, "net_income", "operating_cash_flow"),
            *of(
                *(f"{key.removesuffix('?')}~{'?' if key.endswith('?') else ''}" for key in _BENEISH)
            ),
        ),
        _beneish,
        source=sources.BENEISH,
        balances=Balances.CHANGE,
        unit="ratio",
        meaningless="one of its indices has a base of zero or less",
        rule=NO_TRADE_ITEMS,
    ),
)
