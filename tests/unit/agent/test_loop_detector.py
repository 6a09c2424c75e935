from langchain_core.messages import HumanMessage

from research_agent.agent.loop_detector import LoopDetector
from research_agent.domain.events import Answered, TurnStarted, WarningRaised
from research_agent.tools.executor import Call as Made
from tests.fakes.scripted_model import Call, ScriptedModel, calls
from tests.fakes.small_tools import artifact_tool
from tests.unit.agent.scene import play

TOOL = artifact_tool("look_up", soft_limited=False)
SAME = calls(Call("look_up", {"query": "a"}))
OTHER = calls(Call("look_up", {"query": "b"}))


def said(model: ScriptedModel) -> list[str]:
    """What the model was told beside the question."""
    told = [m.text for m in model.asked[-1].messages if isinstance(m, HumanMessage)]
    return [text.split(".")[0] for text in told[1:]]


async def test_the_third_equal_turn_gets_a_warning() -> None:
    """The model is told that it goes round in circles, and the person sees that it was."""
    model = ScriptedModel(SAME, SAME, SAME, "Well.")
    outcome = await play(model, TOOL)

    assert said(model) == ["The last three turns were the same"]
    assert len(outcome.of(WarningRaised)) == 1
    assert outcome.answer.text == "Well."
    assert not outcome.answer.partial


async def test_going_on_after_the_warning_stops_the_run_with_an_answer() -> None:
    """One more equal turn, and the model answers without tools from what is there."""
    model = ScriptedModel(SAME, SAME, SAME, SAME, "Well.")
    outcome = await play(model, TOOL)

    assert isinstance(outcome.final, Answered)
    assert outcome.answer.partial
    assert model.asked[-1].tools == ()
    assert outcome.of(TurnStarted)[-1].turn == 5
    assert outcome.of(WarningRaised)[-1].message.startswith("The model went round in circles")


async def test_a_turn_that_differs_resets_the_warning() -> None:
    """A model that found its way out starts with a clean slate."""
    model = ScriptedModel(SAME, SAME, SAME, OTHER, SAME, SAME, "Well.")
    outcome = await play(model, TOOL)

    assert not outcome.answer.partial
    assert len(outcome.of(WarningRaised)) == 1


async def test_a_second_circle_gets_its_own_warning() -> None:
    """After a reset the model is warned again before it is stopped."""
    model = ScriptedModel(SAME, SAME, SAME, OTHER, OTHER, OTHER, "Well.")
    outcome = await play(model, TOOL)

    assert not outcome.answer.partial
    assert len(outcome.of(WarningRaised)) == 2


def test_the_order_of_calls_and_of_arguments_makes_no_difference() -> None:
    """The same work in another order is the same work."""
    detector = LoopDetector()
    one, two = Made("1", "a", {"x": 1, "y": 2}), Made("2", "b")
    turned = Made("3", "a", {"y": 2, "x": 1})

    assert not detector.circling([one, two], "")
    assert not detector.circling([two, turned], "I try again")
    assert detector.circling([turned, two], "")


def test_equal_texts_count_when_nothing_is_called() -> None:
    """A model can also circle by saying the same thing."""
    detector = LoopDetector()

    assert [detector.circling((), text) for text in ("Hm.", "Hm. ", "Hm.", "So.")] == [
        False,
        False,
        True,
        False,
    ]


def test_a_call_is_not_taken_for_a_text() -> None:
    """Two kinds of turn never look alike."""
    detector = LoopDetector()
    call = Made("1", "a", {})

    assert not any(
        detector.circling(made, text)
        for made, text in [([call], ""), ((), '["a", {}]'), ([call], "")]
    )
