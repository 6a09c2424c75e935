"""The figures a screen judges: each metric of a company in its newest year and newest TTM."""

from collections.abc import Iterable

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis
from research_agent.domain.tables import Cell
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.finance.ratios.series import ratio_cell

__all__ = ["BASES", "metric_cell", "newest_slot"]

BASES = (Basis.ANNUAL, Basis.TTM)
"""What a screen can be about."""

_BACKBONE = ("revenue", "net_income", "total_assets")
"""A period without any of these is a cover page: its share count alone makes no year."""


def metric_cell(figures: Figures, key: str, slot: Slot) -> Cell:
    """Return a line item or ratio of a column, as every table of the company has it."""
    if key in RATIOS:
        return ratio_cell(figures, RATIOS[key], slot)
    return figures.cell(key, slot)


def newest_slot(figures: Figures, basis: Basis) -> Slot | None:
    """Return the newest column that has revenue, net income or total assets; `None` for none."""
    slots: Iterable[Slot] = figures.columns.slots(basis)
    return next((slot for slot in slots if _has_backbone(figures, slot)), None)


def _has_backbone(figures: Figures, slot: Slot) -> bool:
    return any(isinstance(figures.cell(key, slot), Fact) for key in _BACKBONE)
