"""Traps 41 to 50: what goes wrong between figures, tools, models and screens."""

import asyncio
import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from langchain_core.messages import ToolMessage

from research_agent.agent.loop import Agent
from research_agent.domain.answers import FigureStatus
from research_agent.domain.events import Answered, TextDelta, ToolFinished, WarningRaised
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.errors import NotFound, ProviderError, RateLimited, ResearchError
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.verification import verify
from research_agent.finance.lines.line_items import StatementKind
from research_agent.models.openai_chat import OpenAIChat
from research_agent.runs.trace import Trace
from research_agent.tools.financials import get_financials_spec
from research_agent.tools.registry import Risk, ToolRegistry
from research_agent.tools.router import route
from research_agent.tools.series_text import series_text
from research_agent.ui.text import literal
from tests.fakes.filed import APPLE, statement
from tests.fakes.financials import Fault, MadeUpFinancials
from tests.fakes.financials import directory as five_companies
from tests.fakes.openai_server import Reply, Rule, openai_server
from tests.fakes.scripted_chat import ScriptedChat
from tests.fakes.scripted_model import Call, ScriptedModel, calls
from tests.fakes.small_tools import artifact_tool
from tests.traps.pack import directory, provider
from tests.unit.agent.scene import play

TODAY = date(2026, 11, 30)
LOOK = calls(Call("look_up", {"query": "Apple revenue"}))
RIGHT = "Apple's revenue in FY2023 was $383,285 million."


async def asked(source: MadeUpFinancials, query: str) -> tuple[str, Artifact]:
    """What `get_financials` answers over made-up figures, by rules."""
    spec = get_financials_spec(source, five_companies(), router_model=None, sub_tool_timeout_s=5.0)
    call = {"type": "tool_call", "id": "c1", "name": spec.name, "args": {"query": query}}
    context = RunContext(TODAY, Ledger(), lambda _said: None)
    reply = await spec.tool.ainvoke(call, {"configurable": {RUN_CONTEXT_KEY: context}})
    assert isinstance(reply, ToolMessage)
    return str(reply.content), reply.artifact


def test_trap_41_a_real_source_does_not_make_a_wrong_number_right() -> None:
    """Two digits exchanged, beside the link to the right filing: the number is what is checked."""
    ledger = Ledger()
    ledger.add(Artifact(tables=(statement(APPLE),)))
    link = next(iter(statement(APPLE).facts())).url
    right, wrong = (
        verify(f"Apple's revenue in FY2023 was ${number} million ([10-K]({link})).", ledger)
        for number in ("383,285", "338,285")
    )

    assert [figure.status for figure in right] == [FigureStatus.VERIFIED]
    assert [figure.status for figure in wrong] == [FigureStatus.UNVERIFIED]


async def test_trap_42_a_query_that_finds_nothing_is_an_error_and_not_an_empty_success() -> None:
    """Over nothing a model makes up figures and sources."""
    nothing = MadeUpFinancials(
        faults={"AAPL.income": Fault(NotFound("The store has no such period of AAPL."))}
    )
    with pytest.raises(ResearchError, match="no such period of AAPL"):
        await asked(nothing, "Apple's income statement for 2010")
    query = PeriodQuery(end_lte=date(1990, 12, 31))
    with pytest.raises(NotFound, match="it covers FY"):
        await provider().series(directory().resolve("AAPL"), ["revenue"], query)


async def test_trap_43_annual_and_quarterly_series_of_one_company_live_side_by_side() -> None:
    """Stored under tool and ticker, the second would replace the first."""
    ledger = Ledger()
    apple = directory().resolve("AAPL")
    for basis in (Basis.ANNUAL, Basis.QUARTERLY):
        query = PeriodQuery(basis=basis, limit=4, end_lte=date(2025, 9, 30))
        found = await provider().statement(apple, StatementKind.INCOME, query)
        ledger.add(Artifact(tables=(found,)))

    assert len({one.key for one in ledger.tables}) == 2
    year = ledger.resolve("AAPL.revenue.FY2025")
    quarter = ledger.resolve("AAPL.revenue.Q4_FY2025")
    assert year.value == Decimal(416_161_000_000)
    # 416,161 less the nine months' 313,695 million of 0000320193-25-000073
    assert quarter.value == Decimal(416_161_000_000 - 313_695_000_000)


async def test_trap_44_what_the_model_reads_has_every_line_that_the_statement_has() -> None:
    """Tax, research, debt or shares that a table drops, a model makes up.

    Lines without any figure are named, or, where they are many, said to be n/a together.
    """
    apple = directory().resolve("AAPL")
    query = PeriodQuery(limit=2, end_lte=date(2025, 9, 30))
    tables = [await provider().statement(apple, kind, query) for kind in StatementKind]
    text = series_text(tables)

    for found in tables:
        for row in found.rows:
            empty = all(isinstance(cell, Missing) for cell in row.cells)
            assert row.concept in text or empty
    assert "n/a throughout (not reported): every line of the statement that is not shown" in text
    for line in ("income_tax", "research_and_development", "total_debt", "weighted_shares_diluted"):
        assert f"{line}|" in text


