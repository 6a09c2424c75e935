"""What answers a question: an agent, or several in deep research."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import date
from typing import Protocol

from langchain_core.messages import BaseMessage

from research_agent.domain.events import Event

__all__ = ["Answering"]


class Answering(Protocol):
    """Runs one question to its last event."""

    def run(
        self,
        question: str,
        *,
        run_id: str,
        today: date,
        history: Sequence[BaseMessage] = (),
        cancel: asyncio.Event | None = None,
        as_of: date | None = None,
        owner: str = "local",
    ) -> AsyncGenerator[Event]:
        """Yield what happens; the last event is `Answered`, `Failed` or `Cancelled`."""
        ...
