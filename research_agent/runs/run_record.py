"""One run as its service keeps it, and as its readers see it."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Condition

from research_agent.domain.answers import Answer
from research_agent.domain.events import Answered, Cancelled, Event, Failed, is_final

__all__ = ["RunRecord", "RunSnapshot"]


@dataclass(frozen=True, slots=True)
class RunSnapshot:
    """A run at one moment.

    Args:
        run_id: Its name.
        question: What was asked.
        state: `"running"`, `"answered"`, `"partial"`, `"failed"` or `"cancelled"`.
        events: From the index asked for.
        total: How many events there are in all.
        answer: The outcome; `None` while it runs.
        message: Why it failed; else empty.
        started_at: In UTC.
        seconds: Since its start, or what it took.
    """

    run_id: str
    question: str
    state: str
    events: tuple[Event, ...]
    total: int
    answer: Answer | None
    message: str
    started_at: datetime
    seconds: float


@dataclass(eq=False)
class RunRecord:
    """Events of one run; written by its task, read from any thread."""

    run_id: str
    owner: str
    question: str
    follow_up_of: "RunRecord | None"
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    cancel: asyncio.Event = field(default_factory=asyncio.Event)
    _events: list[Event] = field(default_factory=list)
    _final: Event | None = None
    _ended_at: datetime | None = None
    _changed: Condition = field(default_factory=Condition)

    def add(self, event: Event) -> None:
        """Append an event and wake who waits for it."""
        with self._changed:
            self._events.append(event)
            if is_final(event):
                self._final = event
                self._ended_at = datetime.now(UTC)
            self._changed.notify_all()

    @property
    def finished(self) -> bool:
        """True once the last event is there."""
        return self._final is not None

    @property
    def answer(self) -> Answer | None:
        """The outcome; `None` while it runs."""
        final = self._final
        return final.answer if isinstance(final, Answered | Failed | Cancelled) else None

    def follow(self) -> Iterator[Event]:
        """Yield every event from the first to the last; waits for those to come."""
        place = 0
        while True:
            with self._changed:
                while place == len(self._events):
                    self._changed.wait()
                fresh = self._events[place:]
            for event in fresh:
                yield event
                if is_final(event):
                    return
            place += len(fresh)

    def snapshot(self, after: int) -> RunSnapshot:
        """Return the run as it is now, with the events from index `after`."""
        with self._changed:
            events, final, ended = tuple(self._events), self._final, self._ended_at
        seconds = ((ended or datetime.now(UTC)) - self.started_at).total_seconds()
        return RunSnapshot(
            run_id=self.run_id,
            question=self.question,
            state=_state(final),
            events=events[after:],
            total=len(events),
            answer=self.answer,
            message=final.message if isinstance(final, Failed) else "",
            started_at=self.started_at,
            seconds=seconds,
        )


def _state(final: Event | None) -> str:
    match final:
        case None:
            return "running"
        case Answered(answer):
            return "partial" if answer.partial else "answered"
        case Cancelled():
            return "cancelled"
        case _:
            return "failed"
