import pytest
from langchain_core.messages import AIMessage, HumanMessage

from research_agent.agent.run_state import history_problems
from research_agent.domain.answers import FigureStatus, Usage
from research_agent.domain.events import (
    Answered,
    Failed,
    RunStarted,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnStarted,
    UsageReported,
    WarningRaised,
)
from research_agent.errors import (
    AuthError,
    InvalidRequest,
    ModelError,
    ProviderError,
    ProviderTimeout,
    RateLimited,
)
from research_agent.evidence.artifact import Artifact
from tests.fakes.scripted_model import Call, Reply, ScriptedModel, calls
from tests.fakes.small_tools import artifact_tool
from tests.unit.agent.scene import LOOK_UP, TODAY, play

LOOK = calls(Call("look_up", {"query": "Apple revenue"}))
REVENUE = "Apple's revenue in FY2023 was $383,285 million."


async def test_an_answer_ends_the_run() -> None:
    """The plain case: ask, look up, answer; each step is told as it happens."""
    outcome = await play(ScriptedModel(LOOK, REVENUE))

    kinds = [type(event).__name__ for event in outcome.events if not isinstance(event, TextDelta)]
    assert kinds == [
        "RunStarted",
        "TurnStarted",
        "UsageReported",
        "ToolRequested",
        "ToolStarted",
        "ToolFinished",
        "TurnStarted",
        "UsageReported",
        "Answered",
    ]
    assert outcome.answer.text == REVENUE
    assert not outcome.answer.partial
    assert [f.status for f in outcome.answer.figures] == [FigureStatus.VERIFIED]
    assert outcome.answer.analyst == "scripted model"


async def test_text_arrives_while_it_is_written() -> None:
    """A person reads along; the pieces add up to the answer."""
    outcome = await play(ScriptedModel(REVENUE))

    pieces = [delta.text for delta in outcome.of(TextDelta)]
    assert len(pieces) > 4
    assert "".join(pieces) == REVENUE


async def test_the_run_knows_its_day_and_its_tools() -> None:
    """The model counts "last year" from the run's date, and reads one line about each tool."""
    model = ScriptedModel("Hello.")
    outcome = await play(model)

    system = model.asked[0].messages[0].text
    assert system.startswith(f"Today is {TODAY}.\n")
    assert system.endswith("- look_up: look_up")
    assert model.asked[0].tools == ("look_up",)
    started = outcome.events[0]
    assert isinstance(started, RunStarted)
    assert (started.run_id, started.today) == ("r1", "2026-11-30")


async def test_earlier_messages_stand_before_the_question() -> None:
    """A follow-up question is read in its conversation."""
    model = ScriptedModel("Hello.")
    await play(model, question="And 2022?", history=[HumanMessage("2023?"), AIMessage("383")])

    assert [m.text for m in model.asked[0].messages[1:]] == ["2023?", "383", "And 2022?"]


async def test_out_of_turns_the_model_answers_without_tools() -> None:
    """A cap that only stops would throw away what was paid for."""
    model = ScriptedModel(LOOK, calls(Call("look_up", {"query": "more"})), REVENUE)
    outcome = await play(model, max_turns=2)

    assert [asked.tools for asked in model.asked] == [("look_up",), ("look_up",), ()]
    assert isinstance(outcome.final, Answered)
    assert outcome.answer.partial
    assert outcome.answer.text == REVENUE
    assert [turn.turn for turn in outcome.of(TurnStarted)] == [1, 2, 3]
    assert outcome.of(WarningRaised)[-1].message.startswith("The run used up its turns")


