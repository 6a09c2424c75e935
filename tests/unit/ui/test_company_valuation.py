from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.finance.valuation import compute_valuation
from research_agent.finance.valuation.default_assumptions import DEFAULTS
from research_agent.finance.valuation.firm_value import FirmValue
from research_agent.finance.valuation.sensitivity import SensitivityGrid
from research_agent.ui.company_assumptions import assumption_groups
from research_agent.ui.company_worth import bridge_lines, oldest_first, sensitivity_cells
from tests.unit.finance.valuation.small_company import inputs

VALUATION = compute_valuation(inputs())


def firm_value() -> FirmValue:
    assert isinstance(VALUATION.firm, FirmValue)
    return VALUATION.firm


def test_every_assumption_of_a_valuation_gets_a_slider_once() -> None:
    """An assumption one cannot see is one nobody made."""
    groups = assumption_groups(VALUATION.assumptions)
    shown = [one.key for _, group in groups for one in group]
    assert sorted(shown) == sorted(one.key for one in VALUATION.assumptions)


def test_an_assumption_stands_under_the_heading_it_belongs_to() -> None:
    """A new assumption would land there unnoticed otherwise."""
    taken = compute_valuation(
        inputs(), overrides={"wacc": Decimal("0.09"), "cost_of_equity": Decimal("0.1")}
    ).assumptions
    groups = dict(assumption_groups(taken))
    assert {one.key for one in groups["End of the forecast"]} == {"mid_year", "exit_multiple"}
    assert {"wacc", "cost_of_equity"} <= {one.key for one in groups["Cost of capital"]}
    assert set(DEFAULTS) >= {one.key for one in taken}


def test_the_bridge_leads_from_the_firm_to_a_share() -> None:
    """Both ways to value the end stand side by side; what is taken off has a minus."""
    lines = bridge_lines(VALUATION, firm_value())
    labels = [line.label for line in lines]
    assert labels[0] == "Present value of the forecast years"
    assert "− Total debt" in labels
    assert "+ Cash and short-term investments" in labels
    assert labels[-2:] == ["÷ Diluted shares", "Value per share"]
    by_growth, by_multiple = lines[-1].cells
    assert by_growth == VALUATION.value_per_share
    assert by_growth != by_multiple


def test_the_bridge_adds_up_as_it_is_shown() -> None:
    """A person who checks it with a pencil gets the same."""
    lines = bridge_lines(VALUATION, firm_value())
    signs = {"+": 1, "−": -1}
    firm = next(line for line in lines if line.label == "Enterprise value")
    equity = next(line for line in lines if line.label == "Equity value")
    between = lines[lines.index(firm) + 1 : lines.index(equity)]
    total = value(firm.cells[0]) + sum(
        signs[line.label[0]] * value(line.cells[0]) for line in between
    )
    assert total == value(equity.cells[0])


def test_a_warmer_cell_is_a_higher_value_and_the_middle_one_is_the_valuation() -> None:
    """The tint goes by rank, so that one extreme value does not pale all others."""
    grid = VALUATION.sensitivity
    assert isinstance(grid, SensitivityGrid)
    cells = sensitivity_cells(grid)
    heats = [cell.heat or 0.0 for line in cells for cell in line]
    values = [value(cell) for line in grid.cells for cell in line]
    ranked = sorted(range(len(values)), key=values.__getitem__)
    assert [heats[place] for place in ranked] == sorted(heats)
    assert (min(heats), max(heats)) == (0, 1)
    assert [cell.middle for line in cells for cell in line].index(True) == 12


def test_a_forecast_is_read_from_year_1_on() -> None:
    """Statements have the newest period first, a forecast the nearest."""
    table = oldest_first(firm_value().forecast)
    assert [period.label for period in table.periods][:2] == ["Year 1", "Year 2"]
    revenue = table.row("forecast_revenue")
    assert revenue is not None
    assert value(revenue.cells[0]) < value(revenue.cells[-1])


def value(cell: object) -> Decimal:
    assert isinstance(cell, Fact)
    return cell.value
