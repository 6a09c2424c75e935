from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.domain.facts import Fact, Missing
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.valuation.cost_of_capital import equity_cost
from research_agent.finance.valuation.excess_return import (
    ExcessReturnTerms,
    ExcessReturnValue,
    excess_return_valuation,
    excess_value,
)
from research_agent.finance.valuation.inputs import ValuationInputs, read_inputs
from tests.fakes.fact_rows import figures, filed
from tests.unit.finance.valuation.small_company import bank_rows, desk, inputs


def terms(years: int = 10, **given: Any) -> ExcessReturnTerms:
    """Book equity 100 that earns 12 % at a cost of 10 %, without growth."""
    values = {
        "book_equity": 100,
        "return_on_equity": "0.12",
        "terminal_return": "0.12",
        "growth": "0",
        "terminal_growth": "0",
        "cost": "0.10",
    }
    return ExcessReturnTerms(
        **{key: Decimal(value) for key, value in (values | given).items()}, years=years
    )


def value(read: ValuationInputs, **overrides: str) -> ExcessReturnValue | Missing:
    sheet, book = desk(read, **overrides)
    return excess_return_valuation(sheet, book, read, equity_cost(sheet, book))


def bank(*more: Any) -> ValuationInputs:
    return read_inputs(figures(*bank_rows(), *more))


@pytest.mark.parametrize("years", [1, 3, 10])
def test_a_steady_excess_is_worth_excess_over_cost(years: int) -> None:
    """2 a year for ever at 10 % are 20, however many years are written out."""
    assert excess_value(terms(years)) == pytest.approx(Decimal(20))


def test_a_growing_excess_can_be_worked_by_hand() -> None:
    """Two years, growth 10 % then 5 %: 2 ÷ 1.1 + 2.2 ÷ 1.21 + (2.31 ÷ 0.05) ÷ 1.21 = 41.82."""
    grown = terms(2, growth="0.10", terminal_growth="0.05")

    assert excess_value(grown) == pytest.approx(Decimal("41.8181818"))


@given(
    st.integers(min_value=1, max_value=20),
    st.decimals(min_value="0.03", max_value="0.20", places=3),
    st.decimals(min_value="-0.05", max_value="0.02", places=3),
)
def test_equity_that_earns_its_cost_is_worth_its_book(
    years: int, cost: Decimal, growth: Decimal
) -> None:
    """Growth without excess adds nothing."""
    fair = terms(years, return_on_equity=cost, terminal_return=cost, cost=cost, growth=growth)

    assert excess_value(fair) == 0


def test_a_bank_is_its_equity_and_what_that_earns_beyond_its_cost() -> None:
    """Return of year one: 152 ÷ ((500 + 400) ÷ 2) = 33.8 %; it fades to the cost of 9.5 %."""
    found = value(bank())

    assert isinstance(found, ExcessReturnValue)
    assert found.book_equity.value == 500
    assert found.excess.value > 0
    assert found.equity_value.value == 500 + found.excess.value
    assert isinstance(found.per_share, Fact)
    assert found.per_share.value == found.equity_value.value / 100


def test_a_return_at_cost_makes_price_to_book_one() -> None:
    """The check on the model every textbook gives."""
    found = value(bank(), return_on_equity="0.095")

    assert isinstance(found, ExcessReturnValue)
    assert found.price_to_book.value == 1


def test_preferred_stock_is_not_the_common_shareholders() -> None:
    """500 less 50 of preferred stock."""
    preferred = filed("PreferredStockValue", "2024-12-31", 50, on="2025-02-01")

    found = value(bank(preferred))

    assert isinstance(found, ExcessReturnValue)
    assert found.book_equity.value == 450


def test_growth_is_what_is_kept_of_the_return_within_bounds() -> None:
    """33.8 % × (1 − 140 ÷ 152) = 2.67 %."""
    paid = filed("PaymentsOfDividends", "2024-01-01/2024-12-31", 140, on="2025-02-01")
    read = bank(paid)
    sheet, book = desk(read)

    excess_return_valuation(sheet, book, read, equity_cost(sheet, book))

    (growth,) = (one for one in book.taken if one.key == "book_growth")
    assert growth.value == pytest.approx(Decimal(152) / 450 * Decimal(12) / 152)


@pytest.mark.parametrize(
    ("read", "reason"),
    [
        (inputs(), "for banks and insurers only; the discounted cash flow serves others better"),
        (
            read_inputs(
                figures(*(row for row in bank_rows() if row.tag != "us-gaap:StockholdersEquity"))
            ),
            "book equity: not reported",
        ),
    ],
)
def test_where_the_model_does_not_apply_it_says_why(read: ValuationInputs, reason: str) -> None:
    """An industrial company has the discounted cash flow."""
    found = value(read)

    assert isinstance(found, Missing)
    assert found.reason == reason


def test_the_sector_is_read_off_the_tags_of_a_bank() -> None:
    """The test company is a bank by its deposits alone."""
    assert bank().sector is Sector.BANK
