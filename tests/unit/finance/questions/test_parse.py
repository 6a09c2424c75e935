"""Questions, understood."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from research_agent.domain.periods import Vintage
from research_agent.finance.questions import Operation, ParsedQuestion, Presentation, Rank, parse
from research_agent.finance.questions.parser import OVERVIEW
from tests.fakes.named_companies import NamedCompanies

TODAY = date(2026, 3, 15)


def read(question: str) -> ParsedQuestion:
    return parse(question, directory=NamedCompanies(), today=TODAY)


@pytest.mark.parametrize(
    ("question", "tickers", "metrics", "operation"),
    [
        ("What was Apple's revenue in fiscal 2023?", "AAPL", "revenue", "value"),
        (
            "Compare NVIDIA and AMD gross margin over the last five years",
            "NVDA AMD",
            "gross_margin",
            "value",
        ),
        (
            "How fast did Alphabet grow revenue per year from 2015 to 2024?",
            "GOOGL",
            "revenue",
            "cagr",
        ),
        ("P&G free cash flow last four quarters", "PG", "free_cash_flow", "value"),
        (
            "Which of AAPL, GOOGL and NVDA had the highest net margin in FY2024?",
            "AAPL GOOGL NVDA",
            "net_margin",
            "value",
        ),
        ("Apple's current ratio at the end of fiscal 2022", "AAPL", "current_ratio", "value"),
        ("TTM revenue of Snowflake", "SNOW", "revenue", "value"),
        ("NVIDIA return on equity five-year average", "NVDA", "return_on_equity", "average"),
        ("How much did Apple's revenue grow in fiscal 2022?", "AAPL", "revenue", "growth"),
        ("Apple revenue CAGR 2019-2024", "AAPL", "revenue", "cagr"),
        ("Apple revenue growth last five years", "AAPL", "revenue_growth", "value"),
        ("Apple revenue growth from 2019 to 2023", "AAPL", "revenue", "growth"),
        ("Apple EPS growth per year 2019 to 2023", "AAPL", "eps_diluted", "cagr"),
        (
            "R&D as a percentage of revenue for NVIDIA",
            "NVDA",
            "research_and_development revenue",
            "share",
        ),
        (
            "What share of Alphabet's revenue was R&D in 2023?",
            "GOOGL",
            "research_and_development revenue",
            "share",
        ),
        (
            "Ratio of R&D to SG&A for AMD in 2022",
            "AMD",
            "research_and_development selling_general_and_administrative",
            "ratio",
        ),
        (
            "What is the difference between Apple's and AMD's net income in 2023?",
            "AAPL AMD",
            "net_income",
            "difference",
        ),
        ("Combined revenue of Apple and AMD in FY2023", "AAPL AMD", "revenue", "sum"),
        (
            "Cumulative free cash flow of Alphabet from 2019 to 2023",
            "GOOGL",
            "free_cash_flow",
            "sum",
        ),
        ("How fast is NVIDIA growing?", "NVDA", "revenue", "cagr"),
        ("Total assets of Apple in 2023", "AAPL", "total_assets", "value"),
    ],
)
def test_companies_metrics_and_operation(
    question: str, tickers: str, metrics: str, operation: str
) -> None:
    """The core of a question: who, what, and what to do with it."""
    parsed = read(question)
    assert [company.ticker for company in parsed.companies] == tickers.split()
    assert parsed.metrics == tuple(metrics.split())
    assert parsed.operation is Operation(operation)
    assert parsed.not_understood == ()
    assert parsed.problem == ""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which of AAPL and NVDA had the highest net margin?", {"rank": Rank.HIGHEST}),
        ("Who has the lower debt, Apple or AMD?", {"rank": Rank.LOWEST}),
        ("Rank Apple, NVIDIA and AMD by revenue", {"rank": Rank.ORDER}),
        (
            "In which year was Apple's net income lowest?",
            {"rank": Rank.LOWEST, "over_periods": True},
        ),
        ("Apple's highest margin", {"rank": None}),
        ("Compare Apple and AMD revenue", {"compare": True, "rank": None}),
        (
            "What did P&G report for fiscal 2014 revenue at the time?",
            {"vintage": Vintage.AS_REPORTED},
        ),
        ("Apple revenue 2019 as of 2020-01-31 filings", {"as_of": date(2020, 1, 31)}),
        ("NVIDIA revenue growth on the quarter in Q3 2024", {"sequential": True}),
        (
            "Apple net income 2022 in USD billions, two decimals",
            {"presentation": Presentation(scale=Decimal(10**9), currency="USD", places=2)},
        ),
        ("Apple gross margin in percent", {"presentation": Presentation(percent=True)}),
        (
            "Apple revenue to the nearest million",
            {"presentation": Presentation(scale=Decimal(10**6), places=0)},
        ),
        ("Apple balance sheet 2023", {"views": ("balance",), "metrics": ()}),
        ("How is Apple doing?", {"metrics": OVERVIEW}),
        ("Was Snowflake profitable in fiscal 2024?", {"metrics": ("net_income",)}),
    ],
)
def test_what_else_a_question_says(question: str, expected: dict[str, Any]) -> None:
    """Rank, vintage, rounding and statements are read from their words."""
    parsed = read(question)
    assert {name: getattr(parsed, name) for name in expected} == expected


def test_a_threshold_is_a_yes_or_no_question() -> None:
    """Its number is in whole units, a percentage as a fraction."""
    asked = read("Did Alphabet's R&D exceed $40 billion in 2023?").threshold
    assert asked is not None
    assert (asked.words, asked.value) == ("above", Decimal(40_000_000_000))
    margin = read("Is Apple's gross margin at least 45%?").threshold
    assert margin is not None
    assert (margin.holds(Decimal("0.45")), margin.holds(Decimal("0.449"))) == (True, False)


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Should I buy Tesla?", "advice"),
        ("Is Apple undervalued?", "advice"),
        ("Forecast Apple revenue for 2027", "forecast"),
        ("What will Apple's revenue be next year?", "forecast"),
        ("Apple stock price", "price"),
        ("Apple's valuation", "valuation"),
        ("How much is Apple worth?", "market cap"),
        ("Latest news on Apple", "news"),
        ("How many employees does Apple have?", "people"),
        ("Apple gross profit per employee", "per head"),
        ("Apple adjusted EBITDA", "own measure"),
        ("P&G organic sales growth in 2025", "own measure"),
    ],
)
def test_topics_out_of_reach_are_named(question: str, topic: str) -> None:
    """The person is told what filed figures cannot answer."""
    assert [one.name for one in read(question).topics] == [topic]


def test_words_nobody_understood_are_kept() -> None:
    """A condition that is silently dropped makes the answer wrong."""
    parsed = read("Apple's widget revenue in 2023, frobbed")
    assert [(part.text, part.sure) for part in parsed.parts] == [("widget", False)]
    assert parsed.not_understood == ("frobbed",)


@pytest.mark.parametrize(
    "question",
    ["Could you please tell me what Apple's revenue was?", "Show me a table of Apple's net sales"],
)
def test_polite_words_are_no_conditions(question: str) -> None:
    """Only words that could change the figure are worth a remark."""
    assert read(question).not_understood == ()


def test_an_unknown_company_is_a_problem_with_the_nearest_names() -> None:
    """Guessing a company would be worse than asking."""
    parsed = read("What was Foobarcorp's revenue in 2023?")
    assert parsed.companies == ()
    assert parsed.problem == (
        'No listed company matches "Foobarcorp": did you mean AAPL (Apple Inc.)?'
    )


def test_a_definition_that_is_no_formula_is_a_problem() -> None:
    """It is never replaced by the textbook's."""
    parsed = read("Apple leverage defined as the magic number")
    assert parsed.problem.startswith('I cannot read the definition "the magic number"')


@pytest.mark.parametrize("question", ["", "   ", "?", "¦¦¦", "$" * 500, "a" * 20_000])
def test_nonsense_is_understood_as_nothing(question: str) -> None:
    """No input makes the parser fail."""
    parsed = read(question)
    assert not parsed.companies
    assert not parsed.asks_for_figures
