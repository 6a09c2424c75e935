import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice
from pathlib import Path

import pytest

from research_agent.agent.loop import Agent
from research_agent.domain.events import (
    Answered,
    Cancelled,
    Event,
    Failed,
    RunStarted,
    TextDelta,
    ToolStarted,
    WarningRaised,
    is_final,
)
from research_agent.errors import ConfigError, InvalidRequest, NotFound
from research_agent.evidence.artifact import Artifact
from research_agent.infra import background_loop
from research_agent.runs import service as service_module
from research_agent.runs.service import MAX_QUESTION_CHARACTERS, RunService, RunSnapshot
from research_agent.tools.registry import ToolRegistry, ToolSpec
from tests.fakes.filed import APPLE, statement
from tests.fakes.scripted_model import Call, Reply, ScriptedModel, calls
from tests.fakes.small_tools import artifact_tool, sleeper, spec

TODAY = date(2026, 11, 30)
LOOK_UP = artifact_tool("look_up", Artifact(tables=(statement(APPLE),)))
LOOK = calls(Call("look_up", {"query": "a"}))
HANG = Reply("Revenue was", hangs=True)

Services = Callable[..., RunService]


@pytest.fixture
def services() -> Iterator[Services]:
    """Make services that play a script, one model for all their runs."""
    made: list[RunService] = []

    def make(
        model: ScriptedModel, *tools: ToolSpec, trace_dir: Path | None = None, **options: object
    ) -> RunService:
        granted = ToolRegistry(tools or (LOOK_UP,)).granted("full")
        made.append(
            RunService(
                lambda _deep: Agent(model, granted, instructions="Answer."),
                trace_dir=trace_dir,
                today=lambda: TODAY,
                **options,  # type: ignore[arg-type]
            )
        )
        return made[-1]

    yield make
    for service in made:
        service.close()


def ended(service: RunService, run_id: str, **owner: str) -> RunSnapshot:
    """Wait for a run's end."""
    for _ in service.follow(run_id, **owner):
        pass
    return service.snapshot(run_id, **owner)


def until(service: RunService, run_id: str, seen: Callable[[Event], bool]) -> None:
    """Wait for an event of a run."""
    next(event for event in service.follow(run_id) if seen(event))


def test_a_run_goes_on_without_a_reader(services: Services) -> None:
    """Closing the page does not cost the answer."""
    service = services(ScriptedModel(LOOK, "Revenue was $383,285 million."))
    run_id = service.start(" What was Apple's revenue? ")
    deadline = time.monotonic() + 5
    while service.snapshot(run_id).state == "running" and time.monotonic() < deadline:
        time.sleep(0.005)

    snapshot = service.snapshot(run_id)
    assert (snapshot.state, snapshot.question) == ("answered", "What was Apple's revenue?")
    assert snapshot.answer is not None
    assert snapshot.answer.text == "Revenue was $383,285 million."
    assert isinstance(snapshot.events[0], RunStarted)
    assert snapshot.events[0].today == "2026-11-30"
    assert isinstance(snapshot.events[-1], Answered)
    assert snapshot.total == len(snapshot.events)
    assert 0 <= snapshot.seconds < 5


def test_a_reader_takes_up_where_it_left_off(services: Services) -> None:
    """A page that polls gets each event once."""
    service = services(ScriptedModel("Hello there."))
    run_id = service.start("q")
    whole = ended(service, run_id)

    rest = service.snapshot(run_id, after=2)
    assert rest.events == whole.events[2:]
    assert rest.total == whole.total
    assert service.snapshot(run_id, after=999).events == ()


def test_a_running_run_has_no_answer_yet(services: Services) -> None:
    """What is not known is not shown as nothing."""
    service = services(ScriptedModel(HANG))
    run_id = service.start("q")
    until(service, run_id, lambda event: isinstance(event, TextDelta))

    snapshot = service.snapshot(run_id)
    assert (snapshot.state, snapshot.answer, snapshot.message) == ("running", None, "")


