"""Cash flow against earnings, and what it is reinvested in."""

from decimal import Decimal
from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import ZERO, Values, of, quotient, ratio
from research_agent.finance.ratios.profitability import income_after_tax
from research_agent.finance.ratios.ratio import Balances, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import NO_CASH_FLOW, NO_FREE_CASH_FLOW

__all__ = ["CASH_FLOW_RATIOS"]

_quotient = partial(quotient, group=RatioGroup.CASH_FLOW, source=sources.CASH_FLOW)
_free = partial(_quotient, rule=NO_FREE_CASH_FLOW)
_WORKING = ("current_assets", "cash_and_short_term_investments", "current_liabilities")


def _reinvested(v: Values) -> Decimal:
    """Capital expenditure beyond depreciation, and the growth of working capital without cash and debt."""

    def working(at: str = "") -> Decimal:
        assets, cash, liabilities = (v[f"{key}{at}"] for key in _WORKING)
        return (assets - cash) - (liabilities - v.get(f"current_debt{at}", ZERO))

    spent = v["capital_expenditure"] - v["depreciation_and_amortization"]
    return spent + working() - working("_opening")


def _reinvestment_rate(v: Values) -> Decimal | None:
    income = income_after_tax(v)
    return _reinvested(v) / income if income is not None and income > 0 else None


CASH_FLOW_RATIOS: tuple[Ratio, ...] = (
    _quotient(
        "cash_conversion",
        "Cash conversion",
        top="operating_cash_flow",
        bottom="net_income",
        unit="ratio",
        rule=NO_CASH_FLOW,
    ),
    _free(
        "free_cash_flow_conversion",
        "Free cash flow conversion",
        top="free_cash_flow",
        bottom="net_income",
        unit="ratio",
    ),
    _free(
        "ebitda_cash_conversion",
        "EBITDA cash conversion",
        top="operating_cash_flow",
        bottom="ebitda",
        unit="ratio",
    ),
    _free(
        "cash_flow_to_operating_income",
        "Operating cash flow to operating income",
        top="operating_cash_flow",
        bottom="operating_income",
        unit="ratio",
    ),
    _free(
        "capex_to_revenue",
        "Capital expenditure to revenue",
        top="capital_expenditure",
        bottom="revenue",
    ),
    _free(
        "capex_to_depreciation",
        "Capital expenditure to depreciation",
        top="capital_expenditure",
        bottom="depreciation_and_amortization",
        unit="ratio",
    ),
    _free(
        "capex_to_operating_cash_flow",
        "Capital expenditure to operating cash flow",
        top="capital_expenditure",
        bottom="operating_cash_flow",
    ),
    _free(
        "acquisitions_to_operating_cash_flow",
        "Acquisitions to operating cash flow",
        top="acquisitions",
        bottom="operating_cash_flow",
    ),
    _quotient(
        "share_based_compensation_to_operating_cash_flow",
        "Share-based compensation to operating cash flow",
        top="share_based_compensation",
        bottom="operating_cash_flow",
        rule=NO_CASH_FLOW,
    ),
    ratio(
        "reinvestment_rate",
        "Reinvestment rate",
        RatioGroup.CASH_FLOW,
        "(Capital expenditure − Depreciation and amortization + growth of working capital without cash and debt) ÷ (Operating income × (1 − Effective tax rate, at least 0))",
        (
            *of("capital_expenditure", "depreciation_and_amortization", "operating_income"),
            *of("income_tax", "pretax_income"),
            *of(*_WORKING, *(f"{key}~" for key in _WORKING), "current_debt?", "current_debt~?"),
        ),
        _reinvestment_rate,
        source=sources.DAMODARAN,
        balances=Balances.CHANGE,
        meaningless="operating income after tax is zero or negative",
        rule=NO_FREE_CASH_FLOW,
    ),
)
