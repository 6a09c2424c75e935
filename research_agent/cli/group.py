"""The root command's manners: one sentence per failure, never a traceback, any terminal."""

import io
import sys
from typing import Any

import click

from research_agent.cli.outcome import ExitCode, error_code
from research_agent.errors import ResearchError

__all__ = ["ResearchGroup"]


class ResearchGroup(click.Group):
    """A group that turns the package's errors into a line on stderr and an exit code."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run the command line; a character that the terminal cannot show or type becomes `?`."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        return super().main(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command.

        Raises:
            click.ClickException: For every `ResearchError`, with its sentence and exit code.
        """
        try:
            return super().invoke(ctx)
        except ResearchError as error:
            raise _failure(error) from error
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            ctx.exit(ExitCode.INTERRUPTED)


class _AskDifferently(click.ClickException):
    exit_code = ExitCode.USAGE


def _failure(error: ResearchError) -> click.ClickException:
    kind = _AskDifferently if error_code(error) is ExitCode.USAGE else click.ClickException
    return kind(str(error))
