"""Answers about parts of a company, from tables with figures read in the filings."""

from collections.abc import Sequence

import pytest

from research_agent.domain.answers import FigureStatus
from research_agent.domain.tables import SeriesTable
from research_agent.evidence.verification import verify
from tests.unit.analyst.hand_made import Talk
from tests.unit.analyst.part_tables_by_hand import (
    ALPHABET_PARTS,
    APPLE_PARTS,
    PROCTER_PARTS,
)


def answered(question: str, table: SeriesTable) -> str:
    """Return the answer, having made sure that each of its figures has its evidence."""
    talk = Talk(table)
    text = talk.ask(question)
    unmatched = [f.text for f in verify(text, talk.ledger) if f.status is FigureStatus.UNVERIFIED]
    assert unmatched == []
    return text


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "Apple's Services revenue share in fiscal 2024",
            ["24.59% of its revenue", "$96,169 million", "$391,035 million", "2024-09-28"],
        ),
        ("Apple revenue in Greater China FY2024", ["Greater China revenue", "$66,952 million"]),
        ("Apple revenue in China FY2023", ["$72,559 million"]),
        (
            "How did Apple's Greater China sales change in fiscal 2024?",
            ["fell 7.73%", "$66,952 million", "$72,559 million"],
        ),
        (
            "Compare Apple iPhone and Services growth in FY2024",
            ["iPhone revenue grew 0.30%", "Services revenue grew 12.87%"],
        ),
        (
            "Sum of Apple Mac and iPad revenue in FY2024",
            ["come to $56.7 billion ($56,678 million)"],
        ),
        (
            "Apple revenue excluding Greater China FY2024",
            ["$324,083 million", "less Apple's Greater China revenue"],
        ),
        ("Apple operating margin in Europe 2024", ["Europe operating margin", "41.24%"]),
        ("Did Apple's iPad sales decline in fiscal 2024?", ["Yes:", "5.67%"]),
        ("Is Apple's Services revenue above $90 billion in FY2024?", ["Yes:", "$96,169 million"]),
        (
            "Which is Apple's fastest growing product in fiscal 2024?",
            ["Services revenue growth was the highest", "12.87%", "Mac revenue growth 2.14%"],
        ),
        (
            "Apple revenue by product last 3 years",
            ["FY2022 to FY2024: 5 parts", "| iPhone revenue, USD million | 201,183 |"],
        ),
        ("Apple iPhone revenue CAGR 2022-2024", ["fell 1.05% per year"]),
    ],
)
def test_a_question_about_a_part_gets_its_figure(question: str, parts: Sequence[str]) -> None:
    """Share, growth, sum, margin and rank, each with period and evidence."""
    text = answered(question, APPLE_PARTS)
    assert [part for part in parts if part not in text] == []


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How much of Alphabet's 2024 revenue came from Google Cloud?",
            ["12.35%", "$43,229 million"],
        ),
        ("Alphabet cloud operating margin 2024", ["Google Cloud operating margin", "14.14%"]),
        ("Alphabet youtube ad revenue 2024", ["YouTube ads revenue", "$36,147 million"]),
        ("Alphabet Other Bets operating loss 2024", ["-$4,444 million"]),
    ],
)
def test_people_shorten_the_names_of_parts(question: str, parts: Sequence[str]) -> None:
    """Cloud is Google Cloud where no other part has the word."""
    text = answered(question, ALPHABET_PARTS)
    assert [part for part in parts if part not in text] == []


def test_a_segment_is_measured_by_what_its_company_measures_it_by() -> None:
    """P&G files income before tax of its segments, no operating income; the answer says so."""
    text = answered("Which P&G segment had the highest operating income in FY2025?", PROCTER_PARTS)
    assert "Fabric & Home Care income before tax was the highest in FY2025" in text
    assert "$7,459 million" in text
    assert "reports no operating income of its parts: income before tax is what" in text


def test_what_no_part_bears_is_no_part() -> None:
    """Corporate reconciles the segments with the total; it is shown and never ranked."""
    text = answered("Which P&G segment had the lowest sales in FY2025?", PROCTER_PARTS)
    assert "Beauty revenue was the lowest" in text
    assert "| Corporate revenue, USD million | 794 |" in text


@pytest.mark.parametrize(
    ("question", "beginning"),
    [
        (
            "Apple banana division revenue 2024",
            'I did not understand "banana division": Apple has no part of that name here; it has '
            "Americas, Europe",
        ),
        ("P&G revenue by region FY2025", "Procter & Gamble's revenue by region is not here"),
        ("P&G Beauty gross profit FY2025", "Procter & Gamble reports no gross profit of Beauty"),
    ],
)
def test_a_part_that_is_not_there_is_said_and_not_replaced(question: str, beginning: str) -> None:
    """The figure of the whole company must not stand in for it."""
    table = APPLE_PARTS if "Apple" in question else PROCTER_PARTS
    text = answered(question, table)
    assert text.startswith(beginning)
    assert "391,035" not in text


def test_a_period_without_figures_of_parts_is_said() -> None:
    """Only some filings are in the store."""
    text = answered("Apple Services revenue 2020", APPLE_PARTS)
    assert text.startswith("Apple's Services revenue cannot be given: no figures for FY2020")


def test_notes_of_the_table_about_the_split_are_passed_on() -> None:
    """Parts that do not add up are no secret."""
    text = Talk(PROCTER_PARTS).ask("P&G revenue by segment FY2024")
    assert "- Revenue by segment, FY2024: the parts come to 1 million less than the total." in text


def test_a_name_that_fits_several_parts_is_asked_back() -> None:
    """Guessing one would be a wrong figure half the time."""
    text = answered("Alphabet search network revenue and services revenue 2024", ALPHABET_PARTS)
    assert "Google Services revenue" in text
