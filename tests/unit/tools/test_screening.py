"""`screen_companies` over the embedded pack."""

import json
from datetime import date
from pathlib import Path

import pytest
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import ToolMessage
from langchain_core.utils.function_calling import convert_to_openai_tool

from research_agent.errors import InvalidRequest
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.finance.screening.screener import Screener
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR
from research_agent.models.structured import response_format
from research_agent.tools.screening import screen_companies_spec
from research_agent.tools.screening_prompt import WrittenScreen, screen_messages
from tests.fakes.scripted_chat import ScriptedChat
from tests.fakes.token_count import token_count
from tests.traps.pack import directory, provider

TODAY = date(2026, 12, 7)
QUESTION = "companies that sell chips and keep more than half of revenue as profit"
FILTER = 'net_margin > 50% and sector = "Technology"'


@pytest.fixture(scope="module")
def screener(tmp_path_factory: pytest.TempPathFactory) -> Screener:
    folder: Path = tmp_path_factory.mktemp("screening")
    return Screener(FactStore(PACK_DIR), directory(), provider(), folder)


async def called(
    screener: Screener, query: str, model: BaseChatModel | None = None
) -> tuple[str, Artifact]:
    spec = screen_companies_spec(screener, router_model=model)
    call = {"type": "tool_call", "id": "c1", "name": spec.name, "args": {"query": query}}
    context = RunContext(TODAY, Ledger())
    reply = await spec.tool.ainvoke(call, {"configurable": {RUN_CONTEXT_KEY: context}})
    assert isinstance(reply, ToolMessage)
    return str(reply.content), reply.artifact


async def test_without_a_model_rules_read_the_question(screener: Screener) -> None:
    """The filter is shown, and every figure of the table is a fact of the run with its filing."""
    content, artifact = await called(
        screener, "companies with revenue growth above 40% and net margin above 15%"
    )
    assert "Filter: `revenue_growth > 40% and net_margin > 15%`" in content
    assert "| NVDA (NVIDIA Corp) | 65.47% | 55.60% | FY2026, ended 2026-01-25 |" in content
    ledger = Ledger()
    ledger.add(artifact)
    assert ledger.resolve("NVDA.revenue_growth.FY2026").url.startswith("https://www.sec.gov/")
    assert len(artifact.facts) == 2 * content.count("ended 20")


async def test_a_model_writes_the_filter(screener: Screener) -> None:
    """What rules cannot read; the cost goes to the run."""
    model = ScriptedChat(json.dumps({"filter": FILTER}))
    content, artifact = await called(screener, QUESTION, model)
    assert f"Filter: `{FILTER}`" in content
    assert "NVDA" in content
    assert artifact.usage.requests == 1
    assert artifact.warnings == ()


async def test_a_filter_that_cannot_be_read_goes_back_once(screener: Screener) -> None:
    """With the sentence that says where; the second try counts."""
    model = ScriptedChat(json.dumps({"filter": "net_margn > 50%"}), json.dumps({"filter": FILTER}))
    content, artifact = await called(screener, QUESTION, model)
    assert f"Filter: `{FILTER}`" in content
    assert artifact.usage.requests == 2


async def test_a_model_that_fails_leaves_it_to_the_rules(screener: Screener) -> None:
    """The answer is there, and says who read the question."""
    model = ScriptedChat("no idea", "still none")
    content, artifact = await called(screener, "which companies have net margin above 50%", model)
    assert "Filter: `net_margin > 50%`" in content
    assert "Rules read the filter, because the router's model failed" in artifact.warnings[0]


async def test_a_filter_needs_no_model(screener: Screener) -> None:
    """It is taken as it stands."""
    model = ScriptedChat()
    content, _ = await called(screener, FILTER, model)
    assert f"Filter: `{FILTER}`" in content


async def test_a_question_that_is_no_screen_is_refused(screener: Screener) -> None:
    """With an example of what would do."""
    with pytest.raises(InvalidRequest, match="This asks for no screen"):
        await called(screener, "tell me a story")


def test_the_schema_and_the_prompt_are_small() -> None:
    """The schema goes out with every turn, the prompt once for a screen."""
    spec = screen_companies_spec(None)  # type: ignore[arg-type]
    assert token_count(json.dumps(convert_to_openai_tool(spec.tool))) <= 120
    prompt = "".join(str(m.content) for m in screen_messages(QUESTION, ""))
    schema = json.dumps(response_format(WrittenScreen, strict=False))
    assert token_count(prompt + schema) <= 700


def test_a_run_as_of_a_day_is_not_offered_screens() -> None:
    """The table knows later filings: the future would leak in."""
    assert not screen_companies_spec(None).dated  # type: ignore[arg-type]
