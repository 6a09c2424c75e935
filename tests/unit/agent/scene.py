"""Run an agent on a script and keep what a test looks at."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from langchain_core.messages import BaseMessage, ToolMessage

from research_agent.agent.loop import Agent
from research_agent.agent.run_state import RunState
from research_agent.domain.answers import Answer
from research_agent.domain.events import Answered, Cancelled, Event, Failed
from research_agent.evidence.artifact import Artifact
from research_agent.tools.registry import ToolRegistry, ToolSpec
from tests.fakes.filed import APPLE, statement
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.small_tools import artifact_tool

TODAY = date(2026, 11, 30)
EVIDENCE = Artifact(tables=(statement(APPLE),))
LOOK_UP = artifact_tool("look_up", EVIDENCE)

E = TypeVar("E")


class WatchedAgent(Agent):
    """Shows the state of its run, which is nobody else's business."""

    state: RunState

    def _turns(self, state: RunState) -> AsyncGenerator[Event]:
        self.state = state
        return super()._turns(state)


@dataclass
class Outcome:
    """What a run left behind."""

    events: list[Event] = field(default_factory=list)
    messages: list[BaseMessage] = field(default_factory=list)
    seconds_to_stop: float = 0.0

    @property
    def final(self) -> Event:
        return self.events[-1]

    @property
    def answer(self) -> Answer:
        assert isinstance(self.final, Answered | Failed | Cancelled)
        return self.final.answer

    def of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def results(self) -> list[str]:
        return [str(m.content) for m in self.messages if isinstance(m, ToolMessage)]


async def play(
    model: ScriptedModel,
    *specs: ToolSpec,
    question: str = "What was Apple's revenue?",
    cancel_at: Callable[[Event], bool] | None = None,
    cancel: asyncio.Event | None = None,
    history: Sequence[BaseMessage] = (),
    check: bool = True,
    **options: Any,
) -> Outcome:
    """Run `question` to its end; a person says stop after the first event `cancel_at` picks."""
    registry = ToolRegistry(specs or (LOOK_UP,))
    agent = WatchedAgent(
        model,
        registry.granted("full"),
        instructions="Answer.",
        known_tools=registry.names,
        **options,
    )
    cancel = cancel or asyncio.Event()
    outcome = Outcome()
    stopped_at: float | None = None

    def stop() -> None:
        nonlocal stopped_at
        stopped_at = time.monotonic()
        cancel.set()

    async for event in agent.run(
        question, run_id="r1", today=TODAY, history=history, cancel=cancel
    ):
        outcome.events.append(event)
        if cancel_at is not None and stopped_at is None and cancel_at(event):
            # Said while the run works on, as a person would.
            asyncio.get_running_loop().call_later(0.02, stop)
            cancel_at = None
    if stopped_at is not None:
        outcome.seconds_to_stop = time.monotonic() - stopped_at
    outcome.messages = list(agent.state.messages)
    if check:
        model.check()
    return outcome
