"""Weighted average shares that a filing counts in thousands or millions as if they were shares.

Income over earnings per share says how many shares there are; where that is a thousand or a million
times the count of the same filing and period, the count is not in shares. Other counts of the
filing share its scale where they are of the same size.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date

from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["share_scales"]

_SHARES = {
    "us-gaap:WeightedAverageNumberOfSharesOutstandingBasic": "us-gaap:EarningsPerShareBasic",
    "us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding": "us-gaap:EarningsPerShareDiluted",
    "us-gaap:WeightedAverageNumberOfShareOutstandingBasicAndDiluted": (
        "us-gaap:EarningsPerShareBasicAndDiluted"
    ),
}
_INCOMES = (
    "us-gaap:NetIncomeLossAvailableToCommonStockholdersBasic",
    "us-gaap:NetIncomeLoss",
    "us-gaap:ProfitLoss",
)
_SCALES = (1_000, 1_000_000)
_MIN_EPS = 0.05
"""Smaller earnings per share are too rounded to say how many shares there are."""
_TOLERANCE = 0.15
_SAME_SIZE = 2
"""Counts of one filing that are on one scale lie no further apart than this many times."""

_Row = tuple[str, str, date | None, date]
_Span = tuple[str, date | None, date]


def share_scales(rows: Iterable[FactRow]) -> dict[_Row, int]:
    """Return the scale of each count that is not in single shares.

    Args:
        rows: Of one company.

    Returns:
        By accession, tag, first and last day: 1,000 or 1,000,000.
    """
    counts: list[FactRow] = []
    other: dict[_Span, dict[str, float]] = defaultdict(dict)
    wanted = {*_SHARES.values(), *_INCOMES}
    for row in rows:
        if row.tag in _SHARES and row.value > 0:
            counts.append(row)
        elif row.tag in wanted:
            other[(row.accession, row.start, row.end)][row.tag] = row.value
    shown = {_key(row): (row, scale) for row, scale in _shown(counts, other)}
    by_filing: dict[str, list[tuple[FactRow, int]]] = defaultdict(list)
    for row, scale in shown.values():
        by_filing[row.accession].append((row, scale))
    found = {}
    for row in counts:
        known = shown.get(_key(row))
        scale = known[1] if known else _of_filing(row, by_filing.get(row.accession, ()))
        if scale != 1:
            found[_key(row)] = scale
    return found


def _shown(
    counts: Iterable[FactRow], other: dict[_Span, dict[str, float]]
) -> Iterator[tuple[FactRow, int]]:
    """Yield the counts whose scale earnings per share show."""
    for row in counts:
        values = other.get((row.accession, row.start, row.end), {})
        eps = values.get(_SHARES[row.tag]) or values.get("us-gaap:EarningsPerShareBasic")
        if eps is None or abs(eps) < _MIN_EPS:
            continue
        for tag in _INCOMES:
            ratio = values.get(tag, 0.0) / eps / row.value
            scale = next((s for s in (1, *_SCALES) if abs(ratio / s - 1) <= _TOLERANCE), None)
            if scale is not None:
                yield row, scale
                break


def _of_filing(row: FactRow, shown: Iterable[tuple[FactRow, int]]) -> int:
    """Return the scale of the filing's counts of the same size; 1 where they do not agree."""
    scales = {
        scale for other, scale in shown if 1 / _SAME_SIZE <= row.value / other.value <= _SAME_SIZE
    }
    return scales.pop() if len(scales) == 1 else 1


def _key(row: FactRow) -> _Row:
    return (row.accession, row.tag, row.start, row.end)
