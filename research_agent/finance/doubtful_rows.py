"""Filed values that the filings themselves show to be wrong, left out before anything is chosen.

Four kinds, each told by other filed values and by nothing else:

1. *Quarters of an annual report that are not those of its year.* The table of quarters may be
   tagged for a part of the company (GE 2010: 52.7 of 149.6 billion) or dated a year off (Amazon's
   report of 2012). Its four quarters then miss the year of the same report.
2. *A quarter with the figure of the year* (Oracle's fourth quarters of 2018 to 2022), where
   another filing shows that the months before were not empty.
3. *A sign turned round.* Two filings state one figure with opposite signs (AMD's investing cash
   flow of 2021: −686 million twice, then +686). A recast never does that exactly. A payment, a
   charge or a balance that cannot be negative is the positive one, else the sign more filings
   give is right, and the earlier filing's where it is one to one.
4. *Equity dated wrongly in a roll-forward.* A balance counts where its filing has a balance sheet
   of that day; P&G's report of March 2019 dates equity of December 2017 to September.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from research_agent.finance.fiscal_calendar import ANNUAL_FORMS, TOLERANCE
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["without_doubtful"]

_QUARTER_DAYS = range(70, 120)
_YEAR_DAYS = range(340, 386)
_NINE_MONTHS_DAYS = range(225, 306)
_QUARTERS = 4
_MAX_GAP = 0.05
"""Share of the year by which the quarters of one report may miss it: small lines are rounded, and
a filer may move small amounts between lines."""
_ASSETS = frozenset({"us-gaap:Assets", "ifrs-full:Assets"})
_EQUITY = frozenset(
    {
        "us-gaap:StockholdersEquity",
        "us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
        "us-gaap:MinorityInterest",
    }
)
_NEVER_NEGATIVE = re.compile(
    r"^us-gaap:(Payments(To|For|Of)|Repayments|AccumulatedDepreciation|ShareBasedCompensation"
    r"|Depreciation|Amortization|GoodwillImpairment|AssetImpairment|DeferredTaxLiabilities)"
)
_EARNINGS = frozenset({"us-gaap:NetIncomeLoss", "us-gaap:ProfitLoss"})
_LINES_OF_MANY_TAGS = ("Revenue", "DividendsPerShare")
"""A year and its quarter may be tagged apart, in words that have this in common."""

_Key = tuple[str, str, date | None, date]


def without_doubtful(rows: Sequence[FactRow]) -> list[FactRow]:
    """Return `rows` without those that other rows show to be wrong, in their order."""
    doubtful = {
        id(row) for kind in (_odd_quarters, _turned_signs, _undated_equity) for row in kind(rows)
    }
    return [row for row in rows if id(row) not in doubtful]


def _odd_quarters(rows: Iterable[FactRow]) -> Iterator[FactRow]:
    flows = [row for row in rows if row.start is not None]
    reports: dict[str, list[FactRow]] = defaultdict(list)
    for row in flows:
        if row.form.removesuffix("/A") in ANNUAL_FORMS:
            reports[row.accession].append(row)
    nine_months = _nine_months(flows)
    for report in reports.values():
        years = [row for row in report if _days(row) in _YEAR_DAYS]
        quarters = [row for row in report if _days(row) in _QUARTER_DAYS]
        if years and quarters:
            yield from _not_adding_up(years, quarters)
            yield from _year_for_quarter(years, quarters, nine_months)


def _not_adding_up(years: Iterable[FactRow], quarters: Sequence[FactRow]) -> Iterator[FactRow]:
    """Yield quarters that miss their year; with earnings go earnings per share."""
    for year in years:
        if len(year.unit) != len("USD"):
            continue
        within = [row for row in quarters if _within(row, year)]
        of_tag = [row for row in within if (row.tag, row.unit) == (year.tag, year.unit)]
        if len({row.end for row in of_tag}) != _QUARTERS or len(of_tag) != _QUARTERS:
            continue
        gap = abs(sum(row.value for row in of_tag) - year.value)
        if gap > _MAX_GAP * max(abs(year.value), sum(abs(row.value) for row in of_tag)):
            yield from of_tag
            if year.tag in _EARNINGS:
                yield from (row for row in within if "EarningsPerShare" in row.tag)


def _year_for_quarter(
    years: Sequence[FactRow],
    quarters: Iterable[FactRow],
    nine_months: dict[tuple[str, date], set[float]],
) -> Iterator[FactRow]:
    for row in quarters:
        for year in years:
            if not row.value or row.unit == "shares" or row.value != year.value:
                continue
            if row.end == year.end and year.start and _one_line(row, year):
                before = nine_months.get((year.tag, year.start), set())
                if before and 0.0 not in before:
                    yield row
                    break


def _one_line(quarter: FactRow, year: FactRow) -> bool:
    if quarter.unit != year.unit:
        return False
    return quarter.tag == year.tag or any(
        word in quarter.tag and word in year.tag for word in _LINES_OF_MANY_TAGS
    )


def _nine_months(flows: Iterable[FactRow]) -> dict[tuple[str, date], set[float]]:
    """Return what was filed of nine months, by tag and first day."""
    found: dict[tuple[str, date], set[float]] = defaultdict(set)
    for row in flows:
        if row.start is not None and _days(row) in _NINE_MONTHS_DAYS:
            found[(row.tag, row.start)].add(row.value)
    return found


def _turned_signs(rows: Iterable[FactRow]) -> Iterator[FactRow]:
    same_size: dict[tuple[_Key, float], list[FactRow]] = defaultdict(list)
    for row in rows:
        if row.value:
            same_size[((row.tag, row.unit, row.start, row.end), abs(row.value))].append(row)
    for found in same_size.values():
        filings = Counter(row.value > 0 for row in found)
        if len(filings) == 1:
            continue
        positive = filings[True] > filings[False]
        if filings[True] == filings[False]:
            positive = min(found, key=lambda row: (row.filed, row.accession)).value > 0
        if _NEVER_NEGATIVE.match(found[0].tag):
            positive = True
        yield from (row for row in found if (row.value > 0) != positive)


def _undated_equity(rows: Sequence[FactRow]) -> Iterator[FactRow]:
    sheets = {(row.accession, row.end) for row in rows if row.tag in _ASSETS}
    balances: dict[_Key, list[FactRow]] = defaultdict(list)
    for row in rows:
        if row.tag in _EQUITY:
            balances[(row.tag, row.unit, row.start, row.end)].append(row)
    for found in balances.values():
        stated = {row.value for row in found if (row.accession, row.end) in sheets}
        if stated:
            yield from (row for row in found if row.value not in stated)


def _within(quarter: FactRow, year: FactRow) -> bool:
    if quarter.start is None or year.start is None:
        return False
    return year.start - TOLERANCE <= quarter.start and quarter.end <= year.end


def _days(row: FactRow) -> int:
    return (row.end - row.start).days if row.start is not None else 0
