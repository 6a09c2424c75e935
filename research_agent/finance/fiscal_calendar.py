"""A company's own fiscal years and quarters, read off the durations it files.

companyfacts' `fy` and `fp` describe the filing, not the datum, so periods are found from the
durations themselves: a fiscal year is a span of about twelve months in an annual report, a
quarter ends where a year-to-date span ends. That follows 52/53-week years, 12- and 16-week
quarters and moving year ends without a fixed calendar.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from research_agent.domain.periods import Basis, Period
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = [
    "ANNUAL_FORMS",
    "TOLERANCE",
    "FiscalCalendar",
    "FiscalYear",
    "is_annual",
    "is_interim",
    "is_report",
]

ANNUAL_FORMS = frozenset({"10-K", "20-F", "40-F", "10-KT"})
_INTERIM_FORMS = frozenset({"10-Q", "10-QT", "6-K"})
_REPORT_FORMS = ANNUAL_FORMS | _INTERIM_FORMS | {"8-K"}
_YEAR_DAYS = range(340, 386)
_YTD_DAYS = (range(60, 136), range(140, 216), range(225, 306))
"""Length of the first, second and third year-to-date span: 12- to 16-week quarters included."""
TOLERANCE = timedelta(days=7)
"""How far two dates of one 52/53-week period may lie apart."""
_LABEL_SHIFT = timedelta(days=14)


def is_report(form: str) -> bool:
    """Say whether figures of `form` are statements (a proxy's or a prospectus's are not)."""
    return form.removesuffix("/A") in _REPORT_FORMS


def is_annual(form: str) -> bool:
    """Say whether `form` is a report on a year."""
    return form.removesuffix("/A") in ANNUAL_FORMS


def is_interim(form: str) -> bool:
    """Say whether `form` is a report on part of a year."""
    return form.removesuffix("/A") in _INTERIM_FORMS


@dataclass(frozen=True, slots=True)
class FiscalYear:
    """One fiscal year.

    Args:
        number: The filer's own: 2023 for "fiscal 2023"; 0 for a transition period.
        start: First day.
        end: Last day; `None` while the year is not over.
        ytd_ends: Ends of the first three quarters; `None` where none was filed.
    """

    number: int
    start: date
    end: date | None
    ytd_ends: tuple[date | None, date | None, date | None]

    @property
    def ends(self) -> tuple[date | None, ...]:
        """Ends of the four quarters."""
        return (*self.ytd_ends, self.end)

    @property
    def is_transition(self) -> bool:
        """True for the months between two fiscal years of a filer that moved its year end."""
        return self.number == 0

    def annual(self) -> Period | None:
        """The whole year, once it is over."""
        if self.end is None:
            return None
        if self.is_transition:
            return Period(self.start, self.end, f"Transition to {self.end}", Basis.ANNUAL)
        return Period(self.start, self.end, f"FY{self.number}", Basis.ANNUAL)

    def quarter(self, index: int) -> Period | None:
        """Quarter `index` (1 to 4), where its end and the end before it are known."""
        end = self.ends[index - 1]
        before = self.start - timedelta(days=1) if index == 1 else self.ends[index - 2]
        if end is None or before is None:
            return None
        label = f"Q{index} FY{self.number}"
        return Period(before + timedelta(days=1), end, label, Basis.QUARTERLY)

    def year_to_date(self, index: int) -> Period | None:
        """First day of the year to the end of quarter `index`."""
        end = self.ends[index - 1]
        if end is None:
            return None
        label = f"FY{self.number}" if index == 4 else f"{3 * index}M FY{self.number}"
        return Period(self.start, end, label, Basis.ANNUAL if index == 4 else Basis.QUARTERLY)


@dataclass(frozen=True, slots=True)
class FiscalCalendar:
    """Every fiscal year of one company, oldest first, the unfinished one last.

    Args:
        years: Years of about twelve months.
        transitions: The shorter spans between two years where the filer moved its year end,
            each on its own; their columns are never a year's.
    """

    years: tuple[FiscalYear, ...]
    transitions: tuple[FiscalYear, ...] = ()

    @classmethod
    def of(cls, rows: Iterable[FactRow]) -> "FiscalCalendar":
        """Read the calendar off the rows of a company (flows of statements only count)."""
        spans: Counter[tuple[date, date]] = Counter()
        annual: Counter[tuple[date, date]] = Counter()
        own: dict[str, tuple[date, int]] = {}
        for row in rows:
            if row.start is None or not is_report(row.form):
                continue
            spans[(row.start, row.end)] += 1
            if is_annual(row.form) and (row.end - row.start).days in _YEAR_DAYS:
                annual[(row.start, row.end)] += 1
                known = own.get(row.accession)
                if row.fiscal_year and (known is None or row.end > known[0]):
                    own[row.accession] = (row.end, row.fiscal_year)
        whole = _best_years(annual)
        offset = _label_offset(own.values())
        years = [
            FiscalYear(_numbered(end, offset), start, end, _ytd_ends(start, end, spans))
            for start, end in whole
        ]
        if years:
            years += _running_year(years[-1], spans)
        return cls(tuple(years), tuple(_transitions(whole, spans)))

    def annual_periods(self) -> tuple[Period, ...]:
        """Fiscal years that are over, newest first."""
        found = (year.annual() for year in reversed(self.years))
        return tuple(period for period in found if period is not None)

    def year_of(self, end: date) -> int:
        """Number of the fiscal year in which `end` lies; estimated outside the known years."""
        for year in self.years:
            last = year.end or date.max
            if year.start - TOLERANCE <= end <= last:
                return year.number
        if not self.years:
            return end.year
        first = self.years[0]
        return first.number - 1 - (first.start - end).days // 366


def _best_years(annual: Counter[tuple[date, date]]) -> list[tuple[date, date]]:
    """Keep one span per year end: the one most facts use; drop spans that overlap a better one."""
    chosen: list[tuple[date, date]] = []
    for (start, end), _count in sorted(annual.items(), key=lambda item: (-item[1], item[0])):
        clash = any(
            start + TOLERANCE <= other_end and other_start + TOLERANCE <= end
            for other_start, other_end in chosen
        )
        if not clash:
            chosen.append((start, end))
    return sorted(chosen)


def _transitions(
    whole: list[tuple[date, date]], spans: Counter[tuple[date, date]]
) -> Iterator[FiscalYear]:
    """Yield what was filed of each gap between two years, where it was filed in one piece."""
    for (_, before), (after, _) in pairwise(whole):
        gap = (before + timedelta(days=1), after - timedelta(days=1))
        if gap[1] - gap[0] > TOLERANCE and gap in spans:
            yield FiscalYear(0, *gap, (None, None, None))


def _label_offset(own: Iterable[tuple[date, int]]) -> int:
    """How the filer numbers its years against the calendar year of the year end.

    The filer's DocumentFiscalYearFocus decides, by majority over its annual reports, because
    single filings carry typing errors.
    """
    votes = Counter(fiscal_year - (end - _LABEL_SHIFT).year for end, fiscal_year in own)
    return max(votes, key=lambda offset: (votes[offset], -abs(offset)), default=0)


def _numbered(end: date, offset: int) -> int:
    return (end - _LABEL_SHIFT).year + offset


def _ytd_ends(
    start: date, end: date | None, spans: Counter[tuple[date, date]]
) -> tuple[date | None, date | None, date | None]:
    votes: tuple[Counter[date], Counter[date], Counter[date]] = (Counter(), Counter(), Counter())
    limit = end or date.max
    for (span_start, span_end), count in spans.items():
        if abs(span_start - start) > TOLERANCE or span_end >= limit:
            continue
        days = (span_end - start).days
        for index, allowed in enumerate(_YTD_DAYS):
            if days in allowed:
                votes[index][span_end] += count
    first, second, third = (
        max(vote, key=lambda day: (vote[day], day), default=None) for vote in votes
    )
    return first, second, third


def _running_year(last: FiscalYear, spans: Counter[tuple[date, date]]) -> list[FiscalYear]:
    if last.end is None:
        return []
    start = last.end + timedelta(days=1)
    ends = _ytd_ends(start, None, spans)
    if ends == (None, None, None):
        return []
    return [FiscalYear(last.number + 1, start, None, ends)]
