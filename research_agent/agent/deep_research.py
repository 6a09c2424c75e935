"""Deep research: plan, look up the parts side by side, draft, have the draft reviewed, answer."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from datetime import date

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from research_agent.agent.budget import Budget
from research_agent.agent.delegation import Assignment, Delegation, Finding
from research_agent.agent.loop import Agent
from research_agent.agent.research_plan import (
    Plan,
    SubQuestion,
    brief,
    has_findings,
    review_task,
    revision,
)
from research_agent.agent.roles import PLANNER, RESEARCHER, REVIEWER, Role
from research_agent.agent.run_frame import framed
from research_agent.agent.run_state import RunState
from research_agent.domain.companies import Company
from research_agent.domain.events import (
    Answered,
    Cancelled,
    Event,
    Failed,
    RunStarted,
    ToolFinished,
    ToolRequested,
    ToolStarted,
    UsageReported,
    WarningRaised,
)
from research_agent.errors import ModelError, ProviderError, ResearchError
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.ledger import Ledger
from research_agent.models.structured import MalformedReply, ask_structured
from research_agent.tools.registry import ToolSnapshot

__all__ = ["DeepResearch"]

_SUMMARY_CHARACTERS = 160


class DeepResearch:
    """Answers a question in four steps, each told as the steps of a run.

    Args:
        writer: Makes the draft and the answer; the same agent that answers plain questions.
        model: Plans.
        delegation: Runs researchers and the reviewer.
        tools: What they may use at most.
        budget: Of the whole run.
        companies_in: Finds the companies that a question names.
        analyst: Who answers, for the answer.
    """

    def __init__(
        self,
        writer: Agent,
        *,
        model: BaseChatModel,
        delegation: Delegation,
        tools: ToolSnapshot,
        budget: Budget,
        companies_in: Callable[[str], Sequence[Company]],
        analyst: str,
    ) -> None:
        self._writer = writer
        self._model = model
        self._delegation = delegation
        self._tools = tools
        self._budget = budget
        self._companies_in = companies_in
        self._analyst = analyst

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
    ) -> AsyncGenerator[Event]:
        """Return what happens, as `Agent.run` does; what the roles do comes as `Nested`."""
        named = tuple(self._companies_in(question))
        state = RunState(
            [*history], today, self._analyst, self._tools.as_of(as_of), as_of, named, owner
        )
        asked = [str(m.text) for m in history if isinstance(m, HumanMessage)]
        state.ledger = Ledger(asked=[*asked, question])
        work = self._work(question, run_id, state)
        return framed(work, state, question=question, run_id=run_id, cancel=cancel)

    async def _work(self, question: str, run_id: str, state: RunState) -> AsyncGenerator[Event]:
        plan = Plan(sub_questions=[])
        async for event in self._planned(question, plan, state):
            yield event
        findings = [Finding(ledger=Ledger(state.ledger.asked)) for _ in plan.sub_questions]
        async with aclosing(self._research(plan, state, findings)) as events:
            async for event in events:
                yield event
        if all(finding.problem for finding in findings):
            raise ModelError("failed", findings[0].problem)
        found = brief(question, plan, [finding.text() or finding.problem for finding in findings])
        async with aclosing(self._written(found, run_id, state)) as events:
            async for event in events:
                yield event
        if not self._budget.used_up(state.usage):
            async with aclosing(self._reviewed(question, found, run_id, state)) as events:
                async for event in events:
                    yield event
        spent = self._budget.used_up(state.usage)
        if spent:
            yield WarningRaised(spent)
        yield Answered(state.answer(state.draft, partial=bool(spent)))

    async def _planned(self, question: str, plan: Plan, state: RunState) -> AsyncGenerator[Event]:
        """Split the question; without a plan it is researched as one."""
        yield ToolRequested("plan", PLANNER.name, {"task": question})
        yield ToolStarted("plan", PLANNER.name)
        began = time.monotonic()
        try:
            plan.sub_questions = (await self._plan(question, state)).sub_questions
        except (MalformedReply, ProviderError, ModelError) as error:
            plan.sub_questions = [SubQuestion(question=question)]
            yield WarningRaised(f"No plan could be made: {error}", "plan")
        listed = "\n".join(f"- {part.question}" for part in plan.sub_questions)
        yield _finished("plan", PLANNER, listed, began)
        yield UsageReported(state.usage)

    async def _reviewed(
        self, question: str, found: str, run_id: str, state: RunState
    ) -> AsyncGenerator[Event]:
        """Have the draft reviewed against the ledger, and corrected when there are findings."""
        review = Finding(ledger=Ledger(state.ledger.asked))
        task = review_task(question, state.answer(state.draft), state.ledger.facts())
        async with aclosing(self._assigned("review", REVIEWER, task, (), review, state)) as events:
            async for event in events:
                yield event
        if has_findings(review.answer.text):
            again = revision(found, state.draft, review.text())
            async with aclosing(self._written(again, run_id, state)) as events:
                async for event in events:
                    yield event

    async def _plan(self, question: str, state: RunState) -> Plan:
        names = ", ".join(state.tools.names)
        told = f"Today is {state.today}.\n{PLANNER.prompt}\nTools of the researchers: {names}."
        messages = [SystemMessage(told), *state.messages, HumanMessage(question)]
        try:
            plan, usage = await ask_structured(self._model, messages, Plan)
        except MalformedReply as error:
            state.ledger.add(Artifact(usage=error.usage))
            raise
        state.ledger.add(Artifact(usage=usage))
        return plan

    async def _research(
        self, plan: Plan, state: RunState, findings: list[Finding]
    ) -> AsyncGenerator[Event]:
        """Look every part up, side by side; events come as they happen."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()

        async def one(place: int, part: SubQuestion, finding: Finding) -> None:
            call_id = f"research-{place}"
            try:
                work = self._assigned(
                    call_id, RESEARCHER, part.question, part.tool_hints, finding, state
                )
                async with aclosing(work) as events:
                    async for event in events:
                        queue.put_nowait(event)
            finally:
                queue.put_nowait(None)

        parts = zip(plan.sub_questions, findings, strict=True)
        tasks = [asyncio.create_task(one(n, part, f)) for n, (part, f) in enumerate(parts, 1)]
        try:
            waiting = len(tasks)
            while waiting:
                event = await queue.get()
                if event is None:
                    waiting -= 1
                else:
                    yield event
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        for task in tasks:
            task.result()

    async def _assigned(
        self,
        call_id: str,
        role: Role,
        task: str,
        hints: Sequence[str],
        finding: Finding,
        state: RunState,
    ) -> AsyncGenerator[Event]:
        """Have a role do a task and take its evidence in; a failure costs only its part."""
        yield ToolRequested(call_id, role.name, {"task": task})
        yield ToolStarted(call_id, role.name)
        began = time.monotonic()
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        tools = role.narrowed(state.tools, hints)
        assignment = Assignment(role, task, tools)

        async def work() -> None:
            try:
                await self._delegation.done(
                    assignment,
                    today=state.today,
                    as_of=state.as_of,
                    call_id=call_id,
                    emit=queue.put_nowait,
                    finding=finding,
                )
            except ResearchError as error:
                finding.problem = str(error)
            finally:
                queue.put_nowait(None)

        running = asyncio.create_task(work())
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            running.cancel()
            await asyncio.wait([running])
            state.ledger.absorb(finding.ledger)
            state.ledger.add(Artifact(usage=finding.usage))
        yield _finished(call_id, role, finding.text() or finding.problem, began, finding.problem)
        yield UsageReported(state.usage)

    async def _written(self, task: str, run_id: str, state: RunState) -> AsyncGenerator[Event]:
        """Have the answer written over all the evidence; it is the draft from then on.

        Raises:
            ModelError: There is no answer and no draft.
        """
        ledger = Ledger(state.ledger.asked)
        ledger.absorb(state.ledger)
        work = self._writer.run(
            task,
            run_id=run_id,
            today=state.today,
            as_of=state.as_of,
            ledger=ledger,
            owner=state.owner,
        )
        async with aclosing(work) as events:
            async for event in events:
                match event:
                    case RunStarted():
                        continue
                    case UsageReported(usage):
                        yield UsageReported(state.usage + usage)
                    case Answered(answer) | Failed(answer=answer) | Cancelled(answer):
                        state.ledger.absorb(ledger)
                        state.ledger.add(Artifact(usage=answer.usage))
                        state.draft = answer.text if isinstance(event, Answered) else state.draft
                        if isinstance(event, Failed) and not state.draft:
                            raise ModelError(event.code, event.message)
                    case _:
                        yield event


def _finished(
    call_id: str, role: Role, content: str, began: float, problem: str = ""
) -> ToolFinished:
    first = " ".join(content.strip().split())
    summary = first if len(first) <= _SUMMARY_CHARACTERS else f"{first[:_SUMMARY_CHARACTERS]}…"
    seconds = round(time.monotonic() - began, 3)
    code = "provider_error" if problem else "ok"
    return ToolFinished(call_id, role.name, code, summary, content, seconds)
