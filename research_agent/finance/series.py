"""Tables of series for one company: statements, ratios, earnings, or any metrics by name."""

from collections.abc import Sequence

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.domain.periods import MAX_PERIODS, Basis, PeriodQuery, Vintage
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.errors import InvalidRequest, NotFound
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.ratios.every_ratio import RATIOS, ratio_unit
from research_agent.finance.ratios.series import ratio_cell
from research_agent.finance.recasts import recast_notes
from research_agent.finance.scale_slips import scale_slips

__all__ = ["series_table"]

_BASIS_WORDS = {
    Basis.ANNUAL: "annual",
    Basis.QUARTERLY: "quarterly",
    Basis.TTM: "trailing twelve months",
}


def series_table(
    figures: Figures,
    concepts: Sequence[str],
    query: PeriodQuery,
    *,
    name: str,
    title: str,
    complete: bool = False,
    shown_if_filed: frozenset[str] = frozenset(),
) -> SeriesTable:
    """Return the named metrics over the periods asked for.

    Args:
        figures: The company under the vintage of `query`.
        concepts: Keys of line items and ratios, one row each.
        query: Which periods.
        name: Of the tool, for the table's key.
        title: In words, without the basis.
        complete: Leave out periods whose filings are only partly in the store, where most are
            there in full.
        shown_if_filed: Rows left out where no period has a figure: lines that statements of
            the company's sector do not usually have.

    Raises:
        InvalidRequest: The limit or the bounds make no sense.
        NotFound: The company has no such period; the sentence says which it has.
    """
    _check(query)
    slots = list(figures.columns.slots(query.basis))
    if complete:
        whole = [slot for slot in slots if figures.facts.read_in_full(slot.period.end)]
        slots = whole if 2 * len(whole) >= len(slots) else slots
    chosen: list[Slot] = []
    for slot in slots:
        if len(chosen) == query.limit:
            break
        if query.admits(slot.period.end) and _has_any(figures, concepts, slot):
            chosen.append(slot)
    if not chosen:
        raise NotFound(_nothing(figures, query, slots))
    rows = tuple(
        row
        for row in (_row(figures, concept, chosen) for concept in concepts)
        if row.concept not in shown_if_filed or any(isinstance(cell, Fact) for cell in row.cells)
    )
    return SeriesTable(
        key=_key(name, figures.company, concepts, query),
        title=f"{title}, {_BASIS_WORDS[query.basis]}{_vintage_words(query)}",
        company=figures.company,
        periods=tuple(slot.period for slot in chosen),
        rows=rows,
        notes=_notes(figures, rows),
    )


def _check(query: PeriodQuery) -> None:
    if not 1 <= query.limit <= MAX_PERIODS:
        raise InvalidRequest(f"Ask for 1 to {MAX_PERIODS} periods, not {query.limit}.")
    low = max(filter(None, (query.end_gt, query.end_gte)), default=None)
    high = min(filter(None, (query.end_lt, query.end_lte)), default=None)
    if low is not None and high is not None and low > high:
        raise InvalidRequest(f"No period can end after {low} and before {high}.")


def _has_any(figures: Figures, concepts: Sequence[str], slot: Slot) -> bool:
    """Say whether a period has a figure, or only rows whose absence has a reason of its own."""
    return any(isinstance(_cell(figures, concept, slot), Fact) for concept in concepts) or all(
        figures.facts.sector in _not_for(concept) or _needs_price(concept) for concept in concepts
    )


def _needs_price(concept: str) -> bool:
    return concept in RATIOS and RATIOS[concept].priced


def _cell(figures: Figures, concept: str, slot: Slot) -> Cell:
    if concept in RATIOS:
        return ratio_cell(figures, RATIOS[concept], slot)
    return figures.cell(concept, slot)


def _not_for(concept: str) -> frozenset[object]:
    source = RATIOS.get(concept) or LINE_ITEMS[concept]
    return frozenset(source.not_for)


def _row(figures: Figures, concept: str, slots: Sequence[Slot]) -> Row:
    cells = tuple(_cell(figures, concept, slot) for slot in slots)
    currency = figures.facts.currency
    if concept in RATIOS:
        ratio = RATIOS[concept]
        return Row(concept, ratio.label, ratio_unit(ratio, currency), cells)
    item = LINE_ITEMS[concept]
    return Row(concept, item.label, item.unit(currency), cells, item.depth)


def _nothing(figures: Figures, query: PeriodQuery, slots: Sequence[Slot]) -> str:
    company = figures.company
    if query.basis is Basis.QUARTERLY and figures.columns.annual_only():
        return f"{company} files annual reports only, so there are no quarters: ask for annual figures."
    if not slots:
        return f"The store has no {_BASIS_WORDS[query.basis]} periods of {company}."
    newest, oldest = slots[0].period, slots[-1].period
    return (
        f"The store has no such period of {company} with these figures: it covers "
        f"{oldest.label} (ended {oldest.end}) to {newest.label} (ended {newest.end})."
    )


def _key(name: str, company: Company, concepts: Sequence[str], query: PeriodQuery) -> str:
    bounds = "".join(
        f",{word}={day}"
        for word, day in (
            ("gt", query.end_gt),
            ("gte", query.end_gte),
            ("lt", query.end_lt),
            ("lte", query.end_lte),
            ("as_of", query.as_of),
        )
        if day is not None
    )
    what = f",{'+'.join(concepts)}" if name == "series" else ""
    vintage = "" if query.vintage is Vintage.LATEST else f",{query.vintage}"
    return f"{name}({company.ticker},{query.basis},{query.limit}{what}{bounds}{vintage})"


def _vintage_words(query: PeriodQuery) -> str:
    words = ", as first reported" if query.vintage is Vintage.AS_REPORTED else ""
    if query.as_of is not None:
        words += f", as known on {query.as_of}"
    return words


def _notes(figures: Figures, rows: Sequence[Row]) -> tuple[str, ...]:
    notes: dict[str, None] = {}
    if figures.facts.full_through is None:
        notes["Only part of this company's figures is in the embedded pack."] = None
    for row in rows:
        for cell in row.cells:
            if isinstance(cell, Fact) and cell.note:
                notes[f"{row.label}: {cell.note}"] = None
    for note in (*scale_slips(rows), *recast_notes(figures.facts, rows)):
        notes[note] = None
    return tuple(notes)
