"""Spelling mistakes: corrected where one word can be meant, and never silently."""

from datetime import date

import pytest

from research_agent.finance.questions import parse
from research_agent.finance.questions.spelling import near_company, near_word
from tests.fakes.named_companies import NamedCompanies


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("revenu", "revenue"),
        ("reveneu", "revenue"),
        ("operatin", "operating"),
        ("gros", "gross"),
        ("billons", "billion"),
        ("developement", "development"),
    ],
)
def test_one_slip_is_forgiven(written: str, read_as: str) -> None:
    """A letter left out, added, changed or swapped with its neighbour."""
    assert near_word(written) == read_as


@pytest.mark.parametrize("written", ["cost", "dept", "widget", "labs", "cats", "r2d2", "xyz"])
def test_other_words_stay_what_they_are(written: str) -> None:
    """A known word is none, a short word is near too many, a stranger is near none."""
    assert near_word(written) is None


def test_a_company_is_corrected_only_to_the_one_near_name() -> None:
    """The directory's candidates are near in other ways too."""
    candidates = ("AAPL (Apple Inc.)", "APYP (Appyea, Inc)")
    assert near_company("Appel", candidates) == "AAPL (Apple Inc.)"
    assert near_company("Appel", ("APLE (Apple Hospitality)", *candidates)) is None
    assert near_company("Zorbatech", candidates) is None


def test_a_correction_is_kept_to_be_said() -> None:
    """A reader must see that the question was read otherwise than it was written."""
    parsed = parse("Apple gros margin 2023", directory=NamedCompanies(), today=date(2026, 3, 15))
    assert parsed.metrics == ("gross_margin",)
    assert [(one.written, one.read_as) for one in parsed.corrections] == [("gros", "gross")]


def test_what_was_understood_is_never_corrected() -> None:
    """Corrections are for words that nothing else could read."""
    parsed = parse("Apple revenue 2023", directory=NamedCompanies(), today=date(2026, 3, 15))
    assert parsed.corrections == ()
