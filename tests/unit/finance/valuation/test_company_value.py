from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.errors import InvalidRequest
from research_agent.finance.valuation import compute_valuation, gather_inputs, value_company
from research_agent.finance.valuation.excess_return import ExcessReturnValue
from research_agent.finance.valuation.firm_value import FirmValue, TerminalCase
from research_agent.finance.valuation.inputs import ValuationInputs, read_inputs
from research_agent.finance.valuation.valuation import Valuation
from tests.fakes.fact_rows import ACME, figures
from tests.unit.finance.valuation.small_company import OneCompany, bank_rows, inputs, rows

FLAT = {
    "revenue_growth": "0",
    "terminal_growth": "0",
    "reinvestment_rate": "0",
    "wacc": "0.10",
    "mid_year": "0",
}
"""No growth and no reinvestment: 160 of after-tax profit for ever."""


def valued(read: ValuationInputs, *, price: str = "", **overrides: str) -> Valuation:
    return compute_valuation(
        read,
        overrides={key: Decimal(text) for key, text in overrides.items()},
        price=Decimal(price) if price else None,
    )


def firm(valuation: Valuation) -> FirmValue:
    assert isinstance(valuation.firm, FirmValue)
    return valuation.firm


def test_a_value_per_share_can_be_worked_by_hand() -> None:
    """160 ÷ 0.10 = 1,600 for the firm; + 150 cash − 150 debt − 20 minorities = 1,580; ÷ 100 = 15.80."""
    valuation = valued(inputs(), **FLAT)

    found = firm(valuation)
    assert found.by_growth.enterprise_value.value == pytest.approx(Decimal(1600))
    assert found.bridge.total.value == -20
    assert isinstance(valuation.value_per_share, Fact)
    assert valuation.value_per_share.value == pytest.approx(Decimal("15.80"))
    assert valuation.value_per_share.unit == "USD/shares"


def test_a_multiple_at_the_end_can_be_worked_by_hand() -> None:
    """EBITDA stays 250; 250 × 8 = 2,000 in ten years, ÷ 1.1^10 = 771.09; ten years of 160 are 983.13."""
    case = firm(valued(inputs(), **FLAT, exit_multiple="8")).by_multiple

    assert isinstance(case, TerminalCase)
    assert case.terminal_value.value == 2000
    assert case.present_value.value == pytest.approx(Decimal("771.0866"), abs=Decimal("0.001"))
    assert case.enterprise_value.value == pytest.approx(Decimal("1754.2173"), abs=Decimal("0.001"))


def test_a_sale_at_a_multiple_comes_at_the_end_of_the_year_also_with_cash_in_mid_year() -> None:
    """Only the flows arrive in mid-year (Rosenbaum and Pearl)."""
    late = firm(valued(inputs(), **FLAT)).by_multiple
    middle = firm(valued(inputs(), **(FLAT | {"mid_year": "1"}))).by_multiple

    assert isinstance(late, TerminalCase)
    assert isinstance(middle, TerminalCase)
    assert middle.present_value.value == pytest.approx(late.present_value.value)


def test_every_computed_figure_has_a_formula_and_leads_back_to_filings() -> None:
    """The evidence check and a reader follow the inputs; only our defaults come from nowhere."""
    valuation = valued(inputs(), price="12")

    for fact in valuation.computed:
        assert fact.origin is Origin.COMPUTED
        assert fact.formula
    for key in ("dcf_value_per_share", "implied_revenue_growth", "dividend_value_two_stages"):
        (found,) = (fact for fact in valuation.computed if fact.concept == key)
        assert list(found.filings())


def test_every_assumption_that_was_used_is_listed_and_a_figure_too() -> None:
    """What an answer says of an assumption can then be traced as well."""
    valuation = valued(inputs(), beta="1.5")
    by_key = {one.key: one for one in valuation.assumptions}

    assert by_key["beta"].value == Decimal("1.5")
    assert {fact.concept for fact in valuation.computed} >= {
        f"assumed_{key}" for key in by_key if key not in ("years", "mid_year", "dividend_years")
    }


def test_references_of_one_valuation_are_unique() -> None:
    """A model points at a figure by its reference."""
    refs = [fact.ref for fact in valued(inputs(), price="12").computed]

    assert len(refs) == len(set(refs))


