"""What all shares of a company cost, and ratios of price to figures: a told price, filed figures."""

from collections.abc import Iterator
from dataclasses import replace

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.errors import NotCovered
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.prices.window import day_period
from research_agent.finance.ratios.every_ratio import RATIOS, ratio_unit
from research_agent.finance.ratios.series import priced_ratio_cells, ratio_cell
from research_agent.finance.share_price import SharePrice

__all__ = ["UNEQUAL_CLASSES", "market_cap_fact", "valuation_table"]

UNEQUAL_CLASSES = {1067983: "Berkshire's class A share stands for 1,500 class B shares"}
"""Filers whose classes stand for different shares of the company: one count times one price is
wrong. Classes with equal rights (Alphabet's A, B and C) may be counted together."""

_QUARTERS_BACK = 5


def market_cap_fact(figures: Figures, price: SharePrice) -> Fact:
    """Return the market capitalisation: shares of all classes last filed, times the price.

    Raises:
        NotCovered: No count of shares of all classes was filed in the last five quarters.
    """
    if reason := UNEQUAL_CLASSES.get(figures.company.cik):
        raise NotCovered(
            f"No market capitalisation of {figures.company} from one count of shares: {reason}."
        )
    problem = "no count of shares was filed"
    for slot in _newest(figures):
        cell = ratio_cell(figures, RATIOS["market_cap"], slot, price=price)
        if isinstance(cell, Fact):
            shares = next(f for f in cell.inputs if f.concept == "shares_outstanding")
            formula = f"{cell.formula}; shares of all classes at {shares.end}"
            return replace(cell, period=day_period(price.day), formula=formula)
        problem = cell.reason
    raise NotCovered(f"No market capitalisation of {figures.company}: {problem}.")


def valuation_table(figures: Figures, price: SharePrice) -> SeriesTable:
    """Return every ratio that needs a price, over the newest twelve months or, else, year.

    Raises:
        NotCovered: There is no such period.
    """
    slot = next(
        (slot for basis in (Basis.TTM, Basis.ANNUAL) for slot in figures.columns.slots(basis)), None
    )
    if slot is None:
        raise NotCovered(f"There is no year of figures of {figures.company}.")
    cells: dict[str, Cell] = dict(priced_ratio_cells(figures, slot, price))
    if reason := UNEQUAL_CLASSES.get(figures.company.cik):
        cells = dict.fromkeys(cells, Missing(reason))
    currency = figures.facts.currency
    rows = tuple(
        Row(key, RATIOS[key].label, ratio_unit(RATIOS[key], currency), (cell,))
        for key, cell in cells.items()
    )
    return SeriesTable(
        key=f"valuation_ratios({figures.company.ticker},{price.day},{slot.period.label})",
        title=f"Ratios at the share price of {price.day}",
        company=figures.company,
        periods=(slot.period,),
        rows=rows,
        notes=(f"Price of {price.day}, figures of {slot.period.label} (to {slot.period.end}).",),
    )


def _newest(figures: Figures) -> Iterator[Slot]:
    """Yield the newest quarters and the newest year, newest end first."""
    slots = [
        slot
        for basis, most in ((Basis.QUARTERLY, _QUARTERS_BACK), (Basis.ANNUAL, 1))
        for slot in list(figures.columns.slots(basis))[:most]
    ]
    yield from sorted(slots, key=lambda slot: slot.period.end, reverse=True)
