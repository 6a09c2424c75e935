"""Follow a run from its question to its last event."""

import time
from collections.abc import Callable, Iterator
from datetime import date
from typing import TYPE_CHECKING

from research_agent.domain.answers import Answer
from research_agent.domain.events import Answered, Cancelled, Event, Failed, is_final

if TYPE_CHECKING:
    from research_agent.runs.service import RunService

__all__ = ["final_answer", "followed_run"]

CANCEL_WAIT_S = 5.0
POLL_S = 0.02


def followed_run(
    runs: "RunService",
    question: str,
    on_event: Callable[[Event], None],
    *,
    as_of: date | None = None,
    deep: bool = False,
) -> list[Event]:
    """Run `question` and return all its events, the last one final.

    Ctrl-C cancels the run and goes on to its end, so that the evidence found so far is not lost.

    Args:
        runs: Who runs it.
        question: As the person typed it.
        on_event: Told each event as it comes.
        as_of: Nothing filed after this day is seen.
        deep: Have the question planned, researched in parts and reviewed.

    Raises:
        InvalidRequest: The question is empty or too long, or the day lies in the future.
    """
    run_id = runs.start(question, as_of=as_of, deep=deep)
    events: list[Event] = []
    for event in _events(runs, run_id, events):
        events.append(event)
        on_event(event)
    return events


def final_answer(events: list[Event]) -> Answer:
    """Return the answer, or the evidence, that the last event of a run carries."""
    final = events[-1]
    assert isinstance(final, Answered | Failed | Cancelled)
    return final.answer


def _events(runs: "RunService", run_id: str, seen: list[Event]) -> Iterator[Event]:
    try:
        yield from runs.follow(run_id)
    except KeyboardInterrupt:
        runs.cancel(run_id)
        yield from _rest(runs, run_id, len(seen))
    if not seen or not is_final(seen[-1]):
        yield Cancelled(Answer(""))


def _rest(runs: "RunService", run_id: str, seen: int) -> tuple[Event, ...]:
    """Return the events behind the first `seen`, once the run is over or will not end."""
    deadline = time.monotonic() + CANCEL_WAIT_S
    while True:
        snapshot = runs.snapshot(run_id, after=seen)
        if snapshot.state != "running" or time.monotonic() > deadline:
            return snapshot.events
        time.sleep(POLL_S)
