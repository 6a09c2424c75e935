"""Read the periods of a question."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from research_agent.domain.periods import MAX_PERIODS, Basis
from research_agent.finance.questions.period_ask import FiscalLabel, PeriodAsk
from research_agent.finance.questions.period_patterns import (
    FUTURE_SLACK,
    PATTERNS,
    QUARTER_WORDS,
    date_of,
    number_of,
)
from research_agent.finance.questions.words import Span, blanked

__all__ = ["FIRST_YEAR", "PeriodReading", "read_periods"]

FIRST_YEAR = 1993
"""The SEC's electronic filings begin in that year; XBRL figures some fifteen years later."""

_DECADE = 10
_QUARTERS = 4


@dataclass(slots=True)
class PeriodReading:
    """What a question says about time, as it is collected.

    Args:
        ask: The periods.
        as_reported: True for figures as first reported.
        as_of: Only filings received by this day.
        spans: Text understood.
        problem: One sentence when the periods are impossible; empty otherwise.
    """

    today: date
    labels: list[FiscalLabel] = field(default_factory=list)
    bases: set[Basis] = field(default_factory=set)
    first: int | None = None
    last: int | None = None
    count: int | None = None
    end: date | None = None
    before: bool = False
    fiscal: bool = False
    calendar: bool = False
    as_reported: bool = False
    as_of: date | None = None
    spans: list[Span] = field(default_factory=list)
    problem: str = ""

    @property
    def ask(self) -> PeriodAsk:
        """The periods asked for."""
        labels, count = self._labels(), self.count
        if count is None and self._basis() is Basis.QUARTERLY and not (labels or self.first):
            count = 1 if self.end or self._single else _QUARTERS
        return PeriodAsk(
            basis=self._basis(),
            labels=labels,
            first=self.first,
            last=self.last,
            count=count if not labels and self.first is None and self.end is None else None,
            end=self.end,
            fiscal=self.fiscal,
            calendar=self.calendar,
            stated=bool(self.spans) and (bool(labels) or self._bounded() or bool(self.bases)),
        )

    @property
    def _single(self) -> bool:
        return self.count == 1

    def _bounded(self) -> bool:
        return self.first is not None or self.count is not None or self.end is not None

    def _basis(self) -> Basis:
        if Basis.TTM in self.bases:
            return Basis.TTM
        return Basis.QUARTERLY if Basis.QUARTERLY in self.bases else Basis.ANNUAL

    def _labels(self) -> tuple[FiscalLabel, ...]:
        labels = self._with_years()
        years = [label.year for label in labels if label.year is not None]
        if self.before:
            earlier = (min(years) if years else self.today.year) - 1
            quarter = next((label.quarter for label in labels if label.quarter), None)
            labels.append(FiscalLabel(earlier, quarter))
        if self._basis() is Basis.QUARTERLY:
            labels = [part for label in labels for part in _quarters(label)]
        return tuple(dict.fromkeys(labels))

    def _with_years(self) -> list[FiscalLabel]:
        """Give "Q1" of "Q1 and Q2 2024" the year of its neighbour."""
        bare = [label for label in self.labels if label.year and not label.quarter]
        quarters = [label for label in self.labels if label.quarter]
        if len(bare) == 1 and quarters and all(label.year is None for label in quarters):
            return [FiscalLabel(bare[0].year, label.quarter) for label in quarters]
        filled, year = [], None
        for label in reversed(self.labels):
            year = label.year or year
            filled.append(FiscalLabel(year, label.quarter))
        return filled[::-1]

    def fail(self, sentence: str) -> None:
        """Keep the first problem found."""
        self.problem = self.problem or sentence

    def year(self, text: str) -> int:
        """Return a year of two or four digits; one out of reach is a problem."""
        year = int(text) if len(text) == 4 else 2000 + int(text)
        if year > self.today.year + FUTURE_SLACK:
            self.fail(
                f"{year} lies in the future: today is {self.today}, ask for a year that has ended."
            )
        elif year < FIRST_YEAR:
            self.fail(
                f"There are no electronic SEC filings for {year}: they begin in {FIRST_YEAR}, and "
                "most figures here in 2007."
            )
        return year

    def quarter(self, number: int) -> int:
        """Return a quarter's number; only four exist."""
        if not 1 <= number <= _QUARTERS:
            self.fail(f"There is no quarter Q{number}: a fiscal year has Q1 to Q4.")
        return number

    def kind_of_year(self, words: str | None) -> None:
        """Note whether the year is the filer's own or the calendar's."""
        low = (words or "").strip().lower()
        self.fiscal |= low.startswith(("f", "financial"))
        self.calendar |= low.startswith("c")

    def day(self, text: str) -> date | None:
        """Return the date written; one that does not exist is a problem."""
        try:
            return date(*date_of(text))
        except ValueError:
            self.fail(f"{text!r} is not a date.")
            return None


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
    return reading


def _as_of(reading: PeriodReading, found: re.Match[str]) -> None:
    reading.as_of = reading.day(found["day"] or found["day2"])


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
    reading.end = reading.day(found["day"])
    if found["q"] or found["y"]:
        reading.bases.add(Basis.QUARTERLY if found["q"] else Basis.ANNUAL)
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


def _quarters(label: FiscalLabel) -> list[FiscalLabel]:
    if label.quarter is not None:
        return [label]
    return [FiscalLabel(label.year, quarter) for quarter in range(1, _QUARTERS + 1)]


_READERS: dict[str, Callable[[PeriodReading, re.Match[str]], None]] = {
    "as_of": _as_of,
    "as_reported": _as_reported,
    "ttm": _ttm,
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
