"""Figures of parts of a company as facts with their filing or their formula."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import Period, Vintage
from research_agent.domain.sources import Filing
from research_agent.finance.segments.concepts import part_label, segment_concept
from research_agent.finance.segments.segment_row import SegmentRow
from research_agent.finance.segments.slugs import slug_of
from research_agent.finance.segments.versions import Group, exact_value, rounding_of

__all__ = ["Figure", "PartFacts"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A fact and how far rounding may put it off.

    Args:
        fact: The figure.
        slack: Half of its last printed digit; the sum of those of its inputs.
    """

    fact: Fact
    slack: Decimal


class PartFacts:
    """Makes the facts of one company under one vintage.

    Args:
        company: Whose.
        vintage: Newest or first version.
        as_of: Day the figures were known on; `None` for today.
    """

    def __init__(self, company: Company, vintage: Vintage, as_of: date | None) -> None:
        self._company = company
        words = ["as_reported"] if vintage is Vintage.AS_REPORTED else []
        if as_of is not None:
            words.append(f"as_of_{as_of.isoformat()}")
        self._vintage = "_".join(words)

    def filed(self, group: Group, rows: Sequence[SegmentRow], period: Period) -> Figure:
        """Wrap what one filing says of one part: one figure, or pieces to add or take off."""
        if len(rows) == 1 and rows[0].sign > 0:
            return Figure(self._filed(group, rows[0], rows[0].label, period), rounding_of(rows))
        inputs = tuple(
            self._filed(group, row, ", ".join(filter(None, (row.label, row.part))), period)
            for row in rows
        )
        minus = rows[0].sign < 0
        return Figure(
            self.derived(
                group,
                rows[0].label,
                period,
                sum((exact_value(row) for row in rows), Decimal(0)),
                ("−" if minus else "") + " + ".join(fact.label for fact in inputs),
                inputs,
                note="" if minus else "Added up from the pieces in which it was filed.",
            ),
            rounding_of(rows),
        )

    def _filed(self, group: Group, row: SegmentRow, name: str, period: Period) -> Fact:
        concept, label = _names(group, name)
        return Fact(
            cik=self._company.cik,
            ticker=self._company.ticker,
            concept=concept,
            label=label,
            value=exact_value(row) * row.sign,
            unit="fraction" if row.unit == "pure" else row.unit,
            period=Period(row.start, row.end, period.label, period.basis),
            origin=Origin.FILED,
            filing=Filing(self._company.cik, row.accession, row.form, row.filed),
            tag=row.tag,
            vintage=self._vintage,
        )

    def derived(
        self,
        group: Group,
        name: str,
        period: Period,
        value: Decimal,
        formula: str,
        inputs: tuple[Fact, ...],
        *,
        note: str = "",
    ) -> Fact:
        """Make a fact of others; `name` is the part's, empty for the whole company."""
        concept, label = _names(group, name)
        return Fact(
            cik=self._company.cik,
            ticker=self._company.ticker,
            concept=concept,
            label=label,
            value=value,
            unit=inputs[0].unit,
            period=period,
            origin=Origin.DERIVED,
            formula=formula,
            inputs=inputs,
            vintage=self._vintage,
            note=note,
        )


def _names(group: Group, name: str) -> tuple[str, str]:
    metric = group.metric
    if not name:
        return metric.line_item or metric.key, metric.label
    return (
        segment_concept(metric.key, group.axis.value, slug_of(name)),
        part_label(metric, name),
    )
