"""Which sub-tools a question needs, with which arguments."""

from datetime import date
from typing import Any

import pytest

from research_agent.errors import InvalidRequest, UnknownCompany
from research_agent.finance.questions import route_by_rules
from research_agent.finance.routing import SUB_TOOLS
from tests.fakes.named_companies import NamedCompanies

TODAY = date(2026, 3, 15)


def routed(question: str) -> list[tuple[str, dict[str, Any]]]:
    calls = route_by_rules(question, directory=NamedCompanies(), today=TODAY)
    assert {call.tool for call in calls} <= set(SUB_TOOLS)
    return [(call.tool, call.arguments) for call in calls]


def test_a_fiscal_year_is_asked_for_wherever_it_may_end() -> None:
    """Fiscal 2023 ended in January 2023 at one company and in February 2024 at another."""
    assert routed("What was Apple's revenue in fiscal 2023?") == [
        (
            "get_income_statements",
            {
                "ticker": "AAPL",
                "period": "annual",
                "limit": 2,
                "report_period_gte": "2023-01-01",
                "report_period_lte": "2024-03-07",
            },
        )
    ]


def test_each_company_has_its_call() -> None:
    """One call per company, none for both."""
    assert routed("Compare NVIDIA and AMD gross margin over the last five years") == [
        ("get_historical_key_ratios", {"ticker": "NVDA", "period": "annual", "limit": 5}),
        ("get_historical_key_ratios", {"ticker": "AMD", "period": "annual", "limit": 5}),
    ]


@pytest.mark.parametrize(
    ("question", "tools"),
    [
        ("Apple cash in 2023", "get_balance_sheets"),
        ("Apple free cash flow in 2023", "get_cash_flow_statements"),
        ("Apple EPS last 5 years", "get_income_statements"),
        ("Apple revenue and total assets 2023", "get_income_statements get_balance_sheets"),
        ("Apple revenue, total assets and capex 2023", "get_all_financial_statements"),
        ("Apple revenue and net margin 2023", "get_income_statements get_historical_key_ratios"),
        ("Apple return on equity", "get_key_ratios"),
        ("Apple TTM net margin", "get_key_ratios"),
        ("Apple return on equity in 2021", "get_historical_key_ratios"),
        ("Apple key ratios", "get_key_ratios"),
        ("Apple income statement 2023", "get_income_statements"),
        ("Apple financial statements", "get_all_financial_statements"),
        ("Apple earnings report", "get_earnings"),
        ("Apple revenue by segment", "get_financial_segments"),
    ],
)
def test_the_right_tools_are_chosen(question: str, tools: str) -> None:
    """A statement line comes from its statement, a ratio from the ratios."""
    assert [tool for tool, _ in routed(question)] == tools.split()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Apple revenue", {"period": "annual", "limit": 1}),
        ("TTM revenue of Snowflake", {"period": "ttm", "limit": 1}),
        ("P&G free cash flow last four quarters", {"period": "quarterly", "limit": 4}),
        ("Apple's average revenue over the last five years", {"period": "annual", "limit": 5}),
        (
            "How fast did Apple grow revenue over the last five years?",
            {"period": "annual", "limit": 6},
        ),
        (
            "Alphabet revenue growth from 2015 to 2024",
            {"limit": 11, "report_period_gte": "2015-01-01", "report_period_lte": "2025-03-07"},
        ),
        (
            "How much did Apple's revenue grow in 2022?",
            {"limit": 3, "report_period_gte": "2021-01-01"},
        ),
        ("Apple revenue since 2019", {"limit": 9, "report_period_gte": "2019-01-01"}),
        (
            "Apple turnover, defined as revenue / average total assets, 2023",
            {"report_period_gte": "2022-01-01"},
        ),
        ("What did P&G report for fiscal 2014 revenue at the time?", {"vintage": "as_reported"}),
        ("Apple revenue 2019 as of 2020-01-31 filings", {"as_of": "2020-01-31"}),
        ("Apple total debt as of September 30, 2023", {"period": "quarterly", "limit": 1}),
    ],
)
def test_the_window_is_as_small_as_it_can_be(question: str, expected: dict[str, Any]) -> None:
    """With the opening year where growth or an average needs it, and nothing more."""
    _, arguments = routed(question)[0]
    assert {name: arguments.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    ("label", "ends"),
    [
        ("Q3 FY2024", ["2023-10-29", "2024-06-29", "2024-09-30", "2024-11-02"]),
        ("Q1 FY2024", ["2023-04-30", "2023-12-30", "2024-03-23", "2024-05-25"]),
        ("Q4 FY2024", ["2024-01-28", "2024-09-28", "2024-12-31", "2025-02-01"]),
    ],
)
def test_a_quarter_is_inside_its_window_at_every_filer(label: str, ends: list[str]) -> None:
    """Ends of that quarter at NVIDIA, Apple (or a 12-week filer), a calendar filer, a retailer."""
    _, arguments = routed(f"Apple revenue {label}")[0]
    low, high = arguments["report_period_gte"], arguments["report_period_lte"]
    assert all(low <= end <= high for end in ends)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("revenue in 2023", "The query names no listed company: name one, or give its ticker."),
        ("Apple revenue FY2050", "2050 lies in the future"),
        ("Apple stock price", "I have no share prices"),
        ("Should I buy Tesla?", "I do not give investment advice"),
        ("Apple weather", "names no figure of a financial statement"),
    ],
)
def test_what_cannot_be_routed_says_why(question: str, sentence: str) -> None:
    """One sentence that says what is missing."""
    with pytest.raises(InvalidRequest, match=sentence):
        routed(question)


def test_an_unknown_company_keeps_its_candidates() -> None:
    """The dashboard offers them."""
    with pytest.raises(UnknownCompany) as caught:
        routed("Foobarcorp revenue in 2023")
    assert caught.value.candidates == ("AAPL (Apple Inc.)",)
