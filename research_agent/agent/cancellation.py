"""Stop waiting at once when a person says stop."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

__all__ = ["RunCancelled", "until_cancelled"]

T = TypeVar("T")
GRACE_S = 0.5
"""How long work that was cancelled may take to end before it is left behind."""


class RunCancelled(Exception):
    """A person asked the run to stop."""


async def until_cancelled(
    source: AsyncIterator[T], cancel: asyncio.Event | None
) -> AsyncGenerator[T]:
    """Pass on what `source` yields.

    Raises:
        RunCancelled: As soon as `cancel` is set, even if `source` is in the middle of waiting.
    """
    if cancel is None:
        async for item in source:
            yield item
        return
    stop = asyncio.ensure_future(cancel.wait())
    step: asyncio.Future[T] | None = None
    try:
        while True:
            step = asyncio.ensure_future(anext(source))
            await asyncio.wait({step, stop}, return_when=asyncio.FIRST_COMPLETED)
            if stop.done():
                raise RunCancelled
            try:
                item = step.result()
            except StopAsyncIteration:
                return
            yield item
    finally:
        stop.cancel()
        if step is not None and not step.done():
            step.cancel()
            await asyncio.wait({step}, timeout=GRACE_S)
        elif step is not None and not step.cancelled():
            step.exception()  # read, so that nobody reports it as never retrieved
        await _closed(source)


async def _closed(source: AsyncIterator[T]) -> None:
    close = getattr(source, "aclose", None)
    if close is not None:
        with contextlib.suppress(RuntimeError):  # still busy: it was left behind
            await close()
