import json
from dataclasses import replace
from datetime import date

from langchain_core.runnables import RunnableConfig

from research_agent.agent.loop import Agent
from research_agent.domain.events import RunStarted, TextDelta, ToolFinished
from research_agent.evidence.artifact import Artifact
from research_agent.tools.registry import ToolRegistry
from tests.fakes.scripted_model import Call, Reply, ScriptedModel
from tests.fakes.small_tools import artifact_tool, context_of, spec
from tests.unit.agent.scene import LOOK_UP, play

SUM_UP = replace(artifact_tool("sum_up"), needs_evidence=True)


async def test_a_tool_that_works_on_figures_is_offered_once_there_are_some() -> None:
    """A small model otherwise starts to calculate with figures it does not have."""
    model = ScriptedModel(Reply(calls=[Call("look_up", {"query": "x"})]), Reply("Done."))
    await play(model, LOOK_UP, SUM_UP)

    assert [asked.tools for asked in model.asked] == [("look_up",), ("look_up", "sum_up")]


async def test_what_is_not_offered_cannot_be_executed_either() -> None:
    """Offer and execution come from one snapshot a turn; the run goes on."""
    model = ScriptedModel(Reply(calls=[Call("sum_up", {"query": "x"})]), Reply("Done."))
    outcome = await play(model, LOOK_UP, SUM_UP)

    assert outcome.results[0].startswith("Error (not_granted)")
    assert outcome.answer.text == "Done."


async def test_a_run_as_of_a_day_has_only_tools_that_keep_to_it() -> None:
    """The model is not offered the others, cannot call them, and is told the day."""
    day = date(2020, 3, 31)
    seen: list[date | None] = []

    async def look(query: str, config: RunnableConfig) -> tuple[str, Artifact]:
        seen.append(context_of(config).as_of)
        return query, Artifact()

    dated = replace(spec("dated", look), dated=True)
    model = ScriptedModel(
        Reply(calls=[Call("look_up", {"query": "x"}), Call("dated", {"query": "x"})]),
        Reply("Done."),
    )
    agent = Agent(model, ToolRegistry([LOOK_UP, dated]).granted("full"), instructions="Answer.")
    events = [event async for event in agent.run("?", run_id="r", today=day, as_of=day)]

    assert [asked.tools for asked in model.asked] == [("dated",), ("dated",)]
    assert seen == [day]
    assert [e.code for e in events if isinstance(e, ToolFinished)] == ["unknown_tool", "ok"]
    assert "Work as on 2020-03-31" in str(model.asked[0].messages[0].content)
    assert isinstance(events[0], RunStarted)
    assert (events[0].today, events[0].as_of) == ("2020-03-31", "2020-03-31")


async def test_a_model_that_writes_call_after_call_is_cut_off() -> None:
    """Small models repeat their text calls until the token limit; four are enough to go on."""
    call = "<tool_call>{}</tool_call>\n"
    written = "".join(
        call.format(json.dumps({"name": "look_up", "arguments": {"query": f"q{n}"}}))
        for n in range(50)
    )
    outcome = await play(ScriptedModel(Reply(written), Reply("Done.")))

    assert len(outcome.results) == 4
    assert outcome.answer.text == "Done."


async def test_a_result_that_a_model_imagines_behind_its_call_is_not_waited_for() -> None:
    """The call is run; what the model went on to invent is thrown away."""
    call = '<tools>\n{"name": "look_up", "arguments": {"query": "x"}}\n</tools>\n\n'
    imagined = "# Results\n\n" + "Revenue was 868.0. " * 200
    outcome = await play(ScriptedModel(Reply(call + imagined), Reply("Done.")))

    assert outcome.results == ["look_up: x"]
    assert outcome.answer.text == "Done."
    assert sum(len(e.text) for e in outcome.events if isinstance(e, TextDelta)) < 200


async def test_an_answer_that_begins_with_a_table_is_read_to_its_end() -> None:
    """Only calls of granted tools cut a reply short."""
    text = "`AAPL` and {braces} are text.\n\n" + "So is this. " * 50
    outcome = await play(ScriptedModel(Reply(text)))

    assert outcome.answer.text == text
