import asyncio
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from research_agent.agent.run_state import history_problems
from research_agent.domain.events import Event, is_final
from research_agent.errors import ProviderError
from tests.fakes.scripted_model import Call, Reply, ScriptedModel
from tests.fakes.small_tools import artifact_tool, failing, sleeper
from tests.unit.agent.scene import EVIDENCE, Outcome, play

CALL = st.builds(
    Call,
    name=st.sampled_from(["look_up", "fails", "alone", "unheard_of"]),
    arguments=st.sampled_from([{"query": "0"}, {"query": "0.001"}, {"other": 1}, '{"query": "x']),
    call_id=st.sampled_from([None, None, "call_0", "call_1", ""]),
)
REPLY = st.builds(
    Reply,
    text=st.sampled_from(["", "It was $383,285 million.", "Revenue was $5."]),
    calls=st.lists(CALL, max_size=4),
    finish=st.sampled_from(["stop", "tool_calls", "length", "content_filter", ""]),
    usage=st.sampled_from([None, (10, 5)]),
    error=st.sampled_from([None, None, None, ProviderError("p", "broke off"), KeyError("bug")]),
    hangs=st.sampled_from([False, False, False, True]),
)


@settings(max_examples=150, deadline=None)
@given(
    replies=st.lists(REPLY, max_size=6),
    cancel_at=st.one_of(st.none(), st.integers(0, 40)),
    max_turns=st.integers(1, 5),
    correct=st.booleans(),
)
def test_every_way_out_leaves_a_whole_history_and_one_last_event(
    replies: Sequence[Reply], cancel_at: int | None, max_turns: int, correct: bool
) -> None:
    """Whatever model, tools and person do, and whenever they do it.

    A history with an open call is refused by every provider; a second last event would show an
    answer and an error at once; none at all would leave the screen waiting for ever.
    """
    model = ScriptedModel(*replies)
    outcome = asyncio.run(_run(model, cancel_at, max_turns, correct))
    finals = [event for event in outcome.events if is_final(event)]

    assert len(finals) == 1
    assert outcome.final is finals[0]
    assert history_problems(outcome.messages) == []
    assert list(model.refusals) == []


async def _run(
    model: ScriptedModel, cancel_at: int | None, max_turns: int, correct: bool
) -> Outcome:
    cancel = asyncio.Event()
    asyncio.get_running_loop().call_later(0.03, cancel.set)  # ends a reply that hangs
    seen = 0

    def count(_event: Event) -> bool:
        nonlocal seen
        if seen == cancel_at:
            cancel.set()
        seen += 1
        return False

    return await play(
        model,
        artifact_tool("look_up", EVIDENCE),
        failing(ValueError("bug"), "fails"),
        sleeper([], "alone", safe=False),
        cancel=cancel,
        cancel_at=count,
        max_turns=max_turns,
        correct_figures=correct,
        check=False,
    )
