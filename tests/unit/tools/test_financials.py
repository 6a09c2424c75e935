import asyncio
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest
from langchain_core.messages import ToolMessage

from research_agent.domain.periods import Basis
from research_agent.errors import (
    AuthError,
    InvalidRequest,
    NotFound,
    PackError,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    ResearchError,
    UnknownCompany,
)
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.models.openai_chat import OpenAIChat
from research_agent.tools.financials import FinancialsArguments, get_financials_spec
from research_agent.tools.sub_calls import MAX_CALLS, all_failed
from tests.fakes.financials import HANGS, Fault, MadeUpFinancials, directory
from tests.fakes.openai_script import Reply
from tests.fakes.openai_server import openai_server
from tests.fakes.scripted_chat import TOKENS, ScriptedChat

TODAY = date(2026, 11, 30)
DIRECTORY = directory()
DOWN = ProviderError("made-up", "HTTP 503")


@dataclass
class Desk:
    """The tool over made-up figures, as an executor calls it."""

    provider: MadeUpFinancials = field(default_factory=MadeUpFinancials)
    ledger: Ledger = field(default_factory=Ledger)
    timeout_s: float = 5.0
    said: list[str] = field(default_factory=list)

    async def ask(self, query: str, model: Any = None) -> tuple[str, Artifact]:
        spec = get_financials_spec(
            self.provider, DIRECTORY, router_model=model, sub_tool_timeout_s=self.timeout_s
        )
        context = RunContext(TODAY, self.ledger, self.said.append)
        call = {"type": "tool_call", "id": "c1", "name": spec.name, "args": {"query": query}}
        reply = await spec.tool.ainvoke(call, {"configurable": {RUN_CONTEXT_KEY: context}})
        assert isinstance(reply, ToolMessage)
        return str(reply.content), reply.artifact

    async def read(self, *calls: dict[str, Any]) -> tuple[str, Artifact]:
        """Read what a model chose for a question that says nothing to the rules."""
        return await self.ask("The figures, please.", choosing(*calls))


def choosing(*calls: dict[str, Any]) -> ScriptedChat:
    return ScriptedChat(json.dumps({"calls": calls}))


def income(ticker: str, **arguments: Any) -> dict[str, Any]:
    return {"tool": "get_income_statements", "ticker": ticker, **arguments}


async def test_one_question_brings_every_series_with_its_facts() -> None:
    """The model gets text, we keep the tables, and the router's tokens are counted."""
    desk = Desk()

    content, artifact = await desk.read(
        income("AAPL", limit=2), {"tool": "get_key_ratios", "ticker": "NVDA"}
    )

    assert content.startswith("2 series of AAPL, NVDA.\n")
    assert "revenue|1000|900" in content
    assert [table.company.ticker for table in artifact.tables] == ["AAPL", "NVDA"]
    assert artifact.usage.prompt_tokens == TOKENS["input_tokens"]
    assert artifact.warnings == ()
    assert desk.said == [
        "Choosing what to read…",
        "Reading AAPL income statements…",
        "Reading NVDA key ratios…",
    ]


async def test_without_a_model_rules_choose() -> None:
    """No key is needed for the same result, and nothing is spent."""
    content, artifact = await Desk().ask("What was Apple's revenue in fiscal 2023?")

    assert "revenue" in content
    assert artifact.usage.requests == 0
    assert artifact.tables[0].company.ticker == "AAPL"


async def test_annual_and_quarterly_of_one_company_are_two_series() -> None:
    """TRAPS 43: a series is keyed by all its arguments, so that none overwrites the other."""
    _, artifact = await Desk().read(
        income("AAPL", period="annual"), income("AAPL", period="quarterly")
    )

    assert [table.periods[0].basis for table in artifact.tables] == [
        Basis.ANNUAL,
        Basis.QUARTERLY,
    ]
    assert len({table.key for table in artifact.tables}) == 2
    ledger = Ledger()
    ledger.add(artifact)
    assert ledger.resolve("AAPL.revenue.FY2024") != ledger.resolve("AAPL.revenue.Q4_FY2024")


async def test_series_are_read_at_the_same_time() -> None:
    """Four slow reads take as long as one."""
    slow = {f"{ticker}.income": Fault(delay_s=0.2) for ticker in ("AAPL", "NVDA", "KO", "TSM")}
    desk = Desk(MadeUpFinancials(faults=slow))

    before = time.monotonic()
    _, artifact = await desk.read(*(income(ticker) for ticker in ("AAPL", "NVDA", "KO", "TSM")))

    assert len(artifact.tables) == 4
    assert time.monotonic() - before < 0.6


