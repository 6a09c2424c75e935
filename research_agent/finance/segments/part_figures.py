"""Any figure of any part of one company: filed, derived, or missing with the reason.

The rules are those of `finance.figures`: a quarter that was not filed is the year to date less the
one before, a fourth quarter the year less what came before, trailing twelve months are four
quarters. Where not all four are there, they are the last year plus this year's months less the
same months of the year before. Such a figure is derived and has its formula and inputs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import NOT_IN_STORE, Fact, Missing
from research_agent.domain.periods import Basis, Period, PeriodQuery
from research_agent.domain.tables import Cell
from research_agent.finance.columns import QUARTERS, Slot
from research_agent.finance.figures import Figures
from research_agent.finance.filed_facts import Span
from research_agent.finance.lines.line_items import Kind
from research_agent.finance.segments.concepts import SegmentConcept
from research_agent.finance.segments.part_facts import Figure, PartFacts
from research_agent.finance.segments.roles import Role
from research_agent.finance.segments.segment_row import SegmentRow
from research_agent.finance.segments.slugs import slug_of
from research_agent.finance.segments.versions import Group, Version, Versions

__all__ = ["WHOLE", "Part", "PartFigures"]

WHOLE = ""
"""Stands for the whole company where the name of a part is asked for."""

_NOT_SPLIT = Missing(f"a filing that splits this period is {NOT_IN_STORE}")
_NOT_IN_SPLIT = Missing("not among the parts of that period's filing")
_MIXED = "Its inputs come from filings of different years, which may not be comparable."


@dataclass(frozen=True, slots=True)
class Part:
    """One row of a group.

    Args:
        slug: Its name in concepts.
        name: Its short name.
        role: What it is to the total.
    """

    slug: str
    name: str
    role: Role

    @property
    def overlaps(self) -> bool:
        """True when the row contains others, so that it must not be added."""
        return self.role is Role.OVERLAP


class PartFigures:
    """Figures of the parts of one company under one vintage; answers are kept.

    Args:
        company: Whose.
        figures: Of the whole company, under the same vintage and day.
        rows: Filed figures of its parts; those filed after the `as_of` day are left out here.
        query: Its vintage and `as_of` are used.
    """

    def __init__(
        self, company: Company, figures: Figures, rows: Iterable[SegmentRow], query: PeriodQuery
    ) -> None:
        known = [row for row in rows if query.as_of is None or row.filed <= query.as_of]
        self.company = company
        self.figures = figures
        self.versions = Versions(figures.facts, known, query.vintage)
        self._facts = PartFacts(company, query.vintage, query.as_of)
        self._known: dict[tuple[Group, str, Basis, int, int], Figure | Missing] = {}

    @property
    def empty(self) -> bool:
        """True when no filing by the day asked for breaks a figure down."""
        return not self.versions.groups

    def group_of(self, concept: SegmentConcept) -> Group | None:
        """Return the split that has a part; the first of several."""
        wanted = (concept.metric.key, concept.axis)
        return next(
            (
                group
                for group in self.versions.groups
                if (group.metric.key, group.axis) == wanted
                and concept.slug in self.versions.names(group)
            ),
            None,
        )

    def cell(self, group: Group, slug: str, slot: Slot) -> Cell:
        """Return the figure of a part in a column."""
        found = self.figure(group, slug, slot)
        return found if isinstance(found, Missing) else found.fact

    def total(self, group: Group, slot: Slot) -> Cell:
        """Return the figure of the whole company: the statement's, else the one of the split."""
        if group.metric.line_item:
            cell = self.figures.cell(group.metric.line_item, slot)
            if isinstance(cell, Fact):
                return cell
        return self.cell(group, WHOLE, slot)

    def parts(self, group: Group, slots: Sequence[Slot]) -> tuple[Part, ...]:
        """Return the rows that have a figure in any of the columns, members first."""
        found: dict[str, Part] = {}
        for slot in slots:
            for version in self.behind(group, slot):
                for row in version.rows:
                    if row.label:
                        slug = slug_of(row.label)
                        name = self.versions.names(group)[slug]
                        found.setdefault(slug, Part(slug, name, Role(row.role)))
        shown = [
            part
            for part in found.values()
            if any(isinstance(self.cell(group, part.slug, slot), Fact) for slot in slots)
        ]
        return tuple(sorted(shown, key=lambda part: tuple(Role).index(part.role)))

    def behind(self, group: Group, slot: Slot) -> tuple[Version, ...]:
        """Return the filings whose rows stand behind a column, the one of its own period first."""
        periods: list[Period | None] = [slot.period]
        if group.metric.kind is Kind.FLOW and slot.basis is not Basis.ANNUAL:
            for number in (slot.quarter, slot.quarter - 1):
                periods.append(slot.year.year_to_date(number) if number else None)
        found = (
            self.versions.find(group, _span(group, period))
            for period in periods
            if period is not None
        )
        return tuple(version for version in found if version is not None)

    def figure(self, group: Group, slug: str, slot: Slot) -> Figure | Missing:
        """Return the figure of a part in a column with its rounding."""
        key = (group, slug, slot.basis, slot.year.number, slot.quarter)
        if key not in self._known:
            self._known[key] = _NOT_SPLIT
            self._known[key] = self._find(group, slug, slot)
        return self._known[key]

    def _find(self, group: Group, slug: str, slot: Slot) -> Figure | Missing:
        flow = group.metric.kind is Kind.FLOW
        if slot.basis is Basis.TTM and flow and slot.quarter != QUARTERS:
            return self._trailing(group, slug, slot)
        version = self.versions.find(group, _span(group, slot.period))
        if version is not None:
            return self._filed(group, slug, version, slot.period) or _NOT_IN_SPLIT
        if slot.basis is not Basis.QUARTERLY or not flow:
            return _NOT_SPLIT
        return self._difference(group, slug, slot) or self._rest_of_year(group, slug, slot)

    def _filed(self, group: Group, slug: str, version: Version, period: Period) -> Figure | None:
        if slug == WHOLE:
            rows = tuple(row for row in version.rows if row.role == Role.TOTAL)
        else:
            rows = version.of(slug)
        if not rows:
            return None
        if len(rows) == 1:
            rows = (self.versions.first_like(group, rows[0]),)
        return self._facts.filed(group, rows, period)

    def _filed_for(self, group: Group, slug: str, period: Period | None) -> Figure | None:
        version = self.versions.find(group, _span(group, period)) if period else None
        return self._filed(group, slug, version, period) if version and period else None

    def _difference(self, group: Group, slug: str, slot: Slot) -> Figure | None:
        longer = slot.year.year_to_date(slot.quarter)
        shorter = slot.year.year_to_date(slot.quarter - 1) if slot.quarter > 1 else None
        if longer is None or shorter is None:
            return None
        both = self.versions.find_both(group, _span(group, longer), _span(group, shorter))
        if both is None:
            return None
        first = self._filed(group, slug, both[0], longer)
        second = self._filed(group, slug, both[1], shorter)
        if first is None or second is None:
            return None
        note = "" if both[2] else _MIXED
        return self._combined(group, slug, slot.period, (first, second), (1, -1), note=note)

    def _rest_of_year(self, group: Group, slug: str, slot: Slot) -> Figure | Missing:
        whole = self._filed_for(group, slug, slot.year.annual())
        if slot.quarter != QUARTERS or whole is None:
            return _NOT_SPLIT
        found = [whole]
        for number in (3, 2, 1):
            period = slot.year.quarter(number)
            if period is None:
                return _NOT_SPLIT
            other = self.figure(group, slug, Slot(Basis.QUARTERLY, slot.year, number, period))
            if isinstance(other, Missing):
                return _NOT_SPLIT
            found.append(other)
        return self._combined(group, slug, slot.period, found, (1, -1, -1, -1))

    def _trailing(self, group: Group, slug: str, slot: Slot) -> Figure | Missing:
        found = []
        for back in range(QUARTERS):
            quarter = self.figures.columns.quarter_before(slot, back)
            figure = self.figure(group, slug, quarter) if quarter else _NOT_SPLIT
            if isinstance(figure, Missing):
                return self._rolled_forward(group, slug, slot)
            found.append(figure)
        return self._combined(group, slug, slot.period, found, (1, 1, 1, 1))

    def _rolled_forward(self, group: Group, slug: str, slot: Slot) -> Figure | Missing:
        earlier = (year for year in self.figures.facts.calendar.years if year.end is not None)
        before = next((year for year in earlier if year.number == slot.year.number - 1), None)
        if before is None:
            return _NOT_SPLIT
        periods = (
            before.annual(),
            slot.year.year_to_date(slot.quarter),
            before.year_to_date(slot.quarter),
        )
        found = [self._filed_for(group, slug, period) for period in periods]
        known = [figure for figure in found if figure is not None]
        if len(known) != len(periods):
            return _NOT_SPLIT
        return self._combined(group, slug, slot.period, known, (1, 1, -1))

    def _combined(
        self,
        group: Group,
        slug: str,
        period: Period,
        figures: Sequence[Figure],
        signs: Sequence[int],
        *,
        note: str = "",
    ) -> Figure:
        """Add and take off figures of other periods; the formula names the periods."""
        value = sum(
            (figure.fact.value * sign for figure, sign in zip(figures, signs, strict=True)),
            Decimal(0),
        )
        formula = figures[0].fact.period.label + "".join(
            f" {'+' if sign > 0 else '−'} {figure.fact.period.label}"
            for figure, sign in zip(figures[1:], signs[1:], strict=True)
        )
        inputs = tuple(figure.fact for figure in figures)
        name = self.versions.names(group)[slug] if slug else WHOLE
        fact = self._facts.derived(group, name, period, value, formula, inputs, note=note)
        return Figure(fact, sum((figure.slack for figure in figures), Decimal(0)))


def _span(group: Group, period: Period) -> Span:
    return (None if group.metric.kind is Kind.INSTANT else period.start, period.end)
