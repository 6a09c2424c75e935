"""How one figure of one filing is split: along one axis at a time, without counting twice.

The rules, in their order; the first whose rows add up to the total settles it:

1. The members that have a figure of their own.
2. With them, members filed inside one other member only.
3. With them, members filed in pieces by one other axis; the pieces are added.
4. For products that belong to one business each: the products where they add up to their
   business, the business itself elsewhere.
5. The members, and one or two figures of the same table that make up the rest.

Of the rows that a rule offers, those are chosen that add up to the total in every period, the
finest such set; the others overlap them. Where nothing adds up, the rows are kept and said not to.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from research_agent.finance.filed_facts import Span
from research_agent.finance.segments.axes import AxisKind, axis_kind
from research_agent.finance.segments.axis_lines import AxisLines, elimination_lines, name_of
from research_agent.finance.segments.breakdown import Breakdown, Line
from research_agent.finance.segments.cells import Cells, Figures, amounts_of
from research_agent.finance.segments.metrics import SegmentMetric
from research_agent.finance.segments.names import MemberName, is_geographic
from research_agent.finance.segments.residual import residual_lines
from research_agent.finance.segments.roles import Role
from research_agent.finance.segments.slugs import slug_of
from research_agent.finance.segments.subsets import Amounts, finest_subset, parents
from research_agent.finance.xbrl.facts import XbrlDocument

__all__ = ["split_metric"]

_MIN_ROWS = 2


def split_metric(
    document: XbrlDocument, metric: SegmentMetric, names: Mapping[str, MemberName]
) -> tuple[Breakdown, ...]:
    """Split one metric along every axis of a filing.

    Args:
        document: The filing.
        metric: The figure.
        names: Of the members.

    Returns:
        At most one breakdown for each axis; none where no total is filed.
    """
    cells = Cells(document, metric)
    if not cells.total:
        return ()
    found: list[Breakdown] = []
    businesses: list[Breakdown] = []
    for axis in sorted(cells.axes(), key=lambda axis: axis_kind(axis) is not AxisKind.BUSINESS):
        splitter = _Splitter(document, cells, axis, names)
        breakdown = splitter.split(businesses)
        if breakdown is None:
            continue
        found.append(breakdown)
        if axis_kind(axis) is AxisKind.BUSINESS and breakdown.reconciles:
            businesses.append(breakdown)
    return tuple(found)


class _Splitter:
    """Splits a metric along one axis."""

    def __init__(
        self,
        document: XbrlDocument,
        cells: Cells,
        axis: str,
        names: Mapping[str, MemberName],
    ) -> None:
        self._document = document
        self._cells = cells
        self._axis = axis
        self._names = names
        self._kind = axis_kind(axis) or AxisKind.BUSINESS
        self._eliminations = elimination_lines(cells, axis, names)
        segments = self._kind is AxisKind.BUSINESS
        self._offers = tuple(
            AxisLines.of(cells, axis, names, operating=operating)
            for operating in (segments, not segments)
        )

    def split(self, businesses: Sequence[Breakdown]) -> Breakdown | None:
        """Return the best split, or `None` when there are no two rows of one kind.

        Args:
            businesses: Splits of the same metric by business that add up.
        """
        sums = [self._adding_up(), *(self._by_business(business) for business in businesses)]
        found = (
            max(filter(None, sums), key=_rows, default=None)
            or self._with_residual()
            or self._within_one()
            or self._as_filed()
        )
        if found is None or len(found.added()) < _MIN_ROWS:
            return None
        return found

    def _adding_up(self) -> Breakdown | None:
        for offer in self._offers:
            for lines in (
                offer.plain,
                (*offer.plain, *offer.nested),
                (*offer.plain, *offer.nested, *offer.summed),
            ):
                for between in self._between():
                    pool = (*lines, *between)
                    places = finest_subset([line.amounts for line in pool], self._goal(pool))
                    if places is not None:
                        chosen = [pool[place] for place in places]
                        return self._breakdown(chosen, lines, reconciles=True)
        return None

    def _between(self) -> tuple[tuple[Line, ...], ...]:
        """Eliminations belong to segments; other axes have them only where they are needed."""
        without: tuple[Line, ...] = ()
        if not self._eliminations:
            return (without,)
        if self._kind is AxisKind.BUSINESS:
            return (self._eliminations, without)
        return (without, self._eliminations)

    def _by_business(self, business: Breakdown) -> Breakdown | None:
        """Put the products of a business in its place wherever they add up to it."""
        if self._kind is AxisKind.BUSINESS:
            return None
        offer = self._offers[0]
        chosen: list[Line] = []
        offered = list(offer.plain)
        for line in business.added():
            pool = [
                nested
                for nested, context in zip(offer.nested, offer.contexts, strict=True)
                if (business.axis_tag, line.member_tag) in context
            ]
            goal = self._common(line.amounts, pool)
            places = finest_subset([row.amounts for row in pool], goal)
            if places is None:
                chosen.append(line)
            else:
                chosen += [pool[place] for place in places]
                offered += pool
        if len(offered) == len(offer.plain):
            return None
        return self._breakdown(chosen, offered, reconciles=True)

    def _with_residual(self) -> Breakdown | None:
        for offer in self._offers:
            members = _without_parents(offer.plain or offer.nested)
            for between in self._between():
                lines = (*members, *between)
                missing = _missing(self._goal(lines), lines)
                rest = None
                if members:
                    beside = self._cells.before_eliminations()
                    rest = residual_lines(self._document, lines, missing, beside=beside)
                if rest is not None:
                    return self._breakdown((*lines, *rest), offer.plain, reconciles=True)
        return None

    def _within_one(self) -> Breakdown | None:
        """Rows that all stand inside one member of another axis add up to that member."""
        offer = self._offers[0]
        contexts = set(offer.contexts)
        if len(offer.plain) >= _MIN_ROWS or len(contexts) != 1:
            return None
        context = next(iter(contexts))
        within = " / ".join(name_of(member, self._names).text for _, member in sorted(context))
        goal = self._common(amounts_of([self._cells.of(*context)]), offer.nested)
        places = finest_subset([line.amounts for line in offer.nested], goal)
        if places is None:
            chosen = _without_parents(offer.nested)
        else:
            chosen = tuple(offer.nested[place] for place in places)
        offered = (*offer.plain, *offer.nested)
        return self._breakdown(chosen, offered, reconciles=False, within=within)

    def _as_filed(self) -> Breakdown | None:
        offer = self._offers[0]
        lines = _without_parents(offer.plain)
        if not lines:
            return None
        between = self._eliminations if self._kind is AxisKind.BUSINESS else ()
        return self._breakdown((*lines, *between), offer.plain, reconciles=False)

    def _breakdown(
        self,
        chosen: Sequence[Line],
        offered: Sequence[Line],
        *,
        reconciles: bool,
        within: str = "",
    ) -> Breakdown:
        """Sort the rows; of those offered and not chosen, keep the ones with a name of their own."""
        taken = {slug_of(line.name.text) for line in chosen}
        overlapping = [
            replace(line, role=Role.OVERLAP)
            for line in offered
            if slug_of(line.name.text) not in taken and line.role is Role.MEMBER
        ]
        members = [line for line in chosen if line.role is Role.MEMBER]
        others = [line for line in chosen if line.role is not Role.MEMBER]
        return Breakdown(
            metric=self._cells.metric,
            kind=_kind_of(self._kind, members),
            axis_tag=self._axis,
            lines=(*members, *others, *overlapping),
            total=self._total(chosen),
            reconciles=reconciles,
            within=within,
        )

    def _goal(self, lines: Sequence[Line]) -> Amounts:
        return self._common(amounts_of([self._cells.total]), lines)

    def _common(self, whole: Amounts, lines: Sequence[Line]) -> Amounts:
        """Keep the periods that the rows are filed for, not those of a figure quoted alone."""
        counts = {span: sum(span in line.amounts.values for line in lines) for span in whole.values}
        most = max(counts.values(), default=0)
        values = {
            span: value
            for span, value in whole.values.items()
            if counts[span] and counts[span] * 2 >= most
        }
        return Amounts(values, whole.slack)

    def _total(self, lines: Sequence[Line]) -> Figures:
        spans = self._goal(lines).values
        return {span: fact for span, fact in self._cells.total.items() if span in spans}


def _rows(breakdown: Breakdown) -> int:
    return len(breakdown.added())


def _without_parents(lines: Sequence[Line]) -> tuple[Line, ...]:
    above = parents([line.amounts for line in lines])
    return tuple(line for place, line in enumerate(lines) if place not in above)


def _missing(goal: Amounts, lines: Iterable[Line]) -> Amounts:
    values: dict[Span, Decimal] = dict(goal.values)
    slack = goal.slack
    for line in lines:
        amounts = line.amounts
        slack += amounts.slack
        for span in values:
            values[span] -= amounts.values.get(span, Decimal(0))
    return Amounts(values, slack)


def _kind_of(kind: AxisKind, members: Sequence[Line]) -> AxisKind:
    """A company whose segments are regions is split by geography, whatever its axis is called."""
    if kind is not AxisKind.BUSINESS:
        return kind
    regions = [line for line in members if line.name.text != "Corporate"]
    if len(regions) >= _MIN_ROWS and all(is_geographic(line.name.text) for line in regions):
        return AxisKind.GEOGRAPHY
    return kind
