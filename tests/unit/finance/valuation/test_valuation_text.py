import json
from decimal import Decimal

from research_agent.cli.json_lines import json_line
from research_agent.domain.answers import FigureStatus
from research_agent.domain.display import show_short
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.verification import verify
from research_agent.finance.valuation import (
    PeerInputs,
    Valuation,
    compute_valuation,
    valuation_data,
    valuation_text,
)
from research_agent.finance.valuation.inputs import read_inputs
from tests.fakes.fact_rows import figures
from tests.unit.finance.valuation.small_company import bank_rows, inputs


def valued(**overrides: str) -> Valuation:
    given = {key: Decimal(text) for key, text in overrides.items()}
    peers = [PeerInputs(inputs(), Decimal(10)), PeerInputs(inputs(), None)]
    return compute_valuation(inputs(), overrides=given, price=Decimal(20), peers=peers)


def test_the_first_line_says_the_value_the_model_and_the_day() -> None:
    """It is all a reader of a step sees."""
    flat = {"revenue_growth": "0", "terminal_growth": "0", "reinvestment_rate": "0"}
    first = valuation_text(valued(**flat, wacc="0.10", mid_year="0")).splitlines()[0]

    assert first == (
        "ACME (Acme Corp): $15.80 per share by discounted free cash flow, 21.0% below the price "
        "of $20.00 (as of 2024-12-31)."
    )


def test_the_text_says_that_it_is_an_estimate_and_whose_the_assumptions_are() -> None:
    """Our defaults must not pass for market data."""
    text = valuation_text(valued(beta="1.3"))

    assert "not a forecast of the price and no advice" in text
    assert "beta                       1.3×      person   Set by the person." in text
    assert "equity_risk_premium        5%        default" in text
    assert "tax_rate                   20%       fact     Effective rate of FY2024." in text


def test_every_section_is_there_for_an_industrial_company() -> None:
    """Values, assumptions, forecast, grid, peers, checks, notes and sources."""
    lines = valuation_text(valued()).splitlines()

    for heading in (
        "Values:",
        "Assumptions (key, value, source, why):",
        "Forecast, USD million, Year 1 ends 2025-12-31:",
        "Value per share by WACC and terminal growth:",
        "Multiples of peers at the prices given:",
        "Checks:",
        "Sources:",
    ):
        assert heading in lines
    assert "ACME P/E n/a: no price was given." in lines


def test_what_a_model_cannot_say_is_there_with_the_reason() -> None:
    """A bank has no discounted cash flow; that is no gap in the text."""
    text = valuation_text(compute_valuation(read_inputs(figures(*bank_rows()))))

    assert text.startswith("ACME (Acme Corp): $")
    assert "by excess returns" in text.splitlines()[0]
    assert "n/a: a bank's debt and deposits are what it works with" in text
    assert "Forecast," not in text


def test_what_an_answer_says_of_a_valuation_can_be_traced() -> None:
    """The evidence check finds values, rates, forecast years and assumptions by their names."""
    valuation = valued(wacc="0.09")
    ledger = Ledger()
    ledger.add(Artifact(tables=(valuation.inputs,), facts=valuation.computed))
    by_name = {(fact.concept, fact.period.label): fact for fact in valuation.computed}

    def shown(concept: str, period: str = "FY2024") -> str:
        fact = by_name[concept, period]
        return show_short(fact.value, fact.unit)

    answer = f"""Acme's value per share is {shown("dcf_value_per_share")} by perpetual growth.

- Value per share by exit multiple: {shown("dcf_exit_value_per_share")}
- The cost of capital (WACC) is {shown("wacc")}, the cost of equity {shown("cost_of_equity")}.
- The risk-free rate is assumed at 4.5% and the equity risk premium at 5%.
- Terminal growth is 2.5%.
- The implied EV/EBITDA is {shown("implied_ev_to_ebitda")}.
- Forecast free cash flow in year 5 is {shown("forecast_free_cash_flow", "Year 5")}.
- Operating income was $200 in FY2024.
"""
    statuses = {figure.text: figure.status for figure in verify(answer, ledger)}

    assert len(statuses) == 10
    assert statuses.pop("$200") is FigureStatus.VERIFIED
    assert set(statuses.values()) == {FigureStatus.COMPUTED}


def test_as_data_every_figure_is_written_once_and_named_elsewhere() -> None:
    """Written out in place, the same quarters would be repeated hundreds of times."""
    valuation = valued()
    data = json.loads(json_line(valuation_data(valuation)))
    known = data["figures"]

    assert data["value_per_share"] == "ACME.dcf_value_per_share.FY2024"
    assert Decimal(known[data["value_per_share"]]["value"]) == valuation.value_per_share.value  # type: ignore[union-attr]
    assert all(name in known for figure in known.values() for name in figure["inputs"])
    assert {fact.ref for fact in valuation.computed} <= known.keys()


def test_as_data_a_filed_figure_has_the_address_of_its_filing() -> None:
    """A reader of the JSON can open it."""
    data = json.loads(json_line(valuation_data(valued())))
    (revenue,) = (
        figure
        for name, figure in data["figures"].items()
        if name.startswith("ACME.revenue.FY2024#")
    )

    assert revenue["filing"]["url"].startswith("https://www.sec.gov/Archives/edgar/data/1/")
    assert revenue["inputs"] == []
