"""Growth over a year and per year over three, five and ten."""

from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import growth_of
from research_agent.finance.ratios.ratio import Ratio
from research_agent.finance.ratios.sector_rule import (
    NO_CASH_FLOW,
    NO_COST_OF_GOODS,
    NO_FREE_CASH_FLOW,
    NO_OPERATING_INCOME,
)

__all__ = ["GROWTH_RATIOS"]

_growth = partial(growth_of, source=sources.GROWTH)

_PER_YEAR = (
    ("revenue", "revenue", "revenue", (3, 5, 10), None),
    ("operating_income", "operating income", "operating_income", (3, 5), NO_OPERATING_INCOME),
    ("net_income", "net income", "net_income", (3, 5, 10), None),
    ("eps", "diluted EPS", "eps_diluted", (3, 5, 10), None),
    ("free_cash_flow", "free cash flow", "free_cash_flow", (3, 5, 10), NO_FREE_CASH_FLOW),
    ("dividends_per_share", "dividends per share", "dividends_per_share", (3, 5, 10), None),
    ("equity", "shareholders' equity", "equity", (5,), None),
)
"""Name in the key, in words, the line item, over how many years, and the sector rule."""

GROWTH_RATIOS: tuple[Ratio, ...] = (
    _growth("revenue_growth", "Revenue growth", "revenue"),
    _growth("gross_profit_growth", "Gross profit growth", "gross_profit", rule=NO_COST_OF_GOODS),
    _growth(
        "operating_income_growth",
        "Operating income growth",
        "operating_income",
        rule=NO_OPERATING_INCOME,
    ),
    _growth("ebitda_growth", "EBITDA growth", "ebitda", rule=NO_OPERATING_INCOME),
    _growth("net_income_growth", "Net income growth", "net_income"),
    _growth("eps_growth", "Diluted EPS growth", "eps_diluted"),
    _growth(
        "operating_cash_flow_growth",
        "Operating cash flow growth",
        "operating_cash_flow",
        rule=NO_CASH_FLOW,
    ),
    _growth(
        "free_cash_flow_growth", "Free cash flow growth", "free_cash_flow", rule=NO_FREE_CASH_FLOW
    ),
    _growth("dividends_per_share_growth", "Dividend growth", "dividends_per_share"),
    _growth("research_and_development_growth", "R&D growth", "research_and_development"),
    _growth("total_assets_growth", "Total assets growth", "total_assets"),
    _growth(
        "property_plant_equipment_growth",
        "Growth of property, plant and equipment",
        "property_plant_equipment",
    ),
    _growth("equity_growth", "Equity growth", "equity"),
    _growth(
        "weighted_shares_diluted_growth", "Growth of diluted shares", "weighted_shares_diluted"
    ),
    *(
        _growth(f"{name}_cagr_{years}y", f"{years}-year {words} CAGR", item, years=years, rule=rule)
        for name, words, item, spans, rule in _PER_YEAR
        for years in spans
    ),
)
