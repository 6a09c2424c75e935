"""What is paid out to shareholders, and the growth that what is kept allows."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial

from research_agent.finance.ratios import sources
from research_agent.finance.ratios.formulas import ZERO, Values, average, of, quotient, ratio
from research_agent.finance.ratios.ratio import Balances, Input, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import NO_FREE_CASH_FLOW, SectorRule

__all__ = ["PAYOUT_INPUTS", "PAYOUT_RATIOS", "dividends", "net_buyback", "total_payout"]

_quotient = partial(quotient, group=RatioGroup.PAYOUT, source=sources.PAYOUT)


def net_buyback(v: Values) -> Decimal:
    """Shares repurchased less shares issued for cash, in whole units; negative when more were issued."""
    return v["shares_repurchased"] - v.get("shares_issued", ZERO)


def dividends(v: Values) -> Decimal | None:
    """Dividends paid, in whole units; 0 for a company that files none.

    `None` where none was read although a dividend per share was declared.
    """
    undeclared = v.get("dividends_per_share", ZERO) == 0
    return v.get("dividends_paid", ZERO if undeclared else None)


def total_payout(v: Values) -> Decimal | None:
    """Dividends paid and net buybacks together, in whole units; `None` as for `dividends`."""
    paid = dividends(v)
    return paid + net_buyback(v) if paid is not None else None


def _retained(v: Values) -> Decimal | None:
    paid = dividends(v)
    return 1 - paid / v["net_income"] if paid is not None and v["net_income"] > 0 else None


def _sustainable_growth(v: Values) -> Decimal | None:
    equity, kept = average(v, "equity"), _retained(v)
    if kept is None or min(v["equity"], v["equity_opening"]) <= 0:
        return None
    return v["net_income"] / equity * kept


def _paid(
    key: str,
    label: str,
    formula: str,
    inputs: tuple[Input, ...],
    amount: Callable[[Values], Decimal | None],
    *,
    out_of: str = "net_income",
    rule: SectorRule | None = None,
) -> Ratio:
    words = {"net_income": "net income", "free_cash_flow": "free cash flow"}[out_of]

    def compute(v: Values) -> Decimal | None:
        paid = amount(v)
        return paid / v[out_of] if paid is not None and v[out_of] > 0 else None

    return ratio(
        key,
        label,
        RatioGroup.PAYOUT,
        f"{formula} ÷ {words[0].upper()}{words[1:]}",
        (*inputs, *of(out_of)),
        compute,
        source=sources.PAYOUT,
        balances=Balances.NONE,
        meaningless=f"{words} is zero or negative, or the dividends paid were not read",
        rule=rule,
    )


_BUYBACK = of("shares_repurchased", "shares_issued?")
_DIVIDENDS = (*of("dividends_paid?"), Input("dividends_per_share", check=True))

PAYOUT_INPUTS = (*_DIVIDENDS, *_BUYBACK)
"""What `total_payout` needs."""

PAYOUT_RATIOS: tuple[Ratio, ...] = (
    _quotient("payout_ratio", "Dividend payout ratio", top="dividends_paid", bottom="net_income"),
    _quotient(
        "free_cash_flow_payout",
        "Dividends to free cash flow",
        top="dividends_paid",
        bottom="free_cash_flow",
        rule=NO_FREE_CASH_FLOW,
    ),
    _quotient(
        "dividend_coverage",
        "Dividend coverage",
        top="net_income",
        bottom="dividends_paid",
        unit="ratio",
    ),
    _paid(
        "net_buyback_to_net_income",
        "Net buybacks to net income",
        "(Shares repurchased − Shares issued)",
        _BUYBACK,
        net_buyback,
    ),
    _paid(
        "total_payout_ratio",
        "Total payout ratio",
        "(Dividends paid + Shares repurchased − Shares issued)",
        PAYOUT_INPUTS,
        total_payout,
    ),
    _paid(
        "total_payout_to_free_cash_flow",
        "Total payout to free cash flow",
        "(Dividends paid + Shares repurchased − Shares issued)",
        PAYOUT_INPUTS,
        total_payout,
        out_of="free_cash_flow",
        rule=NO_FREE_CASH_FLOW,
    ),
    ratio(
        "retention_ratio",
        "Retention ratio",
        RatioGroup.PAYOUT,
        "1 − Dividends paid ÷ Net income",
        (*of("net_income"), *_DIVIDENDS),
        _retained,
        source=sources.PAYOUT,
        balances=Balances.NONE,
        meaningless="net income is zero or negative, or the dividends paid were not read",
    ),
    ratio(
        "sustainable_growth_rate",
        "Sustainable growth rate",
        RatioGroup.PAYOUT,
        "Net income ÷ average Shareholders' equity × (1 − Dividends paid ÷ Net income)",
        (*of("net_income", "equity", "equity~"), *_DIVIDENDS),
        _sustainable_growth,
        source=sources.HIGGINS,
        balances=Balances.AVERAGE,
        meaningless="net income or shareholders' equity is zero or negative, or the dividends paid were not read",
    ),
)
