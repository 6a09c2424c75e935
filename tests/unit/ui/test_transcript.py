from research_agent.domain.answers import Answer
from research_agent.domain.events import (
    Answered,
    Cancelled,
    Failed,
    TextDelta,
    ToolFinished,
    ToolProgress,
    ToolRequested,
    ToolStarted,
    WarningRaised,
)
from research_agent.ui.transcript import Transcript
from tests.fakes.runtime import answered


def test_events_taken_in_two_parts_give_the_same_as_at_once() -> None:
    """The page asks for what is new; a reload asks for everything."""
    events = answered("question")
    at_once = Transcript()
    at_once.take(events)
    for cut in range(len(events)):
        in_parts = Transcript()
        in_parts.take(events[:cut])
        in_parts.take(events[cut:])
        assert in_parts == at_once
    assert at_once.seen == len(events)


def test_text_beside_tool_calls_makes_room_for_the_answer() -> None:
    """What the model says on its way is not part of what was found."""
    transcript = Transcript()
    transcript.take([TextDelta(1, "Let me look."), TextDelta(2, "It was "), TextDelta(2, "383.")])
    assert transcript.text == "It was 383."


def test_a_step_goes_from_waiting_to_done_with_its_progress() -> None:
    """Parallel calls are told apart by their ids, whatever the order of their events."""
    transcript = Transcript()
    transcript.take([ToolRequested("a", "x", {"query": "q"}), ToolRequested("b", "y")])
    assert [step.state for step in transcript.steps] == ["waiting", "waiting"]
    transcript.take([ToolStarted("b", "y"), ToolProgress("b", "half"), ToolStarted("a", "x")])
    transcript.take([ToolFinished("b", "y", "timeout", "took too long", "", 15.0)])
    first, second = transcript.steps
    assert (first.state, first.arguments) == ("running", {"query": "q"})
    assert (second.state, second.progress, second.seconds) == ("error", ["half"], 15.0)


def test_a_warning_is_said_once() -> None:
    """Ten parallel calls may warn of the same."""
    transcript = Transcript()
    transcript.take([WarningRaised("slow"), WarningRaised("slow"), WarningRaised("slow", "a")])
    assert transcript.warnings == ["slow"]


def test_every_ending_keeps_its_evidence() -> None:
    """Stopped and failed runs still have an answer to show."""
    for event in (
        Answered(Answer("a")),
        Cancelled(Answer("a")),
        Failed("auth", "why", Answer("a")),
    ):
        transcript = Transcript()
        transcript.take([event])
        assert transcript.answer == Answer("a")
        assert transcript.cancelled is isinstance(event, Cancelled)
        assert transcript.problem == ("why" if isinstance(event, Failed) else "")
