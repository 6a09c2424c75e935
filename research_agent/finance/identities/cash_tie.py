"""The change in cash ties the cash flow statement to the balance sheets at both ends."""

from research_agent.domain.facts import Missing
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.identities.equation import Equation, Variant, sum_of
from research_agent.finance.identities.equation_check import check_equation, not_checked
from research_agent.finance.identities.identity import IdentityResult
from research_agent.finance.identities.rounding import leaves

__all__ = ["check_cash_tie"]

_KEY = "cash_ties_to_balance_sheet"
_LABEL = "Cash at the start + change in cash = cash at the end"
_CASH = Equation(
    key=_KEY,
    label=_LABEL,
    left=sum_of("cash"),
    rights=(sum_of("@cash net_change_in_cash"),),
    variants=(
        Variant(
            sum_of("@cash net_change_in_cash exchange_rate_effect"),
            "The change in cash is before the effect of exchange rates here.",
        ),
    ),
)
_WITH_RESTRICTED = Equation(
    key=_KEY,
    label=_LABEL,
    left=sum_of("cash_and_restricted_cash"),
    rights=(sum_of("@cash_and_restricted_cash net_change_in_cash"),),
)


def check_cash_tie(figures: Figures, slot: Slot) -> IdentityResult:
    """Return whether both balance sheets and the cash flow statement agree.

    The tag of the change says which cash it is of: since 2018 restricted cash is part of it,
    and the balance with it stands below the cash flow statement.
    """
    change = figures.cell("net_change_in_cash", slot)
    if isinstance(change, Missing):
        return not_checked(_CASH, slot, f"Net change in cash: {change.reason}")
    if any("RestrictedCash" in leaf.tag for leaf in leaves(change)):
        with_restricted = check_equation(figures, _WITH_RESTRICTED, slot)
        if with_restricted.facts:
            return with_restricted
    return check_equation(figures, _CASH, slot)
