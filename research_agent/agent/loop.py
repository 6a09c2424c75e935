"""The agent: ask the model, run what it asks for, stop when it answers.

A turn is one model request. Whether to go on is read from the tool calls that arrived, never
from the finish reason. Every way out leaves a history in which each call has its result, and
gives the person the evidence gathered so far.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from datetime import date
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, BaseMessage, HumanMessage, SystemMessage
from langchain_core.runnables import Runnable

from research_agent.agent.budget import NO_LIMIT, Budget
from research_agent.agent.compaction import PLAIN, Compaction
from research_agent.agent.delegation import MAX_DEPTH, Delegation
from research_agent.agent.replies import Reply, has_asked_enough, read_reply
from research_agent.agent.roles import RESEARCHER
from research_agent.agent.run_frame import framed
from research_agent.agent.run_state import RunState
from research_agent.domain.companies import Company
from research_agent.domain.events import (
    Answered,
    Event,
    TextDelta,
    TurnStarted,
    UsageReported,
    WarningRaised,
)
from research_agent.errors import ModelError
from research_agent.evidence.ledger import Ledger
from research_agent.models.usage import usage_of
from research_agent.models.wire import call_ids
from research_agent.tools.executor import ToolBatch
from research_agent.tools.registry import ToolSnapshot

__all__ = ["Agent"]

MAX_CONTINUATIONS = 3
MAX_COMPACTIONS = 2
"""Times in a run that the model may call the conversation too long."""
_GO_ON = "Your reply was cut off. Continue exactly where it stopped."
_SAY_SOMETHING = "Your reply was empty. Answer the question, or call a tool."
_LAST_WORD = "Tools are no longer available. Give the best answer from what was found so far."
_CIRCLING = "The last three turns were the same. Do something else, or answer from what is there."
_STOPPED_CIRCLING = (
    "The model went round in circles: this is its answer from what was found so far."
)
_CAP_REACHED = "The run used up its turns: this is the answer from what was found so far."
_AS_OF = "Work as on {day}: what was filed or happened later is not known, so say nothing of it.\n"


class Agent:
    """Answers questions; holds no state of any run.

    Args:
        model: Any LangChain chat model.
        tools: What runs may use; offered and executed alike.
        instructions: The system prompt, without date and tool list.
        max_turns: Model requests before the model must answer without tools.
        correct_figures: Send figures that match no source back to the model, once.
        known_tools: Every tool of the installation, to tell "not granted" from "unknown".
        companies_in: Finds the companies that a question names.
        budget: What a run may cost.
        delegation: Lets the model hand parts of the work on; `None` does not.
        compaction: Keeps the conversation within the model's window.
    """

    def __init__(
        self,
        model: BaseChatModel,
        tools: ToolSnapshot,
        *,
        instructions: str,
        max_turns: int = 20,
        correct_figures: bool = False,
        known_tools: Sequence[str] = (),
        companies_in: Callable[[str], Sequence[Company]] = lambda _question: (),
        budget: Budget = NO_LIMIT,
        delegation: Delegation | None = None,
        compaction: Compaction = PLAIN,
    ) -> None:
        self._model = model
        self._tools = tools
        self._instructions = instructions
        self._max_turns = max_turns
        self._correct_figures = correct_figures
        self._known = known_tools
        self._companies_in = companies_in
        self._budget = budget
        self._delegation = delegation
        self._compaction = compaction
        self._name = str(getattr(model, "display_name", "") or model.get_name())

    def run(
        self,
        question: str,
        *,
        run_id: str,
        today: date,
        history: Sequence[BaseMessage] = (),
        cancel: asyncio.Event | None = None,
        as_of: date | None = None,
        owner: str = "local",
        ledger: Ledger | None = None,
        lineage: tuple[str, ...] = (RESEARCHER.name,),
    ) -> AsyncGenerator[Event]:
        """Return what happens; the last event is `Answered`, `Failed` or `Cancelled`.

        Args:
            question: What the person asks.
            run_id: Names the run in its events.
            today: The date the run works with.
            history: Earlier messages of the conversation.
            cancel: Set it to stop the run within a second.
            as_of: Nothing filed after this day is seen, and only tools that keep to it are used.
            owner: Whose run it is; notes are kept for them.
            ledger: Where evidence goes; what it holds already counts too.
            lineage: Roles that handed the work on to each other, this run's own last.
        """
        tools = self._tools.as_of(as_of)
        if self._delegation is not None and len(lineage) <= MAX_DEPTH:
            tools = ToolSnapshot((*tools.specs, self._delegation.spec(tools, lineage)))
        messages = [_system(self._instructions, tools, today, as_of), *history]
        named = tuple(self._companies_in(question))
        state = RunState(
            [*messages, HumanMessage(question)], today, self._name, tools, as_of, named, owner
        )
        state.ledger = ledger or Ledger(asked=_said_by_person(state.messages))
        return framed(self._turns(state), state, question=question, run_id=run_id, cancel=cancel)

    async def _turns(self, state: RunState) -> AsyncGenerator[Event]:
        reason = _CAP_REACHED
        for turn in range(1, self._max_turns + 1):
            async with aclosing(self._turn(state, turn)) as events:
                async for event in events:
                    yield event
                    if isinstance(event, Answered):
                        return
            if state.detector.circling(state.last_reply.calls, state.last_reply.text):
                if state.detector.second_time():
                    reason = _STOPPED_CIRCLING
                    break
                state.say(_CIRCLING)
                yield WarningRaised(_CIRCLING)
            if spent := self._budget.used_up(state.usage):
                reason = spent
                break
        yield WarningRaised(reason)
        async with aclosing(self._last_word(state, turn + 1)) as events:
            async for event in events:
                yield event

    async def _turn(self, state: RunState, turn: int) -> AsyncGenerator[Event]:
        tools = state.tools.offered(evidence=bool(state.ledger.tables))
        model = self._model.bind_tools(tools.tools)
        async with aclosing(self._ask(model, tools, state, turn)) as events:
            async for event in events:
                yield event
        reply = state.last_reply
        if reply.calls:
            async with aclosing(self._run_tools(reply, tools, state)) as events:
                async for event in events:
                    yield event
        elif (answered := self._settle(reply, state)) is not None:
            yield answered

    async def _ask(
        self, model: Runnable[Any, Any], tools: ToolSnapshot, state: RunState, turn: int
    ) -> AsyncGenerator[Event]:
        """One reply of the model; a conversation that is too long for it is shortened first."""
        yield TurnStarted(turn)
        fit = self._compaction.fit
        if (shorter := await fit(state.messages, state.start, state.ledger)) is not None:
            yield shorter
        while True:
            try:
                async with aclosing(self._request(model, tools, state, turn)) as events:
                    async for event in events:
                        yield event
            except ModelError as error:
                state.compactions += error.kind == "context_length"
                if error.kind != "context_length" or state.compactions > MAX_COMPACTIONS:
                    raise
                shorter = await fit(state.messages, state.start, state.ledger, refused=True)
                if shorter is None:
                    raise
                yield shorter
            else:
                return

    async def _request(
        self, model: Runnable[Any, Any], tools: ToolSnapshot, state: RunState, turn: int
    ) -> AsyncGenerator[Event]:
        """One model request; leaves the reply in the state and its message in the history."""
        whole: AIMessageChunk | None = None
        async with aclosing(model.astream(state.messages)) as chunks:  # type: ignore[type-var]
            async for chunk in chunks:
                whole = chunk if whole is None else whole + chunk
                if text := str(chunk.text):
                    state.heard += text
                    yield TextDelta(turn, text)
                    if has_asked_enough(state.heard, tools.names):
                        break  # calls written as text, again and again: nobody reads the rest
        if whole is None:
            whole = AIMessageChunk(content="")
        reply = read_reply(whole, tools.names, taken=call_ids(state.messages))
        state.take(reply, usage_of(whole))
        yield UsageReported(state.usage)

    async def _run_tools(
        self, reply: Reply, tools: ToolSnapshot, state: RunState
    ) -> AsyncGenerator[Event]:
        batch = ToolBatch(
            calls=reply.calls,
            tools=tools,
            known=self._known,
            ledger=state.ledger,
            today=state.today,
            as_of=state.as_of,
            repeats=state.repeats,
            owner=state.owner,
        )
        try:
            async with aclosing(batch.events()) as happening:
                async for event in happening:
                    yield event
        finally:
            state.messages.extend(batch.results)

    def _settle(self, reply: Reply, state: RunState) -> Answered | None:
        """Take a reply without calls: an answer, or a reason to ask again.

        Raises:
            ModelError: The reply was filtered, cut too often, or empty twice.
        """
        if reply.finish == "content_filter":
            raise ModelError("content_filter", "The model's provider filtered the answer.")
        if reply.finish == "length":
            if state.continuations == MAX_CONTINUATIONS:
                raise ModelError("length", "The model's answer was cut off again and again.")
            state.continuations += 1
            state.say(_GO_ON)
            return None
        text = state.whole_text()
        if not text.strip():
            if state.nudged:
                raise ModelError("empty", "The model answered with nothing, twice.")
            state.nudged = True
            state.say(_SAY_SOMETHING)
            return None
        answer = state.answer(text)
        unmatched = state.unmatched_figures(answer)
        if self._correct_figures and unmatched and not state.corrected:
            state.corrected, state.draft = True, text
            state.say(
                f"These figures match no source of this run: {', '.join(unmatched)}. Correct them "
                "from the tool results (company, period, unit), or leave them out. Give the whole "
                "answer again."
            )
            return None
        return Answered(answer)

    async def _last_word(self, state: RunState, turn: int) -> AsyncGenerator[Event]:
        """Ask once more, without tools, for the best answer there is."""
        state.say(_LAST_WORD)
        async with aclosing(self._ask(self._model, state.tools, state, turn)) as events:
            async for event in events:
                yield event
        text = state.last_reply.text
        if not text.strip():
            raise ModelError("empty", "The model ended without an answer.")
        yield Answered(state.answer(text, partial=True))


def _system(
    instructions: str, tools: ToolSnapshot, today: date, as_of: date | None
) -> SystemMessage:
    bound = _AS_OF.format(day=as_of) if as_of else ""
    guide = tools.offered(evidence=False).guide()
    return SystemMessage(f"Today is {today}.\n{bound}{instructions}\n{guide}")


def _said_by_person(messages: Sequence[BaseMessage]) -> list[str]:
    return [str(message.text) for message in messages if isinstance(message, HumanMessage)]