def test_following_brings_every_event_up_to_the_last(services: Services) -> None:
    """The command line prints each as it comes, and ends."""
    service = services(ScriptedModel(LOOK, "Hello."))
    run_id = service.start("q")
    live = list(service.follow(run_id))

    assert is_final(live[-1])
    assert live == list(service.follow(run_id)) == list(service.snapshot(run_id).events)


def test_a_follower_that_goes_away_changes_nothing(services: Services) -> None:
    """One reader's lost connection is nobody else's business."""
    service = services(ScriptedModel(LOOK, "Hello there, this is the answer."))
    run_id = service.start("q")
    reader = service.follow(run_id)
    next(reader)
    reader.close()  # type: ignore[attr-defined]

    assert ended(service, run_id).state == "answered"


def test_a_stopped_run_ends_within_a_second_with_its_evidence(services: Services) -> None:
    """Stop works at once, and what was found stays."""
    service = services(ScriptedModel(LOOK, HANG))
    run_id = service.start("q")
    until(service, run_id, lambda event: isinstance(event, TextDelta))
    begun = time.monotonic()
    service.cancel(run_id)
    snapshot = ended(service, run_id)

    assert time.monotonic() - begun < 1.0
    assert snapshot.state == "cancelled"
    assert isinstance(snapshot.events[-1], Cancelled)
    assert snapshot.answer is not None
    assert [table.company.ticker for table in snapshot.answer.tables] == ["AAPL"]


def test_stopping_twice_or_too_late_does_nothing(services: Services) -> None:
    """A person who clicks again gets no error."""
    service = services(ScriptedModel("Hello."))
    run_id = service.start("q")
    ended(service, run_id)
    service.cancel(run_id)
    service.cancel(run_id)

    assert ended(service, run_id).state == "answered"


def test_a_failed_run_says_why(services: Services) -> None:
    """One sentence, in the snapshot."""
    service = services(ScriptedModel(LOOK, "", ""))
    snapshot = ended(service, service.start("q"))

    assert snapshot.state == "failed"
    assert snapshot.message == "The model answered with nothing, twice."


def test_another_owners_run_does_not_exist(services: Services) -> None:
    """One person never sees, follows, stops or continues another's run."""
    service = services(ScriptedModel(HANG))
    run_id = service.start("q", owner="ann")

    with pytest.raises(NotFound):
        service.snapshot(run_id, owner="bob")
    with pytest.raises(NotFound):
        service.follow(run_id, owner="bob")
    with pytest.raises(NotFound):
        service.cancel(run_id, owner="bob")
    with pytest.raises(NotFound):
        service.start("q", owner="bob", follow_up_of=run_id)
    assert service.runs("bob") == ()
    assert service.snapshot(run_id, owner="ann").state == "running"


def test_an_unknown_run_is_refused_in_one_sentence(services: Services) -> None:
    """An address that was cut off must not crash the page."""
    service = services(ScriptedModel())

    with pytest.raises(NotFound, match="There is no run 'nonsense'"):
        service.snapshot("nonsense")


@pytest.mark.parametrize("question", ["", "  \n\t ", "x" * (MAX_QUESTION_CHARACTERS + 1)])
def test_an_impossible_question_starts_no_run(services: Services, question: str) -> None:
    """Nothing to answer, or a whole book: said at once and not by the model's server."""
    service = services(ScriptedModel())

    with pytest.raises(InvalidRequest, match=r"empty|20,000 is the most"):
        service.start(question)
    assert service.runs() == ()


def test_the_longest_question_is_taken(services: Services) -> None:
    """The limit itself is allowed."""
    service = services(ScriptedModel("Hello."))

    assert ended(service, service.start("x" * MAX_QUESTION_CHARACTERS)).state == "answered"


def test_runs_are_listed_newest_first_without_their_events(services: Services) -> None:
    """A list of two hundred runs must not carry every word of them."""
    service = services(ScriptedModel("One.", "Two.", "Three."))
    for question in ("first", "second", "third"):
        ended(service, service.start(question))

    listed = service.runs()
    assert [run.question for run in listed] == ["third", "second", "first"]
    assert all(run.events == () and run.total > 0 for run in listed)


