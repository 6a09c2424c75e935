"""A pull that works in the background while a page or a command shows how far it is."""

from collections.abc import Sequence
from concurrent.futures import Future, wait
from threading import Lock

from research_agent.finance.sec.pull import PullResult

__all__ = ["PullJob"]


class PullJob:
    """Safe to look at from any thread.

    Args:
        names: What is pulled, each once.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(dict.fromkeys(names))
        self._results: list[PullResult] = []
        self._lock = Lock()
        self._future: Future[object] | None = None

    @property
    def results(self) -> tuple[PullResult, ...]:
        """What is done so far, in the order it came."""
        with self._lock:
            return tuple(self._results)

    @property
    def finished(self) -> bool:
        """True when nothing more comes."""
        return self._future is not None and self._future.done()

    def begin(self, future: "Future[object]") -> None:
        """Take what runs the pull."""
        self._future = future

    def take(self, result: PullResult) -> None:
        """Note one company."""
        with self._lock:
            self._results.append(result)

    def stop(self) -> None:
        """Leave out what is not done; what is done stays."""
        if self._future is not None:
            self._future.cancel()

    def wait(self, seconds: float) -> bool:
        """Wait for the end and return whether it came; raises what ended the pull unforeseen."""
        if self._future is None:
            return False
        done = wait([self._future], seconds).done
        if done and not self._future.cancelled():
            self._future.result()
        return bool(done)
