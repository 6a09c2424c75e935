"""How hard assets work: turnover and days."""

from decimal import Decimal
from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import (
    YEAR_DAYS,
    Values,
    average,
    days_of,
    of,
    quotient,
    quotient_of_average,
    ratio,
)
from research_agent.finance.ratios.ratio import Balances, Ratio, RatioGroup
from research_agent.finance.ratios.returns import CAPITAL_INPUTS, average_capital
from research_agent.finance.ratios.sector_rule import (
    NO_BALANCE_SPLIT,
    NO_DEBT_APART,
    NO_FIXED_ASSETS,
    NO_TRADE_ITEMS,
)

__all__ = ["EFFICIENCY_RATIOS"]

_turnover = partial(
    quotient_of_average, group=RatioGroup.EFFICIENCY, unit="ratio", source=sources.ACTIVITY
)
_trade_turnover = partial(_turnover, rule=NO_TRADE_ITEMS)
_days = partial(days_of, group=RatioGroup.EFFICIENCY, rule=NO_TRADE_ITEMS, source=sources.ACTIVITY)
_OUTSTANDING = ("receivables", "receivables~", "revenue")
_HELD = ("inventory", "inventory~", "cost_of_revenue")


def _operating_cycle(v: Values) -> Decimal | None:
    sold, made = v["revenue"], v["cost_of_revenue"]
    if sold <= 0 or made <= 0:
        return None
    return (average(v, "receivables") / sold + average(v, "inventory") / made) * YEAR_DAYS


def _cash_conversion_cycle(v: Values) -> Decimal | None:
    cycle = _operating_cycle(v)
    if cycle is None:
        return None
    return cycle - average(v, "accounts_payable") / v["cost_of_revenue"] * YEAR_DAYS


def _capital_turnover(v: Values) -> Decimal | None:
    capital = average_capital(v)
    return v["revenue"] / capital if capital is not None else None


EFFICIENCY_RATIOS: tuple[Ratio, ...] = (
    _turnover("asset_turnover", "Asset turnover", top="revenue", bottom="total_assets"),
    _turnover(
        "fixed_asset_turnover",
        "Fixed asset turnover",
        top="revenue",
        bottom="property_plant_equipment",
        rule=NO_FIXED_ASSETS,
    ),
    _turnover("equity_turnover", "Equity turnover", top="revenue", bottom="equity"),
    ratio(
        "invested_capital_turnover",
        "Invested capital turnover",
        RatioGroup.EFFICIENCY,
        "Revenue ÷ average (Total equity + Total debt − Cash and short-term investments)",
        (*of("revenue"), *CAPITAL_INPUTS),
        _capital_turnover,
        source=sources.MCKINSEY,
        balances=Balances.AVERAGE,
        unit="ratio",
        meaningless="invested capital is zero or negative at the start or the end of the year",
        rule=NO_DEBT_APART,
    ),
    _turnover(
        "working_capital_turnover",
        "Working capital turnover",
        top="revenue",
        bottom="working_capital",
        rule=NO_BALANCE_SPLIT,
    ),
    _trade_turnover(
        "inventory_turnover", "Inventory turnover", top="cost_of_revenue", bottom="inventory"
    ),
    _trade_turnover(
        "receivables_turnover", "Receivables turnover", top="revenue", bottom="receivables"
    ),
    _trade_turnover(
        "payables_turnover", "Payables turnover", top="cost_of_revenue", bottom="accounts_payable"
    ),
    _days(
        "days_sales_outstanding", "Days sales outstanding", balance="receivables", flow="revenue"
    ),
    _days("days_inventory", "Days inventory", balance="inventory", flow="cost_of_revenue"),
    _days("days_payable", "Days payable", balance="accounts_payable", flow="cost_of_revenue"),
    ratio(
        "operating_cycle",
        "Operating cycle",
        RatioGroup.EFFICIENCY,
        "Days sales outstanding + Days inventory",
        of(*_OUTSTANDING, *_HELD),
        _operating_cycle,
        source=sources.ACTIVITY,
        balances=Balances.AVERAGE,
        unit="days",
        meaningless="revenue or cost of revenue is zero or negative",
        rule=NO_TRADE_ITEMS,
    ),
    ratio(
        "cash_conversion_cycle",
        "Cash conversion cycle",
        RatioGroup.EFFICIENCY,
        "Days sales outstanding + Days inventory − Days payable",
        of(*_OUTSTANDING, *_HELD, "accounts_payable", "accounts_payable~"),
        _cash_conversion_cycle,
        source=sources.ACTIVITY,
        balances=Balances.AVERAGE,
        unit="days",
        meaningless="revenue or cost of revenue is zero or negative",
        rule=NO_TRADE_ITEMS,
    ),
    quotient(
        "depreciated_share_of_assets",
        "Depreciated share of property, plant and equipment",
        RatioGroup.EFFICIENCY,
        "accumulated_depreciation",
        "property_plant_equipment_gross",
        rule=NO_FIXED_ASSETS,
        source=sources.EARNINGS_QUALITY,
    ),
)
