"""A run's events, folded into what the page shows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from research_agent.domain.answers import Answer
from research_agent.domain.events import (
    Answered,
    Cancelled,
    Event,
    Failed,
    Nested,
    TextDelta,
    ToolFinished,
    ToolProgress,
    ToolRequested,
    ToolStarted,
    WarningRaised,
)

__all__ = ["Step", "Transcript"]

OK = "ok"


@dataclass(slots=True)
class Step:
    """One tool call.

    Args:
        call_id: Of the call.
        name: Of the tool.
        arguments: As the model gave them.
        state: `"waiting"`, `"running"`, `"done"` or `"error"`.
        progress: What the tool said while it worked.
        summary: One line on the outcome.
        content: What the model was shown.
        seconds: Wall time; `None` until it is done.
        inner: Steps of the work that this call handed on.
    """

    call_id: str
    name: str
    arguments: dict[str, Any] = field(default_factory=dict)
    state: str = "waiting"
    progress: list[str] = field(default_factory=list)
    summary: str = ""
    content: str = ""
    seconds: float | None = None
    inner: "Transcript | None" = None


@dataclass(slots=True)
class Transcript:
    """What is known of a run so far.

    Args:
        seen: How many events were taken in; ask the service for those after it.
        steps: In the order the calls were asked for.
        text: Of the newest turn; what earlier turns said beside their calls is dropped.
        warnings: In order, without repeats.
        answer: The outcome, with the evidence; `None` while it runs.
        problem: Why the run failed; empty otherwise.
        cancelled: True when a person stopped it.
    """

    seen: int = 0
    steps: list[Step] = field(default_factory=list)
    text: str = ""
    warnings: list[str] = field(default_factory=list)
    answer: Answer | None = None
    problem: str = ""
    cancelled: bool = False
    _turn: int = 0

    def take(self, events: Iterable[Event]) -> None:
        """Take in the events that follow the `seen` ones."""
        for event in events:
            self.seen += 1
            match event:
                case TextDelta():
                    self._say(event)
                case ToolRequested(call_id, name, arguments):
                    self._step(call_id, name).arguments = dict(arguments)
                case ToolStarted() | ToolProgress() | ToolFinished():
                    self._work(event)
                case Nested(call_id, role, inner):
                    step = self._step(call_id, role)
                    step.inner = step.inner or Transcript()
                    step.inner.take([inner])
                case WarningRaised(message) if message not in self.warnings:
                    self.warnings.append(message)
                case Answered(answer) | Cancelled(answer) | Failed(answer=answer):
                    self._end(event, answer)
                case _:
                    pass

    def _say(self, event: TextDelta) -> None:
        if event.turn != self._turn:
            self._turn, self.text = event.turn, ""
        self.text += event.text

    def _work(self, event: ToolStarted | ToolProgress | ToolFinished) -> None:
        match event:
            case ToolStarted(call_id, name):
                self._step(call_id, name).state = "running"
            case ToolProgress(call_id, message):
                self._step(call_id, "").progress.append(message)
            case ToolFinished():
                step = self._step(event.call_id, event.name)
                step.state = "done" if event.code == OK else "error"
                step.summary, step.content = event.summary, event.content
                step.seconds = event.seconds

    def _end(self, event: Answered | Cancelled | Failed, answer: Answer) -> None:
        self.answer = answer
        self.cancelled = isinstance(event, Cancelled)
        self.problem = event.message if isinstance(event, Failed) else ""

    def _step(self, call_id: str, name: str) -> Step:
        found = next((step for step in self.steps if step.call_id == call_id), None)
        if found is None:
            found = Step(call_id, name)
            self.steps.append(found)
        return found
