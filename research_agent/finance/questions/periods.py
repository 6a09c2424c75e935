"""Read the periods of a question."""

import re
from collections.abc import Callable
from datetime import date

from research_agent.domain.periods import MAX_PERIODS, Basis
from research_agent.finance.questions.period_ask import FiscalLabel
from research_agent.finance.questions.period_patterns import (
    PATTERNS,
    QUARTER_WORDS,
    month_end,
    number_of,
)
from research_agent.finance.questions.period_reading import PeriodReading
from research_agent.finance.questions.words import blanked

__all__ = ["read_periods"]

_DECADE = 10
_QUARTERS = 4


def read_periods(text: str, today: date) -> PeriodReading:
    """Read every period in `text`; the widest pattern takes a passage first."""
    reading = PeriodReading(today)
    for name, pattern in PATTERNS:
        for found in pattern.finditer(text):
            _READERS[name](reading, found)
            reading.spans.append(found.span())
        text = blanked(text, reading.spans)
    if reading.first is not None and reading.labels and not any(x.quarter for x in reading.labels):
        reading.labels = []
    _count_back(reading)
    return reading


def _count_back(reading: PeriodReading) -> None:
    """Read "three years to FY2023" as FY2021 to FY2023."""
    labels, count = reading.labels, reading.count or 0
    if len(labels) != 1 or count < 2 or reading.first is not None or labels[0].year is None:
        return
    year, quarter = labels[0].year, labels[0].quarter
    if quarter is None and Basis.QUARTERLY not in reading.bases:
        reading.first, reading.last, reading.labels = year - count + 1, year, []
    elif quarter is not None:
        place = year * _QUARTERS + quarter - 1
        places = range(place - count + 1, place + 1)
        reading.labels = [FiscalLabel(at // _QUARTERS, at % _QUARTERS + 1) for at in places]


def _half(reading: PeriodReading, found: re.Match[str]) -> None:
    groups = found.groupdict()
    word = next(groups[key] for key in ("h", "hw") if groups[key]).lower()
    second = word in ("2", "second", "2nd", "back")
    text = next((groups[key] for key in ("y", "yw") if groups[key]), None)
    reading.kind_of_year(groups["f"] or groups["fw"])
    year = reading.year(text) if text else None
    reading.bases.add(Basis.QUARTERLY)
    reading.halves = True
    reading.labels += [FiscalLabel(year, quarter) for quarter in ((3, 4) if second else (1, 2))]


def _months(reading: PeriodReading, found: re.Match[str]) -> None:
    reading.fail(
        f'I have years, quarters and twelve months, not "{found.group().strip()}": ask for the '
        "quarters."
    )


def _as_of(reading: PeriodReading, found: re.Match[str]) -> None:
    reading.as_of = reading.day(found["day"] or found["day2"] or found["day3"])


def _as_reported(reading: PeriodReading, _found: re.Match[str]) -> None:
    reading.as_reported = True


def _ttm(reading: PeriodReading, _found: re.Match[str]) -> None:
    reading.bases.add(Basis.TTM)


def _quarter_range(reading: PeriodReading, found: re.Match[str]) -> None:
    low = (
        reading.year(found["y1"] or found["y2"]) * _QUARTERS + reading.quarter(int(found["q1"])) - 1
    )
    high = reading.year(found["y2"]) * _QUARTERS + reading.quarter(int(found["q2"])) - 1
    if high < low:
        reading.fail(f'"{found.group().strip()}" runs backwards: name the earlier quarter first.')
    reading.bases.add(Basis.QUARTERLY)
    for number in range(low, min(high, low + MAX_PERIODS) + 1):
        reading.labels.append(FiscalLabel(number // _QUARTERS, number % _QUARTERS + 1))


def _quarter(reading: PeriodReading, found: re.Match[str]) -> None:
    groups = found.groupdict()
    number = next(groups[key] for key in ("q", "qb", "qd", "qw", "qe") if groups[key])
    year = next((groups[key] for key in ("y", "yb", "yd", "yw", "ye") if groups[key]), None)
    for key in ("f", "fb", "fd", "fw", "fe"):
        reading.kind_of_year(groups[key])
    quarter = QUARTER_WORDS.get(number.lower()) or int(number)
    reading.bases.add(Basis.QUARTERLY)
    label = FiscalLabel(reading.year(year) if year else None, reading.quarter(quarter))
    reading.labels.append(label)


def _range(reading: PeriodReading, found: re.Match[str]) -> None:
    groups = found.groupdict()
    first, last = next(
        (groups[a], groups[b]) for a, b in (("a", "b"), ("c", "d"), ("e", "f")) if groups[a]
    )
    for key in ("fa", "fc", "fe"):
        reading.kind_of_year(groups[key])
    reading.first, reading.last = reading.year(first), reading.year(last)
    if reading.last < reading.first:
        reading.fail(f"{first} to {last} runs backwards: name the earlier year first.")
    elif reading.last - reading.first >= MAX_PERIODS:
        reading.fail(f"{first} to {last} is more than {MAX_PERIODS} periods.")


def _day(reading: PeriodReading, found: re.Match[str]) -> None:
    month = found["month"] or found["month2"]
    reading.end = date(*month_end(month)) if month else reading.day(found["day"])
    quarter, year = found["q"] or found["q2"], found["y"] or found["y2"]
    if quarter or year:
        reading.bases.add(Basis.QUARTERLY if quarter else Basis.ANNUAL)
    if reading.end is not None and reading.end > reading.today:
        reading.fail(f"{reading.end} lies in the future: today is {reading.today}.")


def _since(reading: PeriodReading, found: re.Match[str]) -> None:
    reading.kind_of_year(found["fy"])
    reading.first = reading.year(found["y"]) + (found["w"].lower() == "after")


def _count(reading: PeriodReading, found: re.Match[str]) -> None:
    groups = found.groupdict()
    number = groups["n"] or groups["n2"] or groups["n3"]
    reading.count = _DECADE if groups["decade"] else number_of(number)
    reading.bases.add(Basis.QUARTERLY if groups["qu"] or groups["qu2"] else Basis.ANNUAL)
    if not 1 <= reading.count <= MAX_PERIODS:
        reading.fail(f"Ask for 1 to {MAX_PERIODS} periods, not {reading.count}.")


def _last_year(reading: PeriodReading, found: re.Match[str]) -> None:
    if found["before"]:
        reading.before = True
        return
    back = number_of(found["n"]) if found["n"] else 0 if found["this"] else 1
    reading.labels.append(FiscalLabel(reading.year(str(reading.today.year - back).zfill(4))))


def _latest_quarter(reading: PeriodReading, _found: re.Match[str]) -> None:
    reading.bases.add(Basis.QUARTERLY)
    reading.count = 1


def _latest_year(reading: PeriodReading, _found: re.Match[str]) -> None:
    if reading.count is None:
        reading.count = 1


def _year(reading: PeriodReading, found: re.Match[str]) -> None:
    groups = found.groupdict()
    reading.kind_of_year(groups["f"])
    text = next(groups[key] for key in ("y", "y2", "y3", "y4") if groups[key])
    reading.labels.append(FiscalLabel(reading.year(text)))


def _quarterly(reading: PeriodReading, _found: re.Match[str]) -> None:
    reading.bases.add(Basis.QUARTERLY)


def _annual(reading: PeriodReading, _found: re.Match[str]) -> None:
    reading.bases.add(Basis.ANNUAL)


_READERS: dict[str, Callable[[PeriodReading, re.Match[str]], None]] = {
    "as_of": _as_of,
    "as_reported": _as_reported,
    "ttm": _ttm,
    "half": _half,
    "months": _months,
    "quarter_range": _quarter_range,
    "quarter": _quarter,
    "range": _range,
    "day": _day,
    "since": _since,
    "count": _count,
    "last_year": _last_year,
    "latest_quarter": _latest_quarter,
    "latest_year": _latest_year,
    "year": _year,
    "quarterly": _quarterly,
    "annual": _annual,
}
