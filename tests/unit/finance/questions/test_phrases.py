"""Metrics are found by what people call them."""

import pytest

from research_agent.finance.metrics import METRIC_KEYS, metric_label
from research_agent.finance.questions.phrases import metric_mentions, view_mentions


def keys(text: str) -> list[str]:
    return [key for mention in metric_mentions(text) for key in mention.keys]


@pytest.mark.parametrize("key", METRIC_KEYS)
def test_every_metric_is_found_by_its_key_and_its_label(key: str) -> None:
    """A metric that has a name on screen can be asked for by that name, in any case."""
    assert keys(f"What was the {key.replace('_', ' ')} in 2023?") == [key]
    assert keys(f"What was its {metric_label(key).upper()}?") == [key]


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("sales", "revenue"),
        ("the top line", "revenue"),
        ("turnover", "revenue"),
        ("Bottom line", "net_income"),
        ("profits", "net_income"),
        ("EPS", "eps_diluted"),
        ("basic EPS", "eps_basic"),
        ("FCF", "free_cash_flow"),
        ("capex", "capital_expenditure"),
        ("opex", "operating_expenses"),
        ("R&D spending", "research_and_development"),
        ("SG&A", "selling_general_and_administrative"),
        ("selling, general and administrative expenses", "selling_general_and_administrative"),
        ("cash flow from operations", "operating_cash_flow"),
        ("net PP&E", "property_plant_equipment"),
        ("property, plant and equipment", "property_plant_equipment"),
        ("debt", "total_debt"),
        ("book value", "equity"),
        ("shareholders' equity", "equity"),
        ("inventories", "inventory"),
        ("ROE", "return_on_equity"),
        ("return on its assets", "return_on_assets"),
        ("ROIC", "return_on_invested_capital"),
        ("DSO", "days_sales_outstanding"),
        ("profit margin", "net_margin"),
        ("inventory turnover", "inventory_turnover"),
        ("EBITDA margin", "ebitda_margin"),
        ("debt-to-equity", "debt_to_equity"),
        ("sales growth", "revenue_growth"),
        ("buybacks", "shares_repurchased"),
    ],
)
def test_common_names_mean_the_metric(words: str, key: str) -> None:
    """People do not write the catalog's labels."""
    assert keys(f"How large was {words} last year?") == [key]


def test_the_longest_phrase_wins() -> None:
    """The words "operating cash flow margin" hold three shorter metrics."""
    assert keys("operating cash flow margin") == ["operating_cash_flow_margin"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gross, operating and net margins", ["gross_margin", "operating_margin", "net_margin"]),
        ("current and quick ratio", ["current_ratio", "quick_ratio"]),
        ("basic and diluted EPS", ["eps_basic", "eps_diluted"]),
        ("revenue and net income growth", ["revenue_growth", "net_income_growth"]),
        ("margins", ["gross_margin", "operating_margin", "net_margin"]),
    ],
)
def test_a_shared_word_serves_each_of_a_list(text: str, expected: list[str]) -> None:
    """Nobody repeats "margin" in a list of margins."""
    assert keys(text) == expected


@pytest.mark.parametrize("text", ["what share of it", "the ratio of both"])
def test_share_and_ratio_in_the_singular_name_no_metric(text: str) -> None:
    """The words "what share of revenue" do not ask for the number of shares."""
    assert keys(text) == []
    assert view_mentions(text) == ()


@pytest.mark.parametrize(
    ("text", "view"),
    [
        ("income statement", "income"),
        ("Balance sheet", "balance"),
        ("cash flow statement", "cash_flow"),
        ("financials", "all"),
        ("key ratios", "ratios"),
        ("revenue by segment", "segments"),
    ],
)
def test_whole_statements_can_be_asked_for(text: str, view: str) -> None:
    """A statement is more than the sum of metrics a person would list."""
    assert [mention.view for mention in view_mentions(text)] == [view]
