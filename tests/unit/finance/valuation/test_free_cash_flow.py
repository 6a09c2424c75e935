from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing
from research_agent.finance.valuation.firm_terms import tax_rate
from research_agent.finance.valuation.free_cash_flow import BaseYear, base_year
from research_agent.finance.valuation.inputs import ValuationInputs
from tests.unit.finance.valuation.small_company import desk, inputs


def base(read: ValuationInputs, **overrides: str) -> BaseYear | Missing:
    sheet, book = desk(read, **overrides)
    return base_year(sheet, read, tax_rate(sheet, book, read))


def test_free_cash_flow_is_after_tax_profit_less_what_is_put_back() -> None:
    """200 × (1 − 38 ÷ 190) + 50 − 60 − ((410 − 150 − 200) − (300 − 100 − 150)) = 160 + 50 − 60 − 10."""
    found = base(inputs())

    assert isinstance(found, BaseYear)
    assert isinstance(found.free_cash_flow, Fact)
    assert found.after_tax_profit.value == 160
    assert found.free_cash_flow.value == 140
    assert found.free_cash_flow.formula == (
        "After-tax operating income + Depreciation and amortization − Capital expenditure (paid) "
        "− Increase in operating working capital"
    )


def test_the_reinvestment_rate_is_what_of_the_profit_is_no_cash_flow() -> None:
    """1 − 140 ÷ 160 = 12.5 %."""
    found = base(inputs())

    assert isinstance(found, BaseYear)
    assert isinstance(found.reinvestment_rate, Fact)
    assert found.reinvestment_rate.value == Decimal("0.125")


def test_without_depreciation_cash_from_operations_serves() -> None:
    """228 − 60 + 10 × 0.8 = 176, and the note says which definition it is."""
    found = base(inputs(without=["DepreciationDepletionAndAmortization"]))

    assert isinstance(found, BaseYear)
    assert isinstance(found.free_cash_flow, Fact)
    assert found.free_cash_flow.value == 176
    assert found.notes[0] == (
        "Free cash flow to the firm is cash from operations less capital expenditure plus "
        "after-tax interest, as not all parts of the other definition are there (not reported)."
    )


def test_an_absent_figure_of_the_year_before_is_no_zero() -> None:
    """Else all working capital would count as put in this year."""
    found = base(inputs(without=["AssetsCurrent"]))

    assert isinstance(found, BaseYear)
    assert isinstance(found.free_cash_flow, Fact)
    assert found.free_cash_flow.value == 176


def test_profit_is_found_from_income_before_tax_where_none_is_filed() -> None:
    """190 + 10 = 200: many filers show no operating income."""
    found = base(inputs(without=["OperatingIncomeLoss"]))

    assert isinstance(found, BaseYear)
    assert found.operating_income.value == 200
    assert found.operating_income.formula == "Income before tax + Interest expense"


@pytest.mark.parametrize("gone", [["Revenues"], ["OperatingIncomeLoss", "InterestExpense"]])
def test_without_revenue_or_profit_there_is_no_base(gone: list[str]) -> None:
    """The reason is said."""
    found = base(inputs(without=gone))

    assert isinstance(found, Missing)
    assert found.reason in ("there is no revenue to forecast", "operating income: not reported")


def test_a_loss_has_no_tax_and_no_reinvestment_rate() -> None:
    """A share of a loss means nothing."""
    found = base(inputs(OperatingIncomeLoss=(-50, 150)))

    assert isinstance(found, BaseYear)
    assert found.after_tax_profit.value == -50
    assert found.reinvestment_rate == Missing("the base year has no after-tax profit")


@pytest.mark.parametrize(
    ("tax", "expected", "why"),
    [
        ((38, 28), "0.2", "Effective rate of FY2024."),
        (
            (-19, 28),
            "0.21",
            "The federal rate of the United States; used where the filings show no usable rate.",
        ),
        (
            (150, 28),
            "0.21",
            "The federal rate of the United States; used where the filings show no usable rate.",
        ),
    ],
)
def test_an_effective_rate_is_used_where_it_is_plausible(
    tax: tuple[int, int], expected: str, why: str
) -> None:
    """Rates of −10 % or 79 % come from one-off items."""
    read = inputs(IncomeTaxExpenseBenefit=tax)
    sheet, book = desk(read)

    taken = tax_rate(sheet, book, read)

    assert (taken.value, taken.why) == (Decimal(expected), why)
