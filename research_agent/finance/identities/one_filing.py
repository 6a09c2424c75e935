"""Whether the figures of a check add up within each filing they come from.

The latest version of one line may stand in a later filing than that of another, which says
nothing against either. What shows it is the filings themselves: each adds up on its own.
"""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.figures import Figures
from research_agent.finance.filed_facts import Span
from research_agent.finance.identities.equation import Addend, Equation, Side
from research_agent.finance.identities.rounding import leaves, sum_tolerance
from research_agent.finance.lines.line_items import Kind

__all__ = ["adds_up_in_each_filing", "filed_values"]

_INSTANT = (Kind.INSTANT, Kind.INSTANT_SHARES)


def adds_up_in_each_filing(figures: Figures, equation: Equation, facts: tuple[Fact, ...]) -> bool:
    """Say whether every period behind `facts` has a filing in which the equation holds."""
    spans = _spans(facts)
    return bool(spans) and all(_holds_somewhere(figures, equation, span) for span in spans)


def filed_values(figures: Figures, key: str, span: Span) -> dict[str, Decimal]:
    """Return what each filing states of a line for a span, by accession number."""
    item, facts = LINE_ITEMS[key], figures.facts
    order = facts.filed_tags(item)
    chosen: dict[str, tuple[int, Decimal]] = {}
    for row in facts.rows(item, span):
        face = row.tag == facts.face_tag(item, row.accession)
        rank = -1 if face else order.index(row.tag)
        known = chosen.get(row.accession)
        if known is None or rank < known[0]:
            chosen[row.accession] = (rank, Decimal(repr(row.value)))
    return {accession: value for accession, (_, value) in chosen.items()}


def _spans(facts: tuple[Fact, ...]) -> set[Span]:
    """Return the periods that were filed; the balances of a flow belong to its period."""
    periods = {leaf.period for fact in facts for leaf in leaves(fact)}
    flows: set[Span] = {
        (period.start, period.end) for period in periods if period.start is not None
    }
    return flows or {(None, period.end) for period in periods}


def _holds_somewhere(figures: Figures, equation: Equation, span: Span) -> bool:
    sides = (*equation.rights, *(variant.right for variant in equation.variants))
    return any(
        _holds(equation.left, right, values)
        for right in sides
        for values in _filings(figures, (*equation.left, *right), span)
    )


_Values = dict[Addend, Decimal]


def _filings(figures: Figures, addends: Side, span: Span) -> Iterator[_Values]:
    """Yield what each filing states of the lines, where it states all that are needed."""
    by_addend = {
        addend: filed_values(figures, addend.key, _span_of(addend, span)) for addend in addends
    }
    for accession in {name for values in by_addend.values() for name in values}:
        values = {
            addend: found[accession] for addend, found in by_addend.items() if accession in found
        }
        if all(addend in values or addend.optional for addend in addends):
            yield values


def _span_of(addend: Addend, span: Span) -> Span:
    start, end = span
    if LINE_ITEMS[addend.key].kind not in _INSTANT:
        return span
    if addend.opening and start is not None:
        return (None, start - timedelta(days=1))
    return (None, end)


def _holds(left: Side, right: Side, values: _Values) -> bool:
    total = sum(
        (
            values[addend] * addend.sign * side
            for side, addends in ((1, left), (-1, right))
            for addend in addends
            if addend in values
        ),
        Decimal(0),
    )
    return abs(total) <= sum_tolerance(values.values())
