"""What stands at the head of a table of parts: its key, its title, its periods."""

from collections.abc import Callable, Sequence

from research_agent.domain.periods import MAX_PERIODS, Basis, PeriodQuery, Vintage
from research_agent.errors import InvalidRequest, NotFound
from research_agent.finance.columns import Slot
from research_agent.finance.segments.part_figures import PartFigures

__all__ = ["chosen_slots", "heading", "table_key"]

_BASIS_WORDS = {
    Basis.ANNUAL: "annual",
    Basis.QUARTERLY: "quarterly",
    Basis.TTM: "trailing twelve months",
}


def chosen_slots(
    figures: PartFigures, query: PeriodQuery, has_figure: Callable[[Slot], bool]
) -> list[Slot]:
    """Return the newest columns inside the bounds that hold a figure.

    Raises:
        InvalidRequest: The limit makes no sense.
        NotFound: There is none; the sentence says which there are.
    """
    if not 1 <= query.limit <= MAX_PERIODS:
        raise InvalidRequest(f"Ask for 1 to {MAX_PERIODS} periods, not {query.limit}.")
    held = [slot for slot in figures.figures.columns.slots(query.basis) if has_figure(slot)]
    chosen = [slot for slot in held if query.admits(slot.period.end)][: query.limit]
    if chosen:
        return chosen
    words = _BASIS_WORDS[query.basis]
    if not held:
        raise NotFound(
            f"The filings of {figures.company} in the store have no such {words} figures: ask for "
            f"{'quarterly' if query.basis is Basis.ANNUAL else 'annual'} ones."
        )
    labels = ", ".join(f"{slot.period.label} (ended {slot.period.end})" for slot in held)
    raise NotFound(f"The store breaks {figures.company} down for {labels} only.")


def heading(title: str, query: PeriodQuery) -> str:
    """Return a title with basis and vintage: `"Segments, annual, as first reported"`."""
    words = f"{title}, {_BASIS_WORDS[query.basis]}"
    if query.vintage is Vintage.AS_REPORTED:
        words += ", as first reported"
    return words if query.as_of is None else f"{words}, as known on {query.as_of}"


def table_key(name: str, ticker: str, concepts: Sequence[str], query: PeriodQuery) -> str:
    """Return a key that names the tool and all its arguments."""
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
    what = f",{'+'.join(concepts)}" if concepts else ""
    vintage = "" if query.vintage is Vintage.LATEST else f",{query.vintage}"
    return f"{name}({ticker},{query.basis},{query.limit}{what}{bounds}{vintage})"
