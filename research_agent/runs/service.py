"""Runs live here, not in the page that shows them.

One background event loop serves every run of the process. Readers take snapshots or follow the
events; a reader that goes away changes nothing.
"""

import logging
import secrets
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from datetime import date
from pathlib import Path
from threading import Lock

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from research_agent.agent.answering import Answering
from research_agent.domain.answers import Answer
from research_agent.domain.events import Event, Failed, WarningRaised
from research_agent.errors import InvalidRequest, NotFound, ResearchError
from research_agent.infra.background_loop import BackgroundLoop
from research_agent.runs.run_record import Exchange, RunRecord, RunSnapshot
from research_agent.runs.trace import Trace
from research_agent.tools.tool_errors import error_code

__all__ = ["MAX_QUESTION_CHARACTERS", "RunService", "RunSnapshot"]

logger = logging.getLogger(__name__)

MAX_QUESTION_CHARACTERS = 20_000
KEPT_RUNS = 200
"""Finished runs kept for each owner; older ones live on in their traces."""
_ENDED = Failed("internal", "The run ended unexpectedly; ask again.", Answer(""))


class RunService:
    """Starts, shows and stops runs.

    Args:
        make_agent: Gives who answers a run; told whether the research is to be deep.
        trace_dir: Folder of the JSONL traces; `None` for none.
        today: The date a run works with.
        on_close: Awaited on the background loop when it ends, to release what lives there.
        loop: Where the runs work; closed with the service. One of its own unless given.
        prepare: Awaited with the question before its run begins.
    """

    def __init__(
        self,
        make_agent: Callable[[bool], Answering],
        *,
        trace_dir: Path | None,
        today: Callable[[], date],
        on_close: Sequence[Callable[[], Awaitable[None]]] = (),
        loop: BackgroundLoop | None = None,
        prepare: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        self._prepare = prepare
        self._loop = loop or BackgroundLoop("runs")
        self._loop.release_with(*on_close)
        self._make_agent = make_agent
        self._trace_dir = trace_dir
        self._today = today
        self._records: dict[str, RunRecord] = {}
        self._lock = Lock()

    def start(
        self,
        question: str,
        *,
        owner: str = "local",
        follow_up_of: str | None = None,
        as_of: date | None = None,
        deep: bool = False,
    ) -> str:
        """Begin a run and return its id at once.

        Args:
            question: What to answer.
            owner: Who may see the run.
            follow_up_of: An earlier run of the same owner whose exchange is brought along; what
                it says must have been known by `as_of`.
            as_of: The run works as on this day: nothing filed later is seen, years are counted
                from it. `None` for today, without a bound.
            deep: Plan, research the parts side by side, and review the draft.

        Raises:
            InvalidRequest: The question is empty or too long, deep research is not to be had, `as_of` lies in the future, or the
                earlier run knew more than was known by `as_of`.
            NotFound: `follow_up_of` is not a run of this owner.
            ConfigError: The service is closed.
        """
        asked = question.strip()
        if not asked:
            raise InvalidRequest("Ask a question: this one is empty.")
        if len(asked) > MAX_QUESTION_CHARACTERS:
            raise InvalidRequest(
                f"The question has {len(asked):,} characters; {MAX_QUESTION_CHARACTERS:,} is the most."
            )
        earlier = self._record(follow_up_of, owner) if follow_up_of else None
        self._check_as_of(as_of, earlier)
        exchanges = earlier.exchanges if earlier else ()
        record = RunRecord(secrets.token_urlsafe(9), owner, asked, exchanges, as_of, deep)
        with self._lock:
            self._loop.submit(self._run(record))
            self._forget_old(owner)
            self._records[record.run_id] = record
        return record.run_id

    def snapshot(self, run_id: str, *, owner: str = "local", after: int = 0) -> RunSnapshot:
        """Return a run as it is now, with its events from index `after`.

        Raises:
            NotFound: This owner has no such run.
        """
        return self._record(run_id, owner).snapshot(after)

    def follow(self, run_id: str, *, owner: str = "local") -> Iterator[Event]:
        """Yield every event of a run, waiting for those to come. Raises like `snapshot`."""
        return self._record(run_id, owner).follow()

    def cancel(self, run_id: str, *, owner: str = "local") -> None:
        """Ask a run to stop; it ends within a second. Raises like `snapshot`."""
        record = self._record(run_id, owner)
        if not record.finished:
            self._loop.call_soon(record.cancel.set)

    def runs(self, owner: str = "local") -> tuple[RunSnapshot, ...]:
        """Return the owner's runs, newest first, without their events."""
        with self._lock:
            own = [record for record in self._records.values() if record.owner == owner]
        return tuple(record.snapshot(sys.maxsize) for record in reversed(own))

    def close(self) -> None:
        """Stop every run and the background loop; waits a few seconds at most."""
        with self._lock:
            records = list(self._records.values())

        def cancel_all() -> None:
            for record in records:
                record.cancel.set()

        self._loop.close(first=cancel_all)
        for record in records:  # work that cannot be stopped must not keep its followers waiting
            record.add(_ENDED)

    def _record(self, run_id: str, owner: str) -> RunRecord:
        with self._lock:
            record = self._records.get(run_id)
        if record is None or record.owner != owner:
            raise NotFound(f"There is no run {run_id[:40]!r}.")
        return record

    def _check_as_of(self, as_of: date | None, earlier: RunRecord | None) -> None:
        if as_of is None:
            return
        if as_of > self._today():
            raise InvalidRequest(f"{as_of} is in the future: choose a day up to today.")
        if earlier is not None and (earlier.as_of is None or earlier.as_of > as_of):
            raise InvalidRequest(
                f"The conversation so far knows what was filed after {as_of}: ask anew."
            )

    def _forget_old(self, owner: str) -> None:
        done = [r for r in self._records.values() if r.owner == owner and r.finished]
        for record in done[: max(0, len(done) - KEPT_RUNS + 1)]:
            del self._records[record.run_id]

    async def _run(self, record: RunRecord) -> None:
        trace = Trace(self._trace_dir, record.run_id)

        def tell(event: Event) -> None:
            trace.write(event)
            record.add(event)

        try:
            if self._prepare is not None:
                await self._prepare(record.question)
            agent = self._make_agent(record.deep)
            events = agent.run(
                record.question,
                run_id=record.run_id,
                today=record.as_of or self._today(),
                as_of=record.as_of,
                history=_messages(record.earlier),
                cancel=record.cancel,
                owner=record.owner,
            )
            async with aclosing(events) as happening:
                async for event in happening:
                    tell(event)
                    if trace.problem:
                        record.add(WarningRaised(trace.problem))
                        trace.problem = ""
        except ResearchError as error:  # no agent could be made
            tell(Failed(error_code(error), str(error), Answer("")))
        except Exception:
            logger.exception("run %s ended unexpectedly", record.run_id)
        finally:
            if not record.finished:
                tell(_ENDED)
            trace.close()


def _messages(exchanges: Sequence[Exchange]) -> list[BaseMessage]:
    messages: list[BaseMessage] = []
    for question, answer in exchanges:
        messages += [HumanMessage(question), AIMessage(answer)]
    return messages
