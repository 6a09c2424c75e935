"""Every ratio this project computes, by key, and the short lists that people and models are shown."""

from research_agent.finance.lines.line_items import Sector
from research_agent.finance.ratios.bank import BANK_RATIOS
from research_agent.finance.ratios.cash_flow import CASH_FLOW_RATIOS
from research_agent.finance.ratios.distress_scores import DISTRESS_SCORES
from research_agent.finance.ratios.efficiency import EFFICIENCY_RATIOS
from research_agent.finance.ratios.growth import GROWTH_RATIOS
from research_agent.finance.ratios.insurer import INSURER_RATIOS
from research_agent.finance.ratios.liquidity import LIQUIDITY_RATIOS
from research_agent.finance.ratios.payout import PAYOUT_RATIOS
from research_agent.finance.ratios.per_share import PER_SHARE_RATIOS
from research_agent.finance.ratios.profitability import PROFITABILITY_RATIOS
from research_agent.finance.ratios.property import PROPERTY_RATIOS
from research_agent.finance.ratios.quality import QUALITY_RATIOS
from research_agent.finance.ratios.ratio import Ratio
from research_agent.finance.ratios.returns import RETURN_RATIOS
from research_agent.finance.ratios.solvency import SOLVENCY_RATIOS
from research_agent.finance.ratios.valuation import VALUATION_RATIOS

__all__ = ["KEY_RATIOS", "RATIOS", "SECTOR_RATIOS", "VALUATION_KEYS", "ratio_unit", "shown_ratios"]

RATIOS: dict[str, Ratio] = {
    ratio.key: ratio
    for ratio in (
        *PROFITABILITY_RATIOS,
        *RETURN_RATIOS,
        *LIQUIDITY_RATIOS,
        *SOLVENCY_RATIOS,
        *EFFICIENCY_RATIOS,
        *CASH_FLOW_RATIOS,
        *PAYOUT_RATIOS,
        *GROWTH_RATIOS,
        *PER_SHARE_RATIOS,
        *QUALITY_RATIOS,
        *DISTRESS_SCORES,
        *BANK_RATIOS,
        *INSURER_RATIOS,
        *PROPERTY_RATIOS,
        *VALUATION_RATIOS,
    )
}

KEY_RATIOS: tuple[str, ...] = (
    *("gross_margin", "operating_margin", "net_margin", "ebitda_margin", "free_cash_flow_margin"),
    *("research_and_development_to_revenue", "effective_tax_rate"),
    *("return_on_equity", "return_on_assets", "return_on_invested_capital"),
    *("current_ratio", "quick_ratio", "debt_to_equity", "net_debt_to_ebitda", "interest_coverage"),
    *("asset_turnover", "fixed_asset_turnover", "inventory_turnover"),
    *("days_sales_outstanding", "days_inventory", "days_payable", "cash_conversion_cycle"),
    *("cash_conversion", "capex_to_revenue", "payout_ratio"),
    *("revenue_growth", "operating_income_growth", "net_income_growth", "eps_growth"),
    *("free_cash_flow_growth", "free_cash_flow_per_share", "book_value_per_share"),
)
"""What every company is shown, in this order."""

SECTOR_RATIOS: dict[Sector, tuple[str, ...]] = {
    Sector.INDUSTRIAL: (),
    Sector.BANK: (
        *("net_interest_margin", "efficiency_ratio", "noninterest_income_share"),
        *("loan_to_deposit", "cost_of_credit", "allowance_coverage", "equity_ratio"),
        *("return_on_common_equity", "return_on_tangible_equity", "tangible_equity_ratio"),
        *("compensation_ratio", "tangible_book_value_per_share"),
    ),
    Sector.INSURER: (
        *("loss_ratio", "underwriting_expense_ratio", "combined_ratio", "investment_yield"),
        *("premiums_to_equity", "reserves_to_equity", "equity_ratio"),
    ),
    Sector.ASSET_MANAGER: ("advisory_fee_share", "compensation_ratio", "pretax_margin"),
    Sector.REIT: (
        *("funds_from_operations", "funds_from_operations_per_share"),
        *("funds_from_operations_payout", "debt_to_gross_assets", "rental_yield"),
    ),
    Sector.UTILITY: (
        *("capex_to_depreciation", "property_plant_equipment_growth", "cash_flow_to_debt"),
        *("debt_to_capital", "fuel_cost_to_revenue", "operations_and_maintenance_to_revenue"),
        "net_regulatory_assets_to_equity",
    ),
}
"""What companies of a sector are shown besides."""

VALUATION_KEYS: tuple[str, ...] = tuple(key for key, ratio in RATIOS.items() if ratio.priced)
"""Ratios that need the price of a share."""


def shown_ratios(sector: Sector) -> tuple[str, ...]:
    """Return the ratios a company of `sector` is shown unless others are asked for by name."""
    return tuple(dict.fromkeys((*KEY_RATIOS, *SECTOR_RATIOS[sector])))


def ratio_unit(ratio: Ratio, currency: str) -> str:
    """Return the unit of a ratio's facts for a filer that reports in `currency`."""
    return ratio.unit.replace("money", currency)
