"""What a question says about time, as it is collected."""

from dataclasses import dataclass, field
from datetime import date

from research_agent.domain.periods import Basis
from research_agent.finance.questions.period_ask import FiscalLabel, PeriodAsk
from research_agent.finance.questions.period_patterns import (
    FUTURE_SLACK,
    date_of,
)
from research_agent.finance.questions.words import Span

__all__ = ["FIRST_YEAR", "PeriodReading"]

FIRST_YEAR = 1993
"""The SEC's electronic filings begin in that year; XBRL figures some fifteen years later."""

_QUARTERS = 4


@dataclass(slots=True)
class PeriodReading:
    """What a question says about time, as it is collected.

    Args:
        ask: The periods.
        as_reported: True for figures as first reported.
        as_of: Only filings received by this day.
        halves: True when half a year is meant: the sum of its two quarters.
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
    halves: bool = False
    spans: list[Span] = field(default_factory=list)
    problem: str = ""

    @property
    def ask(self) -> PeriodAsk:
        """The periods asked for."""
        labels, count, uncounted = self._labels(), self.count, False
        if count is None and self._basis() is Basis.QUARTERLY and not (labels or self.first):
            count = 1 if self.end or self._single else _QUARTERS
            uncounted = True
        return PeriodAsk(
            basis=self._basis(),
            labels=labels,
            first=self.first,
            last=self.last,
            count=count if not labels and self.first is None and self.end is None else None,
            end=self.end,
            uncounted=uncounted,
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


def _quarters(label: FiscalLabel) -> list[FiscalLabel]:
    if label.quarter is not None:
        return [label]
    return [FiscalLabel(label.year, quarter) for quarter in range(1, _QUARTERS + 1)]
