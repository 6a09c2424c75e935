"""What a run may cost (K6)."""

import pytest

from research_agent.agent.budget import NO_LIMIT, Budget
from research_agent.agent.run_state import history_problems
from research_agent.domain.answers import Usage
from research_agent.domain.events import Answered, WarningRaised
from research_agent.evidence.artifact import Artifact
from tests.fakes.scripted_model import Call, ScriptedModel, calls
from tests.fakes.small_tools import artifact_tool
from tests.unit.agent.scene import play

LOOK = calls(Call("look_up", {"query": "Apple revenue"}))
ROUTED = Artifact(usage=Usage(90_000, 10_000, 1, 0.25))


@pytest.mark.parametrize("budget", [Budget(tokens=100_000), Budget(cost_usd=0.25)])
async def test_k6_the_inner_router_counts_into_the_budget(budget: Budget) -> None:
    """The turn's results are paired first; then one request without tools brings the answer."""
    model = ScriptedModel(LOOK, "What was found.")
    outcome = await play(model, artifact_tool("look_up", ROUTED), budget=budget)

    assert isinstance(outcome.final, Answered)
    assert outcome.answer.partial
    assert outcome.answer.text == "What was found."
    assert "used up" in outcome.of(WarningRaised)[-1].message
    assert history_problems(outcome.messages) == []
    assert len(model.asked) == 2


async def test_k6_without_a_limit_nothing_ends_a_run() -> None:
    """A default that cuts answers short would be a surprise."""
    outcome = await play(
        ScriptedModel(LOOK, "Done."), artifact_tool("look_up", ROUTED), budget=NO_LIMIT
    )
    assert not outcome.answer.partial
