"""Formulas given in a question."""

import pytest

from research_agent.finance.questions.definitions import find_definition


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        (
            "defined as revenue / average of opening and closing net PP&E, two decimals",
            "revenue / avg(property_plant_equipment_opening, property_plant_equipment)",
        ),
        (
            "calculated as net income / average equity in FY2023",
            "net_income / avg(equity_opening, equity)",
        ),
        (
            "defined as (cash + short-term investments) ÷ current liabilities?",
            "(cash + short_term_investments) / current_liabilities",
        ),
        (
            "computed as operating cash flow minus capex divided by revenue",
            "(operating_cash_flow - capital_expenditure) / revenue",
        ),
        (
            "defined as average receivables / sales × 365",
            "avg(receivables_opening, receivables) / revenue * 365",
        ),
        (
            "defined as COGS over the average of beginning and ending inventory.",
            "cost_of_revenue / avg(inventory_opening, inventory)",
        ),
        ("defined as closing equity - opening equity", "equity - equity_opening"),
    ],
)
def test_a_formula_in_words_becomes_arithmetic(text: str, expression: str) -> None:
    """The person's definition is computed, not the textbook's."""
    found = find_definition(text)
    assert found is not None
    assert found[0].expression == expression


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("defined as revenue / total assets", "ratio"),
        ("defined as operating cash flow - capex", "money"),
        ("defined as equity / shares outstanding", "money/shares"),
    ],
)
def test_the_unit_follows_from_the_inputs(text: str, unit: str) -> None:
    """Money over money is a number, money over shares is not."""
    found = find_definition(text)
    assert found is not None
    assert found[0].unit == unit


@pytest.mark.parametrize(
    "text",
    [
        "defined as the magic number",
        "defined as revenue plus gross margin",
        "defined as (revenue / total assets",
        "defined as " + "(" * 50 + "revenue" + ")" * 50,
    ],
)
def test_what_is_no_arithmetic_is_kept_without_expression(text: str) -> None:
    """It is then said that the definition was not understood; it is never replaced by another."""
    found = find_definition(text)
    assert found is not None
    assert found[0].expression == ""


def test_a_question_without_definition_has_none() -> None:
    """Most have none."""
    assert find_definition("What was Apple's revenue in 2023?") is None