@pytest.mark.parametrize("shown", range(1, len("from $3 to $4 bn and $5") + 1))
def test_trap_45_dollars_are_no_formula_at_any_moment_of_a_stream(shown: int) -> None:
    """Streamlit typesets what stands between two dollar signs; each prefix is on the screen once."""
    safe = literal("from $3 to $4 bn and $5"[:shown])

    assert "$" not in safe.replace(r"\$", "")


async def test_trap_46_braces_in_a_question_reach_the_model_as_they_were_typed() -> None:
    """A template engine would fail on them, or fill them in."""
    question = "Apple revenue {today} {0} {{x}} %s ${HOME}"
    chosen = {"tool": "get_income_statements", "ticker": "AAPL", "period": "annual", "limit": 2}
    router = ScriptedChat(json.dumps({"calls": [chosen]}))
    await route(question, model=router, directory=five_companies(), today=TODAY, timeout_s=5.0)
    analyst = ScriptedModel("Hello.")
    await play(analyst, question=question)

    assert router.asked[0][1].text.startswith(question)
    assert analyst.asked[0].messages[1].text == question


async def test_trap_47_a_denied_call_does_not_end_the_run() -> None:
    """The model reads the refusal and goes on with what it may do."""
    model = ScriptedModel(calls(Call("delete_all", {"query": "x"})), LOOK, RIGHT)
    registry = ToolRegistry(
        [
            artifact_tool("look_up", Artifact(tables=(statement(APPLE),))),
            artifact_tool("delete_all", risk=Risk.WRITE),
        ]
    )
    agent = Agent(
        model,
        registry.granted("readonly"),
        instructions="Answer.",
        known_tools=registry.names,
    )
    events = [
        event
        async for event in agent.run("Revenue?", run_id="r", today=TODAY, cancel=asyncio.Event())
    ]
    final = events[-1]

    assert [event.code for event in events if isinstance(event, ToolFinished)] == [
        "not_granted",
        "ok",
    ]
    assert isinstance(final, Answered)
    assert final.answer.text == RIGHT


async def test_trap_47_the_cap_on_turns_ends_with_an_answer() -> None:
    """What was found is paid for: the last turn has no tools and must say something."""
    model = ScriptedModel(LOOK, calls(Call("look_up", {"query": "more"})), RIGHT)
    outcome = await play(model, max_turns=2)

    assert model.asked[-1].tools == ()
    assert isinstance(outcome.final, Answered)
    assert outcome.answer.partial
    assert outcome.answer.text == RIGHT


async def test_trap_48_what_could_not_be_read_stands_in_the_result_the_model_reads() -> None:
    """In a log it would help nobody; the answer would pass half of it for the whole."""
    source = MadeUpFinancials(faults={"NVDA.series": Fault(ProviderError("made-up", "HTTP 503"))})
    source.faults["NVDA.income"] = source.faults["NVDA.series"]
    content, artifact = await asked(source, "Revenue of Apple and NVIDIA in fiscal 2024")

    assert [found.company.ticker for found in artifact.tables] == ["AAPL"]
    assert "Missing here: made-up: HTTP 503" in content
    assert "Missing here: made-up: HTTP 503" in artifact.warnings


async def test_trap_48_a_tools_warning_is_told_to_the_person_too() -> None:
    """An event of the run, so that every screen and the trace have it."""
    tool = artifact_tool("look_up", Artifact(warnings=("Only part of it was read.",)))
    outcome = await play(ScriptedModel(LOOK, "Nothing."), tool)

    assert "Only part of it was read." in [w.message for w in outcome.of(WarningRaised)]


async def test_trap_49_an_error_that_comes_as_a_success_is_an_error() -> None:
    """Some servers say "busy" under HTTP 200; read as an answer it would be an empty one."""
    busy = Reply(raw=b'{"error": {"code": 429, "message": "busy"}}')
    with openai_server([Rule(busy)]) as server:
        model = OpenAIChat(model="m", api_key="sk-1", base_url=server.base_url, backoff_s=0.01)
        try:
            with pytest.raises(RateLimited):
                await model.ainvoke("q")
        finally:
            await model.aclose()


def test_trap_50_two_runs_of_one_second_have_a_file_each(tmp_path: Path) -> None:
    """Named by the second, the later would write over the earlier."""
    traces = [Trace(tmp_path, name) for name in ("one", "two")]
    for trace in traces:
        trace.write(TextDelta(1, str(id(trace))))
        trace.close()
    texts = {path.read_text() for path in tmp_path.iterdir()}

    assert len(texts) == 2


async def test_trap_50_figures_of_one_run_are_no_evidence_in_another() -> None:
    """Two people who ask at once must not share a ledger."""
    look_up = artifact_tool("look_up", Artifact(tables=(statement(APPLE),)))
    first = await play(ScriptedModel(LOOK, RIGHT), look_up)
    second = await play(ScriptedModel(RIGHT), look_up)

    assert [figure.status for figure in first.answer.figures] == [FigureStatus.VERIFIED]
    assert [figure.status for figure in second.answer.figures] == [FigureStatus.UNVERIFIED]
    assert isinstance(first.answer.figures[0].fact, Fact)
