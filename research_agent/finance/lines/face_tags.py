"""Under which tag a filing shows a line on the face of its statement."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta

from research_agent.finance.fiscal_calendar import is_interim
from research_agent.finance.lines.line_items import Choice, LineItem
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["NET_REVENUE_TAG", "face_tags"]

NET_REVENUE_TAG = "us-gaap:RevenuesNetOfInterestExpense"
Span = tuple[date | None, date]
_TOTAL_REVENUE_TAG = "us-gaap:Revenues"
_MIN_SHARE_OF_TOTAL = 0.2
_MIN_SHARE_ALONE = 0.5
"""Where a filing stands alone, no other report shows that a small `Revenues` is the total."""
_NEAR = timedelta(days=400)
"""Reports this near to each other follow one practice."""


def face_tags(
    item: LineItem,
    own: Mapping[str, Sequence[FactRow]],
    order: Sequence[str],
    by_span: Mapping[Span, Sequence[FactRow]],
) -> dict[str, str]:
    """Return the tag that carries `item` on the face, by filing.

    Args:
        item: The line.
        own: For each filing, what it holds of the line for its own period.
        order: The item's tags by preference.
        by_span: For each span, what all filings hold of the line.
    """
    if item.choice is not Choice.TOTAL:
        return {
            accession: min((row.tag for row in rows), key=order.index)
            for accession, rows in own.items()
        }
    shown = {accession: _shown_for_every_span(rows) for accession, rows in own.items()}
    totals = {
        span: {row.value for row in rows if row.tag == _TOTAL_REVENUE_TAG}
        for span, rows in by_span.items()
    }
    return {
        accession: _total_tag(rows, order, tuple(shown.values()), totals)
        for accession, rows in shown.items()
    }


def _total_tag(
    rows: Sequence[FactRow],
    order: Sequence[str],
    reports: Sequence[Sequence[FactRow]],
    totals: Mapping[Span, Collection[float]],
) -> str:
    """Return the tag of total revenue in one filing.

    1. A bank's total is net of interest expense.
    2. `Revenues` is the total where the company's 10-Qs show it, too: the contract revenue beside
       it leaves out other revenue (GE Capital's) or is gross of rebates (Mastercard). Where they
       do not know it, it is a part with a tag of totals (one P&G segment, BlackRock's Americas).
    3. Else the tag with the value that another report gives under `Revenues`.
    4. Else the tag that most reports of the year show, the largest of several.

    Args:
        rows: Of the filing, for its own period.
        order: Tags by preference.
        reports: The same of all the company's reports.
        totals: Values under `Revenues` by span, of all filings.
    """
    first = min(rows, key=lambda row: row.start or row.end)
    values = {row.tag: row.value for row in rows if row.start == first.start}
    if NET_REVENUE_TAG in values:
        return NET_REVENUE_TAG
    if len(values) == 1:
        return first.tag
    near = [report for report in reports if abs(report[0].filed - first.filed) <= _NEAR]
    if _is_total(values, near):
        return _TOTAL_REVENUE_TAG
    agreed = totals.get((first.start, first.end), ())
    for tag, value in values.items():
        if tag != _TOTAL_REVENUE_TAG and value in agreed and _TOTAL_REVENUE_TAG not in values:
            return tag
    votes = Counter(tag for report in near for tag in {row.tag for row in report})
    return max(values, key=lambda tag: (votes[tag], values[tag], -order.index(tag)))


def _is_total(values: Mapping[str, float], near: Sequence[Sequence[FactRow]]) -> bool:
    if _TOTAL_REVENUE_TAG not in values:
        return False
    share = values[_TOTAL_REVENUE_TAG] / max(values.values())
    quarterly = any(
        row.tag == _TOTAL_REVENUE_TAG and is_interim(row.form) for report in near for row in report
    )
    if quarterly:
        return share >= _MIN_SHARE_OF_TOTAL
    return len(near) == 1 and share >= _MIN_SHARE_ALONE


def _shown_for_every_span(rows: Sequence[FactRow]) -> Sequence[FactRow]:
    """Return the rows of the tags that a quarterly report has for the quarter and the year to date.

    The face of its statement shows both; Zscaler's 10-Q of June 2018 has 1,070 million of
    `Revenues` for the nine months alone, in a note.
    """
    if not is_interim(rows[0].form):
        return rows
    spans = {tag: {row.start for row in rows if row.tag == tag} for tag in {r.tag for r in rows}}
    most = max(map(len, spans.values()))
    return [row for row in rows if len(spans[row.tag]) == most]
