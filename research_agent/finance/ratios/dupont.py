"""Return on equity taken apart into factors whose product it is."""

from typing import Literal

from research_agent.domain.tables import Cell
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.finance.ratios.series import ratio_cell

__all__ = ["DUPONT_PARTS", "dupont_parts"]

DUPONT_PARTS: dict[int, tuple[str, ...]] = {
    3: ("net_margin", "asset_turnover", "equity_multiplier"),
    5: (
        "tax_burden",
        "interest_burden",
        "operating_margin",
        "asset_turnover",
        "equity_multiplier",
    ),
}
"""Keys of the factors by the number of steps; the product is `return_on_equity`."""


def dupont_parts(
    figures: Figures, slot: Slot, *, steps: Literal[3, 5] = 3
) -> tuple[tuple[str, Cell], ...]:
    """Return each factor of return on equity with its key, in the order of the formula.

    Three steps: net margin × asset turnover × equity multiplier. Five: tax burden × interest
    burden × operating margin × asset turnover × equity multiplier. A factor that has no meaning
    for the company is `Missing` with the reason. Source: CFA Institute, Financial Statement
    Analysis, DuPont analysis.
    """
    return tuple((key, ratio_cell(figures, RATIOS[key], slot)) for key in DUPONT_PARTS[steps])