def test_an_override_changes_the_value_in_the_right_direction() -> None:
    """More risk, less value; more margin, more value."""
    plain, risky, rich = (
        valued(inputs(), **given).value_per_share
        for given in ({}, {"beta": "2"}, {"terminal_operating_margin": "0.3"})
    )

    assert isinstance(plain, Fact)
    assert isinstance(risky, Fact)
    assert isinstance(rich, Fact)
    assert risky.value < plain.value < rich.value


def test_a_cost_of_capital_below_terminal_growth_is_refused() -> None:
    """The formula would give a negative or huge number that looks like a value."""
    valuation = valued(inputs(), wacc="0.02", terminal_growth="0.03")

    assert valuation.firm == Missing(
        "the cost of capital of 2% is not above terminal growth of 3%, and what grows for ever "
        "as fast as it is discounted has no finite value"
    )
    assert valuation.value_per_share == valuation.firm


@pytest.mark.parametrize("growth", ["-0.05", "0.04", "0.15", "0.40"])
def test_the_reverse_model_inverts_the_model(growth: str) -> None:
    """The price that follows from a growth implies that growth, to the search's precision."""
    given = {"revenue_growth": growth, "wacc": "0.09"}
    worth = valued(inputs(), **given).value_per_share
    assert isinstance(worth, Fact)

    implied = valued(inputs(), price=str(worth.value), wacc="0.09").implied_growth

    assert isinstance(implied, Fact)
    assert implied.value == pytest.approx(Decimal(growth), abs=Decimal("0.00001"))


@pytest.mark.parametrize(
    ("price", "reason"),
    [
        ("1000000", "even growth of 100% in year 1 does not reach the price of 1000000"),
        ("0.01", "even growth of -50% in year 1 is worth more than the price of 0.01"),
    ],
)
def test_a_price_no_growth_explains_is_said_to_be_one(price: str, reason: str) -> None:
    """A bound of the search is no answer."""
    assert valued(inputs(), price=price, wacc="0.09").implied_growth == Missing(reason)


def test_without_a_price_nothing_is_said_about_one() -> None:
    """Prices come from the person alone."""
    valuation = valued(inputs())

    assert valuation.implied_growth == Missing("no price was given")
    assert valuation.against_price == Missing("no price was given")


def test_a_company_that_loses_money_is_not_forecast_to_do_so_for_ever() -> None:
    """The person has to say what it will earn; then there is a value."""
    loss = inputs(OperatingIncomeLoss=(-100, -90))

    refused = valued(loss).firm
    hopeful = valued(loss, terminal_operating_margin="0.2").value_per_share

    assert isinstance(refused, Missing)
    assert refused.reason.startswith("operating income of FY2024 is -$100")
    assert refused.reason.endswith("set terminal_operating_margin to the margin it should reach")
    assert isinstance(hopeful, Fact)


def test_a_bank_is_valued_on_its_equity() -> None:
    """Debt and deposits are its raw material: no free cash flow to the firm."""
    valuation = valued(read_inputs(figures(*bank_rows())))

    assert isinstance(valuation.firm, Missing)
    assert valuation.firm.reason.startswith("a bank's debt and deposits")
    assert isinstance(valuation.excess_return, ExcessReturnValue)
    assert valuation.value_per_share == valuation.excess_return.per_share


def test_a_set_assumption_that_nothing_uses_is_mentioned() -> None:
    """Else a person would think it counted."""
    valuation = valued(read_inputs(figures(*bank_rows())), exit_multiple="9")

    assert "exit_multiple was set but no model here uses it." in valuation.notes


@pytest.mark.parametrize("price", ["0", "-3", "NaN", "Infinity"])
def test_a_price_must_be_above_zero(price: str) -> None:
    """Market weights and implied growth would be nonsense."""
    with pytest.raises(InvalidRequest, match="A price must be above zero"):
        valued(inputs(), price=price)


async def test_new_assumptions_need_no_new_reading() -> None:
    """A slider recomputes with every move; the store is read once."""
    source = OneCompany(rows())
    read = await gather_inputs(source, ACME)

    values = {str(valued(read, beta=beta).value_per_share) for beta in ("0.8", "1", "1.2")}

    assert len(values) == 3
    assert source.reads == 1


async def test_one_call_reads_and_computes() -> None:
    """The entry that tools use."""
    valuation = await value_company(
        OneCompany(rows()), ACME, overrides={"wacc": Decimal("0.1")}, price=Decimal(12)
    )

    assert valuation.company == ACME
    assert isinstance(valuation.against_price, Fact)
    assert isinstance(valuation.value_per_share, Fact)
    assert valuation.against_price.value == valuation.value_per_share.value / 12 - 1
