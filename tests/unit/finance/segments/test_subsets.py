from datetime import date
from decimal import Decimal

from research_agent.finance.segments.subsets import Amounts, finest_subset, parents

SPANS = [(date(year, 1, 1), date(year, 12, 31)) for year in (2024, 2023)]


def row(*values: int, slack: str = "0") -> Amounts:
    return Amounts(dict(zip(SPANS, map(Decimal, values), strict=False)), Decimal(slack))


def test_the_rows_that_add_up_in_every_period_are_chosen_over_those_of_one_period() -> None:
    """30 = 10 + 20 in both years; 30 = 30 of the fourth row holds in the first year only."""
    rows = [row(10, 11), row(20, 25), row(5, 5), row(30, 7)]

    assert finest_subset(rows, row(30, 36)) == (0, 1)


def test_a_subtotal_gives_way_to_its_parts() -> None:
    """Products 60 = phones 40 + tablets 20; with services 40 the total is 100."""
    rows = [row(60, 50), row(40, 35), row(20, 15), row(40, 30)]

    assert finest_subset(rows, row(100, 80)) == (1, 2, 3)
    assert parents(rows[:3]) == {0}


def test_all_rows_are_taken_where_all_add_up() -> None:
    """No search is needed, so any number of rows will do."""
    rows = [row(1, 2) for _ in range(60)]

    assert finest_subset(rows, row(60, 120)) == tuple(range(60))


def test_rounded_rows_may_miss_the_total_by_their_own_rounding_and_no_more() -> None:
    """41.6 and 42.7 billion are 84,284 million to within two halves of 100 million."""
    rows = [row(41_600, 40_400, slack="50"), row(42_700, 43_600, slack="50")]

    assert finest_subset(rows, row(84_284, 84_039, slack="0.5")) == (0, 1)
    assert finest_subset(rows, row(84_500, 84_039, slack="0.5")) is None


def test_many_rows_of_one_period_are_not_fitted() -> None:
    """With one period a sum of ten rows can come out right by accident."""
    only = [Amounts({SPANS[0]: Decimal(n)}) for n in range(1, 11)]

    assert finest_subset(only, Amounts({SPANS[0]: Decimal(17)})) is None
    assert finest_subset(only[:3], Amounts({SPANS[0]: Decimal(5)})) == (1, 2)


def test_no_set_is_no_answer() -> None:
    """Nothing is bent to fit."""
    assert finest_subset([row(1, 1), row(2, 2)], row(9, 9)) is None
    assert finest_subset([row(9, 9)], row(9, 9)) is None
