"""`research-agent replay`: the events of a run again, byte for byte (T6)."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from research_agent.cli.main import main
from research_agent.domain.codec import decode
from research_agent.domain.events import Event
from research_agent.errors import InvalidRequest, NotFound
from research_agent.runs.replay import replay

QUESTION = "What was Apple's revenue in fiscal 2023 and how much did it grow?"
Command = Callable[..., Result]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("RESEARCH_AGENT_HOME", str(tmp_path))
    monkeypatch.setenv("RESEARCH_AGENT_OFFLINE", "1")

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments)

    return run


def trace_of(home: Path) -> Path:
    (path,) = (home / "runs").glob("*.jsonl")
    return path


def test_t6_a_replay_prints_the_same_bytes(command: Command, tmp_path: Path) -> None:
    """Answer, steps and JSON; nothing is asked again, so no second trace is written."""
    asked = command("ask", "--json", QUESTION)
    trace = trace_of(tmp_path)
    again = command("replay", "--json", str(trace))

    assert asked.exit_code == again.exit_code == 0
    assert again.stdout_bytes == asked.stdout_bytes
    assert again.stderr_bytes == asked.stderr_bytes
    assert "383,285" in command("replay", str(trace)).stdout
    assert trace_of(tmp_path) == trace


def test_t6_a_tool_that_changed_since_is_named(command: Command, tmp_path: Path) -> None:
    """Its results may mean something else now."""
    command("ask", QUESTION)
    trace = trace_of(tmp_path)
    first, *rest = trace.read_text().splitlines()
    started = json.loads(first)
    started["tools"] = ["get_financials@0", "crystal_ball@1", "calculate@1"]
    trace.write_text("\n".join([json.dumps(started), *rest]))

    told = command("replay", str(trace)).stderr
    assert "get_financials was version 0 then" in told
    assert "crystal_ball is not set up here" in told
    assert "calculate" not in told.replace("calculate:", "")


def test_t6_a_run_that_was_stopped_replays_as_far_as_it_came(
    command: Command, tmp_path: Path
) -> None:
    """Also when its last line was being written."""
    command("ask", QUESTION)
    trace = trace_of(tmp_path)
    whole = trace.read_text()
    trace.write_text(whole[: len(whole) - 40])

    result = command("replay", str(trace))
    assert result.exit_code == 3
    assert "it was stopped" in result.stderr
    assert "get_financials" in result.stderr


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "does not begin with a question"),
        ("{}\n{}", "line 1 is no event"),
        ("[1]\n", "line 1 is no event"),
        ('{"type":"TurnStarted","turn":1}\n', "does not begin with a question"),
        ("not json\nnot json\n", "line 1 is no event"),
    ],
)
def test_what_is_no_trace_is_refused_in_one_sentence(
    tmp_path: Path, text: str, problem: str
) -> None:
    """A wrong file is an easy mistake."""
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    with pytest.raises(InvalidRequest, match=problem):
        replay(path, versions={})


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    """With the place to look."""
    with pytest.raises(NotFound, match="runs folder"):
        replay(tmp_path / "none.jsonl", versions={})


def test_every_line_of_a_trace_is_an_event(command: Command, tmp_path: Path) -> None:
    """So that other programs can read traces too."""
    command("ask", QUESTION)
    for line in trace_of(tmp_path).read_text().splitlines():
        assert decode(Event, {k: v for k, v in json.loads(line).items() if k != "t"})
