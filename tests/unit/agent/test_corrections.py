import asyncio

from research_agent.domain.answers import FigureStatus
from research_agent.domain.events import Answered, Cancelled, TurnStarted, WarningRaised
from research_agent.errors import RateLimited
from tests.fakes.scripted_model import Call, Reply, ScriptedModel, calls
from tests.unit.agent.scene import play

LOOK = calls(Call("look_up", {"query": "Apple revenue"}))
RIGHT = "Apple's revenue in FY2023 was $383,285 million."
WRONG = "Apple's revenue in FY2023 was $999,999 million."


async def test_figures_without_a_source_go_back_once() -> None:
    """The model is told which figures, and its second answer is the one."""
    model = ScriptedModel(LOOK, WRONG, RIGHT)
    outcome = await play(model, correct_figures=True)

    assert "$999,999 million" in model.asked[2].messages[-1].text
    assert outcome.answer.text == RIGHT
    assert [figure.status for figure in outcome.answer.figures] == [FigureStatus.VERIFIED]


async def test_figures_go_back_once_and_not_twice() -> None:
    """What the model insists on is shown, marked; asking for ever would bring nothing."""
    outcome = await play(ScriptedModel(LOOK, WRONG, WRONG), correct_figures=True)

    assert isinstance(outcome.final, Answered)
    assert not outcome.answer.partial
    assert [figure.status for figure in outcome.answer.figures] == [FigureStatus.UNVERIFIED]


async def test_right_figures_do_not_go_back() -> None:
    """A second request costs time and money."""
    model = ScriptedModel(LOOK, RIGHT)
    await play(model, correct_figures=True)

    assert len(model.asked) == 2


async def test_offline_nothing_goes_back() -> None:
    """The offline analyst writes from facts; asking it again brings the same."""
    outcome = await play(ScriptedModel(LOOK, WRONG), correct_figures=False)

    assert outcome.answer.text == WRONG


async def test_a_failed_correction_does_not_cost_the_answer() -> None:
    """A server that is busy now must not take away what it said a second ago."""
    busy = RateLimited("openai", "too many requests")
    outcome = await play(ScriptedModel(LOOK, WRONG, busy), correct_figures=True)

    assert isinstance(outcome.final, Answered)
    assert (outcome.answer.text, outcome.answer.partial) == (WRONG, True)
    assert [figure.status for figure in outcome.answer.figures] == [FigureStatus.UNVERIFIED]
    assert outcome.of(WarningRaised)[-1].message == str(busy)


async def test_a_correction_that_says_nothing_does_not_cost_the_answer() -> None:
    """Twice nothing is no reason to forget the first answer."""
    outcome = await play(ScriptedModel(LOOK, WRONG, "", ""), correct_figures=True)

    assert (outcome.answer.text, outcome.answer.partial) == (WRONG, True)


async def test_a_cancelled_correction_leaves_the_answer() -> None:
    """The person who stops the second look keeps the first."""
    model = ScriptedModel(LOOK, WRONG, Reply("Apple's", hangs=True))
    outcome = await play(
        model,
        correct_figures=True,
        cancel_at=lambda event: isinstance(event, TurnStarted) and event.turn == 3,
    )

    assert isinstance(outcome.final, Cancelled)
    assert outcome.answer.text == WRONG
    await asyncio.sleep(0)
