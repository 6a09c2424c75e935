from decimal import Decimal

import pytest

from research_agent.finance.valuation import ValuationInputs, compute_valuation
from research_agent.finance.valuation.sanity_checks import SanityCheck, Verdict
from tests.unit.finance.valuation.small_company import inputs

CASH = "CashAndCashEquivalentsAtCarryingValue"


def checks(read: ValuationInputs, **overrides: str) -> dict[str, SanityCheck]:
    given = {key: Decimal(text) for key, text in overrides.items()}
    return {check.key: check for check in compute_valuation(read, overrides=given).checks}


def cautions(read: ValuationInputs, **overrides: str) -> set[str]:
    found = checks(read, **overrides)
    return {key for key, check in found.items() if check.verdict is Verdict.CAUTION}


def test_a_sound_valuation_has_nothing_to_be_careful_of() -> None:
    """And every check says what it found all the same."""
    found = checks(inputs(), revenue_growth="0.08", exit_multiple="10")

    assert {check.verdict for check in found.values()} == {Verdict.FINE}
    assert list(found) == [
        "base_cash_flow",
        "terminal_share",
        "implied_multiple",
        "terminal_methods",
        "terminal_growth",
        "growth_history",
    ]


@pytest.mark.parametrize(
    ("key", "overrides", "words"),
    [
        ("terminal_share", {"wacc": "0.045", "terminal_growth": "0.035"}, "lies behind the last"),
        ("implied_multiple", {"wacc": "0.40"}, "outside the usual 5× to 30×"),
        ("terminal_methods", {"exit_multiple": "40"}, "one of the two assumptions is off"),
        ("terminal_growth", {"risk_free_rate": "0.02"}, "is above the risk-free rate of 2%"),
        ("growth_history", {"revenue_growth": "0.60"}, "forecast to grow by 60% in year 1"),
        ("new_capital", {"return_on_new_capital": "0.05"}, "growth destroys value"),
    ],
)
def test_an_assumption_that_strains_belief_is_pointed_out(
    key: str, overrides: dict[str, str], words: str
) -> None:
    """In a plain sentence, beside the value."""
    check = checks(inputs(), **overrides)[key]

    assert check.verdict is Verdict.CAUTION
    assert words in check.sentence


def test_a_negative_cash_flow_in_the_base_year_is_pointed_out() -> None:
    """Capital expenditure of 300 leaves 160 + 50 − 300 − 10 = −100."""
    check = checks(inputs(PaymentsToAcquirePropertyPlantAndEquipment=(300, 50)))["base_cash_flow"]

    assert check.verdict is Verdict.CAUTION
    assert check.sentence == (
        "Free cash flow of the base year is negative (-$100): the whole value rests on the "
        "forecast that this turns."
    )


def test_cash_that_is_not_in_the_figures_is_pointed_out() -> None:
    """It was left out, which is not the same as none."""
    found = checks(inputs(without=[CASH]))

    assert "bridge_gaps" in cautions(inputs(without=[CASH]))
    assert found["bridge_gaps"].sentence == (
        "Left out between firm and shares, not zero: Cash and short-term investments: not reported."
    )


def test_the_implied_multiple_is_that_of_the_value() -> None:
    """Without growth the firm is worth 1,600, which is 6.4 times EBITDA of 250."""
    flat = {"revenue_growth": "0", "terminal_growth": "0", "reinvestment_rate": "0"}
    check = checks(inputs(), **flat, wacc="0.10", mid_year="0")["implied_multiple"]

    assert check.figure is not None
    assert check.figure.value == pytest.approx(Decimal("6.4"))
