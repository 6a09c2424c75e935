"""One run as its service keeps it, and as its readers see it."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from threading import Condition

from research_agent.domain.answers import Answer
from research_agent.domain.events import Answered, Cancelled, Event, Failed, is_final

__all__ = ["Exchange", "RunRecord", "RunSnapshot"]

MAX_EXCHANGES = 6
"""Earlier exchanges of a conversation that a follow-up question brings along."""

Exchange = tuple[str, str]
"""A question and the text that answered it."""


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
    """Events of one run; written by its task, read from any thread.

    Holds the text of the exchanges before it, not their records: a long conversation keeps no
    more in memory than its last runs.
    """

    run_id: str
    owner: str
    question: str
    earlier: tuple[Exchange, ...] = ()
    as_of: date | None = None
    deep: bool = False
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    cancel: asyncio.Event = field(default_factory=asyncio.Event)
    _events: list[Event] = field(default_factory=list)
    _final: Event | None = None
    _ended_at: datetime | None = None
    _changed: Condition = field(default_factory=Condition)

    def add(self, event: Event) -> None:
        """Append an event and wake who waits for it; nothing comes after the last one."""
        with self._changed:
            if self._final is not None:
                return
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
    def exchanges(self) -> tuple[Exchange, ...]:
        """The conversation with this run, oldest first; runs without an answer are left out."""
        answer = _answer(self._final)
        if answer is None or not answer.text:
            return self.earlier
        return (*self.earlier, (self.question, answer.text))[-MAX_EXCHANGES:]

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
            events, total = tuple(self._events[after:]), len(self._events)
            final, ended = self._final, self._ended_at
        seconds = ((ended or datetime.now(UTC)) - self.started_at).total_seconds()
        return RunSnapshot(
            run_id=self.run_id,
            question=self.question,
            state=_state(final),
            events=events,
            total=total,
            answer=_answer(final),
            message=final.message if isinstance(final, Failed) else "",
            started_at=self.started_at,
            seconds=seconds,
        )


def _answer(final: Event | None) -> Answer | None:
    return final.answer if isinstance(final, Answered | Failed | Cancelled) else None


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
