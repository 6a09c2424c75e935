"""An MCP server as another program would be: `python -m tests.fakes.mcp_program`."""

import asyncio
from typing import Any

from mcp import stdio_server, types
from mcp.server import Server

SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "times": {"type": "integer", "minimum": 1}},
    "required": ["text"],
}


async def _tools(_context: Any, _params: Any) -> types.ListToolsResult:
    names = ("repeat text!", "fail", "hidden")
    return types.ListToolsResult(
        tools=[types.Tool(name=n, description=f"It can {n}.", input_schema=SCHEMA) for n in names]
    )


async def _call(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
    given = params.arguments or {}
    text = " ".join([given["text"]] * given.get("times", 1))
    content = types.TextContent(type="text", text=text)
    return types.CallToolResult(content=[content], is_error=params.name == "fail")


async def main() -> None:
    server: Server[Any] = Server("other", on_list_tools=_tools, on_call_tool=_call)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
