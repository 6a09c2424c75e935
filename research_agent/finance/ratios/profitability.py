"""Margins, costs and taxes against revenue."""

from decimal import Decimal
from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import ZERO, Values, of, quotient, ratio
from research_agent.finance.ratios.ratio import Balances, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import (
    NO_CASH_FLOW,
    NO_COST_OF_GOODS,
    NO_FREE_CASH_FLOW,
    NO_OPERATING_INCOME,
    SectorRule,
)

__all__ = ["PROFITABILITY_RATIOS", "income_after_tax"]

_quotient = partial(quotient, group=RatioGroup.PROFITABILITY, source=sources.PROFITABILITY)


def _margin(key: str, label: str, top: str, *, rule: SectorRule | None = None) -> Ratio:
    return _quotient(key, label, top=top, bottom="revenue", rule=rule)


def income_after_tax(v: Values) -> Decimal | None:
    """Operating income less tax at the effective rate, in whole units.

    A tax credit is not counted as a return, so the rate is at least 0; `None` without income
    before tax, or where the tax was more than all of it.
    """
    if v["pretax_income"] <= 0 or v["income_tax"] > v["pretax_income"]:
        return None
    return v["operating_income"] * (1 - max(v["income_tax"] / v["pretax_income"], ZERO))


def _after_tax_margin(v: Values) -> Decimal | None:
    income = income_after_tax(v)
    return income / v["revenue"] if income is not None and v["revenue"] > 0 else None


PROFITABILITY_RATIOS: tuple[Ratio, ...] = (
    _margin("gross_margin", "Gross margin", "gross_profit", rule=NO_COST_OF_GOODS),
    _margin("operating_margin", "Operating margin", "operating_income", rule=NO_OPERATING_INCOME),
    _margin("pretax_margin", "Pre-tax margin", "pretax_income"),
    _margin("net_margin", "Net margin", "net_income"),
    _margin("ebitda_margin", "EBITDA margin", "ebitda", rule=NO_OPERATING_INCOME),
    ratio(
        "after_tax_operating_margin",
        "After-tax operating margin",
        RatioGroup.PROFITABILITY,
        "Operating income × (1 − Effective tax rate, at least 0) ÷ Revenue",
        of("operating_income", "income_tax", "pretax_income", "revenue"),
        _after_tax_margin,
        source=sources.MCKINSEY,
        balances=Balances.NONE,
        meaningless="there was no income before tax, or tax took more than all of it",
        rule=NO_OPERATING_INCOME,
    ),
    _margin(
        "operating_cash_flow_margin",
        "Operating cash flow margin",
        "operating_cash_flow",
        rule=NO_CASH_FLOW,
    ),
    _margin(
        "free_cash_flow_margin",
        "Free cash flow margin",
        "free_cash_flow",
        rule=NO_FREE_CASH_FLOW,
    ),
    ratio(
        "free_cash_flow_after_share_pay_margin",
        "Free cash flow less share-based compensation to revenue",
        RatioGroup.PROFITABILITY,
        "(Free cash flow − Share-based compensation) ÷ Revenue",
        of("free_cash_flow", "share_based_compensation", "revenue"),
        lambda v: (
            (v["free_cash_flow"] - v["share_based_compensation"]) / v["revenue"]
            if v["revenue"] > 0
            else None
        ),
        source=sources.DAMODARAN,
        balances=Balances.NONE,
        meaningless="revenue is zero or negative",
        rule=NO_FREE_CASH_FLOW,
    ),
    _margin(
        "cost_of_revenue_to_revenue",
        "Cost of revenue to revenue",
        "cost_of_revenue",
        rule=NO_COST_OF_GOODS,
    ),
    _margin("research_and_development_to_revenue", "R&D to revenue", "research_and_development"),
    _margin("sga_to_revenue", "SG&A to revenue", "selling_general_and_administrative"),
    _margin(
        "share_based_compensation_to_revenue",
        "Share-based compensation to revenue",
        "share_based_compensation",
    ),
    _margin(
        "depreciation_to_revenue",
        "Depreciation and amortization to revenue",
        "depreciation_and_amortization",
    ),
    _quotient("effective_tax_rate", "Effective tax rate", top="income_tax", bottom="pretax_income"),
    _quotient("cash_tax_rate", "Cash tax rate", top="income_taxes_paid", bottom="pretax_income"),
    _quotient(
        "tax_burden",
        "Tax burden (DuPont)",
        top="net_income",
        bottom="pretax_income",
        source=sources.DUPONT,
    ),
    _quotient(
        "interest_burden",
        "Interest burden (DuPont)",
        top="pretax_income",
        bottom="operating_income",
        rule=NO_OPERATING_INCOME,
        source=sources.DUPONT,
    ),
)
