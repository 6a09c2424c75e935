"""Whether the figures of a check add up within each filing they come from.

The latest version of one line may stand in a later filing than that of another, which says
nothing against either. What shows it is the filings themselves: each adds up on its own.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.figures import Figures
from research_agent.finance.filed_facts import Span
from research_agent.finance.identities.equation import Addend, Equation, Side
from research_agent.finance.identities.rounding import leaves, sum_tolerance
from research_agent.finance.line_items import Kind

__all__ = ["adds_up_in_each_filing", "filed_values", "newest_has_all"]

_INSTANT = (Kind.INSTANT, Kind.INSTANT_SHARES)


def adds_up_in_each_filing(figures: Figures, equation: Equation, facts: tuple[Fact, ...]) -> bool:
    """Say whether every period behind `facts` has a filing in which the equation holds.

    It has to hold in the same way for all of them: income before tax is before the income of
    associates in one report and after it in another, and a difference of both is neither.
    """
    spans = _spans(facts)
    sides = (*equation.rights, *(variant.right for variant in equation.variants))
    return bool(spans) and any(
        all(_holds_somewhere(figures, equation.left, right, span) for span in spans)
        for right in sides
    )


def newest_has_all(figures: Figures, equation: Equation, span: Span, facts: Iterable[Fact]) -> bool:
    """Say whether the newest filing behind `facts` itself states every line, and they add up.

    Then the newest version of the lines is all there, and figures that mix it with older ones are
    not the latest.
    """
    filings = {leaf.filing for fact in facts for leaf in leaves(fact) if leaf.filing is not None}
    newest = max(filings, key=lambda filing: filing.filed, default=None)
    if newest is None:
        return False
    return any(
        _holds(equation.left, right, values)
        for right in equation.rights
        for values in _filings(figures, (*equation.left, *right), span, newest.accession)
    )


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


def _holds_somewhere(figures: Figures, left: Side, right: Side, span: Span) -> bool:
    return any(_holds(left, right, values) for values in _filings(figures, (*left, *right), span))


_Values = dict[Addend, Decimal]


def _filings(figures: Figures, addends: Side, span: Span, only: str = "") -> Iterator[_Values]:
    """Yield what each filing, or the only one, states of the lines, where it has all needed."""
    by_addend = {
        addend: filed_values(figures, addend.key, _span_of(addend, span)) for addend in addends
    }
    stated = {name for values in by_addend.values() for name in values}
    for accession in stated & {only} if only else stated:
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
