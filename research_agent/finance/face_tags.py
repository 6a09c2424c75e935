"""Under which tag a filing shows a line on the face of its statement."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from research_agent.finance.companyfacts import FactRow
from research_agent.finance.fiscal_calendar import is_interim
from research_agent.finance.line_items import Choice, LineItem

__all__ = ["NET_REVENUE_TAG", "face_tags"]

NET_REVENUE_TAG = "us-gaap:RevenuesNetOfInterestExpense"
_TOTAL_REVENUE_TAG = "us-gaap:Revenues"
_MIN_SHARE_OF_TOTAL = 0.2
_MIN_SHARE_ALONE = 0.5
"""Where a filing stands alone, no other report shows that a small `Revenues` is the total."""
_NEAR = timedelta(days=400)
"""Reports this near to each other follow one practice."""


def face_tags(
    item: LineItem, own: Mapping[str, Sequence[FactRow]], order: Sequence[str]
) -> dict[str, str]:
    """Return the tag that carries `item` on the face, by filing.

    Args:
        item: The line.
        own: For each filing, what it holds of the line for its own period.
        order: The item's tags by preference.
    """
    if item.choice is not Choice.TOTAL:
        return {
            accession: min((row.tag for row in rows), key=order.index)
            for accession, rows in own.items()
        }
    shown = {accession: _shown_for_every_span(rows) for accession, rows in own.items()}
    return {accession: _total_tag(rows, order, shown.values()) for accession, rows in shown.items()}


def _total_tag(
    rows: Sequence[FactRow], order: Sequence[str], reports: Iterable[Sequence[FactRow]]
) -> str:
    """Return the tag of total revenue.

    A bank's total is net of interest expense. Else it is the tag that most of the company's
    reports of the year show, so that a part with a tag of totals is told (one P&G segment, 29.4
    of 83.1 billion; BlackRock's Americas, 62.7 %): the 10-Qs do not know it. Of tags that all
    reports show it is `Revenues`, for the contract revenue beside it leaves out other revenue
    (GE Capital's) or is gross of rebates (Mastercard); else the largest.

    Args:
        rows: Of one filing, for its own period.
        order: Tags by preference.
        reports: The same of all the company's reports.
    """
    longest = min(row.start or row.end for row in rows)
    values = {row.tag: row.value for row in rows if (row.start or row.end) == longest}
    if NET_REVENUE_TAG in values:
        return NET_REVENUE_TAG
    if len(values) == 1:
        return next(iter(values))
    filed = rows[0].filed
    votes = Counter(
        tag
        for report in reports
        if abs(report[0].filed - filed) <= _NEAR
        for tag in {row.tag for row in report}
    )
    largest = max(values.values())
    most = max(votes[tag] for tag in values)
    leading = [tag for tag in values if votes[tag] == most]
    share = _MIN_SHARE_OF_TOTAL if most > 1 else _MIN_SHARE_ALONE
    if values.get(_TOTAL_REVENUE_TAG, 0) >= share * largest and _TOTAL_REVENUE_TAG in leading:
        return _TOTAL_REVENUE_TAG
    return max(leading, key=lambda tag: (values[tag], -order.index(tag)))


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
