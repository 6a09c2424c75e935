"""GET of a public page whose address nobody vouches for."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import httpcore

from research_agent.errors import NotFound, ProviderError, ProviderTimeout
from research_agent.infra.bounded_body import (
    ACCEPTED_ENCODING,
    BodyTooLarge,
    UnreadableBody,
    read_bounded,
)
from research_agent.infra.guarded_connections import GuardedBackend, Resolver, system_resolver
from research_agent.infra.public_address import AddressPolicy
from research_agent.infra.tls import tls_context
from research_agent.infra.web_address import WebAddress, web_address

__all__ = ["USER_AGENT", "Fetched", "SafeHttp"]

USER_AGENT = "research-agent/0.1"
MAX_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})

BeforeHop = Callable[[WebAddress], Awaitable[None]]
"""Called before each request, redirects included; raises to stop the fetch there."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer, whatever its status.

    Args:
        address: Where it came from in the end, behind every redirect.
        status: HTTP status.
        headers: Names in lower case.
        body: Unpacked.
    """

    address: WebAddress
    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def media_type(self) -> str:
        """The kind of content in lower case, without parameters: `"text/html"`."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str:
        """The encoding the server names; empty when it names none."""
        _, _, parameters = self.headers.get("content-type", "").partition(";")
        for parameter in parameters.split(";"):
            name, _, value = parameter.partition("=")
            if name.strip().lower() == "charset":
                return value.strip().strip("\"'")
        return ""


class SafeHttp:
    """Fetches from the public internet only.

    Connections are made by `GuardedBackend`, which checks what a name resolves to when it
    connects. Redirects are followed here, so that each is read and checked like the first
    address. Proxies of the environment are not used, because they would resolve names out of
    sight. No cookie, no key and nothing about the person is sent.

    Args:
        policy: Which addresses are public; a test adds its own server.
        resolve: Finds the addresses of a name.
        timeout_s: For one fetch with all its redirects.
        max_bytes: Longest unpacked body.
    """

    def __init__(
        self,
        *,
        policy: AddressPolicy | None = None,
        resolve: Resolver = system_resolver,
        timeout_s: float = 15.0,
        max_bytes: int = 10_000_000,
    ) -> None:
        self.policy = policy or AddressPolicy()
        self._resolve = resolve
        self._timeout_s = timeout_s
        self._max_bytes = max_bytes

    async def get(
        self,
        url: str,
        *,
        accept: str = "*/*",
        max_bytes: int | None = None,
        before: BeforeHop | None = None,
    ) -> Fetched:
        """Return the answer to a GET, redirects followed.

        Args:
            url: As a model, a page or a person gave it.
            accept: Kinds of content wanted.
            max_bytes: Less than this client's own limit.
            before: Called before each request.

        Raises:
            InvalidRequest: This address, or one it leads to, is not of the public web.
            NotFound: There is no such host, or the body is longer than allowed.
            ProviderTimeout: It took too long.
            ProviderError: The server cannot be reached or does not speak HTTP.
        """
        address = web_address(url, self.policy)
        limit = self._max_bytes if max_bytes is None else min(max_bytes, self._max_bytes)
        try:
            async with asyncio.timeout(self._timeout_s), self._pool() as pool:
                return await self._followed(pool, address, accept, limit, before)
        except TimeoutError:
            raise ProviderTimeout(
                address.host, f"the page did not arrive within {self._timeout_s:g} s."
            ) from None
        except BodyTooLarge:
            raise NotFound(
                f"{address.host}: the document is larger than {limit / 1e6:,.1f} MB, "
                "which is the most that is read."
            ) from None
        except UnreadableBody as error:
            raise ProviderError(address.host, f"the answer cannot be read: {error}.") from None
        except (httpcore.NetworkError, httpcore.TimeoutException, OSError):
            raise ProviderError(address.host, "no connection to the server.") from None
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol):
            raise ProviderError(address.host, "the server does not answer in HTTP.") from None

    def _pool(self) -> httpcore.AsyncConnectionPool:
        """Return connections for one fetch; a pool cannot move between event loops."""
        return httpcore.AsyncConnectionPool(
            ssl_context=tls_context(),
            network_backend=GuardedBackend(self.policy, self._resolve),
        )

    async def _followed(
        self,
        pool: httpcore.AsyncConnectionPool,
        address: WebAddress,
        accept: str,
        limit: int,
        before: BeforeHop | None,
    ) -> Fetched:
        first = address.host
        for _ in range(MAX_REDIRECTS + 1):
            if before is not None:
                await before(address)
            answer = await _answer(pool, address, accept, limit)
            location = answer.headers.get("location", "")
            if answer.status not in _REDIRECTS or not location:
                return answer
            address = address.joined(location, self.policy)
        raise ProviderError(first, f"more than {MAX_REDIRECTS} redirects.")


async def _answer(
    pool: httpcore.AsyncConnectionPool, address: WebAddress, accept: str, limit: int
) -> Fetched:
    url = httpcore.URL(
        scheme=address.scheme.encode(),
        host=address.host.encode(),
        port=address.port,
        target=address.target.encode(),
    )
    headers: dict[bytes | str, bytes | str] = {
        "Host": address.origin.partition("://")[2],
        "User-Agent": USER_AGENT,
        "Accept": accept,
        "Accept-Encoding": ACCEPTED_ENCODING,
    }
    async with pool.stream("GET", url, headers=headers) as response:
        received = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in response.headers
        }
        if response.status in _REDIRECTS:
            return Fetched(address, response.status, received, b"")
        encoding = received.get("content-encoding", "")
        pieces = response.aiter_stream()
        body = await read_bounded(pieces, encoding=encoding, max_bytes=limit)
        return Fetched(address, response.status, received, body)
