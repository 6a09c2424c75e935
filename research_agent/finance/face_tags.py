"""Under which tag a filing shows a line on the face of its statement."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from research_agent.finance.companyfacts import FactRow
from research_agent.finance.fiscal_calendar import is_annual, is_interim
from research_agent.finance.line_items import Choice, LineItem

__all__ = ["face_tags"]

_NET_REVENUE_TAG = "us-gaap:RevenuesNetOfInterestExpense"
_TOTAL_REVENUE_TAG = "us-gaap:Revenues"
_MIN_SHARE_OF_TOTAL = 0.5
_NEAR = timedelta(days=400)
"""A 10-K and a 10-Q this near to each other are of the same practice."""


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
    quarterly = [
        row.filed
        for rows in own.values()
        for row in rows
        if row.tag == _TOTAL_REVENUE_TAG and not is_annual(row.form)
    ]
    return {accession: _total_tag(rows, order, quarterly) for accession, rows in own.items()}


def _total_tag(rows: Sequence[FactRow], order: Sequence[str], quarterly: Iterable[date]) -> str:
    """Return the tag of total revenue.

    The largest value is the total, as the others are parts of it. Two exceptions: a bank's total
    is net of interest expense, and `Revenues` is the face of the statement where the contract
    revenue beside it is larger because it is gross of rebates (Mastercard). A part filed as
    `Revenues` is told by its size (one P&G segment, 29.4 of 83.1 billion), or by the company's
    10-Qs, which do not know the tag (BlackRock's Americas, 62.7 % of its revenue; Mastercard's
    10-Qs do).

    Args:
        rows: Of one filing, for its own period.
        order: Tags by preference.
        quarterly: When the company's quarterly reports with `Revenues` were filed.
    """
    rows = _shown_for_every_span(rows)
    longest = min(row.start or row.end for row in rows)
    values = {row.tag: row.value for row in rows if (row.start or row.end) == longest}
    largest = max(values, key=lambda tag: (values[tag], -order.index(tag)))
    if _NET_REVENUE_TAG in values:
        return _NET_REVENUE_TAG
    if values.get(_TOTAL_REVENUE_TAG, 0) >= _MIN_SHARE_OF_TOTAL * values[largest] and any(
        abs(filed - rows[0].filed) <= _NEAR for filed in quarterly
    ):
        return _TOTAL_REVENUE_TAG
    return largest


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
