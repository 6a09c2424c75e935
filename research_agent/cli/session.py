"""What the commands of one call share: how to open the runtime, and where messages go."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import click

from research_agent.cli.steps import PlainSteps, Silence, Steps, TerminalSteps

if TYPE_CHECKING:
    from research_agent.infra.settings import Settings
    from research_agent.runtime import Runtime

__all__ = ["Session", "quiet_option"]


def _open_runtime(settings: "Settings") -> "Runtime":
    """Build the real thing; imported here because it is most of a cold start."""
    from research_agent.runtime import Runtime

    return Runtime.from_settings(settings)


def _now() -> datetime:
    return datetime.now().astimezone()


@dataclass(slots=True)
class Session:
    """One call of the command line; handed to every command as `ctx.obj`.

    Args:
        open_runtime: Builds the runtime; a test passes its own.
        now: The clock, read at this edge only.
        quiet: No progress and no notes on stderr; errors are still said.
    """

    open_runtime: "Callable[[Settings], Runtime]" = _open_runtime
    now: Callable[[], datetime] = _now
    quiet: bool = False

    @property
    def today(self) -> date:
        """The date of this call."""
        return self.now().date()

    @contextmanager
    def runtime(self, *, offline: bool) -> "Iterator[Runtime]":
        """Open the runtime and close it again.

        Args:
            offline: Needs no model, so a half set-up one is no reason to fail.

        Raises:
            ConfigError: A setting is missing or wrong.
            PackError: The fact store cannot be used.
        """
        from research_agent.infra.settings import Settings

        runtime = self.open_runtime(Settings.load(offline=True) if offline else Settings.load())
        try:
            yield runtime
        finally:
            runtime.close()

    @contextmanager
    def steps(self) -> Iterator[Steps]:
        """Show steps on stderr: live on a terminal, plain lines elsewhere."""
        if self.quiet:
            yield Silence()
        elif sys.stderr.isatty():
            with TerminalSteps() as live:
                yield live
        else:
            yield PlainSteps()

    def note(self, message: str) -> None:
        """Say something beside the answer, on stderr."""
        if not self.quiet:
            click.echo(message, err=True)


def _set_quiet(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        ctx.ensure_object(Session).quiet = True


def quiet_option(command: Any) -> Any:
    """Add `--quiet` to a command; it may stand before or behind the command's name."""
    return click.option(
        "-q",
        "--quiet",
        is_flag=True,
        expose_value=False,
        callback=_set_quiet,
        help="Nothing but the answer and errors.",
    )(command)
