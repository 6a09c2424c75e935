"""Long conversations (K7): shortened without losing a figure or a pairing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from research_agent.agent.compaction import Compaction, approximate_tokens
from research_agent.agent.run_state import history_problems
from research_agent.domain.events import Answered, ContextCompacted, Failed
from research_agent.errors import ModelError, ProviderError
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.ledger import Ledger
from tests.fakes.filed import APPLE, statement
from tests.fakes.scripted_chat import ScriptedChat
from tests.fakes.scripted_model import Call, ScriptedModel, calls
from tests.fakes.small_tools import artifact_tool
from tests.unit.agent.scene import play

TOO_LONG = ModelError("context_length", "The conversation is too long for the model.")
EVIDENCE = Artifact(tables=(statement(APPLE),))


def conversation(sizes: list[int], *, last_seen: bool = False) -> list[BaseMessage]:
    """A question and one turn for each size of a result; the last result is not yet seen."""
    messages: list[BaseMessage] = [
        SystemMessage("Rules."),
        HumanMessage("An earlier question"),
        AIMessage("An earlier answer"),
        HumanMessage("The question"),
    ]
    for turn, size in enumerate(sizes):
        call = {"name": "look_up", "args": {"query": str(turn)}, "id": str(turn)}
        messages.append(AIMessage("", tool_calls=[call]))
        messages.append(ToolMessage(f"result {turn}: " + "x" * size, tool_call_id=str(turn)))
    if last_seen:
        messages.append(AIMessage("Half an answer"))
    return messages


def ledger() -> Ledger:
    found = Ledger()
    found.add(EVIDENCE)
    return found


@settings(max_examples=60, deadline=None)
@given(
    sizes=st.lists(st.integers(0, 20_000), max_size=8),
    window=st.integers(500, 40_000),
    refused=st.booleans(),
)
async def test_k7_no_figure_of_the_turn_is_lost_and_every_call_keeps_its_result(
    sizes: list[int], window: int, refused: bool
) -> None:
    """Whatever came before: question, history and the newest results stay as they are."""
    messages = conversation(sizes)
    newest, first = messages[-2:], messages[:4]
    before = approximate_tokens(messages)

    done = await Compaction(window=window).fit(messages, 3, ledger(), refused=refused)

    assert messages[:4] == first
    assert messages[-2:] == newest
    assert history_problems(messages) == []
    assert (done is None) == (approximate_tokens(messages) >= before)
    if not refused and before <= window * 0.75:
        assert done is None


async def test_k7_a_summary_keeps_every_figure_found() -> None:
    """The model's words may leave one out; the list beside them does not."""
    messages = conversation([9_000, 9_000, 9_000])
    found = ledger()
    model = ScriptedChat("Apple was looked up.")
    compaction = Compaction(model, window=5_000)
    await compaction.fit(messages, 3, found, refused=True)  # shortens
    done = await compaction.fit(messages, 3, found, refused=True)

    assert done is not None
    assert done.after < done.before
    summary = messages[4].text
    assert "Apple was looked up." in summary
    for fact in found.facts():
        assert f"{fact.ref} = {fact.value.normalize():f} {fact.unit}" in summary
    assert found.usage.requests == 1


async def test_k7_what_a_person_said_meanwhile_survives() -> None:
    """A message that waited its turn is not part of the tools' work."""
    messages = conversation([9_000, 9_000])
    messages.insert(6, HumanMessage("In euros, please."))
    messages += conversation([10])[4:]
    for _ in range(2):
        await Compaction(window=2_000).fit(messages, 3, ledger(), refused=True)
    assert "In euros, please." in [message.text for message in messages]


async def test_k7_a_summariser_that_fails_costs_no_figure() -> None:
    """The list of figures is there without it."""
    messages = conversation([9_000, 9_000])
    broken = ScriptedChat(ProviderError("openai", "down"))
    for _ in range(2):
        await Compaction(broken, window=2_000).fit(messages, 3, ledger(), refused=True)
    assert "AAPL.revenue.FY2023 = 383285000000" in messages[4].text


@pytest.mark.parametrize(("refusals", "answered"), [(1, True), (2, True), (3, False)])
async def test_k7_a_model_that_finds_it_too_long_is_asked_again_twice(
    refusals: int, answered: bool
) -> None:
    """Shorter each time; then the run ends with its evidence."""
    look = artifact_tool("look_up", EVIDENCE, output_cap=20_000)
    turns = [calls(Call("look_up", {"query": f"{n} {'x' * 3_000}"})) for n in (1, 2, 3, 4)]
    model = ScriptedModel(*turns, *[TOO_LONG] * refusals, *(["Done."] if answered else []))
    outcome = await play(model, look)

    assert isinstance(outcome.final, Answered if answered else Failed)
    assert outcome.answer.tables == EVIDENCE.tables
    assert len(outcome.of(ContextCompacted)) >= 1
    assert history_problems(outcome.messages) == []
