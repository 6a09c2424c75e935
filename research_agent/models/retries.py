"""When to ask again: a few times, with growing pauses, within one budget of time."""

import asyncio
import random
import time

from research_agent.models.failures import AttemptFailed

__all__ = ["Retries"]


class Retries:
    """The attempts of one model request.

    Args:
        max_retries: How often to ask again.
        budget_s: Seconds from the first attempt within which a retry must begin to answer.
        backoff_s: Longest pause before the first retry; each further one may be twice as long.
    """

    def __init__(self, *, max_retries: int, budget_s: float, backoff_s: float) -> None:
        self._left = max_retries
        self._budget_s = budget_s
        self._backoff_s = backoff_s
        self._began = time.monotonic()
        self._retrying = False

    def allowed_s(self, timeout_s: float) -> float:
        """Return how long the next attempt may take to begin its answer.

        The first may take the whole `timeout_s`; a retry only what is left of the budget.
        """
        return min(timeout_s, self._left_s) if self._retrying else timeout_s

    @property
    def _left_s(self) -> float:
        return max(0.0, self._budget_s - (time.monotonic() - self._began))

    async def pause(self, failed: AttemptFailed) -> None:
        """Wait until it is time for the next attempt.

        Raises:
            ResearchError: The error of `failed`, at once, when asking again cannot help, has been
                done often enough, or would have to wait longer than the budget allows.
        """
        if not failed.retryable or self._left == 0:
            raise failed.error from None
        wait_s = failed.retry_after
        if wait_s is None:
            # Jitter, so that parallel requests that failed together do not come back together.
            wait_s = self._backoff_s * random.uniform(0.5, 1.0)  # noqa: S311
        if wait_s >= self._left_s:
            raise failed.error from None
        self._left -= 1
        self._backoff_s *= 2
        self._retrying = True
        await asyncio.sleep(wait_s)
