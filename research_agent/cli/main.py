"""Command line: `research-agent ask "What was Apple's revenue in fiscal 2023?"`."""

import click

from research_agent.cli.ask import ask
from research_agent.cli.company import company
from research_agent.cli.compare import compare
from research_agent.cli.data import data
from research_agent.cli.doctor import doctor
from research_agent.cli.filings import filings
from research_agent.cli.group import ResearchGroup
from research_agent.cli.mcp import mcp
from research_agent.cli.replay import replay
from research_agent.cli.screen import screen
from research_agent.cli.serve import serve
from research_agent.cli.session import Session, quiet_option
from research_agent.cli.value import value

__all__ = ["main"]


@click.group(cls=ResearchGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="research-agent", message="%(prog)s %(version)s")
@quiet_option
@click.pass_context
def main(ctx: click.Context) -> None:
    """Answer finance questions about listed companies, every figure with its filing.

    Works offline on embedded SEC figures; set OPENAI_API_KEY, or OPENAI_BASE_URL and
    OPENAI_MODEL, to let a language model answer. Exit codes: 0 answered, 1 failed, 2 usage,
    3 partial.
    """
    ctx.ensure_object(Session)


for command in (
    ask,
    compare,
    company,
    data,
    doctor,
    filings,
    mcp,
    replay,
    screen,
    serve,
    value,
):
    main.add_command(command)
