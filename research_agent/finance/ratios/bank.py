"""Ratios of banks."""

from decimal import Decimal
from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import (
    ZERO,
    Values,
    average,
    of,
    quotient,
    quotient_of_average,
    ratio,
)
from research_agent.finance.ratios.ratio import Balances, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import BANKS_ONLY, STAFF_FIRMS_ONLY

__all__ = ["BANK_RATIOS"]

_quotient = partial(quotient, group=RatioGroup.BANK, rule=BANKS_ONLY, source=sources.FFIEC)
_on_average = partial(
    quotient_of_average, group=RatioGroup.BANK, rule=BANKS_ONLY, source=sources.FFIEC
)
_ratio = partial(ratio, group=RatioGroup.BANK, rule=BANKS_ONLY)
_INCOME = ("net_interest_income", "noninterest_income")


def _earned(v: Values) -> Decimal:
    return v["net_interest_income"] + v["noninterest_income"]


def _before_provision(v: Values) -> Decimal:
    return _earned(v) - v["noninterest_expense"]


def _allowance_share(v: Values) -> Decimal | None:
    gross = v["loans"] + v["allowance_for_credit_losses"]
    return v["allowance_for_credit_losses"] / gross if gross > 0 else None


def _before_provision_return(v: Values) -> Decimal | None:
    mean = average(v, "total_assets")
    return _before_provision(v) / mean if mean > 0 else None


BANK_RATIOS: tuple[Ratio, ...] = (
    _on_average(
        "net_interest_margin",
        "Net interest margin on total assets",
        top="net_interest_income",
        bottom="total_assets",
        source=sources.SEC_BANKS,
    ),
    _ratio(
        "efficiency_ratio",
        "Efficiency ratio",
        formula="Non-interest expense ÷ (Net interest income + Non-interest income)",
        inputs=of("noninterest_expense", *_INCOME),
        compute=lambda v: v["noninterest_expense"] / _earned(v) if _earned(v) > 0 else None,
        source=sources.FFIEC,
        balances=Balances.NONE,
        meaningless="net interest income plus non-interest income is zero or negative",
    ),
    _ratio(
        "noninterest_income_share",
        "Non-interest share of income",
        formula="Non-interest income ÷ (Net interest income + Non-interest income)",
        inputs=of(*_INCOME),
        compute=lambda v: v["noninterest_income"] / _earned(v) if _earned(v) > 0 else None,
        source=sources.FFIEC,
        balances=Balances.NONE,
        meaningless="net interest income plus non-interest income is zero or negative",
    ),
    _quotient("loan_to_deposit", "Loan to deposit ratio", top="loans", bottom="deposits"),
    _quotient("loans_to_assets", "Loans to assets", top="loans", bottom="total_assets"),
    _quotient("deposits_to_assets", "Deposits to assets", top="deposits", bottom="total_assets"),
    _on_average(
        "cost_of_credit", "Cost of credit", top="provision_for_credit_losses", bottom="loans"
    ),
    _ratio(
        "allowance_coverage",
        "Allowance for credit losses to loans",
        formula="Allowance for credit losses ÷ (Loans, net + Allowance for credit losses)",
        inputs=of("allowance_for_credit_losses", "loans"),
        compute=_allowance_share,
        source=sources.SEC_BANKS,
        balances=Balances.END,
        meaningless="there are no loans",
    ),
    _ratio(
        "preprovision_return_on_assets",
        "Pre-provision return on assets",
        formula="(Net interest income + Non-interest income − Non-interest expense) ÷ average Total assets",
        inputs=of(*_INCOME, "noninterest_expense", "total_assets", "total_assets~"),
        compute=_before_provision_return,
        source=sources.FFIEC,
        balances=Balances.AVERAGE,
        meaningless="total assets are zero",
    ),
    _ratio(
        "provision_burden",
        "Provisions to pre-provision income",
        formula="Provision for credit losses ÷ (Net interest income + Non-interest income − Non-interest expense)",
        inputs=of("provision_for_credit_losses", *_INCOME, "noninterest_expense"),
        compute=lambda v: (
            v["provision_for_credit_losses"] / _before_provision(v)
            if _before_provision(v) > ZERO
            else None
        ),
        source=sources.FFIEC,
        balances=Balances.NONE,
        meaningless="income before provisions is zero or negative",
    ),
    quotient(
        "compensation_ratio",
        "Compensation ratio",
        RatioGroup.BANK,
        "compensation_and_benefits",
        "revenue",
        rule=STAFF_FIRMS_ONLY,
        source=sources.FFIEC,
    ),
)
