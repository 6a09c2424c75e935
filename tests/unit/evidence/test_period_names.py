"""How periods are named, and which figures a name covers."""

from datetime import date

import pytest

from research_agent.domain.periods import Basis, Period
from research_agent.evidence.period_names import PeriodName, period_names

FY2023 = Period(date(2022, 9, 25), date(2023, 9, 30), "FY2023", Basis.ANNUAL)
Q3_2025 = Period(date(2024, 8, 1), date(2024, 10, 31), "Q3 FY2025", Basis.QUARTERLY)
TTM = Period(date(2023, 11, 1), date(2024, 10, 31), "TTM Q3 FY2025", Basis.TTM)
NVIDIA_FY2024 = Period(date(2023, 1, 30), date(2024, 1, 28), "FY2024", Basis.ANNUAL)


def only(text: str) -> PeriodName:
    (name,) = period_names(text)
    return name


@pytest.mark.parametrize(
    "text",
    [
        "FY2023",
        "fiscal 2023",
        "fiscal year 2023",
        "FY23",
        "2023",
        "September 30, 2023",
        "2023-09-30",
        "30 September 2023",
        "9/30/2023",
        "Sep 2023",
        "2019–2023",
        "since 2021",
        "'23",
    ],
)
def test_every_spelling_of_a_year_covers_it(text: str) -> None:
    """People and models write a fiscal year in a dozen ways."""
    assert only(text).covers(FY2023)


@pytest.mark.parametrize(
    "text", ["FY2022", "fiscal 2024", "2022", "2023-09-29", "2019–2022", "since 2024", "Q3 2023"]
)
def test_another_year_does_not_cover_it(text: str) -> None:
    """The right number for the wrong year is wrong."""
    assert not only(text).covers(FY2023)


@pytest.mark.parametrize(
    "text", ["Q3 FY2025", "Q3", "third quarter of fiscal 2025", "3Q25", "2025Q3"]
)
def test_a_quarter_is_the_filers_own(text: str) -> None:
    """Snowflake's third quarter of fiscal 2025 ended in October 2024."""
    assert only(text).covers(Q3_2025)


def test_a_calendar_quarter_is_found_only_with_its_year() -> None:
    """With a year it may be meant by the calendar; a bare "Q4" is the filer's fourth."""
    assert only("Q4 2024").covers(Q3_2025)
    assert not only("Q4").covers(Q3_2025)
    assert not only("Q4 FY2025").covers(Q3_2025)


def test_a_year_means_a_quarter_only_where_the_words_speak_of_quarters() -> None:
    """Else the revenue of one quarter would pass for that of the year."""
    assert not only("FY2025").covers(Q3_2025)
    assert only("FY2025").covers(Q3_2025, quarters=True)


def test_trailing_twelve_months_are_not_the_fiscal_year() -> None:
    """They end in the middle of it."""
    assert only("TTM").covers(TTM)
    assert not only("FY2025").covers(TTM)
    assert not only("TTM").covers(Q3_2025)


def test_the_fiscal_label_is_the_filers_and_the_calendar_year_is_said_so() -> None:
    """NVIDIA's year ending January 2024 is fiscal 2024 and mostly calendar 2023."""
    assert only("FY2024").covers(NVIDIA_FY2024)
    assert not only("FY2023").covers(NVIDIA_FY2024)
    assert only("calendar 2023").covers(NVIDIA_FY2024)


@pytest.mark.parametrize("text", ["filed 2023-11-03", "accessed on November 3, 2023"])
def test_the_day_of_a_filing_says_nothing_about_a_figure(text: str) -> None:
    """A figure from the 10-K filed 2023-11-03 is about the fiscal year before it."""
    assert not only(text).counts


@pytest.mark.parametrize("text", ["$2023", "2,023", "2023%", "2023 million", "Q1 12%", "12 months"])
def test_numbers_that_look_like_years_are_not(text: str) -> None:
    """They are figures, and must be checked as such."""
    assert all(name.year is None for name in period_names(text))
