"""What a forecast of the firm starts from: the base year where it can speak, assumptions elsewhere."""

from decimal import Decimal

from research_agent.domain.display import show_short
from research_agent.domain.facts import Fact, Missing
from research_agent.finance.valuation.assumption import Assumption, show_assumed
from research_agent.finance.valuation.assumption_book import AssumptionBook, Suggestion
from research_agent.finance.valuation.firm_forecast import FirmTerms
from research_agent.finance.valuation.free_cash_flow import BaseYear
from research_agent.finance.valuation.growth_history import past_growth, suggested_growth
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["firm_terms", "tax_rate"]

GROWTH_YEARS = 3
LOWEST_GROWTH = Decimal("-0.05")
HIGHEST_GROWTH = Decimal("0.20")
"""Few companies keep growing by more than a fifth a year; see Koller, chapter on growth."""
LOWEST_TAX = Decimal("0.05")
HIGHEST_TAX = Decimal("0.35")
"""Effective rates outside of these come from one-off items."""
LOWEST_REINVESTMENT = Decimal("-0.50")
HIGHEST_REINVESTMENT = Decimal("1.00")


def tax_rate(sheet: Worksheet, book: AssumptionBook, inputs: ValuationInputs) -> Assumption:
    """Return the tax rate: the effective one where it is plausible."""
    tax, income = inputs.rates["income_tax"], inputs.rates["pretax_income"]
    if not (isinstance(tax, Fact) and isinstance(income, Fact) and income.value > 0):
        return book.take("tax_rate")
    rate = sheet.rate(
        "tax_rate_paid",
        "Effective tax rate",
        tax.value / income.value,
        "Income tax ÷ Income before tax",
        tax,
        income,
    )
    if not LOWEST_TAX <= rate.value <= HIGHEST_TAX:
        return book.take("tax_rate")
    return book.take(
        "tax_rate", Suggestion(rate.value, f"Effective rate of {tax.period.label}.", rate)
    )


def firm_terms(
    sheet: Worksheet,
    book: AssumptionBook,
    inputs: ValuationInputs,
    base: BaseYear,
    tax: Assumption,
) -> FirmTerms | Missing:
    """Return the terms of the forecast, with a WACC of zero that is still to be put in.

    Returns:
        The terms, or why a forecast from this base year would mean nothing: a company without
        operating profit is not forecast to lose money for ever; the person has to say what it
        will earn.
    """
    margin = sheet.rate(
        "base_operating_margin",
        "Operating margin",
        base.operating_income.value / base.revenue.value,
        f"{base.operating_income.label} ÷ Revenue",
        base.operating_income,
        base.revenue,
    )
    if margin.value <= 0 and not _profit_is_set(book):
        return Missing(_without_profit(inputs, base))
    past = past_growth(sheet, inputs, "revenue", years=GROWTH_YEARS)
    growth = book.take(
        "revenue_growth", suggested_growth(past, low=LOWEST_GROWTH, high=HIGHEST_GROWTH)
    )
    terminal = book.take("terminal_growth")
    earned = book.take(
        "operating_margin", Suggestion(margin.value, f"Margin of {inputs.base.label}.", margin)
    )
    earned_last = book.take(
        "terminal_operating_margin",
        Suggestion(earned.value, "As in year 1: we know no reason why it should change."),
    )
    if earned_last.value <= 0:
        return Missing("an operating margin of zero or less in the last year is worth nothing")
    capital_return = book.take("return_on_new_capital")
    reinvested = book.take("reinvestment_rate", _reinvestment(base, terminal, capital_return))
    return FirmTerms(
        revenue=base.revenue.value,
        growth=growth.value,
        terminal_growth=terminal.value,
        margin=earned.value,
        terminal_margin=earned_last.value,
        tax_rate=tax.value,
        reinvestment=reinvested.value,
        return_on_new_capital=capital_return.value,
        wacc=Decimal(0),
        years=int(book.take("years").value),
        mid_year=bool(book.take("mid_year").value),
    )


def _profit_is_set(book: AssumptionBook) -> bool:
    return book.is_set("terminal_operating_margin") or book.is_set("operating_margin")


def _without_profit(inputs: ValuationInputs, base: BaseYear) -> str:
    income = base.operating_income
    text = f"operating income of {inputs.base.label} is {show_short(income.value, income.unit)}"
    if isinstance(base.free_cash_flow, Fact):
        flow = base.free_cash_flow
        text += f" and free cash flow to the firm {show_short(flow.value, flow.unit)}"
        shares = inputs.now["share_based_compensation"]
        if flow.value > 0 and isinstance(shares, Fact):
            text += (
                f", which leaves out {show_short(shares.value, shares.unit)} of share-based "
                "compensation"
            )
    return (
        f"{text}, so the base year gives no profit to forecast from; set "
        "terminal_operating_margin to the margin it should reach"
    )


def _reinvestment(
    base: BaseYear, terminal_growth: Assumption, capital_return: Assumption
) -> Suggestion:
    rate = base.reinvestment_rate
    if isinstance(rate, Missing):
        value = terminal_growth.value / capital_return.value
        why = f"As at the end, because {rate.reason}: terminal growth over return on new capital."
        return Suggestion(value, why)
    value = min(max(rate.value, LOWEST_REINVESTMENT), HIGHEST_REINVESTMENT)
    why = f"Share of after-tax profit of {rate.period.label} that was no free cash flow."
    if value != rate.value:
        ends = " and ".join(
            show_assumed(end, "fraction") for end in (LOWEST_REINVESTMENT, HIGHEST_REINVESTMENT)
        )
        shown = show_assumed(rate.value, "fraction")
        why = f"The base year reinvested {shown} of its after-tax profit, kept within {ends}."
    return Suggestion(value, why, rate)