def test_a_follow_up_brings_its_conversation_along(services: Services) -> None:
    """A question such as "And in 2022?" makes sense only after what was said before."""
    model = ScriptedModel("It was 383.", "It was 394.", "It was 365.")
    service = services(model)
    first = service.start("Apple's revenue in 2023?")
    ended(service, first)
    second = service.start("And in 2022?", follow_up_of=first)
    ended(service, second)
    ended(service, service.start("And in 2021?", follow_up_of=second))

    assert [(m.type, m.text) for m in model.asked[-1].messages[1:]] == [
        ("human", "Apple's revenue in 2023?"),
        ("ai", "It was 383."),
        ("human", "And in 2022?"),
        ("ai", "It was 394."),
        ("human", "And in 2021?"),
    ]


def test_a_follow_up_leaves_out_what_was_not_answered(services: Services) -> None:
    """A question without an answer would be answered a second time."""
    model = ScriptedModel("It was 383.", ValueError("bug"), "It was 365.")
    service = services(model)
    first = service.start("2023?")
    ended(service, first)
    failed = service.start("2022?", follow_up_of=first)
    ended(service, failed)
    ended(service, service.start("2021?", follow_up_of=failed))

    assert [m.text for m in model.asked[-1].messages[1:]] == ["2023?", "It was 383.", "2021?"]


def test_a_long_conversation_brings_its_last_exchanges(services: Services) -> None:
    """A conversation of a day must not grow without end, in the request nor in memory."""
    model = ScriptedModel(*[f"Answer {n}." for n in range(9)])
    service = services(model)
    run_id: str | None = None
    for n in range(9):
        run_id = service.start(f"Question {n}?", follow_up_of=run_id)
        ended(service, run_id)

    asked = [m.text for m in model.asked[-1].messages[1:] if m.type == "human"]
    assert asked == [f"Question {n}?" for n in range(2, 9)]


