"""The filed breakdowns of one company, and which filing's is taken for a period."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from research_agent.domain.periods import Vintage
from research_agent.finance.filed_facts import FiledFacts, Span
from research_agent.finance.fiscal_calendar import TOLERANCE
from research_agent.finance.segments.axes import AxisKind
from research_agent.finance.segments.concepts import segment_metric
from research_agent.finance.segments.metrics import (
    CUSTOMER_SHARE,
    SEGMENT_METRICS,
    SegmentMetric,
)
from research_agent.finance.segments.segment_row import SegmentRow
from research_agent.finance.segments.slugs import slug_of
from research_agent.finance.xbrl.facts import EXACT

__all__ = ["Group", "Version", "Versions", "exact_value", "rounding_of"]

_SEGMENTS_AXIS = "BusinessSegmentsAxis"
_AXIS_ORDER = tuple(AxisKind)


@dataclass(frozen=True, slots=True)
class Group:
    """A metric split along one axis.

    Args:
        metric: The figure.
        axis: What it is split by.
        axis_tag: The axis.
    """

    metric: SegmentMetric
    axis: AxisKind
    axis_tag: str

    @property
    def title(self) -> str:
        """In words: `"Revenue by product"`."""
        by = self.axis.value
        if self.axis_tag.endswith(":SubsegmentsAxis"):
            by = "sub-segment"
        elif self.axis is AxisKind.GEOGRAPHY and self.axis_tag.endswith(_SEGMENTS_AXIS):
            by = "geographic segment"
        return f"{self.metric.label} by {by}"


@dataclass(frozen=True, slots=True)
class Version:
    """The rows of one filing for one group and one period.

    Args:
        accession: Of the filing.
        filed: Its day.
        rows: Total, members, eliminations and overlapping rows.
    """

    accession: str
    filed: date
    rows: tuple[SegmentRow, ...]

    def of(self, slug: str) -> tuple[SegmentRow, ...]:
        """Return the filed pieces of a part; empty when the filing does not have it."""
        return tuple(row for row in self.rows if row.label and slug_of(row.label) == slug)


class Versions:
    """Indexes the rows of one company.

    All rows of a period come from one filing: a member of one filing beside members of another
    would mix the splits before and after a reorganisation.

    Args:
        facts: The company's filings, for their fiscal years.
        rows: Its rows, already cut at the `as_of` day.
        choice: Newest or first version.
    """

    def __init__(self, facts: FiledFacts, rows: Iterable[SegmentRow], choice: Vintage) -> None:
        self._facts = facts
        self._newest_first = choice is Vintage.LATEST
        self._rows: dict[Group, dict[Span, dict[str, list[SegmentRow]]]] = defaultdict(
            lambda: defaultdict(lambda: defaultdict(list))
        )
        self._names: dict[Group, dict[str, str]] = {}
        for row in rows:
            group = Group(segment_metric(row.metric), AxisKind(row.axis), row.axis_tag)
            self._rows[group][(row.start, row.end)][row.accession].append(row)

    @property
    def groups(self) -> tuple[Group, ...]:
        """Every split, by metric and axis."""
        metrics = {key: place for place, key in enumerate((*SEGMENT_METRICS, CUSTOMER_SHARE.key))}
        return tuple(
            sorted(
                self._rows,
                key=lambda group: (
                    metrics[group.metric.key],
                    _AXIS_ORDER.index(group.axis),
                    not group.axis_tag.endswith(_SEGMENTS_AXIS),
                ),
            )
        )

    def find(self, group: Group, span: Span, *, cycle: int | None = None) -> Version | None:
        """Return the rows of `group` for a period, matched to within seven days.

        Args:
            group: The split.
            span: First and last day; `(None, day)` for a balance.
            cycle: Only filings on this fiscal year.
        """
        versions = [
            version
            for version in self._versions(group, span)
            if cycle is None or self._facts.cycle(version.accession) == cycle
        ]
        return versions[0] if versions else None

    def find_both(
        self, group: Group, longer: Span, shorter: Span
    ) -> tuple[Version, Version, bool] | None:
        """Return the rows for two periods, from filings of one fiscal year where there are any.

        Returns:
            Both and whether they are of one year; `None` when one period is not filed.
        """
        for version in self._versions(group, longer):
            cycle = self._facts.cycle(version.accession)
            other = self.find(group, shorter, cycle=cycle)
            if other is not None:
                return version, other, True
        first, second = self.find(group, longer), self.find(group, shorter)
        return (first, second, False) if first and second else None

    def first_like(self, group: Group, row: SegmentRow) -> SegmentRow:
        """Return the earliest filing's row with the same figure of the same part."""
        same = [
            other
            for rows in self._rows[group].get((row.start, row.end), {}).values()
            for other in rows
            if (other.label, other.part, other.value, other.sign)
            == (row.label, row.part, row.value, row.sign)
        ]
        return min(same, key=lambda other: (other.filed, other.accession), default=row)

    def filings(self) -> tuple[tuple[date, str, str], ...]:
        """Return day, form and accession number of every filing, newest first."""
        found = {
            (row.filed, row.form, row.accession)
            for spans in self._rows.values()
            for filings in spans.values()
            for rows in filings.values()
            for row in rows[:1]
        }
        return tuple(sorted(found, reverse=True))

    def names(self, group: Group) -> dict[str, str]:
        """Return every part of `group` in any filing: its name in concepts to its newest name."""
        if group not in self._names:
            rows = [
                row
                for filings in self._rows[group].values()
                for found in filings.values()
                for row in found
                if row.label
            ]
            rows.sort(key=lambda row: (row.filed, row.accession))
            self._names[group] = {slug_of(row.label): row.label for row in rows}
        return self._names[group]

    def _versions(self, group: Group, span: Span) -> list[Version]:
        found = [
            Version(accession, rows[0].filed, tuple(rows))
            for known, filings in self._rows[group].items()
            if _near(known, span)
            for accession, rows in filings.items()
        ]
        return sorted(found, key=lambda one: (one.filed, one.accession), reverse=self._newest_first)


def _near(known: Span, span: Span) -> bool:
    if known == span:
        return True
    if (known[0] is None) != (span[0] is None) or abs(known[1] - span[1]) > TOLERANCE:
        return False
    return known[0] is None or span[0] is None or abs(known[0] - span[0]) <= TOLERANCE


def exact_value(row: SegmentRow) -> Decimal:
    """Return a filed value, signed as it is added, without binary noise."""
    value = Decimal(repr(row.value)) if row.value % 1 else Decimal(int(row.value))
    return value * row.sign


def rounding_of(rows: Sequence[SegmentRow]) -> Decimal:
    """Return how far a sum of filed values may be off by their own rounding."""
    return sum(
        (
            Decimal(5).scaleb(-row.decimals - 1)
            for row in rows
            if row.decimals is not None and row.decimals != EXACT
        ),
        Decimal(0),
    )
