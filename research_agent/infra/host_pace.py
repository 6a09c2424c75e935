"""Requests to one host, spaced out."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

__all__ = ["HostPace"]

MAX_HOSTS = 512


class HostPace:
    """Lets one request to a host begin every so often, however many runs want to.

    Args:
        interval_s: Between the starts of two requests to one host.
        clock: Seconds that only grow.
        sleep: Waits.
    """

    def __init__(
        self,
        interval_s: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._interval_s = interval_s
        self._clock = clock
        self._sleep = sleep
        self._free_at: OrderedDict[str, float] = OrderedDict()

    async def turn(self, host: str) -> None:
        """Wait until it is this request's turn.

        The turn is taken before the wait, so that requests that ask together do not start
        together; one that is cancelled while it waits leaves its turn unused.
        """
        now = self._clock()
        start = max(now, self._free_at.pop(host, now))
        self._free_at[host] = start + self._interval_s
        while len(self._free_at) > MAX_HOSTS:
            self._free_at.popitem(last=False)
        if start > now:
            await self._sleep(start - now)