def test_old_runs_of_an_owner_are_forgotten(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory is bounded for each owner; a run that goes on is never forgotten."""
    monkeypatch.setattr(service_module, "KEPT_RUNS", 3)
    service = services(ScriptedModel(HANG, *["Hello."] * 6))
    going_on = service.start("long", owner="ann")
    until_started = service.follow(going_on, owner="ann")
    next(event for event in until_started if isinstance(event, TextDelta))
    other = service.start("other", owner="bob")
    ended(service, other, owner="bob")
    done = []
    for n in range(5):
        done.append(service.start(str(n), owner="ann"))
        ended(service, done[-1], owner="ann")

    assert [run.question for run in service.runs("ann")] == ["4", "3", "2", "long"]
    assert service.snapshot(other, owner="bob").state == "answered"
    with pytest.raises(NotFound):
        service.snapshot(done[0], owner="ann")


def test_many_runs_go_on_at_once(services: Services) -> None:
    """Ten people do not wait for one another."""
    service = services(
        ScriptedModel(*[calls(Call("sleep", {"query": "0.2"}))] * 10, *["Hello."] * 10),
        sleeper([], soft_limited=False),
    )
    begun = time.monotonic()
    ids = [service.start("q", owner=f"owner {n}") for n in range(10)]
    states = [ended(service, run_id, owner=f"owner {n}").state for n, run_id in enumerate(ids)]

    assert states == ["answered"] * 10
    assert len(set(ids)) == 10
    assert time.monotonic() - begun < 1.5


def test_closing_ends_what_runs_within_seconds(services: Services) -> None:
    """Ctrl-C on the server must not hang, and whoever follows is told."""
    service = services(ScriptedModel(LOOK, HANG))
    run_id = service.start("q")
    until(service, run_id, lambda event: isinstance(event, TextDelta))
    begun = time.monotonic()
    service.close()

    assert time.monotonic() - begun < 2.0
    assert service.snapshot(run_id).state == "cancelled"
    assert is_final(list(service.follow(run_id))[-1])


def test_closing_does_not_wait_for_a_tool_that_blocks_everything(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tool that never gives way holds the loop; followers get their last event all the same."""
    monkeypatch.setattr(background_loop, "CLOSE_TIMEOUT_S", 0.2)
    go = threading.Event()

    async def work(query: str) -> tuple[str, Artifact]:
        await asyncio.sleep(0)
        go.wait(3.0)
        return "at last", Artifact()

    service = services(ScriptedModel(LOOK, "Hello."), spec("look_up", work))
    run_id = service.start("q")
    until(service, run_id, lambda event: isinstance(event, ToolStarted))
    time.sleep(0.05)
    service.close()
    try:
        final = list(service.follow(run_id))[-1]
        assert isinstance(final, Failed)
    finally:
        go.set()
    time.sleep(0.1)
    assert [event for event in service.follow(run_id) if is_final(event)] == [final]


def test_a_closed_service_takes_no_question_and_can_be_closed_again(services: Services) -> None:
    """A page that is still open gets a sentence, not a crash; so does a second Ctrl-C."""
    service = services(ScriptedModel("Hello."))
    run_id = service.start("q")
    ended(service, run_id)
    service.close()
    service.close()

    with pytest.raises(ConfigError, match="closed"):
        service.start("q")
    service.cancel(run_id)
    assert service.snapshot(run_id).state == "answered"


def test_a_service_that_never_ran_closes_at_once(services: Services) -> None:
    """`--help` and a wrong question start no thread."""
    service = services(ScriptedModel())
    service.close()

    assert "runs" not in {thread.name for thread in threading.enumerate()}


def test_what_lives_on_the_loop_is_released_there(services: Services) -> None:
    """Connections belong to the loop that opened them; one that cannot close keeps none open."""
    released: list[asyncio.AbstractEventLoop] = []

    async def broken() -> None:
        raise OSError("already gone")

    async def release() -> None:
        released.append(asyncio.get_running_loop())

    service = services(ScriptedModel("Hello."), on_close=[broken, release])
    ended(service, service.start("q"))
    service.close()

    assert len(released) == 1
    assert released[0].is_closed()


def test_an_agent_that_cannot_be_made_fails_its_run_in_one_sentence() -> None:
    """Nobody waits for a run that never began."""

    def refuse(_deep: bool) -> Agent:
        raise ConfigError("Set OPENAI_API_KEY.")

    service = RunService(refuse, trace_dir=None, today=lambda: TODAY)
    try:
        snapshot = ended(service, service.start("q"))
    finally:
        service.close()

    assert (snapshot.state, snapshot.message) == ("failed", "Set OPENAI_API_KEY.")


def test_a_bug_while_a_run_begins_still_ends_it() -> None:
    """A follower always gets a last event."""

    def broken() -> date:
        raise ZeroDivisionError

    agent = Agent(ScriptedModel(), ToolRegistry([]).granted(), instructions="Answer.")
    service = RunService(lambda _deep: agent, trace_dir=None, today=broken)
    try:
        final = list(service.follow(service.start("q")))[-1]
    finally:
        service.close()

    assert isinstance(final, Failed)
    assert final.code == "internal"


def test_a_folder_that_cannot_be_written_costs_one_warning(
    services: Services, tmp_path: Path
) -> None:
    """The person is told once that nothing is kept, and gets the answer."""
    in_its_place = tmp_path / "runs"
    in_its_place.write_text("a file")
    service = services(ScriptedModel(LOOK, "Hello."), trace_dir=in_its_place)
    snapshot = ended(service, service.start("q"))

    warnings = [event for event in snapshot.events if isinstance(event, WarningRaised)]
    assert snapshot.state == "answered"
    assert len(warnings) == 1
    assert warnings[0].message.startswith("This run leaves no trace: its folder cannot be written")
    assert isinstance(snapshot.events[0], RunStarted)


def test_a_waiting_reader_does_not_hold_up_the_others(services: Services) -> None:
    """Several pages may show one run."""
    service = services(ScriptedModel(LOOK, "Hello."))
    run_id = service.start("q")
    read: list[list[Event]] = []
    readers = [
        threading.Thread(target=lambda: read.append(list(service.follow(run_id)))) for _ in range(4)
    ]
    for reader in readers:
        reader.start()
    list(islice(service.follow(run_id), 1))
    for reader in readers:
        reader.join(5)

    assert len(read) == 4
    assert all(events == read[0] for events in read)
