"""`delegate`: hand a part of the work to another role, with fewer tools and the same rules."""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Protocol

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from research_agent.agent.roles import ROLES, Role
from research_agent.domain.answers import Answer, FigureStatus, Usage
from research_agent.domain.events import Answered, Cancelled, Event, Failed, Nested, UsageReported
from research_agent.errors import InvalidRequest, ProviderError
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.tools.registry import Risk, ToolSnapshot, ToolSpec

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

__all__ = ["DELEGATE", "MAX_DEPTH", "Assignment", "Delegation", "Finding", "Slots", "Worker"]

DELEGATE = "delegate"
MAX_DEPTH = 3
MAX_TASK_CHARACTERS = 4_000
TIMEOUT_S = 300.0
OUTPUT_CAP = 12_000

_DESCRIPTION = (
    "Hand one self-contained part of the work to another role: researcher looks up, planner "
    "splits a question, reviewer checks a draft, writer writes files. tool_hints narrows the "
    "tools it may use. Returns what it found."
)


class Slots:
    """How many may work for others at once; nobody waits for one, since it may hold another."""

    def __init__(self, count: int = 4) -> None:
        self._free = count

    def take(self) -> bool:
        """Take a slot if one is free."""
        if self._free == 0:
            return False
        self._free -= 1
        return True

    def give_back(self) -> None:
        """Free a slot."""
        self._free += 1


@dataclass(frozen=True, slots=True)
class Assignment:
    """One piece of work for a role.

    Args:
        role: Who does it.
        task: What to do; stands on its own.
        tools: The most it may use, narrowed already.
        lineage: Roles above it, the first one first.
    """

    role: Role
    task: str
    tools: ToolSnapshot
    lineage: tuple[str, ...] = ()


class Worker(Protocol):
    """Runs an assignment as a run of its own."""

    def __call__(
        self, assignment: Assignment, *, ledger: Ledger, today: date, as_of: date | None
    ) -> "AsyncGenerator[Event]":
        """Yield what happens; evidence goes into `ledger`."""
        ...


@dataclass(slots=True)
class Finding:
    """What came of an assignment.

    Args:
        answer: Its outcome, the evidence with it.
        ledger: Its evidence.
        usage: What it cost in all.
        problem: Why there is no answer; empty when there is one.
    """

    answer: Answer = field(default_factory=lambda: Answer(""))
    ledger: Ledger = field(default_factory=Ledger)
    usage: Usage = field(default_factory=Usage)
    problem: str = ""

    def text(self) -> str:
        """What the one who asked is told."""
        doubtful = [f.text for f in self.answer.figures if f.status is FigureStatus.UNVERIFIED]
        note = f"\n\nNo source was found for: {', '.join(doubtful)}." if doubtful else ""
        return f"{self.answer.text}{note}"


class Delegation:
    """Hands work on.

    Args:
        worker: Runs assignments.
        slots: How many at once; shared by all runs of the process.
    """

    def __init__(self, worker: Worker, *, slots: Slots) -> None:
        self._worker = worker
        self._slots = slots

    async def done(
        self,
        assignment: Assignment,
        *,
        today: date,
        as_of: date | None,
        call_id: str,
        emit: Callable[[Event], None],
        finding: Finding,
    ) -> None:
        """Run an assignment to its end; a failure, and how far a cancelled one came, is in `finding`.

        Raises:
            InvalidRequest: No slot is free.
        """
        if not self._slots.take():
            raise InvalidRequest("Too many are at work already: do this part yourself.")
        try:
            work = self._worker(assignment, ledger=finding.ledger, today=today, as_of=as_of)
            async with aclosing(work) as events:
                async for event in events:
                    _take(finding, event, assignment.role.name, call_id, emit)
        finally:
            self._slots.give_back()

    def spec(self, tools: ToolSnapshot, lineage: tuple[str, ...]) -> ToolSpec:
        """Return the tool for a run that may use `tools` and has `lineage` above it."""

        async def delegate(
            role: str, task: str, config: RunnableConfig, tool_hints: list[str] | None = None
        ) -> tuple[str, Artifact]:
            context: RunContext = config["configurable"][RUN_CONTEXT_KEY]
            asked = _allowed(role, lineage)
            assignment = Assignment(asked, task, asked.narrowed(tools, tool_hints or ()), lineage)
            finding = Finding(ledger=Ledger(context.ledger.asked))
            try:
                await self.done(
                    assignment,
                    today=context.today,
                    as_of=context.as_of,
                    call_id=context.call_id,
                    emit=context.emit,
                    finding=finding,
                )
            finally:  # what was found and spent counts, also when the call is cancelled
                context.ledger.absorb(finding.ledger)
                context.ledger.add(Artifact(usage=finding.usage))
            if finding.problem and not finding.answer.text:
                raise ProviderError(asked.name, finding.problem)
            return finding.text(), Artifact()

        tool = StructuredTool.from_function(
            coroutine=delegate,
            name=DELEGATE,
            description=_DESCRIPTION,
            args_schema=_Arguments,
            response_format="content_and_artifact",
        )
        return ToolSpec(
            tool=tool,
            summary="hand a part of the work to another role",
            risk=Risk.READ,
            concurrency_safe=True,
            timeout_s=TIMEOUT_S,
            output_cap=OUTPUT_CAP,
            dated=True,
        )


class _Arguments(BaseModel):
    """What the model gives."""

    model_config = ConfigDict(extra="forbid")

    role: str = Field(max_length=40)
    task: str = Field(min_length=1, max_length=MAX_TASK_CHARACTERS)
    tool_hints: list[str] = Field(default_factory=list, max_length=20)


def _allowed(name: str, lineage: tuple[str, ...]) -> Role:
    """Return the role asked for.

    Raises:
        InvalidRequest: There is none of that name, it is the caller's own or one above it, or
            the work has been handed on too often.
    """
    role = ROLES.get(name)
    if role is None:
        raise InvalidRequest(f"There is no role {name[:40]!r}: choose from {', '.join(ROLES)}.")
    if lineage and name == lineage[-1]:
        raise InvalidRequest(f"You are the {name} yourself: do this part, or choose another role.")
    if name in lineage:
        raise InvalidRequest(f"A {name} handed this on: it cannot come back to one.")
    if len(lineage) >= MAX_DEPTH:
        raise InvalidRequest(f"Work is handed on {MAX_DEPTH} times at most: do this part yourself.")
    return role


def _take(
    finding: Finding, event: Event, role: str, call_id: str, emit: Callable[[Event], None]
) -> None:
    match event:
        case Answered(answer) | Cancelled(answer):
            finding.answer, finding.usage = answer, answer.usage
        case Failed(message=message, answer=answer):
            finding.answer, finding.usage, finding.problem = answer, answer.usage, message
        case UsageReported(usage):
            finding.usage = usage
        case _:
            emit(Nested(call_id, role, event))
