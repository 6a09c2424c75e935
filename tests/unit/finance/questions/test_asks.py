"""Other things questions ask for: filings, valuations, formulas without a word for them."""

from datetime import date

import pytest

from research_agent.domain.periods import Basis
from research_agent.finance.questions import FiscalLabel, Operation, ParsedQuestion, parse, route
from tests.fakes.named_companies import NamedCompanies


def read(question: str) -> ParsedQuestion:
    return parse(question, directory=NamedCompanies(), today=date(2026, 3, 15))


@pytest.mark.parametrize(
    ("question", "quarterly", "year_end"),
    [
        ("When did NVIDIA file its latest 10-K?", False, False),
        ("On what date was Apple's 10-Q for Q1 2025 filed?", True, False),
        ("When does Apple's fiscal year end?", False, True),
    ],
)
def test_filings_can_be_asked_about(question: str, quarterly: bool, year_end: bool) -> None:
    """Their days are known from the figures; as first filed, so that no later filing stands in."""
    parsed = read(question)
    assert parsed.filing is not None
    assert (parsed.filing.quarterly, parsed.filing.year_end) == (quarterly, year_end)
    (call,) = route(parsed)
    assert call.arguments["vintage"] == "as_reported"
    assert call.arguments["period"] == ("quarterly" if quarterly else "annual")


def test_a_figure_at_the_year_end_is_no_question_about_filings() -> None:
    """The words are the same, the metric makes the difference."""
    assert read("What was Apple's cash at fiscal year end 2023?").filing is None


def test_a_valuation_carries_the_persons_assumptions() -> None:
    """What is not given is left to the tool, which says that it is a default."""
    asked = read(
        "What is Apple worth by DCF with 9% WACC, terminal growth of 3%, beta 1.1 and a price of "
        "$230?"
    ).valuation
    assert asked is not None
    assert dict(asked.assumptions) == {"wacc": "9%", "terminal_growth": "3%", "beta": "1.1"}
    assert asked.price == "230"


def test_worth_alone_asks_for_no_model() -> None:
    """Without a method or an assumption it is a question about the market."""
    assert read("How much is Apple worth?").valuation is None


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        (
            "Compute (current assets minus inventory) / current liabilities for Apple",
            "(current_assets - inventory) / current_liabilities",
        ),
        ("opening inventory / closing inventory for AMD 2025", "inventory_opening / inventory"),
        (
            "revenue minus cost of revenue minus R&D of AMD",
            "revenue - cost_of_revenue - research_and_development",
        ),
        ("What's 10% of Apple's 2024 revenue?", "10 / 100 * revenue"),
    ],
)
def test_arithmetic_needs_no_introduction(question: str, expression: str) -> None:
    """The formula in the question is computed, not the metrics in it listed."""
    parsed = read(question)
    assert parsed.definition is not None
    assert parsed.definition.expression == expression


@pytest.mark.parametrize("question", ["Apple revenue / net income / EPS", "Apple R&D to revenue"])
def test_a_list_is_no_formula(question: str) -> None:
    """A slash between names may be an "and"; one quotient has words of its own."""
    assert read(question).definition is None


def test_a_percentage_keeps_the_period_of_its_metric() -> None:
    """A tenth of the revenue of 2024 is not a tenth of the newest."""
    parsed = read("What's 10% of Apple's 2024 revenue?")
    assert parsed.periods.labels == (FiscalLabel(2024),)


def test_half_a_year_is_the_sum_of_two_quarters() -> None:
    """No filing has a column for it everywhere; its quarters are there."""
    parsed = read("Alphabet revenue in the first half of 2025")
    assert parsed.operation is Operation.SUM
    assert parsed.periods.basis is Basis.QUARTERLY
    assert parsed.periods.labels == (FiscalLabel(2025, 1), FiscalLabel(2025, 2))


def test_nine_months_are_refused() -> None:
    """A year in their place would be wrong by a quarter."""
    assert 'not "nine months"' in read("Apple revenue for the nine months to June 2025").problem


def test_years_count_back_from_the_one_named() -> None:
    """Three years to 2023 are 2021 to 2023, not the newest three."""
    periods = read("3-year average revenue of Apple through FY2023").periods
    assert (periods.first, periods.last) == (2021, 2023)


def test_both_versions_are_fetched_where_the_first_is_asked_for() -> None:
    """So that the answer can say what became of the figure."""
    calls = route(read("What did P&G report for fiscal 2014 revenue at the time?"))
    assert [call.arguments.get("vintage") for call in calls] == ["as_reported", None]


def test_verbs_name_income() -> None:
    """People ask what a company earned or how much money it made."""
    assert read("what did Alphabet earn per share (diluted) in 2024?").metrics == ("eps_diluted",)
    assert read("how much money did Apple make in 2024 (net)?").metrics == ("net_income",)


def test_earnings_by_quarter_are_those_announced() -> None:
    """Revenue, income and EPS together; the earnings of one year are its net income."""
    assert read("Apple earnings by quarter for the last 8 quarters").views == ("earnings",)
    assert read("Apple earnings 2024").metrics == ("net_income",)
