import json
from datetime import date
from pathlib import Path

import pytest

from research_agent.agent.loop import Agent
from research_agent.domain.codec import decode
from research_agent.domain.events import Answered, Event, TextDelta, ToolRequested
from research_agent.evidence.artifact import Artifact
from research_agent.runs.service import RunService
from research_agent.runs.trace import Trace
from research_agent.tools.registry import ToolRegistry
from tests.fakes.filed import APPLE, statement
from tests.fakes.scripted_model import Call, ScriptedModel, calls
from tests.fakes.small_tools import artifact_tool

LOOK_UP = artifact_tool("look_up", Artifact(tables=(statement(APPLE),), warnings=("One part.",)))
LOOK = calls(Call("look_up", {"query": "Apple"}))


def read(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_trace_holds_the_same_events_again(tmp_path: Path) -> None:
    """Enough to replay a run without model and network, figures and sources included."""
    model = ScriptedModel(LOOK, "Apple's revenue in FY2023 was $383,285 million.")
    agent = Agent(model, ToolRegistry([LOOK_UP]).granted("full"), instructions="Answer.")
    service = RunService(
        lambda _deep: agent, trace_dir=tmp_path / "new" / "runs", today=lambda: date(2026, 11, 30)
    )
    try:
        run_id = service.start("What was Apple's revenue?")
        events = list(service.follow(run_id))
    finally:
        service.close()

    (path,) = (tmp_path / "new" / "runs").iterdir()
    lines = read(path)
    assert run_id in path.name
    assert [decode(Event, line) for line in lines] == events
    assert isinstance(events[-1], Answered)
    assert events[-1].answer.figures[0].fact is not None
    times = [float(str(line["t"])) for line in lines]
    assert times == sorted(times)


def test_two_runs_of_one_second_have_their_own_files(tmp_path: Path) -> None:
    """No run overwrites another."""
    for run_id in ("one", "two"):
        trace = Trace(tmp_path, run_id)
        trace.write(TextDelta(1, run_id))
        trace.close()

    assert len(list(tmp_path.iterdir())) == 2


def test_a_trace_is_readable_while_its_run_goes_on(tmp_path: Path) -> None:
    """A run that is killed leaves what it did up to there."""
    trace = Trace(tmp_path, "r")
    trace.write(TextDelta(1, "Rev"))
    trace.write(ToolRequested("c", "look_up", {"query": "a"}))
    (path,) = tmp_path.iterdir()

    assert [line["type"] for line in read(path)] == ["TextDelta", "ToolRequested"]
    trace.close()


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(TextDelta(1, "half a pair \ud83d"), id="half a surrogate pair"),
        pytest.param(ToolRequested("c", "t", {"n": 10**30}), id="a number beyond 64 bits"),
    ],
)
def test_odd_values_are_written_exactly(tmp_path: Path, event: Event) -> None:
    """A model may write anything; none of it ends a run or changes on the way."""
    trace = Trace(tmp_path, "r")
    trace.write(event)
    trace.close()

    (path,) = tmp_path.iterdir()
    assert trace.problem == ""
    assert [decode(Event, line) for line in read(path)] == [event]


def test_a_value_that_cannot_be_written_ends_the_trace_and_not_the_run(tmp_path: Path) -> None:
    """Arguments nested a thousand deep are the model's mistake, not the person's."""
    deep: dict[str, object] = {}
    for _ in range(2_000):
        deep = {"a": deep}
    trace = Trace(tmp_path, "r")
    trace.write(TextDelta(1, "before"))
    trace.write(ToolRequested("c", "t", deep))
    trace.write(TextDelta(1, "after"))
    trace.close()

    (path,) = tmp_path.iterdir()
    assert trace.problem.startswith("This run leaves only part of a trace")
    assert [line["text"] for line in read(path)] == ["before"]


def test_a_full_disk_is_one_sentence_also_at_the_end() -> None:
    """`/dev/full` takes nothing, neither when written to nor when closed."""
    trace = Trace(None, "r")
    trace._file = open("/dev/full", "wb")  # noqa: SIM115
    trace.write(TextDelta(1, "x"))
    trace.write(ToolRequested("c", "t", {}))
    trace.close()

    assert trace.problem == (
        "This run leaves no trace: its folder cannot be written (No space left on device). "
        "Set RESEARCH_AGENT_HOME to a folder that can."
    )


def test_without_a_folder_nothing_is_written() -> None:
    """Traces can be switched off."""
    trace = Trace(None, "r")
    trace.write(TextDelta(1, "x"))
    trace.close()

    assert trace.problem == ""
