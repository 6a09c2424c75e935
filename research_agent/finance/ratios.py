"""Every ratio this project computes, by key."""

from research_agent.finance.efficiency_ratios import EFFICIENCY_RATIOS
from research_agent.finance.growth_ratios import GROWTH_RATIOS
from research_agent.finance.profitability_ratios import PROFITABILITY_RATIOS
from research_agent.finance.ratio import Ratio
from research_agent.finance.solvency_ratios import SOLVENCY_RATIOS

__all__ = ["RATIOS", "ratio_unit"]

RATIOS: dict[str, Ratio] = {
    ratio.key: ratio
    for ratio in (*PROFITABILITY_RATIOS, *SOLVENCY_RATIOS, *EFFICIENCY_RATIOS, *GROWTH_RATIOS)
}


def ratio_unit(ratio: Ratio, currency: str) -> str:
    """Return the unit of a ratio's facts for a filer that reports in `currency`."""
    return ratio.unit.replace("money", currency)