async def test_a_read_that_hangs_costs_its_time_and_only_its_part() -> None:
    """The others are delivered; the result says what is not there and why."""
    desk = Desk(MadeUpFinancials(faults={"NVDA.income": Fault(delay_s=HANGS)}), timeout_s=0.2)

    before = time.monotonic()
    content, artifact = await desk.read(income("AAPL"), income("NVDA"))

    assert time.monotonic() - before < 1.0
    assert [table.company.ticker for table in artifact.tables] == ["AAPL"]
    (warning,) = artifact.warnings
    assert warning == (
        "Missing here: made-up: NVDA income statements took longer than 0.2 s; "
        "ask again or for less."
    )
    assert f"Note: {warning}" in content


async def test_a_read_that_fails_costs_only_its_part() -> None:
    """The reason reaches the model in the result, not in a log (TRAPS 48)."""
    desk = Desk(MadeUpFinancials(faults={"NVDA.income": Fault(DOWN)}))

    content, artifact = await desk.read(income("AAPL"), income("NVDA"))

    assert len(artifact.tables) == 1
    assert "Note: Missing here: made-up: HTTP 503\n" in content
    assert desk.provider.asked.count("NVDA.income.annual") == 2


@pytest.mark.parametrize(
    ("error", "attempts"),
    [
        pytest.param(DOWN, 2, id="server error: once more"),
        pytest.param(ProviderTimeout("made-up", "no answer"), 2, id="no answer: once more"),
        pytest.param(RateLimited("made-up", "429", retry_after=0.01), 2, id="busy: wait"),
        pytest.param(RateLimited("made-up", "429", retry_after=60), 1, id="too long a wait"),
        pytest.param(AuthError("made-up", "no key"), 1, id="the key stays wrong"),
        pytest.param(NotFound("no such"), 1, id="what is not there stays away"),
        pytest.param(InvalidRequest("no sense"), 1, id="nonsense stays nonsense"),
        pytest.param(PackError("damaged"), 1, id="a damaged file stays damaged"),
    ],
)
async def test_only_what_may_pass_is_tried_again(error: Exception, attempts: int) -> None:
    """One retry where it can help; otherwise the reason at once."""
    desk = Desk(MadeUpFinancials(faults={"NVDA.income": Fault(error)}))

    _, artifact = await desk.read(income("AAPL"), income("NVDA"))

    assert desk.provider.asked.count("NVDA.income.annual") == attempts
    assert str(error) in artifact.warnings[0]


async def test_a_second_attempt_that_works_leaves_no_trace() -> None:
    """A single failure of the source is not the reader's business."""
    desk = Desk(MadeUpFinancials(faults={"AAPL.income": Fault(DOWN, times=1)}))

    _, artifact = await desk.read(income("AAPL"))

    assert len(artifact.tables) == 1
    assert artifact.warnings == ()


async def test_an_unknown_company_costs_only_its_part() -> None:
    """The nearest names are offered; the known company is answered."""
    _, artifact = await Desk().read(income("AAPL"), income("NVIDEA CORPORATIONS"))

    assert [table.company.ticker for table in artifact.tables] == ["AAPL"]
    assert 'No listed company matches "NVIDEA CORPORATIONS"' in artifact.warnings[0]


async def test_equal_calls_are_read_once() -> None:
    """Models repeat themselves; three statements include the one asked for beside them."""
    desk = Desk()

    _, artifact = await desk.read(
        income("AAPL"),
        income("Apple"),
        {"tool": "get_all_financial_statements", "ticker": "AAPL"},
    )

    assert sorted(desk.provider.asked) == [
        "AAPL.balance.annual",
        "AAPL.cash_flow.annual",
        "AAPL.income.annual",
    ]
    assert len(artifact.tables) == 3


async def test_too_many_series_are_cut_with_a_warning() -> None:
    """One question cannot read the whole store; what was left out is named."""
    _, artifact = await Desk().read(
        *(income("AAPL", limit=limit) for limit in range(1, MAX_CALLS + 3))
    )

    assert len(artifact.tables) == MAX_CALLS
    assert artifact.warnings == (
        f"Only the first {MAX_CALLS} series were read; ask separately for AAPL income "
        "statements, AAPL income statements.",
    )


async def test_what_the_run_has_already_is_not_written_again() -> None:
    """The same question twice costs a line the second time, with the evidence unchanged."""
    desk = Desk()
    first, artifact = await desk.read(income("AAPL"))
    desk.ledger.add(artifact)

    second, again = await desk.read(income("AAPL"))

    assert again.tables == artifact.tables
    assert "as given above, unchanged" in second
    assert len(second) < len(first) / 3


