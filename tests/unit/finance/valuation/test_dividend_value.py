from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing
from research_agent.finance.valuation.cost_of_capital import equity_cost
from research_agent.finance.valuation.dividend_value import (
    DividendValue,
    dividend_valuation,
    one_stage,
    two_stages,
)
from research_agent.finance.valuation.inputs import ValuationInputs
from tests.unit.finance.valuation.small_company import desk, inputs

DPS = "CommonStockDividendsPerShareDeclared"


def dividends(read: ValuationInputs, **overrides: str) -> DividendValue | Missing:
    sheet, book = desk(read, **overrides)
    return dividend_valuation(sheet, book, read, equity_cost(sheet, book))


def test_one_stage_is_gordons_formula() -> None:
    """1 × 1.04 ÷ (0.10 − 0.04) = 17.33."""
    assert one_stage(Decimal(1), Decimal("0.10"), Decimal("0.04")) == pytest.approx(
        Decimal("17.3333333333")
    )


def test_two_stages_discount_the_first_years_and_what_follows() -> None:
    """1.2 ÷ 1.1 + 1.2 × 1.04 ÷ 0.06 ÷ 1.1 = 20.00."""
    value = two_stages(
        Decimal(1), Decimal("0.10"), first_growth=Decimal("0.20"), years=1, growth=Decimal("0.04")
    )

    assert value == pytest.approx(Decimal(20))


@pytest.mark.parametrize("years", [1, 5, 20])
def test_two_equal_stages_are_one(years: int) -> None:
    """A stage at terminal growth changes nothing."""
    rate, growth = Decimal("0.09"), Decimal("0.03")

    assert two_stages(
        Decimal(2), rate, first_growth=growth, years=years, growth=growth
    ) == pytest.approx(one_stage(Decimal(2), rate, growth))


def test_a_company_is_valued_on_what_it_pays() -> None:
    """0.5 a share at 9.5 % and 2.5 %: 0.5 × 1.025 ÷ 0.07 = 7.32; it pays 50 of 152."""
    found = dividends(inputs())

    assert isinstance(found, DividendValue)
    assert found.one_stage.value == pytest.approx(Decimal("7.3214285714"))
    assert found.two_stages.value > found.one_stage.value
    assert isinstance(found.payout, Fact)
    assert found.payout.value == Decimal(50) / 152


def test_dividends_paid_serve_where_none_are_declared_per_share() -> None:
    """40 over 100 shares are 0.40."""
    found = dividends(inputs(without=[DPS], PaymentsOfDividends=(40, 30)))

    assert isinstance(found, DividendValue)
    assert found.dividend.value == Decimal("0.4")
    assert found.dividend.label == "Dividends paid per diluted share"


@pytest.mark.parametrize(
    ("read", "reason"),
    [
        (inputs(without=[DPS]), "no dividend is in the figures: not reported"),
        (inputs(**{DPS: (0, 0)}), "no dividend is paid"),
    ],
)
def test_without_a_dividend_there_is_no_such_value(read: ValuationInputs, reason: str) -> None:
    """A value of zero would be wrong: the company keeps its profit."""
    found = dividends(read)

    assert isinstance(found, Missing)
    assert found.reason == reason


def test_a_cost_of_equity_below_growth_is_refused() -> None:
    """As with the firm."""
    found = dividends(inputs(), cost_of_equity="0.03", terminal_growth="0.03")

    assert found == Missing("the cost of equity of 3% is not above terminal growth of 3%")
