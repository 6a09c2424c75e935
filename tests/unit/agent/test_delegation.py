"""Handing work on: who may ask whom, with which tools, and what comes back (K11, K12)."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import ToolMessage

from research_agent.agent.delegation import DELEGATE, Assignment, Delegation, Slots
from research_agent.agent.roles import ROLES
from research_agent.domain.answers import Answer, Usage
from research_agent.domain.events import Answered, Event, Failed, Nested, ToolStarted
from research_agent.errors import InvalidRequest, ProviderError
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.tools.registry import Risk, ToolSnapshot
from tests.fakes.scripted_model import Call, ScriptedModel, calls
from tests.fakes.small_tools import artifact_tool
from tests.unit.agent.scene import EVIDENCE, TODAY, play

NAMES = "get_financials calculate web_search web_fetch write_file read_file shell delegate".split()
TOOLS = ToolSnapshot(tuple(artifact_tool(name, risk=Risk.READ) for name in NAMES))


class Work:
    """Finds Apple's statement and concludes, or fails; remembers what it was given."""

    def __init__(self, final: Event | None = None) -> None:
        self.final = final or Answered(Answer("Found.", usage=Usage(100, 10, 2)))
        self.given: list[Assignment] = []

    async def __call__(
        self, assignment: Assignment, *, ledger: Ledger, today: date, as_of: date | None
    ) -> AsyncGenerator[Event]:
        self.given.append(assignment)
        yield ToolStarted("1", "get_financials")
        ledger.add(EVIDENCE)
        await asyncio.sleep(0)
        yield self.final


async def handed_on(
    work: Work,
    *,
    lineage: tuple[str, ...] = ("researcher",),
    slots: int = 4,
    ledger: Ledger | None = None,
    told: list[Event] | None = None,
    **arguments: Any,
) -> str:
    spec = Delegation(work, slots=Slots(slots)).spec(TOOLS, lineage)
    emit = (told if told is not None else []).append
    context = RunContext(TODAY, ledger or Ledger(), call_id="c1", emit=emit)
    call = {"type": "tool_call", "id": "c1", "name": DELEGATE, "args": arguments}
    reply = await spec.tool.ainvoke(call, {"configurable": {RUN_CONTEXT_KEY: context}})
    assert isinstance(reply, ToolMessage)
    return str(reply.content)


async def test_k12_what_was_found_and_spent_counts_for_the_one_who_asked() -> None:
    """Its figures can be verified and calculated with; its tokens are in the total."""
    ledger, told = Ledger(), []
    text = await handed_on(Work(), role="reviewer", task="Check it.", ledger=ledger, told=told)

    assert text == "Found."
    assert ledger.tables == EVIDENCE.tables
    assert ledger.usage == Usage(100, 10, 2)
    assert told == [Nested("c1", "reviewer", ToolStarted("1", "get_financials"))]


async def test_k12_a_failure_is_an_error_and_its_evidence_is_kept() -> None:
    """The caller can go on with what was found."""
    ledger = Ledger()
    failed = Failed("timeout", "The model did not answer.", Answer("", usage=Usage(7, 0, 1)))
    with pytest.raises(ProviderError, match="did not answer"):
        await handed_on(Work(failed), role="planner", task="Plan.", ledger=ledger)
    assert ledger.tables == EVIDENCE.tables
    assert ledger.usage.prompt_tokens == 7


@pytest.mark.parametrize(
    ("role", "lineage", "problem"),
    [
        ("researcher", ("researcher",), "yourself"),
        ("boss", ("researcher",), "There is no role 'boss'"),
        ("researcher", ("researcher", "reviewer"), "cannot come back"),
        ("writer", ("researcher", "planner", "reviewer"), "3 times at most"),
    ],
)
async def test_k12_self_unknown_cycle_and_depth_are_refused(
    role: str, lineage: tuple[str, ...], problem: str
) -> None:
    """Work that goes in circles never ends."""
    work = Work()
    with pytest.raises(InvalidRequest, match=problem):
        await handed_on(work, role=role, task="Do it.", lineage=lineage)
    assert work.given == []


async def test_k12_nobody_waits_for_a_slot() -> None:
    """One who waits holds a slot itself: all would wait for ever."""
    with pytest.raises(InvalidRequest, match="do this part yourself"):
        await handed_on(Work(), role="planner", task="Plan.", slots=0)


async def test_k12_a_slot_is_free_again_after_a_failure() -> None:
    """Else a few failures would end all delegation."""
    slots = Slots(1)
    delegation = Delegation(Work(Failed("x", "No.", Answer(""))), slots=slots)
    spec = delegation.spec(TOOLS, ("researcher",))
    for _ in range(3):
        context = RunContext(TODAY, Ledger())
        call = {
            "type": "tool_call",
            "id": "1",
            "name": DELEGATE,
            "args": {"role": "planner", "task": "x"},
        }
        with pytest.raises(ProviderError):
            await spec.tool.ainvoke(call, {"configurable": {RUN_CONTEXT_KEY: context}})
    assert slots.take()


@given(
    path=st.lists(st.sampled_from(sorted(ROLES)), max_size=4),
    hints=st.lists(st.sampled_from([*NAMES, "nonsense"]), max_size=5),
)
def test_k12_tools_can_only_shrink(path: list[str], hints: list[str]) -> None:
    """Whatever roles and hints follow each other."""
    tools = TOOLS
    for name in path:
        narrowed = ROLES[name].narrowed(tools, hints)
        assert set(narrowed.names) <= set(tools.names) & ROLES[name].tools
        tools = narrowed


def test_k11_only_the_writer_may_write() -> None:
    """The default role has the least."""
    for role in ROLES.values():
        assert ("write_file" in role.tools) == (role.name == "writer")
        assert "shell" not in role.tools


async def test_k12_the_model_hands_on_like_any_tool() -> None:
    """Through the loop and the executor, with the evidence in the answer."""
    ask = calls(Call(DELEGATE, {"role": "reviewer", "task": "Look Apple up."}))
    model = ScriptedModel(ask, "Apple's revenue in FY2023 was $383,285 million.")
    outcome = await play(model, delegation=Delegation(Work(), slots=Slots()))

    assert [figure.status.value for figure in outcome.answer.figures] == ["verified"]
    assert outcome.of(Nested)
    assert outcome.answer.usage.requests == 4
