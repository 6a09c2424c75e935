"""Amounts over a count of shares that is checked to be of all classes."""

from collections.abc import Callable
from decimal import Decimal

from research_agent.finance.ratios.formulas import Values, of, ratio, short
from research_agent.finance.ratios.ratio import Balances, Input, Ratio, RatioGroup
from research_agent.finance.ratios.sector_rule import SectorRule

__all__ = ["COUNTED", "NOT_COUNTED", "all_classes", "per_share"]

COUNTED = (*of("shares_outstanding"), Input("weighted_shares_diluted", check=True))
"""What `all_classes` needs."""
NOT_COUNTED = (
    "the shares outstanding that were filed do not agree with the year's average count, so they "
    "may be one class only"
)
_SCARCE, _EXCESS = Decimal("0.6"), Decimal(4)
"""Shares outstanding over the year's diluted average: less means that one class of several was
filed, more means a wrong scale; buybacks and a listing during the year stay between."""

MAX_PER_SHARE = Decimal(5_000_000)
"""More than any share stands for, in any currency: the count was filed in thousands or millions."""


def all_classes(v: Values) -> bool:
    """Say whether the shares outstanding agree with the year's average count, where that is known."""
    mean = v.get("weighted_shares_diluted")
    count = v["shares_outstanding"]
    return count > 0 and (mean is None or _SCARCE * mean <= count <= _EXCESS * mean)


def per_share(
    key: str,
    label: str,
    words: str,
    inputs: tuple[Input, ...],
    amount: Callable[[Values], Decimal],
    *,
    source: str,
    balance: bool = False,
    rule: SectorRule | None = None,
) -> Ratio:
    """Return an amount over shares: diluted average for a flow, shares outstanding for a balance."""
    shares = "shares_outstanding" if balance else "weighted_shares_diluted"

    def compute(v: Values) -> Decimal | None:
        counted = all_classes(v) if balance else v[shares] > 0
        result = amount(v) / v[shares] if counted else None
        return result if result is not None and abs(result) <= MAX_PER_SHARE else None

    return ratio(
        key,
        label,
        RatioGroup.PER_SHARE,
        f"{words} ÷ {short(shares)}",
        (*inputs, *(COUNTED if balance else of(shares))),
        compute,
        source=source,
        balances=Balances.END if balance else Balances.NONE,
        unit="money/shares",
        meaningless=NOT_COUNTED
        if balance
        else "there are no shares, or their count was filed in another scale",
        rule=rule,
        annualised=False,
    )
