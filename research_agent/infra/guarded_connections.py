"""Connections that are made to an address that was checked, and to no other.

A check before the connection is not enough: a name can resolve to a public address when it is
checked and to a private one when the HTTP library looks it up again. Here the name is resolved
once, every address it has is checked, and the socket is opened to one of those addresses.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from ipaddress import ip_address

import httpcore

from research_agent.errors import InvalidRequest, NotFound
from research_agent.infra.public_address import AddressPolicy

__all__ = ["GuardedBackend", "Resolver", "system_resolver"]

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""From a host name and a port to its IP addresses; raises `OSError` for a name that has none."""


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """Ask the machine's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """The network as an HTTP connection pool may use it.

    Args:
        policy: Which addresses may be connected to.
        resolve: Finds the addresses of a name.
    """

    def __init__(self, policy: AddressPolicy, resolve: Resolver = system_resolver) -> None:
        self._policy = policy
        self._resolve = resolve
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to one of the checked addresses of `host`.

        Raises:
            InvalidRequest: An address of the host is not admitted.
            NotFound: The host has no address.
            httpcore.ConnectError: None of them can be reached.
        """
        failure: Exception = httpcore.ConnectError("no address")
        for address in await self._admitted(host, port):
            try:
                stream = await self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
                continue
            await self._check_peer(stream, address)
            return stream
        raise failure

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Refuse: nothing on this machine is part of the web."""
        raise InvalidRequest("A socket of this machine is not a web page.")

    async def sleep(self, seconds: float) -> None:
        """Pause between two attempts."""
        await self._network.sleep(seconds)

    async def _admitted(self, host: str, port: int) -> Sequence[str]:
        """Return the addresses of a host; one that is not admitted spoils all the others."""
        addresses: Sequence[str] = (host,)
        if not _is_literal(host):
            try:
                addresses = await self._resolve(host, port)
            except (OSError, UnicodeError):
                addresses = ()
        if not addresses:
            raise NotFound(f"There is no host {host}; check the address.")
        if not all(self._policy.admits(address, port) for address in addresses):
            raise InvalidRequest(f"{host} is not on the public web; give a public page.")
        return addresses

    async def _check_peer(self, stream: httpcore.AsyncNetworkStream, address: str) -> None:
        """Make sure that the socket ended up where it was sent."""
        peer = stream.get_extra_info("server_addr")
        if peer is None or ip_address(str(peer[0])) != ip_address(address):
            await stream.aclose()
            raise InvalidRequest("The connection did not lead to the address that was checked.")


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
