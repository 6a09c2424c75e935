"""How fast one process may call a service, and when it must not call at all."""

import asyncio
import time
from collections.abc import Callable
from threading import Lock

__all__ = ["Pace"]


class Pace:
    """Spaces calls evenly; shared by every task and thread of a process.

    Args:
        per_second: Calls a second at most.
        clock: Seconds that only go forward; tests pass their own.
    """

    def __init__(self, per_second: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._gap_s = 1 / per_second
        self._clock = clock
        self._lock = Lock()
        self._next = 0.0
        self._closed_until = 0.0

    async def turn(self) -> None:
        """Wait until the next call may go out."""
        with self._lock:
            start = max(self._clock(), self._next)
            self._next = start + self._gap_s
        await asyncio.sleep(max(0.0, start - self._clock()))

    def close_for(self, seconds: float) -> None:
        """The service asked for a rest; nothing goes out for so long."""
        with self._lock:
            self._closed_until = max(self._closed_until, self._clock() + seconds)

    def closed_for(self) -> float:
        """Seconds for which nothing may go out; 0 when calls are allowed."""
        return max(0.0, self._closed_until - self._clock())
