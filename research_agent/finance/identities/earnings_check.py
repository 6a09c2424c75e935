"""Earnings per share are income over shares, and dilution takes from them."""

from collections.abc import Iterator
from decimal import Decimal

from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.identities.filing_errors import filing_error
from research_agent.finance.identities.identity import IdentityResult, Status
from research_agent.finance.identities.per_share import evidence, per_share
from research_agent.finance.identities.per_share_reasons import per_share_reason, splits_apart
from research_agent.finance.identities.rounding import leaves, sum_tolerance

__all__ = ["check_earnings"]


def check_earnings(figures: Figures, slot: Slot) -> Iterator[IdentityResult]:
    """Yield whether earnings per share fit income and shares, and basic fit diluted."""
    for word in ("basic", "diluted"):
        yield _check_per_share(figures, slot, word)
    yield _check_not_more(
        figures, slot, "eps_diluted", "eps_basic", "Diluted ≤ basic earnings per share"
    )
    yield _check_not_more(
        figures,
        slot,
        "weighted_shares_basic",
        "weighted_shares_diluted",
        "Basic ≤ diluted weighted shares",
    )


def _check_per_share(figures: Figures, slot: Slot, word: str) -> IdentityResult:
    key = f"eps_{word}_fits_income"
    label = f"{LINE_ITEMS[f'eps_{word}'].label} × shares = net income to common"
    found = per_share(figures, slot, word)
    if isinstance(found, str):
        return _not_checked(key, label, slot, found)
    fitting = next((facts for facts in found.incomes if found.fits(facts)), None)
    used = fitting or found.incomes[0]
    reason = "" if fitting else per_share_reason(figures, slot, found)
    status = Status.PASSED if fitting else Status.EXPLAINED if reason else Status.FAILED
    implied = found.implied(used)
    return IdentityResult(
        key=key,
        label=label,
        period=slot.period,
        status=status,
        left=found.eps.value,
        right=implied,
        difference=found.eps.value - implied,
        tolerance=found.tolerance(used),
        facts=(found.eps, *used, found.shares),
        explanation=reason,
    )


def _check_not_more(
    figures: Figures, slot: Slot, small: str, large: str, label: str
) -> IdentityResult:
    key = f"{small}_not_above_{large}"
    less, more = evidence(figures, small, slot), evidence(figures, large, slot)
    if less is None or more is None:
        return _not_checked(key, label, slot, "one of both is not there to check with")
    if small == "eps_diluted" and more.value <= 0:
        return _not_checked(key, label, slot, "a loss is not diluted")
    tolerance = sum_tolerance(leaf.value for fact in (less, more) for leaf in leaves(fact))
    if small == "eps_diluted":
        tolerance = Decimal(0)
    reason = ""
    if less.value - more.value > tolerance:
        reason = filing_error((less, more))
        if splits_apart(figures, less, more):
            reason = "A stock split lies between the filings of these figures."
    passed = less.value - more.value <= tolerance
    return IdentityResult(
        key=key,
        label=label,
        period=slot.period,
        status=Status.PASSED if passed else Status.EXPLAINED if reason else Status.FAILED,
        left=less.value,
        right=more.value,
        difference=less.value - more.value,
        tolerance=tolerance,
        facts=(less, more),
        explanation=reason,
    )


def _not_checked(key: str, label: str, slot: Slot, reason: str) -> IdentityResult:
    return IdentityResult(
        key=key,
        label=label,
        period=slot.period,
        status=Status.NOT_CHECKED,
        explanation=reason,
    )
