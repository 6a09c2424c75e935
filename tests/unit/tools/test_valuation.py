import json
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest
from langchain_core.messages import ToolMessage
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import ValidationError

from research_agent.errors import InvalidRequest, UnknownCompany
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.tools.registry import Risk
from research_agent.tools.valuation import ValuationArguments, value_company_spec
from tests.fakes.fact_rows import ACME
from tests.fakes.token_count import token_count
from tests.unit.finance.valuation.small_company import OneCompany, rows

TODAY = date(2026, 11, 30)
MAX_SCHEMA_TOKENS = 170


@dataclass
class Desk:
    """The tool over one small company, as an executor calls it."""

    source: OneCompany = field(default_factory=lambda: OneCompany(rows()))
    said: list[str] = field(default_factory=list)

    async def value(self, company: str = "ACME", **arguments: Any) -> tuple[str, Artifact]:
        directory = CompanyDirectory([ACME], coverage={ACME.cik: "full"})
        spec = value_company_spec(self.source, directory)
        context = RunContext(TODAY, Ledger(), self.said.append)
        call = {
            "type": "tool_call",
            "id": "c1",
            "name": spec.name,
            "args": {"company": company, **arguments},
        }
        reply = await spec.tool.ainvoke(call, {"configurable": {RUN_CONTEXT_KEY: context}})
        assert isinstance(reply, ToolMessage)
        return str(reply.content), reply.artifact


async def test_the_model_gets_text_and_the_run_every_figure_in_it() -> None:
    """What was filed is a table, what was computed are figures with formulas."""
    desk = Desk()

    content, artifact = await desk.value()

    ledger = Ledger()
    ledger.add(artifact)
    assert content.startswith("ACME (Acme Corp): $")
    assert ledger.resolve("ACME.dcf_value_per_share.FY2024").formula
    assert ledger.resolve("ACME.forecast_free_cash_flow.Year_10").formula
    assert ledger.resolve("ACME.revenue.FY2024").filing is not None
    assert desk.said == ["Valuing ACME…"]


async def test_assumptions_price_and_peers_reach_the_models() -> None:
    """Models write numbers and text, percent and fractions."""
    content, _ = await Desk().value(
        assumptions={"terminal_growth": "2%", "beta": 1.5}, price=20, peers={"ACME": "$1,000"}
    )

    assert "terminal_growth            2%        person" in content
    assert "beta                       1.5×      person" in content
    assert "the price of $20.00" in content
    assert "Multiples of peers at the prices given:" in content


async def test_a_peer_without_a_price_is_named_as_one() -> None:
    """The model must not invent prices; an empty one is an answer."""
    content, _ = await Desk().value(peers={"ACME": ""})

    assert "ACME P/E n/a: no price was given." in content


async def test_a_valuation_of_a_past_day_uses_what_was_filed() -> None:
    """References carry the day, so that two valuations do not mix."""
    _, artifact = await Desk().value(as_of="2025-06-30")

    assert {fact.vintage for fact in artifact.facts} == {"as_of_2025-06-30"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"assumptions": {"bta": "1"}}, "There is no assumption 'bta': did you mean beta."),
        ({"assumptions": {"beta": "9"}}, "beta can be 0.1× to 4×; 9 is not."),
        ({"price": "cheap"}, "'cheap' is no price; write a plain number."),
        ({"price": "-1"}, "A price must be above zero; -1 is not."),
        ({"as_of": "2027-01-01"}, "as_of 2027-01-01 is in the future; today is 2026-11-30."),
        ({"as_of": "soon"}, "as_of 'soon' is no day; write YYYY-MM-DD."),
        ({"peers": {str(number): "1" for number in range(9)}}, "Name at most 8 peers."),
    ],
)
async def test_what_makes_no_sense_is_refused_in_one_sentence(
    arguments: dict[str, Any], sentence: str
) -> None:
    """The model can mend its call by it."""
    with pytest.raises(InvalidRequest) as refused:
        await Desk().value(**arguments)

    assert str(refused.value) == sentence


async def test_an_unknown_company_is_said_to_be_one() -> None:
    """As in every tool."""
    with pytest.raises(UnknownCompany):
        await Desk().value("Nobody Inc")


def test_an_argument_that_does_not_exist_is_refused() -> None:
    """Else a typing error would be ignored in silence."""
    with pytest.raises(ValidationError):
        ValuationArguments.model_validate({"company": "ACME", "prices": 3})


def test_the_schema_is_small_and_the_tool_only_reads() -> None:
    """It goes out with every request of the main model."""
    spec = value_company_spec(OneCompany([]), CompanyDirectory([ACME]))

    assert spec.name == "value_company"
    assert spec.risk is Risk.READ
    assert token_count(json.dumps(convert_to_openai_tool(spec.tool))) <= MAX_SCHEMA_TOKENS
