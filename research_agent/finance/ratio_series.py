"""A ratio of one company for one column, as a computed fact or n/a with the reason."""

from decimal import Decimal, localcontext

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis
from research_agent.domain.tables import Cell
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.line_items import Kind
from research_agent.finance.ratio import Input, Ratio, Timing
from research_agent.finance.ratios import ratio_unit

__all__ = ["ratio_cell"]

_YEAR_IN_QUARTERS = 4
_PRECISION = 28


def ratio_cell(figures: Figures, ratio: Ratio, slot: Slot) -> Cell:
    """Compute `ratio` for a column.

    "Opening" is one year before the end of the column on every basis, so that averages span the
    year a flow covers and growth compares like with like.
    """
    if figures.facts.sector in ratio.not_for:
        return Missing(f"not meaningful for a {figures.facts.sector.value}")
    if ratio.annualised and slot.basis is Basis.QUARTERLY:
        return Missing("set a year's flow against a balance: ask for annual or TTM")
    values: dict[str, Decimal] = {}
    inputs: list[Fact] = []
    for wanted in ratio.inputs:
        cell = _input(figures, wanted, slot)
        if isinstance(cell, Fact):
            values[wanted.name] = cell.value
            inputs.append(cell)
        elif not wanted.optional:
            return _missing(wanted, cell)
    with localcontext() as context:
        context.prec = _PRECISION
        value = ratio.compute(values)
    if value is None:
        return Missing(ratio.meaningless)
    return Fact(
        cik=figures.company.cik,
        ticker=figures.company.ticker,
        concept=ratio.key,
        label=ratio.label,
        value=value,
        unit=ratio_unit(ratio, figures.facts.currency),
        period=slot.period,
        origin=Origin.COMPUTED,
        formula=ratio.formula,
        inputs=tuple(inputs),
        vintage=inputs[0].vintage,
    )


def _input(figures: Figures, wanted: Input, slot: Slot) -> Cell:
    if wanted.timing is Timing.CURRENT:
        return figures.cell(wanted.key, slot)
    earlier = figures.columns.earlier(slot, _YEAR_IN_QUARTERS)
    if earlier is None:
        return Missing("no earlier year")
    return figures.cell(wanted.key, earlier)


def _missing(wanted: Input, cell: Missing) -> Missing:
    item = LINE_ITEMS[wanted.key]
    instant = item.kind in (Kind.INSTANT, Kind.INSTANT_SHARES)
    label = item.label[0].lower() + item.label[1:] if not item.label[1:2].isupper() else item.label
    if wanted.timing is Timing.OPENING:
        label += " at the start of the year" if instant else " a year before"
    return Missing(f"{label}: {cell.reason}")
