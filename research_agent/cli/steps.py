"""Progress of a run on stderr."""

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

import click

from research_agent.domain.events import (
    Event,
    Nested,
    RunStarted,
    ToolFinished,
    ToolProgress,
    ToolRequested,
    TurnStarted,
    WarningRaised,
)

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["PlainSteps", "Silence", "Steps", "TerminalSteps", "step_line"]

MAX_LINE = 160  # characters; a query may be as long as a question


class Steps(Protocol):
    """Shows what a run is doing."""

    def show(self, event: Event) -> None:
        """Show one event, or nothing when it is not worth a line."""
        ...

    def say(self, message: str) -> None:
        """Show a message of a command that is no run."""
        ...


def step_line(event: Event) -> str:
    """Return the line that tells a person about `event`; empty when it is not worth one."""
    match event:
        case RunStarted(analyst=analyst):
            line = f"Asking the {analyst}" if analyst.startswith("offline") else f"Asking {analyst}"
        case ToolRequested(name=name, arguments=arguments):
            line = f"{name}: {', '.join(str(value) for value in arguments.values())}"
        case ToolProgress(message=message):
            line = f"  {message}"
        case ToolFinished(code="ok", summary=summary, seconds=seconds):
            line = f"  {summary} ({seconds:.1f} s)"
        case ToolFinished(code=code, summary=summary, seconds=seconds):
            line = f"  failed, {code}: {summary} ({seconds:.1f} s)"
        case WarningRaised(message=message):
            line = f"  Warning: {message}"
        case Nested(role=role, event=inner):
            within = step_line(inner)
            line = f"  {role} | {within}" if within and not isinstance(inner, RunStarted) else ""
        case _:
            line = ""
    line = " ".join(line.splitlines())
    return line if len(line) <= MAX_LINE else f"{line[: MAX_LINE - 1]}…"


class Silence:
    """Shows nothing."""

    def show(self, event: Event) -> None:
        """Ignore the event."""

    def say(self, message: str) -> None:
        """Ignore the message."""


class PlainSteps:
    """One line per step, for logs and pipes."""

    def show(self, event: Event) -> None:
        """Print the event's line."""
        if line := step_line(event):
            self.say(line)

    def say(self, message: str) -> None:
        """Print the message."""
        click.echo(message, err=True)


class TerminalSteps:
    """Lines as they come, and under them a spinner that says what is going on."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(file=sys.stderr, highlight=False)
        self._status: Status = self._console.status("Opening the figures")

    def __enter__(self) -> Self:
        self._status.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._status.stop()

    def show(self, event: Event) -> None:
        """Print the event's line above the spinner."""
        if isinstance(event, TurnStarted):
            self._status.update("Thinking")
        elif isinstance(event, ToolRequested):
            self._status.update(f"Running {event.name}")
        if line := step_line(event):
            self.say(line)

    def say(self, message: str) -> None:
        """Print the message above the spinner."""
        self._console.print(message, markup=False, style="dim", soft_wrap=True)
