"""What lies between the segments and the total when no member says so.

Some filers print a reconciling figure in the table of the segments but tag it as a figure of the
whole company: hedging gains in Alphabet's revenue table, unallocated research cost below Apple's
segment income. It is found by its size, in every period, among the figures of the same table.
"""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import combinations

from research_agent.finance.filed_facts import Span
from research_agent.finance.segments.axes import is_qualifier
from research_agent.finance.segments.breakdown import Line, Part
from research_agent.finance.segments.cells import Figures
from research_agent.finance.segments.names import MemberName, split_name
from research_agent.finance.segments.roles import Role
from research_agent.finance.segments.subsets import Amounts
from research_agent.finance.xbrl.facts import XbrlDocument, XbrlFact

__all__ = ["residual_lines"]

_MIN_PERIODS = 2
"""A size found once may be an accident."""
_MAX_CANDIDATES = 80
_REVENUE = re.compile("Revenue|Sales")
"""What is looked at in an instance beside the consolidation axis: other kinds of revenue."""


def residual_lines(
    document: XbrlDocument, lines: Sequence[Line], missing: Amounts, *, beside: Figures
) -> tuple[Line, ...] | None:
    """Return one or two figures that make up what is missing in every period.

    Args:
        document: The filing. In an instance, which has no tables, a figure of revenue is looked
            for, and figures of the consolidation axis.
        lines: The rows so far.
        missing: Total less rows.
        beside: Further figures whose tables are looked in.

    Returns:
        Reconciling rows, signed so that they are added; `None` when there are none.
    """
    spans = [span for span in missing.values if missing.values[span]]
    if len(spans) < _MIN_PERIODS:
        return None
    own = [fact for line in lines for part in line.parts for fact in part.figures.values()]
    tables = {fact.place.table for fact in (*own, *beside.values()) if fact.place is not None}
    known = {fact.tag for fact in own}
    candidates = _candidates(document, tables, known, list(missing.values))
    signed = [
        (figures, sign)
        for figures in candidates
        for sign in ((1, -1) if tables or _qualified(figures) else (1,))
    ]
    for count in (1, 2):
        for chosen in combinations(signed, count):
            sure = tables or count == 1 or all(_qualified(figures) for figures, _ in chosen)
            if sure and _fits(chosen, missing):
                return tuple(_line(figures, sign) for figures, sign in chosen)
    return None


def _candidates(
    document: XbrlDocument, tables: set[int], known: set[str], spans: Sequence[Span]
) -> list[Figures]:
    found: dict[tuple[str, str], dict[Span, XbrlFact]] = {}
    for fact in document.facts:
        span = (fact.start, fact.end)
        if tables:
            outside = fact.place is None or fact.place.table not in tables
        else:
            outside = not (fact.dimensions or _REVENUE.search(fact.tag))
        if outside or len(fact.unit) != 3 or span not in spans:
            continue
        pairs = sorted(fact.dimensions.items())
        if len(pairs) > 1 or any(not is_qualifier(*pair) for pair in pairs):
            continue
        if fact.tag in known and not pairs:
            continue
        found.setdefault((fact.tag, str(pairs)), {}).setdefault(span, fact)
    whole = [figures for figures in found.values() if len(figures) == len(spans)]
    return list(whole[:_MAX_CANDIDATES])


def _qualified(figures: Figures) -> bool:
    """Say whether a figure is on the consolidation axis, a reconciling item by its own account."""
    return any(fact.dimensions for fact in figures.values())


def _fits(chosen: Iterable[tuple[Figures, int]], missing: Amounts) -> bool:
    for span, wanted in missing.values.items():
        value = sum((figures[span].value * sign for figures, sign in chosen), Decimal(0))
        if abs(value - wanted) > missing.slack:
            return False
    return True


def _line(figures: Figures, sign: int) -> Line:
    fact = next(iter(figures.values()))
    printed = fact.place.row if fact.place is not None else ""
    name = MemberName(printed or split_name(fact.tag), bool(printed))
    axis, member = next(iter(fact.dimensions.items()), ("", ""))
    if "Corporate" in member:
        name = MemberName("Corporate", True)
    return Line(Role.ELIMINATION, axis, fact.tag, name, (Part(figures),), sign)
