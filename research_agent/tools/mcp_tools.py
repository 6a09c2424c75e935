"""Tools of other programs, over the Model Context Protocol.

Default deny holds for them: of what a server offers only the tools listed in its entry join, under
a safe name that says whose they are. Their text is data of a stranger and marked so.
"""

import asyncio
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langchain_core.tools import StructuredTool

from research_agent.errors import ConfigError, ProviderError, ProviderTimeout
from research_agent.search.untrusted import marked, plain_line
from research_agent.tools.registry import Risk, ToolSpec

if TYPE_CHECKING:
    from mcp import types

__all__ = ["McpEntry", "McpServer", "read_entries", "safe_name"]

CONNECT_TIMEOUT_S = 15.0
CALL_TIMEOUT_S = 60.0
OUTPUT_CAP = 12_000
MAX_NAME = 64
MAX_DESCRIPTION = 600
_UNSAFE = re.compile(r"[^a-zA-Z0-9_-]+")


@dataclass(frozen=True, slots=True)
class McpEntry:
    """One server of the configuration.

    Args:
        name: What the person calls it.
        command: Program and arguments; empty when it is reached by address.
        url: Of a server on the network; empty when it is started here.
        env: What the program gets of the environment, beside the usual.
        tools: The tools that may be used; none when empty.
    """

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    env: Mapping[str, str] | None = None
    tools: tuple[str, ...] = ()


def read_entries(path: Path) -> tuple[McpEntry, ...]:
    """Read the servers of a file in the usual form, `{"mcpServers": {name: {…, "tools": […]}}}`.

    Raises:
        ConfigError: The file cannot be read, or an entry is not what it should be.
    """
    try:
        servers = json.loads(path.read_text("utf-8"))["mcpServers"]
        return tuple(_entry(name, given) for name, given in servers.items())
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be read ({error.strerror}); it names MCP servers."
        ) from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ConfigError(
            f'{path} must be JSON such as {{"mcpServers": {{"name": {{"command": "program", '
            f'"args": [], "tools": ["tool"]}}}}}} ({error}).'
        ) from None


def _entry(name: str, given: Mapping[str, Any]) -> McpEntry:
    command, url = given.get("command"), given.get("url")
    if bool(command) == bool(url):
        raise ValueError(f"{name} needs either a command or a url")
    args, tools = given.get("args", []), given.get("tools", [])
    if not all(isinstance(one, str) for one in [*args, *tools]):
        raise ValueError(f"args and tools of {name} are lists of texts")
    start = (str(command), *args) if command else ()
    return McpEntry(name, start, str(url or ""), given.get("env"), tuple(tools))


def safe_name(server: str, tool: str) -> str:
    """Return a name that models may call, and that no tool of ours can have."""
    return f"mcp_{_UNSAFE.sub('_', server)}_{_UNSAFE.sub('_', tool)}"[:MAX_NAME]


class McpServer:
    """A connection to one server, opened at the first use and kept on the running event loop."""

    def __init__(self, entry: McpEntry) -> None:
        self.entry = entry
        self._client: asyncio.Future[Any] | None = None
        self._stop: asyncio.Event | None = None
        self._task: asyncio.Task[None] | None = None

    async def specs(self) -> list[ToolSpec]:
        """Return the listed tools that the server has.

        Raises:
            ProviderError: It could not be started or reached.
        """
        offered = (await self._connected()).list_tools()
        tools = (await self._within(offered, CONNECT_TIMEOUT_S)).tools
        return [self._spec(tool) for tool in tools if tool.name in self.entry.tools]

    async def call(self, tool: str, arguments: dict[str, Any]) -> str:
        """Return what a tool says.

        Raises:
            ProviderError: The server or the tool failed.
        """
        client = await self._connected()
        result = await self._within(client.call_tool(tool, arguments), CALL_TIMEOUT_S)
        text = "\n".join(one.text for one in result.content if getattr(one, "text", None))
        if result.is_error:
            raise ProviderError(self.entry.name, plain_line(text, 300) or "the tool failed")
        return marked(text or "(no text)")

    async def aclose(self) -> None:
        """End the connection, and the program that was started for it."""
        task, self._task, self._client = self._task, None, None
        if task is not None and self._stop is not None:
            self._stop.set()
            with suppress(Exception, asyncio.CancelledError):
                await asyncio.wait_for(task, 5.0)

    async def _connected(self) -> Any:
        if self._client is None or (self._task is not None and self._task.done()):
            self._client, self._stop = asyncio.get_running_loop().create_future(), asyncio.Event()
            self._task = asyncio.create_task(self._hold(self._client, self._stop))
        return await self._within(asyncio.shield(self._client), CONNECT_TIMEOUT_S)

    async def _hold(self, ready: "asyncio.Future[Any]", stop: asyncio.Event) -> None:
        """Keep the connection open in one task: it must be closed in the one that opened it."""
        from mcp import Client, StdioServerParameters

        entry = self.entry
        target: Any = entry.url
        if entry.command:
            program, *args = entry.command
            env = dict(entry.env) if entry.env else None
            target = StdioServerParameters(command=program, args=args, env=env)
        try:
            async with Client(target, read_timeout_seconds=CALL_TIMEOUT_S) as client:
                ready.set_result(client)
                await stop.wait()
        except Exception as error:
            if ready.done():
                raise
            ready.set_exception(ProviderError(entry.name, f"it cannot be used: {_reason(error)}"))

    async def _within(self, work: Any, seconds: float) -> Any:
        from mcp import MCPError

        try:
            return await asyncio.wait_for(work, seconds)
        except TimeoutError:
            raise ProviderTimeout(self.entry.name, f"no answer within {seconds:g} s") from None
        except MCPError as error:
            raise ProviderError(self.entry.name, _reason(error)) from None

    def _spec(self, tool: "types.Tool") -> ToolSpec:
        async def run(**arguments: Any) -> str:
            return await self.call(tool.name, arguments)

        made = StructuredTool(
            name=safe_name(self.entry.name, tool.name),
            description=plain_line(tool.description or tool.name, MAX_DESCRIPTION),
            args_schema=tool.input_schema,
            coroutine=run,
            metadata={"server": self.entry.name, "tool": tool.name},
        )
        return ToolSpec(
            tool=made,
            summary=f"{plain_line(tool.name, 60)} of {plain_line(self.entry.name, 60)}",
            risk=Risk.NETWORK,
            concurrency_safe=False,
            timeout_s=CALL_TIMEOUT_S + CONNECT_TIMEOUT_S,
            output_cap=OUTPUT_CAP,
        )


def _reason(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return plain_line(str(error), 200) or type(error).__name__
