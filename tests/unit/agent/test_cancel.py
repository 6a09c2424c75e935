import asyncio
from collections.abc import AsyncGenerator

import pytest

from research_agent.agent.cancellation import RunCancelled, until_cancelled
from research_agent.agent.loop import Agent
from research_agent.agent.run_state import history_problems
from research_agent.domain.events import (
    Answered,
    Cancelled,
    Event,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnStarted,
    is_final,
)
from research_agent.tools.registry import ToolRegistry
from tests.fakes.scripted_model import Call, Reply, ScriptedModel, calls
from tests.fakes.small_tools import sleeper, stubborn, thread
from tests.unit.agent.scene import LOOK_UP, TODAY, play

STOP_S = 1.0


def first_text(event: Event) -> bool:
    return isinstance(event, TextDelta)


def tool_running(event: Event) -> bool:
    return isinstance(event, ToolStarted)


async def test_a_run_cancelled_before_it_starts_asks_no_model() -> None:
    """Nobody pays for a question that was taken back."""
    cancel = asyncio.Event()
    cancel.set()
    model = ScriptedModel()
    outcome = await play(model, cancel=cancel)

    assert [type(event) for event in outcome.events][-1] is Cancelled
    assert model.asked == []


@pytest.mark.parametrize("ignores", [False, True], ids=["", "a model that ignores it"])
async def test_cancel_before_the_first_word(ignores: bool) -> None:
    """A model that thinks for minutes must not keep the person waiting."""
    model = ScriptedModel(Reply(hangs=True, ignores_cancel=ignores))
    outcome = await play(model, cancel_at=lambda event: isinstance(event, TurnStarted))
    model.let_go()

    assert isinstance(outcome.final, Cancelled)
    assert outcome.seconds_to_stop < STOP_S
    await asyncio.sleep(0.01)


async def test_cancel_in_the_middle_of_the_text_keeps_text_and_evidence() -> None:
    """What the person has seen stays, marked as partial."""
    look = calls(Call("look_up", {"query": "a"}))
    model = ScriptedModel(look, Reply("Revenue was", hangs=True))
    outcome = await play(model, cancel_at=first_text)

    assert isinstance(outcome.final, Cancelled)
    assert outcome.seconds_to_stop < STOP_S
    assert (outcome.answer.text, outcome.answer.partial) == ("Revenue was", True)
    assert outcome.answer.tables


async def test_cancel_in_the_middle_of_a_tool_stops_the_tool() -> None:
    """A stopped run leaves no work behind that nobody waits for."""
    log: list[str] = []
    model = ScriptedModel(calls(Call("sleep", {"query": "30"}), Call("look_up", {"query": "a"})))
    outcome = await play(model, LOOK_UP, sleeper(log), cancel_at=tool_running)

    assert isinstance(outcome.final, Cancelled)
    assert outcome.seconds_to_stop < STOP_S
    assert log == ["begin 30", "cancelled 30"]
    assert outcome.results[0].startswith("Error (cancelled): The run ended before")
    assert outcome.results[1] == "look_up: a"
    assert history_problems(outcome.messages) == []


async def test_a_tool_that_swallows_cancellation_is_left_behind() -> None:
    """Stop means stop, also for a tool that was written badly."""
    free = asyncio.Event()
    model = ScriptedModel(calls(Call("stubborn", {"query": "a"})))
    outcome = await play(model, stubborn(free), cancel_at=tool_running)
    free.set()

    assert isinstance(outcome.final, Cancelled)
    assert outcome.seconds_to_stop < STOP_S
    assert history_problems(outcome.messages) == []
    await asyncio.sleep(0.01)
    assert history_problems(outcome.messages) == []


async def test_a_tool_that_blocks_a_thread_is_left_behind() -> None:
    """A thread cannot be stopped, but nobody has to wait for it."""
    model = ScriptedModel(calls(Call("thread", {"query": "a"})))
    outcome = await play(model, thread(1.5), cancel_at=tool_running)

    assert isinstance(outcome.final, Cancelled)
    assert outcome.seconds_to_stop < STOP_S
    assert history_problems(outcome.messages) == []


async def test_calls_that_wait_for_their_turn_do_not_begin() -> None:
    """After a stop nothing new starts; each call still gets its result."""
    log: list[str] = []
    alone = sleeper(log, safe=False)
    model = ScriptedModel(calls(*[Call("sleep", {"query": f"3{n}"}) for n in range(3)]))
    outcome = await play(model, alone, cancel_at=tool_running)

    assert log == ["begin 30", "cancelled 30"]
    assert len(outcome.results) == 3
    assert history_problems(outcome.messages) == []


async def test_a_cancel_after_the_answer_comes_too_late() -> None:
    """An answer that was given stays given: exactly one event is the last."""
    cancel = asyncio.Event()

    def stop_at_once(event: Event) -> bool:
        if isinstance(event, Answered):
            cancel.set()
        return False

    outcome = await play(ScriptedModel("Hello."), cancel=cancel, cancel_at=stop_at_once)

    assert [type(event) for event in outcome.events if is_final(event)] == [Answered]


async def test_a_listener_that_goes_away_stops_the_work_at_once() -> None:
    """Closing the run's events ends its tools then and there, not whenever memory is tidied."""
    log: list[str] = []
    model = ScriptedModel(calls(Call("sleep", {"query": "30"}), Call("look_up", {"query": "a"})))
    tools = ToolRegistry([sleeper(log), LOOK_UP]).granted("full")
    events = Agent(model, tools, instructions="Answer.").run("q", run_id="r", today=TODAY)
    async for event in events:
        if isinstance(event, ToolFinished):
            break
    await events.aclose()

    assert log == ["begin 30", "cancelled 30"]


async def test_without_a_cancel_everything_passes() -> None:
    """The wrapper changes nothing and closes what it wraps."""
    closed = []

    async def numbers() -> AsyncGenerator[int]:
        try:
            for number in range(5):
                yield number
        finally:
            closed.append(True)

    assert [n async for n in until_cancelled(numbers(), None)] == [0, 1, 2, 3, 4]
    assert closed == [True]


async def test_a_cancel_wins_over_what_comes_at_the_same_time() -> None:
    """After "stop" no further event is shown."""
    cancel = asyncio.Event()

    async def numbers() -> AsyncGenerator[int]:
        while True:
            yield 1

    seen = until_cancelled(numbers(), cancel)
    assert await anext(seen) == 1
    cancel.set()
    with pytest.raises(RunCancelled):
        await anext(seen)
