"""From settings to the tools of other programs."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from research_agent.errors import ConfigError, ProviderError
from research_agent.infra.settings import Settings
from research_agent.tools.registry import ToolSpec

__all__ = ["JoinedTools", "joined_tools"]


@dataclass(slots=True)
class JoinedTools:
    """What configured MCP servers bring.

    Args:
        specs: Their listed tools.
        problems: Why a server brings none, one sentence each.
        releases: What closes their connections.
    """

    specs: list[ToolSpec] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    releases: list[Callable[[], Awaitable[None]]] = field(default_factory=list)


def joined_tools(settings: Settings) -> JoinedTools:
    """Ask every configured server for its listed tools; one that fails costs only its own.

    Raises:
        ConfigError: The file of servers cannot be read, or the package `mcp` is not installed.
    """
    joined = JoinedTools()
    if settings.mcp_servers is None:
        return joined
    from research_agent.tools.mcp_tools import McpServer, read_entries

    servers = [McpServer(entry) for entry in read_entries(settings.mcp_servers)]
    joined.releases = [server.aclose for server in servers]

    async def ask(server: McpServer) -> None:
        try:
            found = await server.specs()
        except ProviderError as error:
            joined.problems.append(str(error))
            return
        finally:
            await server.aclose()
        joined.specs += found
        missing = set(server.entry.tools) - {
            (spec.tool.metadata or {}).get("tool") for spec in found
        }
        if missing:
            names = ", ".join(sorted(missing))
            joined.problems.append(f"{server.entry.name} has no tool {names}.")

    async def ask_all() -> None:
        await asyncio.gather(*(ask(server) for server in servers))

    try:
        asyncio.run(ask_all())
    except ModuleNotFoundError as error:
        raise ConfigError(
            "MCP servers need the package mcp: install research-agent[mcp]."
        ) from error
    return joined
