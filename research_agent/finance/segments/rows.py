"""Breakdowns as rows of the store, each with the filing it was read in."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from research_agent.finance.segments.breakdown import Breakdown
from research_agent.finance.segments.roles import Role
from research_agent.finance.segments.segment_row import SegmentRow
from research_agent.finance.xbrl.facts import XbrlDocument, XbrlFact
from research_agent.finance.xbrl.filing_identity import FilingIdentity

__all__ = ["named_alike", "segment_rows"]


def segment_rows(
    found: Iterable[Breakdown], document: XbrlDocument, filing: FilingIdentity
) -> tuple[tuple[SegmentRow, bool], ...]:
    """Return the rows of a filing's breakdowns, each with whether its name was printed there."""
    return tuple(
        (row, printed) for breakdown in found for row, printed in _rows(breakdown, document, filing)
    )


def _rows(
    breakdown: Breakdown, document: XbrlDocument, filing: FilingIdentity
) -> Iterator[tuple[SegmentRow, bool]]:
    def row(fact: XbrlFact, position: int, sign: int, *words: str) -> SegmentRow:
        member, label, role, part = words
        return SegmentRow(
            metric=breakdown.metric.key,
            axis=breakdown.kind.value,
            axis_tag=breakdown.axis_tag,
            member_tag=member,
            label=label,
            role=role,
            part=part,
            within=breakdown.within,
            position=position,
            sign=sign,
            tag=fact.tag,
            unit=fact.unit,
            start=fact.start,
            end=fact.end,
            value=float(fact.value),
            decimals=fact.decimals,
            accession=filing.accession,
            form=filing.form,
            filed=filing.filed,
            fiscal_year=document.fiscal_year,
            fiscal_period=document.fiscal_period,
        )

    for fact in breakdown.total.values():
        yield row(fact, 0, 1, "", "", Role.TOTAL.value, ""), True
    for position, line in enumerate(breakdown.lines, 1):
        for part in line.parts:
            words = (line.member_tag, line.name.text, line.role.value, part.of)
            for fact in part.figures.values():
                yield row(fact, position, line.sign, *words), line.name.printed


def named_alike(rows: Sequence[tuple[SegmentRow, bool]]) -> tuple[SegmentRow, ...]:
    """Give a member one name in all filings of a company: the newest printed one.

    Args:
        rows: Of one company, each with whether its name was printed in its filing.
    """
    names: dict[tuple[str, str], tuple[date, str]] = {}
    for row, printed in rows:
        key = (row.axis_tag, row.member_tag)
        if printed and row.label and row.filed >= names.get(key, (date.min, ""))[0]:
            names[key] = (row.filed, row.label)
    return tuple(
        replace(row, label=names.get((row.axis_tag, row.member_tag), (row.filed, row.label))[1])
        for row, _printed in rows
    )
