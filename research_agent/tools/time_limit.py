"""Give work a time limit that holds whatever the work does."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

__all__ = ["TimeIsUp", "within"]

T = TypeVar("T")
GRACE_S = 0.25
"""How long work that was cancelled may take to end before it is left behind."""


class TimeIsUp(Exception):
    """The work took longer than it was allowed to."""


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Return what `work` returns; it is cancelled when time is up or the caller is cancelled.

    Raises:
        TimeIsUp: After `seconds`; also when the work ignores that it was cancelled.
        RuntimeError: The work gave itself up by cancelling its own task.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
        if not task.done():
            raise TimeIsUp
        if task.cancelled():
            raise RuntimeError("cancelled from inside")
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=GRACE_S)
            task.add_done_callback(_read)


def _read(task: asyncio.Future[Any]) -> None:
    """Look at the outcome, so that nobody reports it as never retrieved."""
    if not task.cancelled():
        task.exception()
