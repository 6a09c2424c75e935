"""Which filed value is the figure: one tag and one version for each period.

A filer moves from tag to tag, files the same period again and again, and uses some tags for a
part of a line. Three rules settle it:

1. Each filing has a *face tag* for a line: the tag of its own period's value. For a line whose
   tags may hold a part (revenue), that is the largest; else the first of the item's list.
2. For a period, filings are walked from the newest (or the oldest, for "as reported"), and the
   first one whose face tag has a value for the period gives the figure.
3. Only when no filing has its face tag there, any tag will do, in the same order.

The figure is then cited from the first filing that gave it: fiscal 2023 revenue is in the 10-K of
2023, though later ones repeat it.
"""

from collections.abc import Iterable
from decimal import Decimal

from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import Period, Vintage
from research_agent.domain.sources import Filing
from research_agent.finance.filed_facts import FiledFacts, Span
from research_agent.finance.fiscal_calendar import is_interim
from research_agent.finance.lines.face_tags import NET_REVENUE_TAG
from research_agent.finance.lines.line_items import Choice, LineItem
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["filed_fact", "resolve_row"]


def resolve_row(
    facts: FiledFacts,
    item: LineItem,
    span: Span,
    vintage: Vintage,
    *,
    cycle: int | None = None,
    interim: bool = False,
) -> FactRow | None:
    """Return the filed value of `item` for `span`, or `None` when it was not filed.

    Args:
        facts: The company.
        item: The line.
        span: First and last day; `(None, day)` for a balance.
        vintage: Newest version or first one.
        cycle: Only filings on this fiscal year.
        interim: The span is a quarter: a quarterly report's figure goes before that of an
            annual report, whose table of quarters may hold a part of the line under its tag.
    """
    rows = facts.rows(item, span)
    if item.choice is Choice.TOTAL:
        rows = [row for row in rows if row.tag == NET_REVENUE_TAG] or rows
    if interim:
        rows = [row for row in rows if is_interim(row.form)] or rows
    if cycle is not None:
        rows = [row for row in rows if facts.cycle(row.accession) == cycle]
    ordered = sorted(
        rows, key=lambda row: (row.filed, row.accession), reverse=vintage is Vintage.LATEST
    )
    for row in ordered:
        if row.tag == facts.face_tag(item, row.accession):
            return _first_like(row, rows)
    if not ordered:
        return None
    first = [row for row in ordered if row.accession == ordered[0].accession]
    if item.choice is Choice.TOTAL:
        return _first_like(max(first, key=lambda row: row.value), rows)
    order = facts.filed_tags(item)
    return _first_like(min(first, key=lambda row: order.index(row.tag)), rows)


def _first_like(chosen: FactRow, rows: Iterable[FactRow]) -> FactRow:
    """Return the earliest filing of the value that was chosen, also under an earlier tag.

    A filing that gives it under several tags is cited for the tag that was chosen: AMD's 10-Q of
    August 2018 has the total under the tag on its face and once more in a note.
    """
    same = [row for row in rows if row.value == chosen.value]
    return min(same, key=lambda row: (row.filed, row.accession, row.tag != chosen.tag))


def filed_fact(
    row: FactRow, item: LineItem, period: Period, *, cik: int, ticker: str, vintage: str
) -> Fact:
    """Wrap a filed value as a fact; its period gets the dates that were filed."""
    exact = Period(row.start, row.end, period.label, period.basis)
    return Fact(
        cik=cik,
        ticker=ticker,
        concept=item.key,
        label=item.label,
        value=Decimal(repr(row.value)) if row.value % 1 else Decimal(int(row.value)),
        unit=row.unit,
        period=exact,
        origin=Origin.FILED,
        filing=Filing(cik, row.accession, row.form, row.filed),
        tag=row.tag,
        vintage=vintage,
    )
