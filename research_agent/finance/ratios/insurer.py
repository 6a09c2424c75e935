"""Ratios of insurers; the underwriting ratios are those of property and casualty insurance."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import (
    ZERO,
    Values,
    of,
    quotient,
    quotient_of_average,
    ratio,
)
from research_agent.finance.ratios.ratio import Balances, Input, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import INSURERS_ONLY

__all__ = ["INSURER_RATIOS"]

_LOSSES = of("policy_benefits", "premiums_earned")
_KIND = (Input("loss_reserves", check=True), Input("future_policy_benefits", check=True))
_EXPENSES = of(
    "amortization_of_deferred_acquisition_costs",
    "general_and_administrative?",
    "selling_general_and_administrative?",
)
_NOT_UNDERWRITING = (
    "premiums are zero, no underwriting expense is filed, or it is mainly a life insurer, whose "
    "benefits are paid out of investment income too"
)


def _is_life(v: Values) -> bool:
    return v.get("future_policy_benefits", ZERO) > v.get("loss_reserves", ZERO)


def _losses(v: Values) -> Decimal | None:
    return v["policy_benefits"]


def _expenses(v: Values) -> Decimal | None:
    office = v.get("selling_general_and_administrative", v.get("general_and_administrative"))
    if office is None:
        return None
    return v["amortization_of_deferred_acquisition_costs"] + office


def _claims_and_expenses(v: Values) -> Decimal | None:
    spent = _expenses(v)
    return v["policy_benefits"] + spent if spent is not None else None


def _of_premiums(
    key: str,
    label: str,
    words: str,
    inputs: tuple[Input, ...],
    amount: Callable[[Values], Decimal | None],
) -> Ratio:
    def compute(v: Values) -> Decimal | None:
        spent = amount(v)
        if spent is None or v["premiums_earned"] <= 0 or _is_life(v):
            return None
        return spent / v["premiums_earned"]

    return ratio(
        key,
        label,
        RatioGroup.INSURER,
        f"{words} ÷ Premiums earned, net",
        (*inputs, *_KIND),
        compute,
        source=sources.INSURANCE,
        balances=Balances.NONE,
        meaningless=_NOT_UNDERWRITING,
        rule=INSURERS_ONLY,
    )


_quotient = partial(
    quotient, group=RatioGroup.INSURER, rule=INSURERS_ONLY, source=sources.INSURANCE
)

INSURER_RATIOS: tuple[Ratio, ...] = (
    _of_premiums("loss_ratio", "Loss ratio", "Policyholder benefits and claims", _LOSSES, _losses),
    _of_premiums(
        "underwriting_expense_ratio",
        "Expense ratio (underwriting)",
        "(Amortization of deferred acquisition costs + Selling, general and administrative)",
        (*_EXPENSES, *_LOSSES[1:]),
        _expenses,
    ),
    _of_premiums(
        "combined_ratio",
        "Combined ratio",
        "(Policyholder benefits and claims + Amortization of deferred acquisition costs + Selling, general and administrative)",
        (*_LOSSES, *_EXPENSES),
        _claims_and_expenses,
    ),
    quotient_of_average(
        "investment_yield",
        "Investment yield on total assets",
        RatioGroup.INSURER,
        "net_investment_income",
        "total_assets",
        rule=INSURERS_ONLY,
        source=sources.INSURANCE,
    ),
    _quotient(
        "premiums_to_equity",
        "Premiums to equity",
        top="premiums_earned",
        bottom="equity",
        unit="ratio",
    ),
    _quotient(
        "reserves_to_equity",
        "Loss reserves to equity",
        top="loss_reserves",
        bottom="equity",
        unit="ratio",
    ),
)
