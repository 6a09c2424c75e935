"""`research-agent replay FILE`: a run once more, from its trace."""

from pathlib import Path

import click

from research_agent.cli.json_lines import echo_json
from research_agent.cli.outcome import ExitCode, run_code
from research_agent.cli.printed_run import complain, print_answer
from research_agent.cli.session import Session, quiet_option

__all__ = ["replay"]


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print every event as one line of JSON.")
@quiet_option
@click.pass_context
def replay(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Show the run whose trace is FILE again, without model or network.

    Traces are in the runs folder of RESEARCH_AGENT_HOME, one for each run. What has changed since,
    such as the version of a tool, is said.
    """
    session = ctx.ensure_object(Session)
    from research_agent.runs.replay import replay as read_back

    with session.runtime(offline=True) as runtime:
        versions = {spec.name: spec.version for spec in runtime.every_tool.specs}
    again = read_back(file, versions=versions)
    with session.steps() as steps:
        for event in again.events:
            steps.show(event)
            if as_json:
                echo_json(event)
    for remark in again.remarks:
        session.note(f"Note: {remark}")
    if not again.finished:
        ctx.exit(ExitCode.PARTIAL)
    if not as_json:
        complain(again.events[-1])
        print_answer(again.events[-1], None, "", session)
    ctx.exit(run_code(again.events))
