"""What growth a price expects: the discounted cash flow, solved for growth in year 1.

Source: Rappaport and Mauboussin, *Expectations Investing*: read the price, not the forecast.
"""

from dataclasses import replace
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell
from research_agent.finance.valuation.assumption import show_assumed
from research_agent.finance.valuation.firm_forecast import free_cash_flows, value_of_flows
from research_agent.finance.valuation.firm_value import FirmValue
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.present_value import bisected, discount_factors
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["implied_growth"]

LOWEST = Decimal("-0.50")
HIGHEST = Decimal("1.00")
TOLERANCE = Decimal("0.00001")
"""A thousandth of a percent of growth."""


def implied_growth(
    sheet: Worksheet,
    inputs: ValuationInputs,
    value: FirmValue | Missing,
    price: Decimal | None,
) -> Cell:
    """Return the revenue growth of year 1 at which the value per share is `price`.

    Returns:
        A fraction; missing without a price, or where no growth from −50 % to 100 % explains it.
    """
    if price is None:
        return Missing("no price was given")
    if isinstance(value, Missing):
        return Missing(f"there is no discounted cash flow: {value.reason}")
    shares = inputs.shares
    if isinstance(shares, Missing):
        return Missing(f"no share count: {shares.reason}")
    wanted = price * shares.value - value.bridge.total.value

    terms = value.terms
    factors = discount_factors(terms.wacc, terms.years, mid_year=terms.mid_year)

    def excess(growth: Decimal) -> Decimal:
        flows = free_cash_flows(replace(terms, growth=growth))
        worth = value_of_flows(flows, factors, wacc=terms.wacc, growth=terms.terminal_growth)
        return worth - wanted

    found = bisected(excess, LOWEST, HIGHEST, tolerance=TOLERANCE)
    if found is None:
        return Missing(_no_solution(excess(HIGHEST), price))
    made_from: tuple[Fact, ...] = (value.base.revenue, value.costs.wacc, value.bridge.total, shares)
    return sheet.rate(
        "implied_revenue_growth",
        "Revenue growth implied by the price",
        found,
        f"growth in Year 1 at which the value per share is {price}, by bisection",
        *made_from,
    )


def _no_solution(at_highest: Decimal, price: Decimal) -> str:
    if at_highest < 0:
        limit = show_assumed(HIGHEST, "fraction")
        return f"even growth of {limit} in year 1 does not reach the price of {price}"
    limit = show_assumed(LOWEST, "fraction")
    return f"even growth of {limit} in year 1 is worth more than the price of {price}"
