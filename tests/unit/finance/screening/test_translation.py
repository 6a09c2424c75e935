"""Questions about many companies, read by rules."""

import pytest

from research_agent.finance.screening.parser import parse_screen
from research_agent.finance.screening.tokens import ScreenSyntaxError
from research_agent.finance.screening.translation import translate


@pytest.mark.parametrize(
    ("question", "screen"),
    [
        (
            "companies with revenue growth above 20% and net margin above 15%",
            "revenue_growth > 20% and net_margin > 15%",
        ),
        ("most profitable banks", "sector = bank order by net_margin desc"),
        ("top 10 by free cash flow", "order by free_cash_flow desc limit 10"),
        (
            "Which technology companies have revenue over $100 billion?",
            'revenue > $100 billion and sector = "Technology"',
        ),
        (
            "Find stocks with over $50 billion in revenue and at least 20% operating margin, sorted by net income",
            "revenue > $50bn and operating_margin >= 20% order by net_income desc",
        ),
        (
            "the 5 fastest-growing tech companies",
            "sector = Technology order by revenue_growth desc limit 5",
        ),
        ("companies with negative net income", "net_income < 0"),
        ("largest energy companies", "sector = Energy order by revenue desc"),
        (
            "companies with a current ratio between 1 and 2 or debt to equity below 0.5",
            "current_ratio between 1 and 2 or debt_to_equity < 0.5",
        ),
        ("lowest debt to equity companies", "order by debt_to_equity"),
        ("top 5 companies by TTM revenue", "order by ttm.revenue desc limit 5"),
        ("What is the gross margin of banks?", "sector = bank order by gross_margin desc"),
        (
            "10 largest insurers by total assets",
            "sector = insurer order by total_assets desc limit 10",
        ),
        (
            "tech companies with gross margin of at least 60% or net margin over 30%",
            "(gross_margin >= 60% or net_margin > 30%) and sector = Technology",
        ),
        ("revenue growth > 10%", "revenue_growth > 10%"),
    ],
)
def test_what_people_ask(question: str, screen: str) -> None:
    """Each condition keeps its own figure, each number its unit."""
    read = translate(question)
    assert read is not None
    assert read.screen == parse_screen(screen)
    assert read.not_read == ()


@pytest.mark.parametrize(
    "question",
    ["What was Apple's revenue in 2023?", "hello", "show net income", "What is a margin?", ""],
)
def test_other_questions_are_no_screen(question: str) -> None:
    """They go their usual way."""
    read = translate(question)
    assert read is None or (read.exact and question == "")


def test_words_that_narrow_nothing_are_said() -> None:
    """Silence would make the list look like the one asked for."""
    read = translate("list companies founded after 2000 with gross margin above 60%")
    assert read is not None
    assert read.screen == parse_screen("gross_margin > 60%")
    assert read.not_read == ("founded", "after", "2000")


def test_a_number_without_its_percent_is_asked_back() -> None:
    """1,500 % is not what is meant, and 15 % only perhaps."""
    with pytest.raises(ScreenSyntaxError, match="write 15%"):
        translate("companies with net margin above 15")
