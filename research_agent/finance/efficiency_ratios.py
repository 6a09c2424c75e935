"""Efficiency and cash flow."""

from decimal import Decimal

from research_agent.finance.ratio import Ratio, RatioGroup
from research_agent.finance.ratio_formulas import (
    FINANCIAL,
    YEAR_DAYS,
    Values,
    average,
    days,
    of,
    over,
    over_average,
    ratio,
)

__all__ = ["EFFICIENCY_RATIOS"]


def _cash_conversion_cycle(v: Values) -> Decimal | None:
    sold, made = v["revenue"], v["cost_of_revenue"]
    if sold <= 0 or made <= 0:
        return None
    outstanding = average(v, "receivables") / sold
    held = (average(v, "inventory") - average(v, "accounts_payable")) / made
    return (outstanding + held) * YEAR_DAYS


EFFICIENCY_RATIOS: tuple[Ratio, ...] = (
    ratio(
        "asset_turnover",
        "Asset turnover",
        RatioGroup.EFFICIENCY,
        "Revenue ÷ average total assets",
        of("revenue", "total_assets", "total_assets~"),
        over_average("revenue", "total_assets"),
        unit="ratio",
        annualised=True,
    ),
    ratio(
        "fixed_asset_turnover",
        "Fixed asset turnover",
        RatioGroup.EFFICIENCY,
        "Revenue ÷ average property, plant and equipment, net",
        of("revenue", "property_plant_equipment", "property_plant_equipment~"),
        over_average("revenue", "property_plant_equipment"),
        unit="ratio",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "inventory_turnover",
        "Inventory turnover",
        RatioGroup.EFFICIENCY,
        "Cost of revenue ÷ average inventory",
        of("cost_of_revenue", "inventory", "inventory~"),
        over_average("cost_of_revenue", "inventory"),
        unit="ratio",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "receivables_turnover",
        "Receivables turnover",
        RatioGroup.EFFICIENCY,
        "Revenue ÷ average receivables",
        of("revenue", "receivables", "receivables~"),
        over_average("revenue", "receivables"),
        unit="ratio",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "payables_turnover",
        "Payables turnover",
        RatioGroup.EFFICIENCY,
        "Cost of revenue ÷ average accounts payable",
        of("cost_of_revenue", "accounts_payable", "accounts_payable~"),
        over_average("cost_of_revenue", "accounts_payable"),
        unit="ratio",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "days_sales_outstanding",
        "Days sales outstanding",
        RatioGroup.EFFICIENCY,
        "average receivables ÷ Revenue × 365",
        of("receivables", "receivables~", "revenue"),
        days("receivables", "revenue"),
        unit="days",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "days_inventory",
        "Days inventory",
        RatioGroup.EFFICIENCY,
        "average inventory ÷ Cost of revenue × 365",
        of("inventory", "inventory~", "cost_of_revenue"),
        days("inventory", "cost_of_revenue"),
        unit="days",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "days_payable",
        "Days payable",
        RatioGroup.EFFICIENCY,
        "average accounts payable ÷ Cost of revenue × 365",
        of("accounts_payable", "accounts_payable~", "cost_of_revenue"),
        days("accounts_payable", "cost_of_revenue"),
        unit="days",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "cash_conversion_cycle",
        "Cash conversion cycle",
        RatioGroup.EFFICIENCY,
        "Days sales outstanding + Days inventory − Days payable",
        of(
            "receivables",
            "receivables~",
            "inventory",
            "inventory~",
            "accounts_payable",
            "accounts_payable~",
            "revenue",
            "cost_of_revenue",
        ),
        _cash_conversion_cycle,
        unit="days",
        not_for=FINANCIAL,
        annualised=True,
    ),
    ratio(
        "cash_conversion",
        "Cash conversion",
        RatioGroup.CASH_FLOW,
        "Cash from operations ÷ Net income",
        of("operating_cash_flow", "net_income"),
        over("operating_cash_flow", "net_income"),
        unit="ratio",
    ),
    ratio(
        "capex_to_revenue",
        "Capital expenditure to revenue",
        RatioGroup.CASH_FLOW,
        "Capital expenditure ÷ Revenue",
        of("capital_expenditure", "revenue"),
        over("capital_expenditure", "revenue"),
        not_for=FINANCIAL,
    ),
    ratio(
        "capex_to_depreciation",
        "Capital expenditure to depreciation",
        RatioGroup.CASH_FLOW,
        "Capital expenditure ÷ Depreciation and amortization",
        of("capital_expenditure", "depreciation_and_amortization"),
        over("capital_expenditure", "depreciation_and_amortization"),
        unit="ratio",
        not_for=FINANCIAL,
    ),
    ratio(
        "capex_to_operating_cash_flow",
        "Capital expenditure to operating cash flow",
        RatioGroup.CASH_FLOW,
        "Capital expenditure ÷ Cash from operations",
        of("capital_expenditure", "operating_cash_flow"),
        over("capital_expenditure", "operating_cash_flow"),
        not_for=FINANCIAL,
    ),
    ratio(
        "payout_ratio",
        "Dividend payout ratio",
        RatioGroup.CASH_FLOW,
        "Dividends paid ÷ Net income",
        of("dividends_paid", "net_income"),
        over("dividends_paid", "net_income"),
        meaningless="there was no net income",
    ),
)
