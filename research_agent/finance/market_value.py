"""What all shares of a company cost, and what the whole of it costs with its debt."""

from decimal import Decimal

from research_agent.finance.ratios.formulas import ZERO, Values, of
from research_agent.finance.ratios.ratio import PRICE
from research_agent.finance.share_counts import COUNTED, all_classes

__all__ = ["CAP_INPUTS", "EV_INPUTS", "enterprise_value", "market_cap"]

CAP_INPUTS = (*of(PRICE), *COUNTED)
"""What `market_cap` needs."""
EV_INPUTS = (
    *CAP_INPUTS,
    *of("total_debt", "cash_and_short_term_investments", "minority_interest?", "preferred_stock?"),
)
"""What `enterprise_value` needs."""


def market_cap(v: Values) -> Decimal | None:
    """Share price × shares outstanding of all classes, in whole units of the currency.

    `None` where the shares outstanding do not look like those of all classes.
    """
    return v[PRICE] * v["shares_outstanding"] if all_classes(v) else None


def enterprise_value(v: Values) -> Decimal | None:
    """Market capitalisation with debt, minorities and preferred stock, less cash and short-term investments."""
    cap = market_cap(v)
    if cap is None:
        return None
    others = v["total_debt"] + v.get("minority_interest", ZERO) + v.get("preferred_stock", ZERO)
    return cap + others - v["cash_and_short_term_investments"]
