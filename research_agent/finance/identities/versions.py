"""The versions of a figure: a period is filed again and again, and recast on the way."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import product
from math import prod

from research_agent.finance.filed_facts import FiledFacts, Span
from research_agent.finance.identities.rounding import sum_tolerance
from research_agent.finance.lines.line_items import Choice, LineItem

__all__ = ["recast_by", "recast_share", "some_versions_add_up", "tags_differ_in_scope", "versions"]

_MAX_COMBINATIONS = 20_000
_OTHER_SCOPE = Decimal("0.6")
"""A version of revenue that differs by more is of a part of the company."""


def versions(facts: FiledFacts, item: LineItem, span: Span) -> tuple[Decimal, ...]:
    """Return the different values filed for a period, newest filing first."""
    rows = sorted(facts.rows(item, span), key=lambda row: row.filed, reverse=True)
    return tuple(dict.fromkeys(Decimal(repr(row.value)) for row in rows))


def tags_differ_in_scope(facts: FiledFacts, item: LineItem, spans: Iterable[Span]) -> bool:
    """Say whether one filing states the line under several tags with different values.

    Net sales beside total revenue, revenue before rebates beside revenue: such tags are not two
    names of one line, so their figures cannot stand in one sum.
    """
    for span in spans:
        stated: dict[str, set[float]] = defaultdict(set)
        for row in facts.rows(item, span):
            stated[row.accession].add(row.value)
        if any(len(values) > 1 for values in stated.values()):
            return True
    return False


def recast_share(
    facts: FiledFacts, item: LineItem, chain: Sequence[Span], years: Iterable[Span]
) -> Decimal:
    """Return the largest recast, as a share of a figure, within a tag that has the whole chain.

    Args:
        facts: The company.
        item: The line.
        chain: Spans that a tag must have to count.
        years: Spans in which its versions are compared.
    """
    spans = tuple(years)
    return max(
        (
            _largest_share(facts, item, spans, tag)
            for tag in facts.filed_tags(item)
            if all(any(row.tag == tag for row in facts.rows(item, span)) for span in chain)
        ),
        default=Decimal(0),
    )


def _largest_share(facts: FiledFacts, item: LineItem, spans: Iterable[Span], tag: str) -> Decimal:
    shares = [Decimal(0)]
    for span in spans:
        sizes = [abs(row.value) for row in facts.rows(item, span) if row.tag == tag]
        if largest := max(sizes, default=0.0):
            shares.append(Decimal(repr(1 - min(sizes) / largest)))
    return max(shares)


def some_versions_add_up(
    facts: FiledFacts, item: LineItem, whole: Span, parts: Sequence[Span]
) -> bool:
    """Say whether the parts add up to the whole in some versions that were filed of each."""
    wholes = versions(facts, item, whole)
    choices = [versions(facts, item, part) for part in parts]
    if prod(map(len, choices)) * len(wholes) > _MAX_COMBINATIONS:
        return False
    return any(
        abs(total - sum(chosen, Decimal(0))) <= sum_tolerance((total, *chosen), columns_apart=True)
        for total in wholes
        for chosen in product(*choices)
    )


def recast_by(facts: FiledFacts, item: LineItem, spans: Iterable[Span]) -> Decimal:
    """Return by how much the versions of figures differ, over all `spans`; 0 when none do.

    Revenue that differs by more than a recast is of a part of the company, not a version.
    """
    total = Decimal(0)
    for span in spans:
        values = versions(facts, item, span)
        total += max(
            (
                abs(one - other)
                for one in values
                for other in values
                if item.choice is not Choice.TOTAL
                or abs(one - other) <= _OTHER_SCOPE * max(abs(one), abs(other))
            ),
            default=Decimal(0),
        )
    return total
