"""The value of a share by its dividends.

Sources: Gordon, *The Investment, Financing, and Valuation of the Corporation*; the two-stage
form as in the CFA Program curriculum (*Discounted Dividend Valuation*):

    one stage:  D0 × (1 + g) ÷ (r − g)
    two stages: sum of D0 × (1 + g1)^t ÷ (1 + r)^t over n years,
                + D0 × (1 + g1)^n × (1 + g) ÷ (r − g) ÷ (1 + r)^n

A worked example: a dividend of 1, terminal growth 4 %, cost of equity 10 %: 1.04 ÷ 0.06 = 17.33.
With growth of 20 % in a first stage of one year: 1.2 ÷ 1.1 + 1.2 × 1.04 ÷ 0.06 ÷ 1.1 = 20.00.
"""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell
from research_agent.finance.valuation.assumption import show_assumed
from research_agent.finance.valuation.assumption_book import AssumptionBook
from research_agent.finance.valuation.growth_history import past_growth, suggested_growth
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.present_value import discount_factors, perpetuity_value
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["DividendValue", "dividend_valuation", "one_stage", "two_stages"]

GROWTH_YEARS = 5
LOWEST_GROWTH = Decimal(0)
HIGHEST_GROWTH = Decimal("0.10")
"""Dividends can double in a year when a company starts to pay; that is no rate to go on with."""


@dataclass(frozen=True, slots=True)
class DividendValue:
    """The value by dividends.

    Args:
        dividend: Paid per share over the base year.
        payout: Share of net income paid out; missing where there is no profit.
        one_stage: At terminal growth from the start.
        two_stages: With some years at a growth of their own first.
    """

    dividend: Fact
    payout: Cell
    one_stage: Fact
    two_stages: Fact


def one_stage(dividend: Decimal, rate: Decimal, growth: Decimal) -> Decimal:
    """Return the value of a dividend just paid that grows for ever; `ValueError` if rate ≤ growth."""
    return perpetuity_value(dividend * (1 + growth), rate, growth)


def two_stages(
    dividend: Decimal, rate: Decimal, *, first_growth: Decimal, years: int, growth: Decimal
) -> Decimal:
    """Return the value with `years` of `first_growth` before growth for ever."""
    total = Decimal(0)
    for factor in discount_factors(rate, years, mid_year=False):
        dividend *= 1 + first_growth
        total += dividend * factor
    return total + one_stage(dividend, rate, growth) * factor


def dividend_valuation(
    sheet: Worksheet, book: AssumptionBook, inputs: ValuationInputs, cost: Fact
) -> DividendValue | Missing:
    """Return the value by dividends, or why there is none.

    Args:
        sheet: Makes the figures.
        book: Hands out the assumptions.
        inputs: Dividends, income and shares.
        cost: Cost of equity.
    """
    dividend = _dividend(sheet, inputs)
    if isinstance(dividend, Missing):
        return dividend
    growth = book.take("terminal_growth")
    if cost.value <= growth.value:
        return Missing(
            f"the cost of equity of {show_assumed(cost.value, 'fraction')} is not above terminal "
            f"growth of {show_assumed(growth.value, 'fraction')}"
        )
    past = past_growth(sheet, inputs, "dividends_per_share", years=GROWTH_YEARS)
    suggestion = suggested_growth(past, low=LOWEST_GROWTH, high=HIGHEST_GROWTH)
    first, years = book.take("dividend_growth", suggestion), book.take("dividend_years")
    used = (dividend, cost, *sheet.all_assumed(growth))
    rates = f"{show_assumed(cost.value, 'fraction')} − {show_assumed(growth.value, 'fraction')}"
    forever = f"× (1 + {show_assumed(growth.value, 'fraction')}) ÷ ({rates})"
    once = sheet.per_share(
        "dividend_value_one_stage",
        "Value per share by dividends, one stage",
        one_stage(dividend.value, cost.value, growth.value),
        f"{dividend.label} {forever}",
        *used,
    )
    twice = sheet.per_share(
        "dividend_value_two_stages",
        "Value per share by dividends, two stages",
        two_stages(
            dividend.value,
            cost.value,
            first_growth=first.value,
            years=int(years.value),
            growth=growth.value,
        ),
        f"{show_assumed(years.value, years.unit)} of dividends growing by "
        f"{show_assumed(first.value, first.unit)}, discounted, then the last {forever}, discounted",
        *used,
        *sheet.all_assumed(first),
    )
    return DividendValue(dividend, _payout(sheet, inputs, dividend), once, twice)


def _dividend(sheet: Worksheet, inputs: ValuationInputs) -> Fact | Missing:
    declared = inputs.rates["dividends_per_share"]
    if isinstance(declared, Fact):
        return declared if declared.value > 0 else Missing("no dividend is paid")
    paid, shares = inputs.now["dividends_paid"], inputs.shares
    if isinstance(paid, Missing):
        return Missing(f"no dividend is in the figures: {paid.reason}", paid.looked_for)
    if paid.value <= 0:
        return Missing("no dividend is paid")
    if isinstance(shares, Missing):
        return Missing(f"no share count: {shares.reason}", shares.looked_for)
    return sheet.per_share(
        "dividends_paid_per_share",
        "Dividends paid per diluted share",
        paid.value / shares.value,
        f"{paid.label} ÷ {shares.label}",
        paid,
        shares,
    )


def _payout(sheet: Worksheet, inputs: ValuationInputs, dividend: Fact) -> Cell:
    income, shares = inputs.now["net_income"], inputs.shares
    if isinstance(income, Missing) or isinstance(shares, Missing):
        return Missing("no income or no share count to set the dividend against")
    if income.value <= 0:
        return Missing("there is no profit to pay out")
    return sheet.rate(
        "dividend_payout",
        "Dividends as a share of net income",
        dividend.value * shares.value / income.value,
        f"{dividend.label} × {shares.label} ÷ {income.label}",
        dividend,
        shares,
        income,
    )
