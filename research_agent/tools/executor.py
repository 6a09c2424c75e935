"""Run the tool calls of one model reply.

Order for each call: look up, parse, validate, permission, run under a timeout and a slot, cap
the output. Consecutive concurrency-safe calls run side by side; any other call runs alone.
Events arrive as they happen; results keep the order of the calls.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from threading import get_ident
from typing import Any

from langchain_core.messages import ToolMessage
from pydantic import BaseModel, ValidationError

from research_agent.domain.events import (
    Event,
    ToolFinished,
    ToolProgress,
    ToolRequested,
    ToolStarted,
    WarningRaised,
)
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.tools.registry import ToolSnapshot, ToolSpec
from research_agent.tools.repeats import RepeatWatch
from research_agent.tools.schema_check import schema_problem
from research_agent.tools.time_limit import TimeIsUp, within
from research_agent.tools.tool_errors import ToolFailure, failure_of

__all__ = ["MAX_PARALLEL", "Call", "ToolBatch"]

MAX_PARALLEL = 10
_REFUSAL_CHARACTERS = 1_000
_SUMMARY_CHARACTERS = 160

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Call:
    """One call as the model made it.

    Args:
        call_id: Unique in the conversation.
        name: Of the tool.
        arguments: Parsed; empty when `problem` is set.
        problem: Why the arguments could not be parsed; empty when they could.
    """

    call_id: str
    name: str
    arguments: dict[str, Any] = field(default_factory=dict)
    problem: str = ""


@dataclass(slots=True)
class ToolBatch:
    """The calls of one reply under one run's grants, evidence and clock.

    `results` holds one message for each call at any time after `events` has ended, also when it
    was closed or cancelled on the way: what did not run says so.
    """

    calls: Sequence[Call]
    tools: ToolSnapshot
    known: Collection[str]
    ledger: Ledger
    today: date
    repeats: RepeatWatch
    as_of: date | None = None
    owner: str = "local"
    _results: dict[str, ToolMessage] = field(default_factory=dict)

    @property
    def results(self) -> list[ToolMessage]:
        """One message for each call, in their order."""
        return [self._results.get(call.call_id) or _not_run(call) for call in self.calls]

    async def events(self) -> AsyncGenerator[Event]:
        """Run everything and tell what happens."""
        for call in self.calls:
            yield ToolRequested(call.call_id, call.name, call.arguments)
        for group in self._groups():
            async with contextlib.aclosing(self._together(group)) as happening:
                async for event in happening:
                    yield event

    def _groups(self) -> Iterator[list[Call]]:
        for safe, calls in groupby(self.calls, key=self._is_safe):
            if safe:
                yield list(calls)
            else:
                yield from ([call] for call in calls)

    def _is_safe(self, call: Call) -> bool:
        spec = self.tools.get(call.name)
        return spec is None or spec.concurrency_safe

    async def _together(self, calls: list[Call]) -> AsyncGenerator[Event]:
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        slots = asyncio.Semaphore(MAX_PARALLEL)

        async def one(call: Call) -> None:
            try:
                async with slots:
                    await self._run(call, queue)
            finally:
                queue.put_nowait(None)

        tasks = [asyncio.create_task(one(call)) for call in calls]
        try:
            open_calls = len(tasks)
            while open_calls:
                event = await queue.get()
                if event is None:
                    open_calls -= 1
                else:
                    yield event
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)  # soon done: `within` leaves behind what ignores a cancel

    async def _run(self, call: Call, queue: asyncio.Queue[Event | None]) -> None:
        started = time.monotonic()
        admitted = self._admit(call)
        outcome: ToolMessage | ToolFailure
        if isinstance(admitted, ToolFailure):
            outcome, warning, cap = admitted, "", _REFUSAL_CHARACTERS
        else:
            warning, cap = self.repeats.warning(admitted, call.arguments), admitted.output_cap
            queue.put_nowait(ToolStarted(call.call_id, call.name))
            outcome = await self._call(admitted, call, queue)
        if isinstance(outcome, ToolMessage):
            self._take_evidence(outcome, call, queue)
            code, content = "ok", _capped(str(outcome.content), cap)
        else:
            code, content = outcome.code, _capped(outcome.for_model(), cap)
        if warning:
            queue.put_nowait(WarningRaised(warning, call.call_id))
            content = f"{content}\n\nNote: {warning}"
        self._results[call.call_id] = ToolMessage(
            content,
            tool_call_id=call.call_id,
            name=call.name,
            status="success" if code == "ok" else "error",
            artifact=outcome.artifact if isinstance(outcome, ToolMessage) else None,
        )
        summary = _summary(content if code == "ok" else getattr(outcome, "message", content))
        seconds = round(time.monotonic() - started, 3)
        queue.put_nowait(ToolFinished(call.call_id, call.name, code, summary, content, seconds))

    def _admit(self, call: Call) -> ToolSpec | ToolFailure:
        """Look up, parse and validate; a call that may not run becomes a failure."""
        spec = self.tools.get(call.name)
        if spec is None:
            if call.name in self.known:
                return ToolFailure(
                    "not_granted", f"{call.name} is not offered at this point of the run."
                )
            offered = ", ".join(self.tools.names) or "none"
            sentence = f"There is no tool {call.name[:60]!r}; offered: {offered}."
            return ToolFailure("unknown_tool", sentence)
        if call.problem:
            return ToolFailure("invalid_arguments", call.problem)
        schema = spec.tool.args_schema  # LangChain's own call schema forgets `extra="forbid"`
        try:
            if isinstance(schema, type) and issubclass(schema, BaseModel):
                schema.model_validate(call.arguments)
            elif isinstance(schema, dict) and (problem := schema_problem(call.arguments, schema)):
                return ToolFailure("invalid_arguments", problem)
        except ValidationError as error:
            return ToolFailure("invalid_arguments", _validation_problems(error))
        except Exception as error:  # a validator with a bug costs its call, not the run
            logger.exception("the arguments of %s could not be checked", call.name)
            return failure_of(error, tool=call.name)
        return spec

    async def _call(
        self, spec: ToolSpec, call: Call, queue: asyncio.Queue[Event | None]
    ) -> ToolMessage | ToolFailure:
        loop, home = asyncio.get_running_loop(), get_ident()

        def progress(message: str) -> None:
            event = ToolProgress(call.call_id, message)
            if get_ident() == home:
                queue.put_nowait(event)
            else:  # a tool that works in a thread
                loop.call_soon_threadsafe(queue.put_nowait, event)

        context = RunContext(
            self.today,
            self.ledger,
            progress,
            self.as_of,
            call.call_id,
            queue.put_nowait,
            self.owner,
        )
        request = {
            "type": "tool_call",
            "id": call.call_id,
            "name": call.name,
            "args": call.arguments,
        }
        work = spec.tool.ainvoke(request, config={"configurable": {RUN_CONTEXT_KEY: context}})
        try:
            result = await within(spec.timeout_s, work)
        except TimeIsUp:
            return ToolFailure("timeout", f"{call.name} took longer than {spec.timeout_s:g} s.")
        except Exception as error:  # the one place where any failure becomes data
            failure = failure_of(error, tool=call.name)
            if failure.code == "internal":
                logger.exception("tool %s failed", call.name)
            return failure
        if isinstance(result, ToolMessage):
            return result
        return ToolMessage(str(result), tool_call_id=call.call_id, name=call.name)

    def _take_evidence(
        self, result: ToolMessage, call: Call, queue: asyncio.Queue[Event | None]
    ) -> None:
        if isinstance(result.artifact, Artifact):
            self.ledger.add(result.artifact)
            for warning in result.artifact.warnings:
                queue.put_nowait(WarningRaised(warning, call.call_id))


def _not_run(call: Call) -> ToolMessage:
    failure = ToolFailure("cancelled", "The run ended before this call had a result.")
    return ToolMessage(
        failure.for_model(), tool_call_id=call.call_id, name=call.name, status="error"
    )


def _validation_problems(error: ValidationError) -> str:
    problems = [
        f"{'.'.join(map(str, e['loc'])) or 'arguments'}: {e['msg']}" for e in error.errors()[:5]
    ]
    return "; ".join(problems) + "."


def _capped(content: str, cap: int) -> str:
    if len(content) <= cap:
        return content
    return f"{content[:cap]}\n[cut after {cap:,} of {len(content):,} characters]"


def _summary(content: str) -> str:
    first = content.strip().split("\n", 1)[0]
    return first if len(first) <= _SUMMARY_CHARACTERS else f"{first[: _SUMMARY_CHARACTERS - 1]}…"
