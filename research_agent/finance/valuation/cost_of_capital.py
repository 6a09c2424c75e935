"""What capital costs: equity by the capital asset pricing model, all of it by weights.

Sources: CAPM and WACC as in Brealey, Myers and Allen, *Principles of Corporate Finance*,
chapters 9 and 19:

    cost of equity = risk-free rate + beta × equity risk premium
    WACC = weight of equity × cost of equity + weight of debt × cost of debt × (1 − tax rate)
"""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.finance.valuation.assumption import Assumption, show_assumed
from research_agent.finance.valuation.assumption_book import AssumptionBook, Suggestion
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["CapitalCosts", "capital_costs", "capm", "equity_cost", "weighted_cost"]

CREDIT_SPREAD = Decimal("0.015")
"""Over the risk-free rate where no interest is filed; our round number for sound companies."""
HIGHEST_COST_OF_DEBT = Decimal("0.12")
"""More interest than that over average debt comes from debt repaid before the balance sheet date."""
HIGHEST_TARGET_DEBT = Decimal("0.25")
"""Cap of the weight of debt without a price: book equity can be far below the market's."""


@dataclass(frozen=True, slots=True)
class CapitalCosts:
    """Costs of capital as figures.

    Args:
        equity: Cost of equity.
        debt: Cost of debt after tax.
        wacc: Weighted average.
        weights: One sentence about where the weights come from.
    """

    equity: Fact
    debt: Fact
    wacc: Fact
    weights: str


def capm(risk_free: Decimal, beta: Decimal, premium: Decimal) -> Decimal:
    """Return the cost of equity: 4 % + 1.2 × 5 % = 10 %."""
    return risk_free + beta * premium


def weighted_cost(
    equity: Decimal, debt: Decimal, tax_rate: Decimal, debt_weight: Decimal
) -> Decimal:
    """Return WACC: 10 % and 5 % at 20 % tax and 25 % debt give 7.5 % + 1 % = 8.5 %."""
    return (1 - debt_weight) * equity + debt_weight * debt * (1 - tax_rate)


def equity_cost(sheet: Worksheet, book: AssumptionBook) -> Fact:
    """Return the cost of equity, by CAPM unless the person set it."""
    if book.is_set("cost_of_equity"):
        given = book.take("cost_of_equity")
        return sheet.rate("cost_of_equity", "Cost of equity", given.value, "set by the person")
    risk_free, beta, premium = (
        book.take(key) for key in ("risk_free_rate", "beta", "equity_risk_premium")
    )
    return sheet.rate(
        "cost_of_equity",
        "Cost of equity",
        capm(risk_free.value, beta.value, premium.value),
        f"risk-free rate {_shown(risk_free)} + beta {_shown(beta)} × equity risk premium "
        f"{_shown(premium)}",
        *sheet.all_assumed(risk_free, beta, premium),
    )


def capital_costs(
    sheet: Worksheet,
    book: AssumptionBook,
    inputs: ValuationInputs,
    tax: Assumption,
    *,
    price: Decimal | None,
) -> CapitalCosts:
    """Return what the company's capital costs.

    Args:
        sheet: Makes the figures.
        book: Hands out the assumptions.
        inputs: Debt, interest, equity and shares.
        tax: Tax rate.
        price: Of one share, for market weights; `None` for book or target weights.
    """
    equity = equity_cost(sheet, book)
    before_tax = book.take("cost_of_debt", _cost_of_debt(sheet, book, inputs))
    debt = sheet.rate(
        "after_tax_cost_of_debt",
        "After-tax cost of debt",
        before_tax.value * (1 - tax.value),
        f"cost of debt {_shown(before_tax)} × (1 − tax rate {_shown(tax)})",
        *sheet.all_assumed(before_tax, tax),
    )
    weight = book.take("debt_weight", _debt_weight(sheet, inputs, price))
    if book.is_set("wacc"):
        given = book.take("wacc")
        wacc = sheet.rate("wacc", "Cost of capital (WACC)", given.value, "set by the person")
    else:
        wacc = sheet.rate(
            "wacc",
            "Cost of capital (WACC)",
            weighted_cost(equity.value, before_tax.value, tax.value, weight.value),
            f"(1 − weight of debt {_shown(weight)}) × cost of equity "
            f"{_rate(equity.value)} + weight of debt × after-tax cost of debt "
            f"{_rate(debt.value)}",
            equity,
            debt,
            *sheet.all_assumed(weight),
        )
    return CapitalCosts(equity, debt, wacc, weight.why)


