"""What a question costs in tokens, on the embedded pack."""

import json
from datetime import date

import pytest
from langchain_core.utils.function_calling import convert_to_openai_tool

from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.questions import route_by_rules
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR
from research_agent.models.structured import response_format
from research_agent.tools.calculate import calculate_spec
from research_agent.tools.financials import get_financials_spec
from research_agent.tools.routing_prompt import Routing, router_instructions, router_question
from tests.fakes.token_count import token_count

TODAY = date(2026, 11, 30)
ONE_COMPANY = "What was Apple's revenue trend over the last 4 years?"
FOUR_COMPANIES = (
    "Compare revenue and free cash flow of Apple, Microsoft, Amazon and Nvidia over 4 years"
)
FOUR_FULL = "Compare revenue and free cash flow of Apple, AMD, Alphabet and Nvidia over 4 years"


class Desk:
    """The tools over the embedded pack, with the rules as router."""

    def __init__(self) -> None:
        store = FactStore(PACK_DIR)
        coverage = {cik: row.coverage for cik, row in store.coverage().items()}
        self.directory = CompanyDirectory.load(PACK_DIR, coverage=coverage)
        self.ledger = Ledger()
        self.spec = get_financials_spec(
            StoreProvider(store), self.directory, router_model=None, sub_tool_timeout_s=15
        )

    async def tokens_of_result(self, query: str) -> int:
        call = {"type": "tool_call", "id": "1", "name": self.spec.name, "args": {"query": query}}
        context = RunContext(TODAY, self.ledger)
        reply = await self.spec.tool.ainvoke(call, {"configurable": {RUN_CONTEXT_KEY: context}})
        self.ledger.add(reply.artifact)
        return token_count(str(reply.content))

    def tokens_of_routing(self, query: str) -> int:
        named = [mention.company for mention in self.directory.mentions(query)]
        draft = route_by_rules(query, directory=self.directory, today=TODAY)
        schema = json.dumps(response_format(Routing, strict=False))
        question = router_question(query, named, draft)
        return token_count(router_instructions(TODAY) + schema + question)


@pytest.mark.parametrize(
    ("query", "routing", "result"),
    [
        pytest.param(ONE_COMPANY, 900, 750, id="one company"),
        pytest.param(FOUR_COMPANIES, 1_200, 3_800, id="four companies, two statements"),
        pytest.param(FOUR_FULL, 1_200, 4_200, id="the same, all fully covered"),
    ],
)
async def test_a_question_stays_within_its_tokens(query: str, routing: int, result: int) -> None:
    """The prompts of a run (two of the main model, one of the router) are built on these."""
    desk = Desk()

    assert desk.tokens_of_routing(query) <= routing
    assert await desk.tokens_of_result(query) <= result


async def test_the_same_question_again_costs_next_to_nothing() -> None:
    """Every result is paid for on each later turn of the run."""
    desk = Desk()
    await desk.tokens_of_result(FOUR_COMPANIES)

    assert await desk.tokens_of_result(FOUR_COMPANIES) <= 300


def test_the_schemas_of_both_tools_are_small() -> None:
    """They go out with every request of the main model, beside its instructions."""
    tools = [convert_to_openai_tool(spec.tool) for spec in (Desk().spec, calculate_spec())]

    assert token_count(json.dumps(tools)) <= 350
