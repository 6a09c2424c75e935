"""Ratios of real estate investment trusts, utilities and asset managers."""

from decimal import Decimal
from functools import partial

from research_agent.finance.lines.line_items import Sector
from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import (
    ZERO,
    Values,
    of,
    quotient,
    quotient_of_average,
    ratio,
)
from research_agent.finance.ratios.ratio import Balances, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import REITS_ONLY, UTILITIES_ONLY, SectorRule

__all__ = ["PROPERTY_RATIOS", "REIT_FUNDS", "funds_from_operations"]

_MANAGERS_ONLY = SectorRule(
    frozenset({Sector.ASSET_MANAGER}), "it is a ratio of asset managers", only=True
)
_reit = partial(ratio, group=RatioGroup.REIT, rule=REITS_ONLY, source=sources.NAREIT)
_utility = partial(quotient, group=RatioGroup.UTILITY, rule=UTILITIES_ONLY, source=sources.RATINGS)
_FORMULA = "(Net income + Depreciation and amortization + Impairment charges − Preferred dividends)"
_PROXY = "Gains on sales of property are not taken out, as no line item holds them."

REIT_FUNDS = of(
    "net_income", "depreciation_and_amortization", "asset_impairments?", "preferred_dividends?"
)
"""What `funds_from_operations` needs."""


def funds_from_operations(v: Values) -> Decimal:
    """Net income to common with depreciation and impairments added back, in whole units.

    Nareit also takes out gains on sales of property, for which there is no line item.
    """
    charges = v["depreciation_and_amortization"] + v.get("asset_impairments", ZERO)
    return v["net_income"] + charges - v.get("preferred_dividends", ZERO)


def _payout(v: Values) -> Decimal | None:
    funds = funds_from_operations(v)
    return v["dividends_paid"] / funds if funds > 0 else None


def _debt_to_gross_assets(v: Values) -> Decimal | None:
    assets = v["total_assets"] + v["accumulated_depreciation"]
    return v["total_debt"] / assets if assets > 0 else None


def _net_regulatory(v: Values) -> Decimal | None:
    if v["equity"] <= 0:
        return None
    return (v["regulatory_assets"] - v["regulatory_liabilities"]) / v["equity"]


PROPERTY_RATIOS: tuple[Ratio, ...] = (
    _reit(
        "funds_from_operations",
        "Funds from operations, gains included",
        formula=_FORMULA[1:-1],
        inputs=REIT_FUNDS,
        compute=funds_from_operations,
        balances=Balances.NONE,
        unit="money",
        explain=lambda _: _PROXY,
    ),
    _reit(
        "funds_from_operations_per_share",
        "FFO per share, gains included",
        formula=f"{_FORMULA} ÷ Weighted average shares, diluted",
        inputs=(*REIT_FUNDS, *of("weighted_shares_diluted")),
        compute=lambda v: (
            funds_from_operations(v) / v["weighted_shares_diluted"]
            if v["weighted_shares_diluted"] > 0
            else None
        ),
        balances=Balances.NONE,
        unit="money/shares",
        meaningless="there are no shares",
        explain=lambda _: _PROXY,
    ),
    _reit(
        "funds_from_operations_payout",
        "FFO payout ratio, gains included",
        formula=f"Dividends paid ÷ {_FORMULA}",
        inputs=(*REIT_FUNDS, *of("dividends_paid")),
        compute=_payout,
        balances=Balances.NONE,
        meaningless="funds from operations are zero or negative",
        explain=lambda _: _PROXY,
    ),
    _reit(
        "debt_to_gross_assets",
        "Debt to gross assets",
        formula="Total debt ÷ (Total assets + Accumulated depreciation)",
        inputs=of("total_debt", "total_assets", "accumulated_depreciation"),
        compute=_debt_to_gross_assets,
        source=sources.RATINGS,
        balances=Balances.END,
        meaningless="total assets are zero",
    ),
    quotient_of_average(
        "rental_yield",
        "Rental income to real estate",
        RatioGroup.REIT,
        "rental_income",
        "real_estate_net",
        rule=REITS_ONLY,
        source=sources.ACTIVITY,
    ),
    _utility(
        "fuel_cost_to_revenue",
        "Fuel and purchased power to revenue",
        top="fuel_and_purchased_power",
        bottom="revenue",
    ),
    _utility(
        "operations_and_maintenance_to_revenue",
        "Operations and maintenance to revenue",
        top="operations_and_maintenance",
        bottom="revenue",
    ),
    ratio(
        "net_regulatory_assets_to_equity",
        "Net regulatory assets to equity",
        RatioGroup.UTILITY,
        "(Regulatory assets, non-current − Regulatory liabilities, non-current) ÷ Shareholders' equity",
        of("regulatory_assets", "regulatory_liabilities", "equity"),
        _net_regulatory,
        source=sources.RATINGS,
        balances=Balances.END,
        meaningless="shareholders' equity is zero or negative",
        rule=UTILITIES_ONLY,
    ),
    quotient(
        "advisory_fee_share",
        "Advisory and management fees to revenue",
        RatioGroup.UTILITY,
        "advisory_fees",
        "revenue",
        rule=_MANAGERS_ONLY,
        source=sources.PROFITABILITY,
    ),
)