def _cost_of_debt(sheet: Worksheet, book: AssumptionBook, inputs: ValuationInputs) -> Suggestion:
    interest = inputs.rates["interest_expense"]
    debts = [
        cell
        for cell in (inputs.now["total_debt"], inputs.before["total_debt"])
        if isinstance(cell, Fact)
    ]
    average = sum((debt.value for debt in debts), Decimal(0)) / max(len(debts), 1)
    if not isinstance(interest, Fact) or interest.value <= 0 or average <= 0:
        value = book.take("risk_free_rate").value + CREDIT_SPREAD
        why = f"No interest rate can be read off the filings: risk-free rate plus {_rate(CREDIT_SPREAD)}, our round number."
        return Suggestion(value, why)
    rate = sheet.rate(
        "interest_rate_paid",
        "Interest expense over debt",
        interest.value / average,
        "Interest expense ÷ average debt" if len(debts) > 1 else "Interest expense ÷ debt",
        interest,
        *debts,
    )
    lowest = max(book.take("risk_free_rate").value, Decimal(0))
    value = max(min(rate.value, HIGHEST_COST_OF_DEBT), lowest)
    why = f"Interest expense of {interest.period.label} over average debt."
    if value > rate.value:
        why = (
            f"Interest over debt is {_rate(rate.value)}, which old debt can cost but new debt "
            "cannot: the risk-free rate."
        )
    elif value < rate.value:
        why = f"Interest over debt is {_rate(rate.value)}, kept at {_rate(value)}."
    return Suggestion(value, why, rate)


def _debt_weight(sheet: Worksheet, inputs: ValuationInputs, price: Decimal | None) -> Suggestion:
    debt, shares, equity = inputs.now["total_debt"], inputs.shares, inputs.now["equity"]
    if not isinstance(debt, Fact) or debt.value <= 0:
        return Suggestion(Decimal(0), "No debt is in the figures, so all capital is equity.")
    if price is not None and isinstance(shares, Fact):
        market = price * shares.value
        weight = sheet.rate(
            "debt_weight_market",
            "Weight of debt at market value",
            debt.value / (debt.value + market),
            f"Total debt ÷ (total debt + price {price} × diluted shares)",
            debt,
            shares,
        )
        return Suggestion(
            weight.value, "Market weights: debt as filed, equity at the price given.", weight
        )
    if not isinstance(equity, Fact) or equity.value <= 0:
        why = f"No price, and book equity is of no use: a target of {_rate(HIGHEST_TARGET_DEBT)}."
        return Suggestion(HIGHEST_TARGET_DEBT, why)
    weight = sheet.rate(
        "debt_weight_book",
        "Weight of debt at book value",
        debt.value / (debt.value + equity.value),
        "Total debt ÷ (total debt + shareholders' equity)",
        debt,
        equity,
    )
    if weight.value <= HIGHEST_TARGET_DEBT:
        return Suggestion(weight.value, "Book weights, as no price was given.", weight)
    why = (
        f"No price was given and book value would make it {_rate(weight.value)}, "
        f"as book equity is far below the market's: a target of {_rate(HIGHEST_TARGET_DEBT)}."
    )
    return Suggestion(HIGHEST_TARGET_DEBT, why)


def _rate(value: Decimal) -> str:
    return show_assumed(value, "fraction")


def _shown(assumption: Assumption) -> str:
    return show_assumed(assumption.value, assumption.unit)
