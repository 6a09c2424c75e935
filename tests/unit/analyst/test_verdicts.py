"""Yes and no, with the figures that decide it."""

from collections.abc import Sequence

import pytest

from research_agent.domain.answers import FigureStatus
from research_agent.evidence.verification import verify
from tests.fakes.named_companies import ALPHABET, APPLE, PROCTER
from tests.unit.analyst.hand_made import Talk, table

ENDS = {
    "FY2025": "2025-06-30",
    "FY2024": "2024-06-30",
    "FY2023": "2023-06-30",
    "FY2022": "2022-06-30",
    "FY2021": "2021-06-30",
}
MARGINS = table(
    PROCTER,
    ENDS,
    gross_margin=dict(zip(ENDS, ("0.5116", "0.5139", "0.4786", "0.4743", "0.5125"), strict=True)),
)
REVENUES = table(
    APPLE,
    {
        "FY2024": "2024-09-28",
        "FY2023": "2023-09-30",
        "FY2022": "2022-09-24",
        "FY2021": "2021-09-25",
        "FY2020": "2020-09-26",
    },
    revenue={
        "FY2024": "391035",
        "FY2023": "383285",
        "FY2022": "394328",
        "FY2021": "365817",
        "FY2020": "274515",
    },
)
OTHER = table(ALPHABET, {"FY2024": "2024-12-31"}, revenue={"FY2024": "350018"})


def answered(question: str, talk: Talk) -> str:
    """Return the answer, having made sure that each of its figures has its evidence."""
    text = talk.ask(question)
    unmatched = [f.text for f in verify(text, talk.ledger) if f.status is FigureStatus.UNVERIFIED]
    assert unmatched == []
    return text


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Has P&G's gross margin been above 50 % in each of the last five years?",
            ["No: ", "in 3 of the 5 periods", "FY2023 (year ended 2023-06-30) 47.86%", "47.43%"],
        ),
        (
            "Has P&G's gross margin ever been below 48% in the last five years?",
            ["Yes: ", "in 2 of the 5 periods", "47.43%"],
        ),
        (
            "Was P&G's gross margin never above 52% in the last five years?",
            ["Yes: ", "in none of the 5 periods"],
        ),
        ("Is P&G's gross margin above 50 in FY2025?", ["Yes: ", "51.16%"]),
    ],
)
def test_every_period_counts(question: str, parts: Sequence[str]) -> None:
    """The newest year alone would say yes to what two years before contradict."""
    text = answered(question, Talk(MARGINS))
    assert [part for part in parts if part not in text] == []


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Did Apple's revenue grow in FY2023?", ["No: ", "fell 2.80%"]),
        ("Did Apple's revenue decline in FY2023?", ["Yes: ", "fell 2.80%"]),
        ("Did Apple grow revenue more than 5% in FY2022?", ["Yes: ", "grew 7.79%"]),
        ("Did Apple grow revenue by more than $50 billion in FY2022?", ["No: ", "$28,511 million"]),
        ("Was Apple's revenue higher in 2022 than in 2023?", ["Yes: ", "394,328"]),
        (
            "Has Apple's revenue grown every year from 2020 to 2024?",
            ["No: ", "in 3 of the 4 periods", "it fell 2.80% in FY2023"],
        ),
        ("Has Apple's revenue grown every year from 2020 to 2022?", ["Yes: ", "in all of the 2"]),
        ("Is Apple's revenue above 50% in FY2024?", ["I cannot say", "not a percentage"]),
    ],
)
def test_a_course_is_judged_by_what_was_worked_out(question: str, parts: Sequence[str]) -> None:
    """Growth in percent, in money, and year by year."""
    text = answered(question, Talk(REVENUES))
    assert [part for part in parts if part not in text] == []


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is Apple bigger than Alphabet by revenue in FY2024?", "Yes: Apple had the higher"),
        ("Is Alphabet's revenue larger than Apple's in FY2024?", "No: Apple had the higher"),
        ("Is Alphabet's revenue lower than Apple's in FY2024?", "Yes: Alphabet had the lower"),
    ],
)
def test_the_first_company_is_the_one_asked_about(question: str, verdict: str) -> None:
    """Who is ahead is one thing, whether that is a yes another."""
    assert answered(question, Talk(REVENUES, OTHER)).startswith(verdict)
