"""Stop waiting at once when a person says stop."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import TypeVar

__all__ = ["RunCancelled", "until_cancelled"]

T = TypeVar("T")
GRACE_S = 0.5
"""How long work that was cancelled may take to end before it is left behind; longer than the
executor gives a tool, so that a tool that ignores being cancelled still gets its result."""


class RunCancelled(Exception):
    """A person asked the run to stop."""


async def until_cancelled(
    source: AsyncGenerator[T], cancel: asyncio.Event | None
) -> AsyncGenerator[T]:
    """Pass on what `source` yields; `source` is closed on every way out.

    Raises:
        RunCancelled: As soon as `cancel` is set, even if `source` is in the middle of waiting.
    """
    stop = asyncio.ensure_future((cancel or asyncio.Event()).wait())
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
        if step is not None and step.done() and not step.cancelled():
            step.exception()  # read, so that nobody reports it as never retrieved
        with contextlib.suppress(RuntimeError):  # still busy: it was left behind
            await source.aclose()