@pytest.mark.parametrize(
    "last",
    [
        pytest.param("", id="nothing"),
        pytest.param(LOOK, id="a call"),
        pytest.param(
            '<tool_call>{"name": "look_up", "arguments": {"query": "x"}}</tool_call>',
            id="a call written into the text",
        ),
    ],
)
async def test_a_last_word_that_is_none_fails_with_the_evidence(last: Reply | str) -> None:
    """A call is never taken for an answer, and an empty answer is none."""
    outcome = await play(ScriptedModel(LOOK, last), max_turns=1)

    assert isinstance(outcome.final, Failed)
    assert outcome.final.message == "The model ended without an answer."
    assert [table.company.ticker for table in outcome.answer.tables] == ["AAPL"]
    assert history_problems(outcome.messages) == []


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (AuthError("openai", "the key was refused"), "auth"),
        (RateLimited("openai", "too many requests", retry_after=3), "rate_limited"),
        (ProviderTimeout("openai", "no answer within 120 s"), "timeout"),
        (ProviderError("openai", "the answer broke off"), "provider_error"),
        (ModelError("context_length", "The conversation is too long."), "model"),
        (InvalidRequest("The server cannot call tools."), "invalid_request"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_model_failure_keeps_the_evidence(error: Exception, code: str) -> None:
    """Whatever the model's server does, the person gets what was found, and one sentence."""
    outcome = await play(ScriptedModel(LOOK, error))

    assert isinstance(outcome.final, Failed)
    assert (outcome.final.code, outcome.final.message) == (code, str(error))
    assert outcome.answer.partial
    assert [table.company.ticker for table in outcome.answer.tables] == ["AAPL"]


async def test_a_bug_fails_without_its_details() -> None:
    """A stack trace or a key in an exception's text is nothing for the person."""
    outcome = await play(ScriptedModel(LOOK, ZeroDivisionError("key sk-123")))

    assert isinstance(outcome.final, Failed)
    assert outcome.final.code == "internal"
    assert "sk-123" not in outcome.final.message
    assert "ZeroDivision" not in outcome.final.message
    assert outcome.answer.tables


async def test_a_reply_cut_by_its_connection_keeps_its_text() -> None:
    """What was read on the screen does not vanish when the connection breaks."""
    error = ProviderError("openai", "the answer broke off")
    outcome = await play(ScriptedModel(LOOK, Reply("Revenue was", error=error)))

    assert isinstance(outcome.final, Failed)
    assert outcome.answer.text == "Revenue was"
    assert outcome.answer.partial


async def test_a_reply_cut_by_its_length_goes_on_and_is_joined() -> None:
    """The answer is all pieces, not the last one."""
    cut = [Reply(piece, finish="length") for piece in ("Apple's revenue ", "in FY2023 was $383,")]
    model = ScriptedModel(LOOK, *cut, "285 million.")
    outcome = await play(model)

    assert outcome.answer.text == REVENUE
    assert not outcome.answer.partial
    assert model.asked[2].messages[-1].text.startswith("Your reply was cut off")


async def test_a_reply_is_gone_on_with_three_times_at_most() -> None:
    """A model that never ends must not be paid for ever."""
    outcome = await play(ScriptedModel(*[Reply(f"piece {n} ", finish="length") for n in range(4)]))

    assert isinstance(outcome.final, Failed)
    assert outcome.final.code == "model"
    assert outcome.answer.text == "piece 0 piece 1 piece 2 piece 3 "


async def test_a_beginning_before_a_call_is_no_part_of_the_answer() -> None:
    """A model that looks something up instead of going on writes its answer anew."""
    outcome = await play(ScriptedModel(Reply("I think", finish="length"), LOOK, REVENUE))

    assert outcome.answer.text == REVENUE


async def test_whether_to_go_on_is_read_from_the_calls() -> None:
    """Servers send "stop" with calls, and "tool_calls" without any."""
    odd = Reply(calls=[Call("look_up", {"query": "x"})], finish="stop")
    outcome = await play(ScriptedModel(odd, Reply(REVENUE, finish="tool_calls")))

    assert outcome.answer.text == REVENUE
    assert outcome.results == ["look_up: x"]


async def test_a_filtered_answer_fails() -> None:
    """Half of a filtered answer is not what the model meant to say."""
    outcome = await play(ScriptedModel(LOOK, Reply("Rev", finish="content_filter")))

    assert isinstance(outcome.final, Failed)
    assert outcome.final.code == "model"
    assert "filtered" in outcome.final.message
    assert outcome.answer.tables


async def test_an_empty_reply_gets_one_nudge() -> None:
    """Small models say nothing once in a while; asking again helps."""
    model = ScriptedModel(LOOK, " \n", REVENUE)
    outcome = await play(model)

    assert outcome.answer.text == REVENUE
    assert model.asked[2].messages[-1].text.startswith("Your reply was empty")


async def test_a_second_empty_reply_fails() -> None:
    """A model that says nothing twice says nothing a third time."""
    outcome = await play(ScriptedModel(LOOK, "", ""))

    assert isinstance(outcome.final, Failed)
    assert outcome.final.message == "The model answered with nothing, twice."
    assert outcome.answer.tables


@pytest.mark.parametrize("broken", ['{"query": "Apple rev', "[1]", '"x"', "{query: 1}"])
async def test_broken_arguments_are_an_error_result(broken: str) -> None:
    """A call cut off in the middle must not run with half its arguments, nor end the run."""
    model = ScriptedModel(calls(Call("look_up", broken)), LOOK, REVENUE)
    outcome = await play(model)

    assert outcome.results[0].startswith("Error (invalid_arguments): The arguments are not a JSON")
    assert len(outcome.of(ToolStarted)) == 1
    assert outcome.answer.text == REVENUE


async def test_arguments_of_ten_megabytes_are_refused_and_forgotten() -> None:
    """They would be sent again with every turn, and written to every trace."""
    huge = calls(Call("look_up", {"query": "x" * 10_000_000}))
    model = ScriptedModel(huge, REVENUE)
    outcome = await play(model)

    assert outcome.results[0].startswith("Error (invalid_arguments): The arguments exceed 100,000")
    assert len(str(model.asked[1].messages)) < 10_000
    assert len(str(outcome.events)) < 100_000


async def test_a_call_written_into_the_text_runs() -> None:
    """Small models write their calls; the conversation then holds a call, not its text."""
    written = 'I look. <tool_call>{"name": "look_up", "arguments": {"query": "a"}}</tool_call>'
    outcome = await play(ScriptedModel(written, REVENUE))

    assert outcome.results == ["look_up: a"]
    assert outcome.answer.text == REVENUE
    assert outcome.messages[2].text == ""


async def test_ids_used_again_get_new_ones() -> None:
    """Some servers start over with call_0 at every turn, or give two calls one id."""
    again = calls(Call("look_up", {"query": "a"}, "c0"), Call("look_up", {"query": "b"}, "c0"))
    other = calls(Call("look_up", {"query": "c"}, "c0"), Call("look_up", {"query": "d"}, ""))
    outcome = await play(ScriptedModel(again, other, REVENUE))

    assert [result.split("\n")[0] for result in outcome.results] == [
        f"look_up: {query}" for query in "abcd"
    ]
    assert history_problems(outcome.messages) == []


async def test_usage_counts_the_model_and_what_the_tools_spent() -> None:
    """The person pays for the router as well; one total says so."""
    routed = artifact_tool("look_up", Artifact(usage=Usage(100, 20, 2)))
    outcome = await play(ScriptedModel(LOOK, REVENUE), routed)

    assert outcome.answer.usage == Usage(120, 30, 4)
    assert [report.usage.requests for report in outcome.of(UsageReported)] == [1, 4]


async def test_a_failing_tool_ends_nothing() -> None:
    """Errors are data: the model reads them and goes on."""
    model = ScriptedModel(calls(Call("nothing", {}), Call("look_up", {"query": "a"})), REVENUE)
    outcome = await play(model)

    assert [finished.code for finished in outcome.of(ToolFinished)] == ["unknown_tool", "ok"]
    assert outcome.results[0] == (
        "Error (unknown_tool): There is no tool 'nothing'; offered: look_up. "
        "Use one of the tools offered."
    )
    assert outcome.answer.text == REVENUE


async def test_an_agent_holds_no_state_of_a_run() -> None:
    """One agent serves many runs; what one found out is no evidence in another."""
    first = await play(ScriptedModel(LOOK, REVENUE), LOOK_UP)
    second = await play(ScriptedModel(REVENUE), LOOK_UP)

    assert [figure.status for figure in first.answer.figures] == [FigureStatus.VERIFIED]
    assert [figure.status for figure in second.answer.figures] == [FigureStatus.UNVERIFIED]
