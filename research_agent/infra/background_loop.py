"""One event loop in a thread of its own, for everything that keeps connections.

A connection belongs to the loop it was opened on. Runs, pages and commands therefore hand their
work to the one loop of the process instead of making one each.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import Future
from threading import Lock, Thread, get_ident
from typing import Any, TypeVar

from research_agent.errors import ConfigError

__all__ = ["BackgroundLoop"]

logger = logging.getLogger(__name__)

CLOSE_TIMEOUT_S = 5.0
SETTLE_TIMEOUT_S = 3.0
"""Of those, what cancelled work gets to end by itself."""
_LEFTOVERS_S = 0.5

T = TypeVar("T")


class BackgroundLoop:
    """Starts with the first work it gets; safe to use from several threads.

    Args:
        name: Of the thread.
        on_close: Awaited on the loop when it ends, to release what lives there.
    """

    def __init__(
        self, name: str = "background", *, on_close: Sequence[Callable[[], Awaitable[None]]] = ()
    ) -> None:
        self._name = name
        self._on_close = list(on_close)
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._closed = False

    def release_with(self, *releases: Callable[[], Awaitable[None]]) -> None:
        """Await these too when the loop ends."""
        self._on_close += releases

    def submit(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """Begin `work` and return at once.

        Raises:
            ConfigError: The loop is closed.
        """
        with self._lock:
            if self._closed:
                work.close()
                raise ConfigError("The run service is closed.")
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = Thread(
                    target=_serve, args=(self._loop,), name=self._name, daemon=True
                )
                self._thread.start()
            return asyncio.run_coroutine_threadsafe(work, self._loop)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do `work` to its end and return what it gives; cancels it when interrupted.

        Raises:
            ConfigError: The loop is closed.
            RuntimeError: Called on the loop itself, which would wait for itself forever.
        """
        if self._thread is not None and self._thread.ident == get_ident():
            work.close()
            raise RuntimeError("work on the loop must be awaited")
        future = self.submit(work)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def call_soon(self, call: Callable[[], object]) -> None:
        """Let the loop call something, where it runs at all."""
        with self._lock:
            if self._loop is not None and not self._closed:
                self._loop.call_soon_threadsafe(call)

    def close(self, *, first: Callable[[], None] = lambda: None) -> None:
        """End the work and the loop; waits a few seconds at most.

        Args:
            first: Called on the loop before anything is waited for: tells work to stop.
        """
        with self._lock:
            if self._closed or self._loop is None or self._thread is None:
                self._closed = True
                return
            self._closed = True
            self._loop.call_soon_threadsafe(first)
            asyncio.run_coroutine_threadsafe(self._settled(), self._loop)
        self._thread.join(CLOSE_TIMEOUT_S)

    async def _settled(self) -> None:
        """Let the work end, release what lives on the loop, then stop it."""
        loop = asyncio.get_running_loop()
        try:
            await _others_done(SETTLE_TIMEOUT_S)
            for release in self._on_close:
                await _released(release)
            await loop.shutdown_asyncgens()
            await asyncio.sleep(0)
            await _others_done(_LEFTOVERS_S)
        finally:
            loop.stop()


async def _others_done(seconds: float) -> None:
    """Wait for every other task, also for those that the end of one begins; cancel the late."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        if (left := until - loop.time()) <= 0:
            for task in others:
                task.cancel()
            await asyncio.wait(others, timeout=_LEFTOVERS_S)
            return
        await asyncio.wait(others, timeout=left)


async def _released(release: Callable[[], Awaitable[None]]) -> None:
    try:
        await release()
    except Exception:
        logger.exception("something could not be released")


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.close()
