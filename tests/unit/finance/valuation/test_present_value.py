from decimal import Decimal

import pytest

from research_agent.finance.valuation.present_value import (
    bisected,
    compound_growth,
    discount_factors,
    linear_fade,
    perpetuity_value,
)


def test_a_fade_moves_in_equal_steps_and_ends_where_it_should() -> None:
    """10 % to 2 % in five years are steps of two points."""
    assert linear_fade(Decimal("0.10"), Decimal("0.02"), 5) == tuple(
        Decimal(text) for text in ("0.10", "0.08", "0.06", "0.04", "0.02")
    )
    assert linear_fade(Decimal("0.10"), Decimal("0.02"), 1) == (Decimal("0.02"),)


def test_a_factor_is_one_over_growth_of_capital() -> None:
    """1 ÷ 1.1 and 1 ÷ 1.21; half a year less is worth the square root of 1.1 more."""
    end = discount_factors(Decimal("0.1"), 2, mid_year=False)
    middle = discount_factors(Decimal("0.21"), 2, mid_year=True)

    assert end == (1 / Decimal("1.1"), 1 / Decimal("1.1") / Decimal("1.1"))
    assert middle[0] == pytest.approx(1 / Decimal("1.1"))
    assert middle[1] == pytest.approx(1 / Decimal("1.1") / Decimal("1.21"))


def test_a_growing_perpetuity_is_the_next_flow_over_the_spread() -> None:
    """6 next year, growing by 4 %, at 10 %: 6 ÷ 0.06 = 100."""
    assert perpetuity_value(Decimal(6), Decimal("0.10"), Decimal("0.04")) == 100


@pytest.mark.parametrize("growth", ["0.10", "0.11"])
def test_what_grows_as_fast_as_it_is_discounted_has_no_value(growth: str) -> None:
    """The formula would give infinity, or a negative number that looks like a value."""
    with pytest.raises(ValueError, match="above its growth"):
        perpetuity_value(Decimal(6), Decimal("0.10"), Decimal(growth))


def test_compound_growth_is_the_root_of_the_quotient() -> None:
    """100 to 121 in two years is 10 % a year."""
    assert compound_growth(Decimal(100), Decimal(121), 2) == pytest.approx(Decimal("0.1"))


@pytest.mark.parametrize(("first", "last", "years"), [(-1, 5, 2), (5, -1, 2), (0, 5, 2), (1, 2, 0)])
def test_growth_from_or_to_a_loss_means_nothing(first: int, last: int, years: int) -> None:
    """A rate from −1 to 5 would be a number without a meaning."""
    assert compound_growth(Decimal(first), Decimal(last), years) is None


def test_bisection_finds_the_zero_and_says_when_there_is_none() -> None:
    """x² − 2 between 0 and 2 is zero at 1.41421; between 2 and 3 nowhere."""

    def square_less_two(x: Decimal) -> Decimal:
        return x * x - 2

    def find(low: int, high: int) -> Decimal | None:
        return bisected(square_less_two, Decimal(low), Decimal(high), tolerance=Decimal("1e-9"))

    assert find(0, 2) == pytest.approx(Decimal(2).sqrt(), abs=Decimal("1e-9"))
    assert find(2, 3) is None


def test_bisection_takes_an_end_that_is_the_zero() -> None:
    """No search is needed where a bound is the answer."""
    found = bisected(lambda x: x - 3, Decimal(1), Decimal(3), tolerance=Decimal("0.1"))

    assert found == 3
