"""GET over one reused connection pool: paced, timed, retried where that can help."""

import asyncio
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from research_agent.errors import AuthError, NotFound, ProviderError, ProviderTimeout, RateLimited
from research_agent.infra.pace import Pace
from research_agent.infra.retry_after import retry_after_s

if TYPE_CHECKING:
    import httpx

__all__ = ["HttpClient", "HttpPolicy"]

_TRANSIENT = frozenset({408, 425, 500, 502, 503, 504})
_JITTER = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpPolicy:
    """How a service wants to be called.

    Args:
        timeout_s: One request, from connecting to the last byte.
        retries: Further attempts after a failure that may pass.
        pause_s: Before the second attempt; twice that before the third; spread by up to half.
        budget_s: All attempts and pauses of one call together.
        rest_s: How long nothing is sent after a refusal for too many requests that names no time.
        forbidden: What a 403 means in words, with what to do.
        forbidden_rest_s: How long nothing is sent after a 403.
        payment: What a 402 means in words.
        unauthorized: What a 401 means in words, with what to do.
        max_bytes: Larger bodies are refused.
    """

    timeout_s: float = 20.0
    retries: int = 2
    pause_s: float = 0.5
    budget_s: float = 30.0
    rest_s: float = 60.0
    forbidden: str = "access was refused"
    forbidden_rest_s: float = 0.0
    payment: str = "the account has no credit left"
    unauthorized: str = "the key was refused"
    max_bytes: int = 200_000_000


class HttpClient:
    """Calls one service; made once and used for the life of the process.

    Args:
        provider: Short name for messages.
        pace: Shared by all clients of the service.
        policy: How it wants to be called.
        headers: Sent with every request; may hold a key, which appears in no message.
    """

    def __init__(
        self,
        provider: str,
        *,
        pace: Pace,
        policy: HttpPolicy | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.provider = provider
        self._pace = pace
        self._policy = policy or HttpPolicy()
        self._headers = dict(headers or {})
        self._client: httpx.AsyncClient | None = None

    async def get(
        self,
        url: str,
        *,
        params: Mapping[str, str | int] | None = None,
        what: str,
        check: Callable[[bytes], None] = lambda _body: None,
    ) -> bytes:
        """Return the body of a successful answer.

        Args:
            url: Without secrets.
            params: Query parameters.
            what: What is asked for, in words for the message: `"the facts of CIK 320193"`.
            check: Raises `ValueError` for a body that cannot be right (cut off, of another
                company); such an answer is asked for again, then given up.

        Raises:
            NotFound: The service has no such thing (404).
            AuthError: It refused the key or the client (401, 402, 403).
            RateLimited: It asked for a rest longer than this call may take.
            ProviderTimeout: No answer in time.
            ProviderError: It failed otherwise.
        """
        failure: ProviderError | None = None
        try:
            async with asyncio.timeout(self._policy.budget_s):
                for attempt in range(self._policy.retries + 1):
                    await self._rest()
                    await self._pace.turn()
                    outcome = await self._attempt(url, params, what, check)
                    if isinstance(outcome, bytes):
                        return outcome
                    failure = outcome
                    if attempt < self._policy.retries:
                        await asyncio.sleep(self._pause_s(attempt, failure.retry_after))
        except TimeoutError:
            failure = failure or ProviderTimeout(
                self.provider, f"{what} did not come within {self._policy.budget_s:g} s"
            )
        raise failure or ProviderError(self.provider, f"{what} could not be had")

    def _pause_s(self, attempt: int, asked: float | None) -> float:
        if asked is not None:
            return asked
        spread = 1 + _JITTER * random.random()  # noqa: S311 - spreads load, hides nothing
        return self._policy.pause_s * float(2**attempt) * spread

    async def aclose(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _rest(self) -> None:
        """Sit out a rest the service asked for, where the call has the time."""
        rest = self._pace.closed_for()
        if rest > self._policy.budget_s:
            raise RateLimited(
                self.provider,
                f"asked for a rest; it can be called again in {_span(rest)}",
                retry_after=rest,
            )
        await asyncio.sleep(rest)

    async def _attempt(
        self,
        url: str,
        params: Mapping[str, str | int] | None,
        what: str,
        check: Callable[[bytes], None],
    ) -> bytes | ProviderError:
        """Return the body, or the failure that another attempt may mend; raise any other."""
        import httpx

        try:
            async with asyncio.timeout(self._policy.timeout_s):
                status, headers, body = await self._send(url, params, what)
        except TimeoutError:
            return ProviderTimeout(
                self.provider, f"{what} did not come within {self._policy.timeout_s:g} s"
            )
        except httpx.HTTPError as error:
            return ProviderError(self.provider, f"no connection ({type(error).__name__})")
        if status == 200:
            try:
                check(body)
            except ValueError as error:
                return ProviderError(self.provider, f"{what} came damaged ({error})")
            return body
        return self._refusal(status, headers, what)

    async def _send(
        self, url: str, params: Mapping[str, str | int] | None, what: str
    ) -> "tuple[int, httpx.Headers, bytes]":
        import httpx

        if self._client is None:
            self._client = httpx.AsyncClient(
                headers=self._headers, timeout=self._policy.timeout_s, follow_redirects=False
            )
        async with self._client.stream("GET", url, params=params) as answer:
            body = bytearray()
            async for part in answer.aiter_bytes():
                body += part
                if len(body) > self._policy.max_bytes:
                    raise ProviderError(
                        self.provider, f"{what} is larger than {self._policy.max_bytes:,} bytes"
                    )
            return answer.status_code, answer.headers, bytes(body)

    def _refusal(self, status: int, headers: Mapping[str, str], what: str) -> ProviderError:
        """Return the error of an answer that is worth another attempt, raise any other."""
        if status == 404:
            raise NotFound(f"{self.provider} has not {what}.")
        if status == 401:
            raise AuthError(self.provider, f"{self._policy.unauthorized} (401); check it")
        if status == 402:
            raise AuthError(self.provider, f"{self._policy.payment} (402)")
        if status == 403:
            if self._policy.forbidden_rest_s:
                self._pace.close_for(self._policy.forbidden_rest_s)
            raise AuthError(self.provider, f"{self._policy.forbidden} (403)")
        if status == 429:
            return self._too_many(retry_after_s(headers))
        if status in _TRANSIENT:
            wait = retry_after_s(headers)
            return ProviderError(self.provider, f"failed with status {status}", retry_after=wait)
        raise ProviderError(self.provider, f"answered with status {status}")

    def _too_many(self, wait: float | None) -> RateLimited:
        rest = wait if wait is not None else self._policy.rest_s
        self._pace.close_for(rest)
        refused = RateLimited(
            self.provider,
            f"too many requests (429); it can be called again in {_span(rest)}",
            retry_after=rest,
        )
        if rest > self._policy.budget_s:
            raise refused
        return refused


def _span(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"
