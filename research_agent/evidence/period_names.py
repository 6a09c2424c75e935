"""Periods as answers name them: `FY2023`, `Q3 2024`, `September 30, 2023`, `2019–2023`."""

import re
from dataclasses import dataclass, replace
from datetime import date

from research_agent.domain.periods import Basis, Period

__all__ = ["PeriodName", "period_names"]

_MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_YEAR = r"(?:19|20)[0-9]{2}"
_FY = r"(?:FY|fiscal(?:\s+years?)?|financial\s+years?)"
_DASH = r"\s*(?:-|–|—|to|through)\s*"
_AMOUNT = r"\s?(?:thousand|million|billion|trillion|bn|mn|percent|shares|days)\b"
_QUARTER_WORDS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "final": 4}

_NAME = re.compile(
    rf"""
      \b(?P<iso>{_YEAR}-[0-9]{{2}}-[0-9]{{2}})\b
    | \b(?P<mdy>(?P<m1>{_MONTH})\s+(?P<d1>[0-9]{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y1>{_YEAR}))\b
    | \b(?P<dmy>(?P<d2>[0-9]{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m2>{_MONTH}),?\s+
        (?P<y2>{_YEAR}))\b
    | \b(?P<slash>[0-9]{{1,4}}/[0-9]{{1,2}}/[0-9]{{2,4}})\b
    | \b(?P<my>(?P<m3>{_MONTH})\s+(?:of\s+)?(?P<y3>{_YEAR}))\b
    | \b(?P<md>(?P<m4>{_MONTH})\s+(?P<d4>[0-9]{{1,2}})(?:st|nd|rd|th)?)\b
    | \b(?P<ttm>(?:TTM|LTM)\b(?:\s+(?:to\s+)?Q(?P<tq>[1-4])\s+(?P<tfy>FY\s?)?(?P<ty>{_YEAR}))?)
    | \b(?P<q>Q(?P<q1>[1-4])\s*(?:of\s+)?(?P<qfy>{_FY}\s*)?(?:['’]?(?P<qy>{_YEAR}|[0-9]{{2}}\b
        (?!\s?[%×]|[.,][0-9]|{_AMOUNT})))?)\b
    | \b(?P<qb>(?P<q2>[1-4])Q\s*(?P<qbfy>FY)?['’]?(?P<qby>{_YEAR}|[0-9]{{2}}))\b
    | \b(?P<yq>(?P<yqfy>{_FY}\s*)?(?P<yqy>{_YEAR})[\s_-]*Q(?P<q4>[1-4]))\b
    | \b(?P<qw>(?P<q3>first|second|third|fourth|final)(?:\s+fiscal)?[\s-]quarter
        (?:\s+(?:of\s+)?(?P<qwfy>{_FY}\s*)?(?P<qwy>{_YEAR}))?)\b
    | \b(?P<range>(?P<rfy>{_FY}\s*|CY\s*)?(?P<r1>{_YEAR})(?:[-–][0-9]{{2}}(?![0-9-])
        |{_DASH}(?:{_FY}\s*|CY\s*)?(?P<r2>{_YEAR})))(?![0-9%]|[.,][0-9]|-[0-9])
    | \b(?P<half>[1-2]H\s*(?:{_FY})?\s*['’]?(?:{_YEAR}|[0-9]{{2}})|
        H[1-2](?:\s*(?:{_FY})?\s*{_YEAR})?)\b
    | \b(?P<fy>{_FY}[\s-]*['’]?(?P<fyy>{_YEAR}|[0-9]{{2}}))(?:\b|(?=[AE]\b))
    | \b(?P<cy>(?:CY|calendar(?:\s+year)?)\s*(?P<cyy>{_YEAR}))\b
    | (?<![\w.,$€£¥/-])(?P<year>{_YEAR})(?![\w%×]|[.,/][0-9]|-[0-9]|{_AMOUNT})
    | (?<!\w)(?P<short>['’](?P<shorty>[0-9]{{2}}))\b(?!%)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DATED = ("iso", "mdy", "dmy", "slash", "my", "md")
_QUARTERS = {
    "q": ("q1", "qy", "qfy"),
    "qb": ("q2", "qby", "qbfy"),
    "yq": ("q4", "yqy", "yqfy"),
    "qw": ("q3", "qwy", "qwfy"),
}
_SINCE = re.compile(r"\b(?:since|starting\s+in|beginning\s+in|after)\s+(?:the\s+)?$", re.I)
_NOT_A_PERIOD = re.compile(
    r"\b(?:filed|filing|published|received|accessed|dated|updated|retrieved|released|"
    r"today(?:\s+is)?|announced|form\s+[\w-]+)(?:\s+(?:on|at|as\s+of|the))*[\s:(,]*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class PeriodName:
    """A period named in a text.

    Args:
        start: Offset of its first character in the text searched.
        end: Offset behind its last character.
        year: Four digits; `None` when only a quarter or a day of the year is named.
        last_year: Last year of a range; `None` when it is one period.
        fiscal: True when the text says that the year is the filer's own.
        calendar: True when the text says that the year is the calendar's.
        quarter: 1 to 4.
        day: Last day of the period, when named.
        month: Month of the last day, when named without a day.
        ttm: True for trailing twelve months.
        open_end: True for "since 2019": every period from there on.
        counts: False for dates of filing and the like, which say nothing about a figure.
    """

    start: int
    end: int
    year: int | None = None
    last_year: int | None = None
    fiscal: bool = False
    calendar: bool = False
    quarter: int | None = None
    day: date | None = None
    month: int | None = None
    ttm: bool = False
    open_end: bool = False
    counts: bool = True

    @property
    def spans(self) -> bool:
        """True for a stretch of several periods."""
        return self.open_end or self.last_year is not None

    def covers(self, period: Period, *, quarters: bool = False, ttm: bool = False) -> bool:
        """Say whether a figure's period is this one, allowing what the words leave open.

        Args:
            period: Of the figure.
            quarters: True when the sentence speaks of quarters, so that a year may mean one.
            ttm: True when it speaks of trailing twelve months.
        """
        if self.day is not None:
            return period.end == self.day
        if not self._basis_fits(period, quarters, ttm):
            return False
        if self.quarter is not None and not self._quarter_fits(period):
            return False
        if self.month is not None and period.end.month != self.month:
            return False
        if self.year is None:
            return True
        years = self._years(period)
        if self.open_end:
            return any(year >= self.year for year in years)
        return any(self.year <= year <= (self.last_year or self.year) for year in years)

    def _basis_fits(self, period: Period, quarters: bool, ttm: bool) -> bool:
        ends_year = "Q4" in period.label and (period.start is None or period.basis is Basis.TTM)
        if self.ttm:
            return period.start is None or period.basis is not Basis.QUARTERLY
        if period.basis is Basis.TTM:
            return ttm or ends_year
        if period.basis is Basis.QUARTERLY and self.quarter is None and self.month is None:
            return quarters or ends_year
        return True

    def _quarter_fits(self, period: Period) -> bool:
        if f"Q{self.quarter}" in period.label:
            return True
        if period.basis is Basis.ANNUAL:
            return period.start is None and self.quarter == 4
        dated = self.year is not None and not self.fiscal
        return dated and (period.end.month + 2) // 3 == self.quarter

    def _years(self, period: Period) -> set[int]:
        labelled = {int(year) for year in re.findall(_YEAR, period.label)}
        if self.calendar:
            return {_calendar_year(period)}
        if self.fiscal and labelled:
            return labelled
        return labelled | {period.end.year}


def period_names(text: str) -> tuple[PeriodName, ...]:
    """Find every period, date and bare year in `text`, in order."""
    names = []
    for found in _NAME.finditer(text):
        name = _name(found)
        before = text[max(0, name.start - 40) : name.start]
        if name.day is not None and _NOT_A_PERIOD.search(before):
            name = replace(name, counts=False)
        elif name.year is not None and name.last_year is None and _SINCE.search(before):
            name = replace(name, open_end=True)
        names.append(name)
    return tuple(names)


def _name(found: re.Match[str]) -> PeriodName:
    kind = found.lastgroup or ""
    start, end = found.span()
    if kind in _DATED:
        return _dated(found, kind)
    if kind in _QUARTERS:
        number, year, fiscal = (found[group] for group in _QUARTERS[kind])
        quarter = _QUARTER_WORDS.get(number.lower()) or int(number)
        return PeriodName(start, end, year=_full_year(year), fiscal=bool(fiscal), quarter=quarter)
    if kind == "ttm":
        last = int(found["tq"]) if found["tq"] else None
        return PeriodName(start, end, year=_full_year(found["ty"]), quarter=last, ttm=True)
    if kind == "range":
        first = int(found["r1"])
        return PeriodName(
            start,
            end,
            year=first,
            last_year=int(found["r2"]) if found["r2"] else first + 1,
            fiscal=(found["rfy"] or "").lower().startswith("f"),
        )
    if kind == "half":
        return PeriodName(start, end, counts=False)
    year = _full_year(found["fyy"] or found["cyy"] or found["year"] or found["shorty"])
    return PeriodName(start, end, year=year, fiscal=kind == "fy", calendar=kind == "cy")


def _dated(found: re.Match[str], kind: str) -> PeriodName:
    start, end = found.span()
    if kind == "my":
        return PeriodName(start, end, year=int(found["y3"]), month=_month(found["m3"]))
    if kind == "iso":
        year, month, day = map(int, found["iso"].split("-"))
    elif kind == "mdy":
        year, month, day = int(found["y1"]), _month(found["m1"]), int(found["d1"])
    elif kind == "dmy":
        year, month, day = int(found["y2"]), _month(found["m2"]), int(found["d2"])
    elif kind == "slash":
        year, month, day = _slashed(found["slash"])
    else:
        return PeriodName(start, end, counts=False)
    try:
        return PeriodName(start, end, day=date(year, month, day))
    except ValueError:
        return PeriodName(start, end, counts=False)


def _slashed(text: str) -> tuple[int, int, int]:
    """Read `2023/09/30` or, as American filings write, `09/30/2023`."""
    first, second, third = text.split("/")
    if len(first) == 4:
        return int(first), int(second), int(third)
    return _full_year(third) or 0, int(first), int(second)


def _month(name: str) -> int:
    return _MONTHS[name[:3].lower()]


def _full_year(text: str | None) -> int | None:
    if not text:
        return None
    return int(text) if len(text) == 4 else 2000 + int(text)


def _calendar_year(period: Period) -> int:
    """Return the calendar year that holds the middle of the period."""
    if period.start is None:
        return period.end.year
    return (period.start + (period.end - period.start) / 2).year
