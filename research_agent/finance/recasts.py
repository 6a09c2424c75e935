"""Where a series changes basis because a company recast only its later years."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import pairwise

from research_agent.domain.display import show_value
from research_agent.domain.facts import Fact
from research_agent.domain.tables import Row
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.filed_facts import FiledFacts
from research_agent.finance.lines.line_items import Kind

__all__ = ["RECAST_MIN_CHANGE", "recast_notes"]

RECAST_MIN_CHANGE = Decimal("0.01")
"""A smaller difference between two versions of a figure is a rounding or a reclassification."""


def recast_notes(facts: FiledFacts, rows: Sequence[Row]) -> tuple[str, ...]:
    """Say between which periods the figures of a statement are not like for like.

    A divested business leaves the later years of a series and stays in the earlier ones. That
    shows where the filing of the earlier period also holds the later one with another value.

    Args:
        facts: The company.
        rows: Periods newest first; only the first flow with a break gives the example.
    """
    found: dict[str, str] = {}
    for row in rows:
        item = LINE_ITEMS.get(row.concept)
        if item is None or item.kind is not Kind.FLOW:
            continue
        for later, earlier, then in _breaks(facts, row):
            key = earlier.period.label
            found.setdefault(
                key,
                f"{key} and earlier are as filed before {later.period.label} was recast "
                f"({row.label} {later.period.label}: {show_value(then, later.unit)} then, "
                f"{show_value(later.value, later.unit)} now), so the step between them is not like "
                "for like.",
            )
    return tuple(found.values())


def _breaks(facts: FiledFacts, row: Row) -> Iterable[tuple[Fact, Fact, Decimal]]:
    item = LINE_ITEMS[row.concept]
    for later, earlier in pairwise(row.cells):
        if not isinstance(later, Fact) or not isinstance(earlier, Fact):
            continue
        if later.filing is None or earlier.filing is None or later.value == 0:
            continue
        carriers = {
            filed.accession
            for filed in facts.rows(item, (earlier.period.start, earlier.end))
            if Decimal(str(filed.value)) == earlier.value
        }
        for other in facts.rows(item, (later.period.start, later.end)):
            on_face = other.tag == facts.face_tag(item, other.accession)
            if other.accession in carriers and on_face:
                then = Decimal(str(other.value))
                now_too = _carried_now(facts, row, later, carriers)
                if abs(then / later.value - 1) > RECAST_MIN_CHANGE and not now_too:
                    yield later, earlier, then
                    break


def _carried_now(facts: FiledFacts, row: Row, later: Fact, carriers: set[str]) -> bool:
    """Say whether a filing holds both periods as shown, so that they are like for like."""
    item = LINE_ITEMS[row.concept]
    return any(
        other.accession in carriers and Decimal(str(other.value)) == later.value
        for other in facts.rows(item, (later.period.start, later.end))
    )
