from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing
from research_agent.finance.valuation import compute_valuation
from research_agent.finance.valuation.sensitivity import SensitivityGrid
from tests.unit.finance.valuation.small_company import inputs


def grid(**overrides: str) -> tuple[SensitivityGrid, Fact | Missing]:
    given = {key: Decimal(text) for key, text in overrides.items()}
    valuation = compute_valuation(inputs(), overrides=given)
    assert isinstance(valuation.sensitivity, SensitivityGrid)
    return valuation.sensitivity, valuation.value_per_share


def test_the_middle_of_the_grid_is_the_valuation() -> None:
    """The grid shows the same model, not another."""
    found, value = grid()
    middle = found.cells[2][2]

    assert isinstance(middle, Fact)
    assert isinstance(value, Fact)
    assert middle.value == pytest.approx(value.value)


def test_rows_and_columns_are_half_a_percent_apart() -> None:
    """WACC from 8 % to 10 %, growth from 1 % to 3 %."""
    found, _ = grid(wacc="0.09", terminal_growth="0.02")

    assert [str(wacc) for wacc in found.waccs] == ["0.08", "0.085", "0.09", "0.095", "0.10"]
    assert [str(rate) for rate in found.growths] == ["0.01", "0.015", "0.02", "0.025", "0.03"]


def test_a_cell_is_what_the_model_says_at_those_rates() -> None:
    """Each corner computed again by the whole model."""
    found, _ = grid(wacc="0.09", terminal_growth="0.02")
    _, corner = grid(wacc="0.08", terminal_growth="0.03")
    cell = found.cells[0][4]

    assert isinstance(cell, Fact)
    assert isinstance(corner, Fact)
    assert cell.value == pytest.approx(corner.value)


def test_values_fall_with_the_cost_of_capital() -> None:
    """Down every column."""
    found, _ = grid()

    for column in zip(*found.cells, strict=True):
        values = [cell.value for cell in column if isinstance(cell, Fact)]
        assert values == sorted(values, reverse=True)


def test_where_cost_of_capital_does_not_exceed_growth_there_is_no_value() -> None:
    """WACC of 3 % and less against growth of 2 % and more."""
    found, _ = grid(wacc="0.03", terminal_growth="0.02")

    assert found.cells[0][2] == Missing("cost of capital is not above terminal growth")
    assert isinstance(found.cells[2][2], Fact)
