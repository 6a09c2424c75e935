from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research_agent.finance.valuation.firm_forecast import (
    FirmTerms,
    firm_value,
    firm_years,
    free_cash_flows,
)


def terms(**given: Any) -> FirmTerms:
    """Revenue 1,000, growth 10 % to 0 % in three years, margin 20 %, tax 25 %, WACC 10 %."""
    values: dict[str, Any] = {
        "revenue": 1000,
        "growth": "0.10",
        "terminal_growth": "0",
        "margin": "0.20",
        "terminal_margin": "0.20",
        "tax_rate": "0.25",
        "reinvestment": "0.20",
        "return_on_new_capital": "0.15",
        "wacc": "0.10",
    }
    numbers = {key: Decimal(value) for key, value in (values | given).items() if key != "years"}
    return FirmTerms(**numbers, years=given.get("years", 3), mid_year=False)


def test_a_forecast_is_the_sums_of_a_textbook() -> None:
    """Worked by hand.

    year            1        2        3
    growth          10 %     5 %      0 %
    revenue         1,100    1,155    1,155
    income          220      231      231
    after tax       165      173.25   173.25
    reinvested      20 %     10 %     0 %
    free cash flow  132      155.925  173.25
    """
    years = list(firm_years(terms()))

    assert [year.revenue for year in years] == [1100, 1155, 1155]
    assert [year.operating_income for year in years] == [220, 231, 231]
    assert [year.after_tax_profit for year in years] == [165, Decimal("173.25"), Decimal("173.25")]
    assert [year.reinvestment for year in years] == [33, Decimal("17.325"), 0]
    assert [year.free_cash_flow for year in years] == [132, Decimal("155.925"), Decimal("173.25")]


def test_the_value_is_the_discounted_flows_and_a_perpetuity() -> None:
    """132 ÷ 1.1 + 155.925 ÷ 1.21 + 173.25 ÷ 1.331 + (173.25 ÷ 0.1) ÷ 1.331 = 1,680.68."""
    assert firm_value(terms()) == pytest.approx(Decimal("1680.6818181818"))


def test_a_flow_without_growth_is_worth_flow_over_rate_however_long_it_is_written_out() -> None:
    """1,000 × 0.2 × 0.75 = 150 a year for ever at 10 % is 1,500."""
    for years in (3, 10, 20):
        flat = terms(growth="0", reinvestment="0", years=years)
        assert firm_value(flat) == pytest.approx(Decimal(1500))


def test_cash_in_mid_year_is_worth_half_a_year_of_return_more() -> None:
    """Every flow, and Gordon's terminal value with them, comes half a year earlier."""
    middle = replace(terms(), mid_year=True)

    assert firm_value(middle) == pytest.approx(firm_value(terms()) * Decimal("1.1").sqrt())


def test_growth_for_ever_takes_reinvestment() -> None:
    """Terminal growth of 3 % at a return of 15 % takes a fifth of the profit."""
    last = list(firm_years(terms(terminal_growth="0.03")))[-1]

    assert last.reinvestment_rate == Decimal("0.2")
    assert last.free_cash_flow == last.after_tax_profit * Decimal("0.8")


def test_a_loss_brings_no_tax_back_and_takes_no_reinvestment() -> None:
    """Else a company would be richer for losing money."""
    first = next(firm_years(terms(margin="-0.10")))

    assert first.operating_income == -110
    assert first.tax == first.reinvestment == 0
    assert first.free_cash_flow == -110


fractions = st.decimals(min_value="0.01", max_value="0.30", places=4)
all_terms = st.builds(
    terms,
    growth=st.decimals(min_value="-0.10", max_value="0.30", places=4),
    terminal_growth=st.decimals(min_value="-0.02", max_value="0.03", places=4),
    margin=fractions,
    terminal_margin=fractions,
    tax_rate=fractions,
    reinvestment=st.decimals(min_value="-0.2", max_value="0.9", places=4),
    return_on_new_capital=st.decimals(min_value="0.13", max_value="0.40", places=4),
    wacc=st.decimals(min_value="0.05", max_value="0.12", places=4),
    years=st.integers(min_value=3, max_value=20),
)
steps = st.decimals(min_value="0.0005", max_value="0.05", places=4)


@given(all_terms)
def test_the_short_way_and_the_long_way_agree(some: FirmTerms) -> None:
    """The grid and the search use sums of their own; they must be those of the forecast."""
    assert free_cash_flows(some) == pytest.approx([y.free_cash_flow for y in firm_years(some)])


@given(all_terms, steps)
def test_a_higher_cost_of_capital_lowers_the_value(some: FirmTerms, step: Decimal) -> None:
    """Of positive cash flows; the one rule nobody may break."""
    assert firm_value(replace(some, wacc=some.wacc + step)) < firm_value(some)


@given(all_terms, steps)
def test_more_growth_in_year_one_raises_the_value(some: FirmTerms, step: Decimal) -> None:
    """Of positive cash flows: every later revenue is higher too."""
    assert firm_value(replace(some, growth=some.growth + step)) > firm_value(some)


@given(all_terms, st.decimals(min_value="0.0005", max_value="0.015", places=4))
def test_terminal_growth_raises_the_value_where_new_capital_earns_its_cost(
    some: FirmTerms, step: Decimal
) -> None:
    """With a return above WACC and a margin that holds, reinvestment is worth more than it takes."""
    steady = replace(
        some,
        terminal_margin=some.margin,
        reinvestment=some.terminal_growth / some.return_on_new_capital,
    )
    grown = steady.terminal_growth + step
    faster = replace(steady, terminal_growth=grown, reinvestment=grown / some.return_on_new_capital)
    flat = replace(steady, growth=steady.terminal_growth)
    assert firm_value(replace(faster, growth=grown)) > firm_value(flat)


@given(all_terms)
def test_growth_at_the_cost_of_capital_adds_nothing(some: FirmTerms) -> None:
    """With a return equal to WACC, profit over WACC is the value, whatever the growth (Koller)."""
    fair = replace(
        some,
        growth=some.terminal_growth,
        terminal_margin=some.margin,
        return_on_new_capital=some.wacc,
        reinvestment=some.terminal_growth / some.wacc,
    )
    profit = fair.revenue * (1 + fair.growth) * fair.margin * (1 - fair.tax_rate)

    assert firm_value(fair) == pytest.approx(profit / fair.wacc, rel=Decimal("1e-12"))


def test_a_cost_of_capital_at_terminal_growth_is_refused() -> None:
    """No number, as the sum has no limit."""
    with pytest.raises(ValueError, match="above its growth"):
        firm_value(terms(wacc="0.03", terminal_growth="0.03"))
