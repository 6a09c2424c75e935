"""One SDK client per event loop, made when it is first needed."""

import asyncio
from asyncio import AbstractEventLoop
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from research_agent.models.failures import Endpoint

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["Connections"]

OPENAI_BASE_URL = "https://api.openai.com/v1"
CONNECT_TIMEOUT_S = 8.0
"""Short enough that three attempts at a dead address fit into the retry budget."""


class Connections:
    """The clients of one endpoint.

    All requests of an event loop share a client, and so its pool and its TLS context, which is
    slow to build. A pool's connections cannot move to another loop.

    Args:
        endpoint: Where to connect.
        timeout_s: Longest silence on a connection.
    """

    def __init__(self, endpoint: Endpoint, *, timeout_s: float) -> None:
        self._endpoint = endpoint
        self._timeout_s = timeout_s
        self._clients: WeakKeyDictionary[AbstractEventLoop, AsyncOpenAI] = WeakKeyDictionary()

    def client(self) -> "AsyncOpenAI":
        """Return the client of the running event loop."""
        import openai

        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = openai.AsyncOpenAI(
                # The SDK will not start without a key, nor need servers of one's own have one.
                api_key=self._endpoint.key or "none",
                base_url=self._endpoint.base_url or OPENAI_BASE_URL,
                timeout=openai.Timeout(self._timeout_s, connect=CONNECT_TIMEOUT_S),
                max_retries=0,
            )
        return self._clients[loop]

    async def aclose(self) -> None:
        """Close what the running event loop has open; the next request opens it anew."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()
