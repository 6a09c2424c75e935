"""A ratio of one company for one column, as a computed fact or n/a with the reason."""

from decimal import Decimal, localcontext

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis
from research_agent.domain.tables import Cell
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import QUARTERS, Slot
from research_agent.finance.figures import Figures
from research_agent.finance.lines.line_items import Kind
from research_agent.finance.ratios.every_ratio import RATIOS, VALUATION_KEYS, ratio_unit
from research_agent.finance.ratios.ratio import PRICE, Input, Ratio
from research_agent.finance.ratios.sector_rule import in_sentence
from research_agent.finance.share_price import SharePrice, price_cell, share_basis

__all__ = ["NEEDS_PRICE", "priced_ratio_cells", "ratio_cell"]

NEEDS_PRICE = Missing("needs a share price")
_PRECISION = 28
_SHARE_BASED = frozenset(
    {Kind.PER_SHARE, Kind.PER_SHARE_FLOW, Kind.AVERAGE_SHARES, Kind.INSTANT_SHARES}
)
_INSTANT = frozenset({Kind.INSTANT, Kind.INSTANT_SHARES})


def ratio_cell(
    figures: Figures, ratio: Ratio, slot: Slot, *, price: SharePrice | None = None
) -> Cell:
    """Compute `ratio` for a column.

    "Opening" is one year before the end of the column on every basis, so that averages span the
    year a flow covers and growth compares like with like.

    A ratio that needs a price is n/a without one.
    """
    if refused := _refusal(figures, ratio, slot, price):
        return refused
    values: dict[str, Decimal] = {}
    inputs: list[Fact] = []
    for wanted in ratio.inputs:
        cell = _input(figures, wanted, slot, price)
        if isinstance(cell, Fact):
            values[wanted.name] = cell.value
            if not wanted.check:
                inputs.append(cell)
        elif not wanted.check and not (wanted.optional and _files_none(figures, wanted, slot)):
            return _missing(wanted, cell)
    if _mixes_share_counts(figures, inputs):
        return Missing("a stock split lies between its filings: ask for the latest version")
    return _computed(figures, ratio, slot, values, tuple(inputs))


def _refusal(
    figures: Figures, ratio: Ratio, slot: Slot, price: SharePrice | None
) -> Missing | None:
    if refusal := ratio.refusal(figures.facts.sector):
        return Missing(refusal)
    if ratio.priced and price is None:
        return NEEDS_PRICE
    if ratio.annualised and slot.year.is_transition:
        return Missing("a transition period is no year")
    if ratio.annualised and slot.basis is Basis.QUARTERLY:
        return Missing("set a year's flow against a balance: ask for annual or TTM")
    return None


def priced_ratio_cells(figures: Figures, slot: Slot, price: SharePrice) -> dict[str, Cell]:
    """Return every ratio that needs a price, by key, for one column and one price.

    The price of a past day stands against figures on the same count of shares, see `price_cell`.
    Market capitalisation takes the shares of all classes at the one price.
    """
    return {key: ratio_cell(figures, RATIOS[key], slot, price=price) for key in VALUATION_KEYS}


def _computed(
    figures: Figures,
    ratio: Ratio,
    slot: Slot,
    values: dict[str, Decimal],
    inputs: tuple[Fact, ...],
) -> Cell:
    with localcontext() as context:
        context.prec = _PRECISION
        value = ratio.compute(values)
        if value is None:
            return Missing(ratio.meaningless)
        note = ratio.explain(values) if ratio.explain is not None else ""
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
        inputs=inputs,
        vintage=next((fact.vintage for fact in inputs if fact.concept != PRICE), ""),
        note=note,
    )


def _input(figures: Figures, wanted: Input, slot: Slot, price: SharePrice | None) -> Cell:
    if wanted.key == PRICE:
        return price_cell(figures, slot, price) if price is not None else NEEDS_PRICE
    if not wanted.years:
        return figures.cell(wanted.key, slot)
    earlier = figures.columns.earlier(slot, QUARTERS * wanted.years)
    if earlier is None:
        return Missing("no earlier year" if wanted.years == 1 else "no year so early")
    return figures.cell(wanted.key, earlier)


def _files_none(figures: Figures, wanted: Input, slot: Slot) -> bool:
    """Say whether a figure that is absent is nothing, rather than unknown.

    It is unknown where the filings were read only in part, and for a quarter or twelve months
    where the company has the line in the year before or after.
    """
    column = figures.columns.earlier(slot, QUARTERS * wanted.years) if wanted.years else slot
    if column is None or not figures.facts.read_in_full(column.period.end):
        return figures.facts.sector in LINE_ITEMS[wanted.key].not_for
    if column.basis is Basis.ANNUAL:
        return True
    years = {column.year.number, column.year.number - 1}
    return not any(
        isinstance(cell, Fact) and cell.value != 0
        for annual in figures.columns.slots(Basis.ANNUAL)
        if annual.year.number in years
        for cell in (figures.cell(wanted.key, annual),)
    )


def _mixes_share_counts(figures: Figures, inputs: list[Fact]) -> bool:
    """Say whether figures per share, or counts of shares, stand on both sides of a split."""
    counted = (
        fact
        for fact in inputs
        if fact.concept != PRICE and LINE_ITEMS[fact.concept].kind in _SHARE_BASED
    )
    bases = {share_basis(figures, fact) for fact in counted}
    return len(bases) > 1 or None in bases


def _missing(wanted: Input, cell: Missing) -> Missing:
    if wanted.key == PRICE:
        return cell
    item = LINE_ITEMS[wanted.key]
    label = item.label if item.label[1:2].isupper() else in_sentence(item.label)
    if wanted.years > 1:
        label += f" {wanted.years} years before"
    elif wanted.years:
        label += " at the start of the year" if item.kind in _INSTANT else " a year before"
    return Missing(f"{label}: {cell.reason}", cell.looked_for)
