"""What a running tool may know of the run it works for."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from research_agent.domain.events import Event
from research_agent.evidence.ledger import Ledger

__all__ = ["RUN_CONTEXT_KEY", "RunContext", "no_progress", "untold"]

RUN_CONTEXT_KEY = "run_context"
"""Where the executor puts the `RunContext` in `config["configurable"]` of a LangChain tool."""


def no_progress(_message: str) -> None:
    """Ignore a progress message."""


def untold(_event: Event) -> None:
    """Ignore an event."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """Handed to a tool through LangChain's `RunnableConfig`, so that tools hold no run's state.

    Args:
        today: The date the run works with; never read the clock instead.
        ledger: Evidence so far; tools read it, only the executor writes it.
        progress: Call with a short message while working.
        as_of: Nothing that was filed later may be seen in this run; `None` for no bound.
        call_id: Of the call that runs the tool.
        owner: Whose run it is.
        emit: Tells the run's audience what happens in work that the tool hands on.
    """

    today: date
    ledger: Ledger = field(default_factory=Ledger)
    progress: Callable[[str], None] = no_progress
    as_of: date | None = None
    call_id: str = ""
    emit: Callable[[Event], None] = untold
    owner: str = "local"
