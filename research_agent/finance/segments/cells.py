"""The figures of one metric in one filing, by what part of the company they are of."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal

from research_agent.finance.filed_facts import Span
from research_agent.finance.lines.line_items import Kind
from research_agent.finance.segments.axes import (
    axis_kind,
    is_group,
    is_operating,
    is_qualifier,
)
from research_agent.finance.segments.metrics import SegmentMetric
from research_agent.finance.segments.subsets import Amounts
from research_agent.finance.xbrl.facts import EXACT, XbrlDocument, XbrlFact, most_precise

__all__ = ["Cells", "Dimensions", "Figures", "amounts_of", "slack_of"]

Dimensions = frozenset[tuple[str, str]]
"""Axis and member, sorted out of an `XbrlFact`."""

Figures = Mapping[Span, XbrlFact]
"""One figure for each period."""


class Cells:
    """Finds the figures of a metric for any combination of members.

    A filer may tag a metric in two ways in one filing (revenue of contracts, and all revenue);
    the tag of the largest total is its face, the others fill what it leaves open.

    Args:
        document: One filing.
        metric: The figure.
    """

    def __init__(self, document: XbrlDocument, metric: SegmentMetric) -> None:
        self.metric = metric
        instant = metric.kind is Kind.INSTANT
        found: dict[tuple[Dimensions, Span], list[XbrlFact]] = defaultdict(list)
        for fact in document.facts:
            if fact.tag in metric.tags and len(fact.unit) == 3 and (fact.start is None) == instant:
                dimensions = frozenset(fact.dimensions.items())
                found[(dimensions, (fact.start, fact.end))].append(fact)
        order = self._tag_order(found)
        self._cells: dict[Dimensions, dict[Span, XbrlFact]] = defaultdict(dict)
        for (dimensions, span), facts in found.items():
            tag = min((fact.tag for fact in facts), key=order.index)
            best = most_precise(fact for fact in facts if fact.tag == tag)
            self._cells[dimensions][span] = best

    def _tag_order(
        self, found: Mapping[tuple[Dimensions, Span], Iterable[XbrlFact]]
    ) -> tuple[str, ...]:
        totals: dict[str, Decimal] = {}
        for (dimensions, _span), facts in found.items():
            if not dimensions:
                for fact in facts:
                    totals[fact.tag] = max(totals.get(fact.tag, fact.value), fact.value)
        tags = self.metric.tags
        face = max(totals, key=lambda tag: (totals[tag], -tags.index(tag)), default=tags[0])
        return (face, *(tag for tag in tags if tag != face))

    @property
    def total(self) -> Figures:
        """The figure of the whole company; empty when the filing has none."""
        return self._cells.get(frozenset(), {})

    def of(self, *pairs: tuple[str, str]) -> Figures:
        """Return the figures of exactly these members; empty when there are none."""
        return self._cells.get(frozenset(pairs), {})

    def axes(self) -> tuple[str, ...]:
        """Return the substantive axes in use, in the order of the filing."""
        names = (axis for dimensions in self._cells for axis, _ in sorted(dimensions))
        return tuple(dict.fromkeys(axis for axis in names if axis_kind(axis) is not None))

    def members(self, axis: str) -> tuple[str, ...]:
        """Return the members of `axis`, in the order of the filing."""
        found = (m for dimensions in self._cells for a, m in sorted(dimensions) if a == axis)
        return tuple(dict.fromkeys(found))

    def plain(self, axis: str, member: str, *, operating: bool) -> Figures:
        """Return the figures of a member alone.

        Args:
            axis: Its axis.
            member: Its tag.
            operating: Take the figure before eliminations where there are two.
        """
        bare = self.of((axis, member))
        inside = [
            figures
            for dimensions, figures in self._cells.items()
            if (axis, member) in dimensions
            and len(dimensions) == 2
            and any(is_qualifier(a, m) and is_operating(m) for a, m in dimensions)
        ]
        before = inside[0] if inside else {}
        return {**bare, **before} if operating else {**before, **bare}

    def nested(self, axis: str, member: str) -> dict[Dimensions, Figures]:
        """Return the figures of a member inside members of other axes, in the fewest of them.

        Args:
            axis: Its axis.
            member: Its tag.

        Returns:
            By the other members (the consolidation axis left out).
        """
        found: dict[Dimensions, Figures] = {}
        for dimensions, figures in self._cells.items():
            if (axis, member) not in dimensions:
                continue
            others = frozenset(pair for pair in dimensions if pair != (axis, member))
            context = frozenset(pair for pair in others if not is_qualifier(*pair))
            qualifiers = others - context
            if not all(is_operating(m) for _, m in qualifiers):
                continue
            if context and all(is_group(*pair) for pair in context):
                found[context] = {**figures, **found.get(context, {})}
        fewest = min(map(len, found), default=0)
        return {context: figures for context, figures in found.items() if len(context) == fewest}

    def before_eliminations(self) -> Figures:
        """Return the total of the segments, where it is filed; its table reconciles them."""
        for dimensions, figures in self._cells.items():
            if len(dimensions) == 1:
                axis, member = next(iter(dimensions))
                if is_qualifier(axis, member) and is_operating(member):
                    return figures
        return {}

    def eliminations(self, axis: str) -> dict[tuple[str, str], Figures]:
        """Return what stands between the segments and the total, by axis and member.

        Some filers give the corporate part a member of its own beside the consolidation axis; it
        counts where the member has no other figure.
        """
        found: dict[tuple[str, str], Figures] = {}
        for dimensions, figures in self._cells.items():
            between = [p for p in dimensions if is_qualifier(*p) and not is_operating(p[1])]
            rest = [pair for pair in dimensions if pair not in between]
            if len(between) == 1 and not rest:
                found[between[0]] = figures
        for dimensions, figures in self._cells.items():
            between = [p for p in dimensions if is_qualifier(*p) and not is_operating(p[1])]
            rest = [pair for pair in dimensions if pair not in between]
            if len(between) != 1 or len(rest) != 1 or rest[0][0] != axis or between[0] in found:
                continue
            if not self.plain(axis, rest[0][1], operating=True):
                found[rest[0]] = figures
        return found


def amounts_of(figures: Iterable[Figures]) -> Amounts:
    """Return the sum of several figures, period by period, with the rounding of its parts."""
    values: dict[Span, Decimal] = {}
    slack = Decimal(0)
    for part in figures:
        for span, fact in part.items():
            values[span] = values.get(span, Decimal(0)) + fact.value
        slack += max(map(slack_of, part.values()), default=Decimal(0))
    return Amounts(values, slack)


def slack_of(fact: XbrlFact) -> Decimal:
    """Return half of the last digit a figure was printed with."""
    if fact.decimals is None or fact.decimals == EXACT:
        return Decimal(0)
    return Decimal(5).scaleb(-fact.decimals - 1)
