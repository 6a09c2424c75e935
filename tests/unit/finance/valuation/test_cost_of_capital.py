from decimal import Decimal

import pytest

from research_agent.finance.valuation.assumption import Source
from research_agent.finance.valuation.cost_of_capital import (
    CapitalCosts,
    capital_costs,
    capm,
    weighted_cost,
)
from research_agent.finance.valuation.firm_terms import tax_rate
from research_agent.finance.valuation.inputs import ValuationInputs
from tests.unit.finance.valuation.small_company import desk, inputs


def costs(
    read: ValuationInputs, *, price: str = "", **overrides: str
) -> tuple[CapitalCosts, dict[str, tuple[Decimal, Source]]]:
    sheet, book = desk(read, **overrides)
    tax = tax_rate(sheet, book, read)
    found = capital_costs(sheet, book, read, tax, price=Decimal(price) if price else None)
    return found, {one.key: (one.value, one.source) for one in book.taken}


def test_the_formulas_are_those_of_the_textbook() -> None:
    """4 % + 1.2 × 5 % = 10 %; 75 % × 10 % + 25 % × 5 % × 0.8 = 8.5 %."""
    equity = capm(Decimal("0.04"), Decimal("1.2"), Decimal("0.05"))

    assert equity == Decimal("0.10")
    assert weighted_cost(equity, Decimal("0.05"), Decimal("0.2"), Decimal("0.25")) == Decimal(
        "0.085"
    )


def test_cost_of_debt_is_interest_over_average_debt() -> None:
    """10 ÷ ((150 + 120) ÷ 2) = 7.41 %, after tax of 20 % 5.93 %."""
    found, taken = costs(inputs())

    assert taken["cost_of_debt"] == (Decimal(10) / 135, Source.FACT)
    assert found.debt.value == pytest.approx(Decimal(10) / 135 * Decimal("0.8"))


@pytest.mark.parametrize(
    ("interest", "expected"),
    [((1, 1), "0.045"), ((100, 100), "0.12")],
)
def test_cost_of_debt_stays_within_reason(interest: tuple[int, int], expected: str) -> None:
    """Nobody borrows below the risk-free rate today, and 74 % comes from debt repaid in between."""
    _, taken = costs(inputs(InterestExpense=interest))

    assert taken["cost_of_debt"] == (Decimal(expected), Source.DEFAULT)


def test_without_interest_a_spread_over_the_risk_free_rate_is_assumed() -> None:
    """4.5 % + 1.5 %, and it is said to be ours."""
    _, taken = costs(inputs(without=["InterestExpense"]))

    assert taken["cost_of_debt"] == (Decimal("0.060"), Source.DEFAULT)


def test_a_price_makes_market_weights() -> None:
    """150 ÷ (150 + 10 × 100) = 13.04 %."""
    found, taken = costs(inputs(), price="10")

    assert taken["debt_weight"] == (Decimal(150) / 1150, Source.FACT)
    assert found.weights == "Market weights: debt as filed, equity at the price given."
    assert found.wacc.value == pytest.approx(
        Decimal(1000) / 1150 * Decimal("0.095") + Decimal(150) / 1150 * found.debt.value
    )


def test_without_a_price_weights_are_those_of_the_books() -> None:
    """150 ÷ (150 + 500) = 23.08 %, and it is said."""
    found, taken = costs(inputs())

    assert taken["debt_weight"] == (Decimal(150) / 650, Source.FACT)
    assert found.weights == "Book weights, as no price was given."


def test_book_weights_are_not_trusted_where_buybacks_have_eaten_the_equity() -> None:
    """150 ÷ (150 + 50) = 75 % of debt would make capital look cheap: a target of 25 %."""
    found, taken = costs(inputs(StockholdersEquity=(50, 60)))

    assert taken["debt_weight"] == (Decimal("0.25"), Source.DEFAULT)
    assert "would make it 75%" in found.weights


def test_a_company_without_debt_has_none_in_its_weights() -> None:
    """WACC is then the cost of equity."""
    found, taken = costs(inputs(without=["LongTermDebtNoncurrent"]))

    assert taken["debt_weight"][0] == 0
    assert found.wacc.value == found.equity.value == Decimal("0.095")


def test_the_person_may_set_the_whole() -> None:
    """Set, WACC is what was set, and the parts do not matter."""
    found, taken = costs(inputs(), wacc="0.08", cost_of_equity="0.11")

    assert (found.wacc.value, found.equity.value) == (Decimal("0.08"), Decimal("0.11"))
    assert taken["wacc"] == (Decimal("0.08"), Source.PERSON)
    assert "beta" not in taken
