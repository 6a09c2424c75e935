"""Questions that want yes or no."""

from datetime import date

import pytest

from research_agent.finance.questions import (
    Direction,
    Operation,
    ParsedQuestion,
    Quantifier,
    parse,
)
from tests.fakes.named_companies import NamedCompanies


def read(question: str) -> ParsedQuestion:
    return parse(question, directory=NamedCompanies(), today=date(2026, 3, 15))


@pytest.mark.parametrize(
    ("question", "operation", "direction", "quantifier"),
    [
        ("Did Apple's revenue grow in 2023?", "growth", "up", None),
        ("Did AMD's revenue decline in 2023?", "growth", "down", None),
        ("Has Apple's revenue grown every year from 2020 to 2024?", "growth", "up", "all"),
        ("Was Apple's revenue higher in 2023 than in 2022?", "growth", "up", None),
        ("Was Apple's revenue higher in 2022 than in 2023?", "growth", "down", None),
        ("Does Apple have more cash than debt?", "difference", "up", None),
        ("How did Apple's revenue grow in 2023?", "growth", None, None),
        ("By how much did Apple's revenue grow in 2023?", "growth", None, None),
    ],
)
def test_a_course_is_asked_about_in_one_direction(
    question: str, operation: str, direction: str | None, quantifier: str | None
) -> None:
    """The same figures are a yes to one question and a no to its opposite."""
    parsed = read(question)
    assert parsed.operation is Operation(operation)
    assert parsed.direction is (Direction(direction) if direction else None)
    assert parsed.quantifier is (Quantifier(quantifier) if quantifier else None)


@pytest.mark.parametrize(
    ("question", "words", "quantifier", "count"),
    [
        (
            "Has P&G's gross margin been above 50 % in each of the last five years?",
            "above",
            "all",
            5,
        ),
        ("Has AMD's gross margin ever exceeded 50%?", "above", "any", 20),
        ("Has NVIDIA ever had a net loss?", "below", "any", 20),
        ("Was Snowflake profitable in 2024?", "above", None, None),
    ],
)
def test_a_size_is_asked_about_in_so_many_periods(
    question: str, words: str, quantifier: str | None, count: int | None
) -> None:
    """One good year is no yes to "in each of the last five years"."""
    parsed = read(question)
    assert parsed.threshold is not None
    assert parsed.threshold.words == words
    assert parsed.quantifier is (Quantifier(quantifier) if quantifier else None)
    assert parsed.periods.count == count


def test_growth_of_every_year_is_worked_out_year_by_year() -> None:
    """Growth from end to end hides the year in between that fell."""
    assert read("Has Apple's revenue grown every year from 2020 to 2024?").yearly
