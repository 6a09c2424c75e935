"""Values that are good for a while."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["TimedCache"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class TimedCache(Generic[K, V]):
    """Keeps values in memory until they are too old or too many.

    Args:
        lifetime_s: How long a value is good for.
        max_entries: Beyond it the value used longest ago goes.
        clock: Seconds that only grow.
    """

    def __init__(
        self,
        lifetime_s: float,
        *,
        max_entries: int = 256,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lifetime_s = lifetime_s
        self._max_entries = max_entries
        self._clock = clock
        self._entries: OrderedDict[K, tuple[float, V]] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value of `key`; `None` when there is none or it is too old."""
        kept = self._entries.get(key)
        if kept is None:
            return None
        at, value = kept
        if self._clock() - at >= self._lifetime_s:
            del self._entries[key]
            return None
        self._entries.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> None:
        """Keep a value from now on."""
        self._entries[key] = (self._clock(), value)
        self._entries.move_to_end(key)
        while len(self._entries) > self._max_entries:
            self._entries.popitem(last=False)
