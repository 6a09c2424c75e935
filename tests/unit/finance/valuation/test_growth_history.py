from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact
from research_agent.finance.valuation.growth_history import past_growth, suggested_growth
from research_agent.finance.valuation.inputs import ValuationInputs, read_inputs
from research_agent.finance.valuation.worksheet import Worksheet
from tests.fakes.fact_rows import figures, filed

LOW, HIGH = Decimal("-0.05"), Decimal("0.20")


def history(**revenue: float) -> ValuationInputs:
    """Revenue by fiscal year, `y2024=121`."""
    return read_inputs(
        figures(
            *(
                filed(
                    "Revenues",
                    f"{year[1:]}-01-01/{year[1:]}-12-31",
                    value,
                    on=f"{int(year[1:]) + 1}-02-01",
                )
                for year, value in revenue.items()
            )
        )
    )


def growth(read: ValuationInputs, years: int) -> Fact | None:
    return past_growth(Worksheet(read), read, "revenue", years=years)


def test_growth_is_compound_over_the_years_asked_for() -> None:
    """100 to 121 in two years is 10 % a year."""
    found = growth(history(y2021=50, y2022=100, y2023=105, y2024=121), 2)

    assert found is not None
    assert found.value == pytest.approx(Decimal("0.10"))
    assert found.label == "Revenue growth per year over 2 years"


def test_a_year_that_is_not_in_the_figures_is_counted_all_the_same() -> None:
    """Two years lie between 2022 and 2024 also where 2023 is absent."""
    found = growth(history(y2022=100, y2024=121), 3)

    assert found is not None
    assert found.value == pytest.approx(Decimal("0.10"))


@pytest.mark.parametrize("read", [history(y2024=121), history(y2023=-5, y2024=121)])
def test_without_a_base_there_is_no_growth(read: ValuationInputs) -> None:
    """One year alone, or a base below zero."""
    assert growth(read, 3) is None


def test_a_suggestion_keeps_within_bounds_and_says_so() -> None:
    """Doubling is not carried on; ordinary growth is taken as it is."""
    fast, slow = (growth(history(y2023=100, y2024=value), 3) for value in (200, 108))

    bounded = suggested_growth(fast, low=LOW, high=HIGH)
    plain = suggested_growth(slow, low=LOW, high=HIGH)

    assert bounded is not None
    assert plain is not None
    assert (bounded.value, bounded.basis) == (HIGH, fast)
    assert "is 100%, kept within -5% and 20%" in bounded.why
    assert (plain.value, plain.why) == (Decimal("0.08"), "Revenue growth per year over 1 year.")
    assert suggested_growth(None, low=LOW, high=HIGH) is None