@pytest.mark.parametrize(
    ("faults", "expected", "text"),
    [
        pytest.param(
            {"AAPL.income": DOWN, "NVDA.income": AuthError("made-up", "no key")},
            ProviderError,
            "HTTP 503 .*no key",
            id="the source",
        ),
        pytest.param(
            {"AAPL.income": NotFound("No A."), "NVDA.income": NotFound("No B.")},
            NotFound,
            r"No A\. No B\.",
            id="two reasons",
        ),
        pytest.param(
            {"AAPL.income": NotFound("Gone."), "NVDA.income": NotFound("Gone.")},
            NotFound,
            r"^Gone\.$",
            id="one reason",
        ),
        pytest.param(
            {"AAPL.income": InvalidRequest("Bad."), "NVDA.income": InvalidRequest("Worse.")},
            InvalidRequest,
            r"Bad\. Worse\.",
            id="the arguments",
        ),
    ],
)
async def test_when_nothing_comes_the_reasons_are_raised(
    faults: dict[str, Exception], expected: type[ResearchError], text: str
) -> None:
    """No empty success: an error of the kind that says what can be done (TRAPS 42)."""
    desk = Desk(MadeUpFinancials(faults={key: Fault(error) for key, error in faults.items()}))

    with pytest.raises(expected, match=text):
        await desk.read(income("AAPL"), income("NVDA"))


async def test_a_single_unknown_company_is_raised_as_that() -> None:
    """Its candidates stay with the error."""
    with pytest.raises(UnknownCompany) as caught:
        await Desk().ask("figures", choosing(income("Nvidea")))

    assert caught.value.candidates


async def test_rules_have_a_second_look_when_the_models_choice_brings_nothing() -> None:
    """A small model asks for the year 1999; the rules read what the question says."""
    desk = Desk(MadeUpFinancials(faults={"AAPL.balance": Fault(NotFound("Nothing there."))}))

    content, artifact = await desk.ask(
        "What was Apple's revenue in fiscal 2023?",
        choosing({"tool": "get_balance_sheets", "ticker": "AAPL"}),
    )

    assert artifact.tables[0].row("revenue") is not None
    assert artifact.usage.requests == 1
    assert "the router's choice brought nothing: Nothing there." in content


async def test_a_bug_is_not_taken_for_a_missing_figure() -> None:
    """What is no error of ours stops the call; the executor logs it."""
    desk = Desk(MadeUpFinancials(faults={"NVDA.income": Fault(ZeroDivisionError())}))

    with pytest.raises(ZeroDivisionError):
        await desk.read(income("AAPL"), income("NVDA"))


async def test_cancelling_the_call_ends_every_read() -> None:
    """Stop means stop: no read is left behind."""
    desk = Desk(MadeUpFinancials(faults={"AAPL.income": Fault(delay_s=HANGS)}), timeout_s=HANGS)
    running = asyncio.create_task(desk.read(income("AAPL")))
    while not desk.provider.asked:
        await asyncio.sleep(0.01)

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    assert len(asyncio.all_tasks()) == 1


@pytest.mark.parametrize("query", ["   ", "\n"])
async def test_an_empty_query_is_refused(query: str) -> None:
    """Before any model is asked."""
    with pytest.raises(InvalidRequest, match="empty"):
        await Desk().ask(query)


def test_the_schema_refuses_what_it_does_not_know() -> None:
    """One argument, and nothing beside it."""
    with pytest.raises(ValueError, match="Extra inputs"):
        FinancialsArguments.model_validate({"query": "x", "ticker": "AAPL"})


def test_one_reason_stands_for_itself() -> None:
    """An error is not wrapped for nothing."""
    error = RateLimited("sec", "busy")

    assert all_failed([error]) is error


@pytest.fixture
async def loopback() -> AsyncIterator[tuple[OpenAIChat, Any]]:
    """A router model behind a real HTTP server, asked through the real SDK."""
    reply = Reply(json.dumps({"calls": [income("Apple", period="annual", limit=1)]}))
    with openai_server([reply]) as server:
        model = OpenAIChat(model="small", base_url=server.base_url, api_key="k")
        yield model, server
        await model.aclose()


async def test_the_router_works_through_the_openai_sdk(
    loopback: tuple[OpenAIChat, Any],
) -> None:
    """The schema goes out as `response_format`, the tokens come back into the usage."""
    model, server = loopback

    _, artifact = await Desk().ask("Apple revenue", model)

    (request,) = server.requests
    assert request.body["response_format"]["json_schema"]["name"] == "Routing"
    assert "tools" not in request.body
    assert artifact.usage.requests == 1
    assert artifact.usage.prompt_tokens > 0
    assert artifact.tables[0].periods[0].label == "FY2024"
