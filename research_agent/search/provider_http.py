"""The HTTP client that a provider's SDK works with.

SDKs hide what matters here: one raises `ValueError` for every status, two drop `Retry-After`,
one takes an error under HTTP 200 for an empty success, and none limits what it reads. So the
answer is looked at before an SDK sees it: its status, its size, and whether it is JSON.
"""

import asyncio
import importlib
import sys
from asyncio import AbstractEventLoop
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import orjson

from research_agent.errors import ConfigError, ProviderError, ProviderTimeout
from research_agent.infra.bounded_body import (
    ACCEPTED_ENCODING,
    BodyTooLarge,
    UnreadableBody,
    read_bounded,
)
from research_agent.infra.tls import tls_context
from research_agent.search.failures import error_in, failure_of_status, quoted, words_in

if TYPE_CHECKING:
    import httpx

__all__ = ["MAX_ANSWER_BYTES", "ProviderHttp"]

MAX_ANSWER_BYTES = 4_000_000
CONNECT_TIMEOUT_S = 5.0

_UNREADABLE = "the answer is not in the format it should have"
_SDK_TROUBLE = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What code that trusts an answer's shape raises when it has another."""


class ProviderHttp:
    """The connections to one provider: one client for each event loop, kept and used again.

    A pool's connections cannot move to another loop. All clients share the process's TLS
    settings. Each SDK gets a client of its own, because some write the key into its headers.

    Args:
        provider: Short name.
        key: Of the account.
        setting: The environment variable it comes from, for messages.
        base_url: Where the service is.
        timeout_s: Longest silence on a connection.

    Raises:
        ConfigError: The key has a character that cannot be sent.
    """

    def __init__(
        self, provider: str, *, key: str, setting: str, base_url: str, timeout_s: float
    ) -> None:
        self.provider = provider
        self.key = key.strip()
        self.base_url = base_url.rstrip("/")
        self.timeout_s = timeout_s
        self._setting = setting
        self._clients: WeakKeyDictionary[AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()
        if not (self.key.isascii() and self.key.isprintable()):
            raise ConfigError(f"{setting} has a character that no key has; copy it once more.")

    def client(self) -> "httpx.AsyncClient":
        """Return the client of the running event loop."""
        import httpx

        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = httpx.AsyncClient(
                base_url=self.base_url,
                headers={"Accept-Encoding": ACCEPTED_ENCODING},
                timeout=httpx.Timeout(
                    self.timeout_s, connect=min(CONNECT_TIMEOUT_S, self.timeout_s)
                ),
                verify=tls_context(),
                event_hooks={"response": [self._look_at]},
            )
        return self._clients[loop]

    async def load(self, package: str = "httpx") -> None:
        """Import a package off the event loop: an SDK can take the better part of a second."""
        if package not in sys.modules:
            await asyncio.to_thread(importlib.import_module, package)

    async def aclose(self) -> None:
        """Close what the running event loop has open."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.aclose()

    @contextmanager
    def translated(
        self,
        *,
        timeouts: tuple[type[Exception], ...] = (),
        sdk_errors: tuple[type[Exception], ...] = (),
    ) -> Iterator[None]:
        """Turn whatever an SDK raises into a `ProviderError`, without its words.

        Args:
            timeouts: What the SDK raises of its own when time is up.
            sdk_errors: What else it raises of its own.
        """
        import httpx

        late: tuple[type[Exception], ...] = (httpx.TimeoutException, *timeouts)
        trouble: tuple[type[Exception], ...] = (*sdk_errors, *_SDK_TROUBLE)
        try:
            yield
        except ProviderError:
            raise
        except late:
            reason = f"no answer within {self.timeout_s:.3g} s"
            raise ProviderTimeout(self.provider, reason) from None
        except httpx.HTTPError:
            raise ProviderError(self.provider, "no connection to the service") from None
        except trouble as error:
            # An SDK may wrap what the look at the answer found; the SDK's own words stay out,
            # because they can quote the request or the whole answer.
            if isinstance(error.__cause__, ProviderError):
                raise error.__cause__ from None
            if isinstance(error.__cause__, httpx.HTTPError):
                raise ProviderError(self.provider, "no connection to the service") from None
            raise ProviderError(self.provider, _UNREADABLE) from None

    def unreadable(self) -> ProviderError:
        """Return the error for an answer of another shape than documented."""
        return ProviderError(self.provider, _UNREADABLE)

    async def _look_at(self, response: "httpx.Response") -> None:
        """Read an answer within limits and raise what it says went wrong."""
        status = response.status_code
        if not response.is_success:
            try:
                words = words_in(_json(await self._body(response)))
            except ProviderError:
                words = ""  # the status says enough
            raise self._failure(status, words, response.headers)
        content = _json(await self._body(response))
        if (error := error_in(content)) is not None:
            raise self._failure(*error, response.headers)
        if content is None:
            raise self.unreadable()

    def _failure(self, status: int, words: str, headers: Mapping[str, str]) -> ProviderError:
        said = quoted(words, self.key)
        if not status:
            return ProviderError(self.provider, f"an error under HTTP 200 ({said or 'no reason'})")
        return failure_of_status(self.provider, status, headers, said, self._setting)

    async def _body(self, response: "httpx.Response") -> bytes:
        """Return the answer's body and leave it in the response for the SDK."""
        import httpx

        stream = response.stream
        assert isinstance(stream, httpx.AsyncByteStream)
        encoding = response.headers.pop("content-encoding", "")
        try:
            body = await read_bounded(stream, encoding=encoding, max_bytes=MAX_ANSWER_BYTES)
        except BodyTooLarge:
            reason = f"the answer is larger than {MAX_ANSWER_BYTES / 1e6:.0f} MB"
            raise ProviderError(self.provider, reason) from None
        except UnreadableBody:
            raise self.unreadable() from None
        finally:
            await stream.aclose()
        response.stream = httpx.ByteStream(body)
        return body


def _json(body: bytes) -> Any:
    """Return what a body holds; `None` when it is not JSON in UTF-8."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
