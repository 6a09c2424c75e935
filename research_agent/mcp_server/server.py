"""Our tools for other programs, over the Model Context Protocol."""

from collections.abc import Callable
from contextlib import aclosing
from datetime import date
from importlib.metadata import version
from itertools import count
from typing import Any

from langchain_core.utils.function_calling import convert_to_openai_tool
from mcp import stdio_server, types
from mcp.server import Server, ServerRequestContext

from research_agent.evidence.ledger import Ledger
from research_agent.tools.executor import Call, ToolBatch
from research_agent.tools.registry import ToolSnapshot, ToolSpec
from research_agent.tools.repeats import RepeatWatch

__all__ = ["serve_stdio", "tool_server"]

_INSTRUCTIONS = (
    "Figures of listed companies, each with the filing it stands in. Ask get_financials in plain "
    "words; work with its figures by their references in calculate."
)


def tool_server(tools: ToolSnapshot, *, today: Callable[[], date]) -> Server[Any]:
    """Return a server of `tools`; one connection's calls share their evidence.

    Calls go through the same checks, time limits and caps as those of a model.

    Args:
        tools: What is offered, and all that may be called.
        today: The date a call works with.
    """
    ledger, repeats, numbers = Ledger(), RepeatWatch(), count(1)

    async def list_tools(
        _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(spec) for spec in tools.specs])

    async def call_tool(
        _context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        call = Call(f"mcp_{next(numbers)}", params.name, dict(params.arguments or {}))
        batch = ToolBatch(
            calls=[call],
            tools=tools,
            known=tools.names,
            ledger=ledger,
            today=today(),
            repeats=repeats,
        )
        async with aclosing(batch.events()) as events:
            async for _ in events:
                pass
        (result,) = batch.results
        text = types.TextContent(type="text", text=str(result.content))
        return types.CallToolResult(content=[text], is_error=result.status == "error")

    return Server(
        "research-agent",
        version=version("research-agent"),
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def serve_stdio(tools: ToolSnapshot, *, today: Callable[[], date]) -> None:
    """Serve `tools` on standard input and output until the input ends."""
    server = tool_server(tools, today=today)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _described(spec: ToolSpec) -> types.Tool:
    function = convert_to_openai_tool(spec.tool)["function"]
    return types.Tool(
        name=spec.name,
        description=function["description"],
        input_schema={"type": "object", "properties": {}, **function["parameters"]},
        annotations=types.ToolAnnotations(read_only_hint=spec.risk.value in ("read", "network")),
    )
