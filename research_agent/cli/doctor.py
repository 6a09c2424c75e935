"""`research-agent doctor`: what works here, and what to do about what does not."""

from collections.abc import Iterator

import click

from research_agent.cli.grid import aligned
from research_agent.cli.json_lines import json_line
from research_agent.cli.outcome import ExitCode
from research_agent.cli.session import Session, quiet_option
from research_agent.errors import ConfigError, ResearchError

__all__ = ["doctor"]

Finding = tuple[str, bool, str]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per check.")
@quiet_option
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Check settings, figures and folders."""
    session = ctx.ensure_object(Session)
    findings = list(_findings(session))
    if as_json:
        for name, ok, message in findings:
            click.echo(json_line({"name": name, "ok": ok, "message": message}))
    else:
        grid = [["ok" if ok else "FAIL", name, message] for name, ok, message in findings]
        click.echo("\n".join(aligned(grid, left=3)))
    ctx.exit(ExitCode.ANSWERED if all(ok for _, ok, _ in findings) else ExitCode.FAILED)


def _findings(session: Session) -> Iterator[Finding]:
    """Yield each check; settings that do not fit are one failed check and hide no other."""
    try:
        yield from _checks(session, offline=False)
    except ConfigError as error:
        yield ("settings", False, str(error))
        try:
            yield from _checks(session, offline=True)
        except ResearchError as other:
            yield ("figures", False, str(other))
    except ResearchError as error:
        yield ("figures", False, str(error))


def _checks(session: Session, *, offline: bool) -> list[Finding]:
    with session.runtime(offline=offline) as runtime:
        return [(check.name, check.ok, check.message) for check in runtime.checks()]
