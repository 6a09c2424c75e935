"""Periods as questions write them."""

from datetime import date

import pytest

from research_agent.domain.periods import Basis
from research_agent.finance.questions.period_ask import FiscalLabel, PeriodAsk
from research_agent.finance.questions.periods import read_periods

TODAY = date(2026, 3, 15)


def ask(text: str) -> PeriodAsk:
    reading = read_periods(text, TODAY)
    assert not reading.problem
    return reading.ask


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("revenue in FY2023", "FY2023"),
        ("in fiscal 2023?", "FY2023"),
        ("fiscal year 2023", "FY2023"),
        ("in 2023", "FY2023"),
        ("2023 annual revenue", "FY2023"),
        ("FY23", "FY2023"),
        ("at the end of fiscal 2022", "FY2022"),
        ("last year", "FY2025"),
        ("two years ago", "FY2024"),
        ("Q3 2024", "Q3 FY2024"),
        ("Q3 FY2024", "Q3 FY2024"),
        ("3Q24", "Q3 FY2024"),
        ("FY2024 Q3", "Q3 FY2024"),
        ("third quarter of fiscal 2024", "Q3 FY2024"),
        ("fourth-quarter 2023", "Q4 FY2023"),
        ("TTM Q3 2024", "TTM Q3 FY2024"),
    ],
)
def test_one_period_has_the_label_filers_use(text: str, label: str) -> None:
    """The label is what the analyst looks for among the periods that came."""
    asked = ask(text)
    assert [one.text(asked.basis) for one in asked.labels] == [label]


@pytest.mark.parametrize(
    ("text", "basis", "count"),
    [
        ("over the last five years", Basis.ANNUAL, 5),
        ("past 3 fiscal years", Basis.ANNUAL, 3),
        ("five-year average", Basis.ANNUAL, 5),
        ("last decade", Basis.ANNUAL, 10),
        ("last 4 quarters", Basis.QUARTERLY, 4),
        ("last four quarters", Basis.QUARTERLY, 4),
        ("latest quarter", Basis.QUARTERLY, 1),
        ("most recent fiscal year", Basis.ANNUAL, 1),
        ("quarterly", Basis.QUARTERLY, 4),
    ],
)
def test_the_newest_so_many_periods(text: str, basis: Basis, count: int) -> None:
    """A count is taken from the newest period there is."""
    asked = ask(text)
    assert (asked.basis, asked.count, asked.labels) == (basis, count, ())


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("from 2015 to 2024", 2015, 2024),
        ("between 2015 and 2020", 2015, 2020),
        ("2015-2020", 2015, 2020),
        ("FY20-FY24", 2020, 2024),
        ("since 2019", 2019, None),
        ("since fiscal 2019", 2019, None),
    ],
)
def test_a_range_has_its_first_and_last_year(text: str, first: int, last: int | None) -> None:
    """Both ends belong to it; "since" has no end."""
    asked = ask(text)
    assert (asked.first, asked.last, asked.span) == (first, last, True)


@pytest.mark.parametrize("text", ["TTM revenue", "LTM", "trailing twelve months", "last 12 months"])
def test_trailing_twelve_months(text: str) -> None:
    """Four names for one thing."""
    assert ask(text).basis is Basis.TTM


def test_quarters_of_a_year_are_all_four() -> None:
    """The words "quarterly revenue in 2024" do not mean the newest four."""
    assert ask("quarterly revenue in 2024").labels == tuple(
        FiscalLabel(2024, q) for q in (1, 2, 3, 4)
    )


def test_a_quarter_without_a_year_takes_that_of_its_neighbour() -> None:
    """In "Q1 and Q2 2024" both are of 2024; a range has what lies between."""
    assert ask("Q1 and Q2 2024").labels == (FiscalLabel(2024, 1), FiscalLabel(2024, 2))
    assert len(ask("Q3 2023 to Q2 2024").labels) == 4


def test_the_previous_year_is_counted_from_the_year_named() -> None:
    """Not from today."""
    labels = ask("revenue in 2021 compared with the previous year").labels
    assert [label.year for label in labels] == [2021, 2020]


def test_the_vintage_is_read_from_the_words() -> None:
    """The words "at the time" ask for what readers saw then."""
    assert read_periods("fiscal 2014 revenue at the time", TODAY).as_reported
    assert read_periods("as originally reported", TODAY).as_reported
    assert read_periods("as of 2020-01-31 filings", TODAY).as_of == date(2020, 1, 31)
    assert read_periods("as known on January 31, 2020", TODAY).as_of == date(2020, 1, 31)


def test_a_balance_date_is_no_vintage() -> None:
    """The words "as of" and a date mean the balance sheet of that day."""
    reading = read_periods("total assets as of September 30, 2023", TODAY)
    assert (reading.as_of, reading.ask.end) == (None, date(2023, 9, 30))


def test_no_period_is_told_from_the_latest() -> None:
    """What a question leaves open is the router's to fill in."""
    assert ask("what was revenue") == PeriodAsk()
    assert ask("latest revenue").stated


@pytest.mark.parametrize("text", ["above $2000 million", "more than 2,000 shares", "over 2000%"])
def test_an_amount_is_no_year(text: str) -> None:
    """A number with a unit is not a date."""
    assert ask(text) == PeriodAsk()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("FY2050", "2050 lies in the future: today is 2026-03-15, ask for a year that has ended."),
        ("Q5 2024", "There is no quarter Q5: a fiscal year has Q1 to Q4."),
        (
            "in 1850",
            "There are no electronic SEC filings for 1850: they begin in 1993, and most figures "
            "here in 2007.",
        ),
        ("from 2024 to 2015", "2024 to 2015 runs backwards: name the earlier year first."),
        ("last 500 years", "Ask for 1 to 80 periods, not 500."),
        ("last 0 quarters", "Ask for 1 to 80 periods, not 0."),
        ("on February 30, 2023", "'February 30, 2023' is not a date."),
    ],
)
def test_an_impossible_period_gets_one_sentence(text: str, sentence: str) -> None:
    """The sentence says what is wrong and what to ask instead."""
    assert read_periods(text, TODAY).problem == sentence
