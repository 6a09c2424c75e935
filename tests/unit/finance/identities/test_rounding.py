from decimal import Decimal

import pytest

from research_agent.finance.identities.rounding import cents, rounding_unit, sum_tolerance

D = Decimal


@pytest.mark.parametrize(
    ("value", "unit"),
    [
        ("781_800_000", 100_000),
        ("383_285_000_000", 1_000_000),
        ("5_000_000_000", 1_000_000),
        ("-12_345_000", 1_000),
        ("7", 1),
        ("12.5", 1),
        ("0", 1_000_000),
    ],
)
def test_the_unit_of_a_figure_shows_in_its_zeros(value: str, unit: int) -> None:
    """More than six zeros are chance: five billion need not be rounded to billions."""
    assert rounding_unit(D(value)) == unit


def test_each_figure_of_a_sum_may_be_off_by_half_a_unit() -> None:
    """Three figures in millions: 1.5 million; in columns apart each may be off by a whole one."""
    values = [D(100_000_000), D(61_000_000), D(38_000_000)]

    assert sum_tolerance(values) == D(1_500_000)
    assert sum_tolerance(values, columns_apart=True) == D(3_000_000)


def test_a_sum_of_two_may_be_off_by_one_unit() -> None:
    """Two halves."""
    assert sum_tolerance([D(7_201_368_000), D(2_783_000_000)]) == D(1_000_000)


@pytest.mark.parametrize(("value", "unit"), [("9.21", "0.01"), ("4", "0.01"), ("2.3025", "0.0001")])
def test_a_figure_per_share_is_rounded_to_a_cent_or_finer(value: str, unit: str) -> None:
    """A filed 4 stands for 4.00."""
    assert cents(D(value)) == D(unit)
