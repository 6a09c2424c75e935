"""Stock splits, read off the company's own restated share counts and earnings per share.

After a split a filer restates the weighted average shares of earlier periods. The same period
with 20 billion shares in one filing and 5 billion in an earlier one is a 4-for-1 split between
the two filing days. Earnings per share show the same the other way round, which helps where
share counts are filed by class only. Figures filed before are put on the new basis once: per-share figures are
divided by the ratio, share counts multiplied.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise

from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["Split", "find_splits", "split_factor"]

_SHARE_TAGS = frozenset(
    {
        "us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding",
        "us-gaap:WeightedAverageNumberOfSharesOutstandingBasic",
        "us-gaap:WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
    }
)
_EPS_TAGS = frozenset({"us-gaap:EarningsPerShareBasic", "us-gaap:EarningsPerShareDiluted"})
_MIN_EPS = 1.0
"""Smaller earnings per share are too coarsely rounded to show a ratio."""
_MIN_EPS_RATIO = 4
"""A restatement of income can change earnings per share by half or double them."""
_RATIOS = tuple(
    Decimal(ratio) for ratio in ("1.5", *map(str, range(2, 11)), "15", "20", "25", "30", "50")
)
_TOLERANCE = 0.012
"""Share counts are rounded when filed, and dilution is recomputed on the new basis."""
_MIN_PERIODS = 2
"""So many periods must show the same ratio; one alone may be a typing error."""


@dataclass(frozen=True, slots=True)
class Split:
    """One split.

    Args:
        after: Last filing day on the old basis.
        by: First filing day on the new basis.
        ratio: New shares for one old share: 4 for a 4-for-1 split, 0.1 for a 1-for-10 reverse.
    """

    after: date
    by: date
    ratio: Decimal


def find_splits(rows: Iterable[FactRow]) -> tuple[Split, ...]:
    """Return the splits that `rows` show, oldest first."""
    versions: dict[tuple[str, date | None, date], list[FactRow]] = defaultdict(list)
    for row in rows:
        if (row.tag in _SHARE_TAGS and row.value > 0) or (
            row.tag in _EPS_TAGS and abs(row.value) >= _MIN_EPS
        ):
            versions[(row.tag, row.start, row.end)].append(row)
    seen: dict[Decimal, list[tuple[date, date]]] = defaultdict(list)
    for found in versions.values():
        found.sort(key=lambda row: (row.filed, row.accession))
        for older, newer in pairwise(found):
            quotient = newer.value / older.value
            by_earnings = newer.tag in _EPS_TAGS
            ratio = _known_ratio(1 / quotient if by_earnings else quotient)
            if ratio is not None and not (by_earnings and ratio < _MIN_EPS_RATIO):
                seen[ratio].append((older.filed, newer.filed))
    splits = [split for ratio, spans in seen.items() for split in _merge(ratio, spans)]
    return tuple(sorted(splits, key=lambda split: split.by))


def split_factor(splits: Sequence[Split], filed: date) -> Decimal:
    """Return how many of today's shares one share of a filing of day `filed` became."""
    factor = Decimal(1)
    for split in splits:
        if filed <= split.after:
            factor *= split.ratio
    return factor


def _known_ratio(quotient: float) -> Decimal | None:
    if quotient <= 0:
        return None
    for ratio in _RATIOS:
        if abs(quotient / float(ratio) - 1) < _TOLERANCE:
            return ratio
        if abs(quotient * float(ratio) - 1) < _TOLERANCE:
            return 1 / ratio
    return None


def _merge(ratio: Decimal, spans: list[tuple[date, date]]) -> Iterable[Split]:
    """Narrow spans that overlap to their common part: they show one and the same split."""
    groups: list[list[tuple[date, date]]] = []
    for after, by in sorted(spans, key=lambda span: span[1]):
        for group in groups:
            if after < min(other for _, other in group) and max(o for o, _ in group) < by:
                group.append((after, by))
                break
        else:
            groups.append([(after, by)])
    for group in groups:
        if len(group) >= _MIN_PERIODS:
            yield Split(max(after for after, _ in group), min(by for _, by in group), ratio)
