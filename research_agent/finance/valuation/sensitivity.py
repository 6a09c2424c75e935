"""How the value per share moves with cost of capital and terminal growth."""

from dataclasses import dataclass, replace
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell
from research_agent.finance.valuation.assumption import show_assumed
from research_agent.finance.valuation.firm_forecast import free_cash_flows, value_of_flows
from research_agent.finance.valuation.firm_value import FirmValue
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.present_value import discount_factors
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["SensitivityGrid", "sensitivity_grid"]

_STEPS = tuple(Decimal(step) for step in ("-0.01", "-0.005", "0", "0.005", "0.01"))
"""Of both rates: half a percent at a time."""


@dataclass(frozen=True, slots=True)
class SensitivityGrid:
    """Values per share (perpetual growth).

    Args:
        waccs: One for each row, rising; the one in the middle is that of the valuation.
        growths: Terminal growth, one for each column, likewise.
        cells: By row and column; missing where WACC is not above growth.
    """

    waccs: tuple[Decimal, ...]
    growths: tuple[Decimal, ...]
    cells: tuple[tuple[Cell, ...], ...]


def sensitivity_grid(
    sheet: Worksheet, inputs: ValuationInputs, value: FirmValue
) -> SensitivityGrid | Missing:
    """Return the grid around a valuation; missing without a share count."""
    shares = inputs.shares
    if isinstance(shares, Missing):
        return Missing(f"no share count: {shares.reason}")
    terms = value.terms
    waccs = tuple(terms.wacc + step for step in _STEPS)
    growths = tuple(terms.terminal_growth + step for step in _STEPS)
    factors = {wacc: discount_factors(wacc, terms.years, mid_year=terms.mid_year) for wacc in waccs}
    flows = {growth: free_cash_flows(replace(terms, terminal_growth=growth)) for growth in growths}
    made_from: tuple[Fact, ...] = (value.base.revenue, value.bridge.total, shares)

    def cell(wacc: Decimal, growth: Decimal) -> Cell:
        if wacc <= growth:
            return Missing("cost of capital is not above terminal growth")
        worth = value_of_flows(flows[growth], factors[wacc], wacc=wacc, growth=growth)
        shown = tuple(show_assumed(rate, "fraction") for rate in (wacc, growth))
        return sheet.per_share(
            f"dcf_value_per_share_at_{_slug(wacc)}_and_{_slug(growth)}",
            f"Value per share at WACC {shown[0]} and terminal growth {shown[1]}",
            (worth + value.bridge.total.value) / shares.value,
            "the same forecast at other rates",
            *made_from,
        )

    cells = tuple(tuple(cell(wacc, growth) for growth in growths) for wacc in waccs)
    return SensitivityGrid(waccs, growths, cells)


def _slug(rate: Decimal) -> str:
    return show_assumed(rate, "fraction").removesuffix("%").replace(".", "_").replace("-", "minus_")
