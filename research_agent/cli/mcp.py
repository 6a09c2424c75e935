"""`research-agent mcp`: our tools for other programs, over standard input and output."""

import asyncio

import click

from research_agent.cli.session import Session, quiet_option
from research_agent.errors import ConfigError

__all__ = ["mcp"]


@click.command()
@quiet_option
@click.pass_context
def mcp(ctx: click.Context) -> None:
    """Serve the research tools over the Model Context Protocol (stdio).

    Name this command in the configuration of a program that speaks MCP. It offers what a question
    in the dashboard may use: nothing that writes.
    """
    session = ctx.ensure_object(Session)
    try:
        from research_agent.mcp_server.server import serve_stdio
    except ModuleNotFoundError as error:
        raise ConfigError(
            "The MCP server needs the package mcp: install research-agent[mcp]."
        ) from error
    with session.runtime(offline=False) as runtime:
        session.note("Serving the research tools over MCP; end of input stops it.")
        asyncio.run(serve_stdio(runtime.tools, today=lambda: session.today))
