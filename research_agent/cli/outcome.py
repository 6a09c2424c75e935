"""What a command's exit code says."""

from collections.abc import Iterable
from enum import IntEnum

from research_agent.domain.events import Answered, Cancelled, Event, ToolFinished
from research_agent.errors import InvalidRequest, ResearchError

__all__ = ["ExitCode", "error_code", "run_code"]


OFFLINE_ANALYST = "offline analyst"


class ExitCode(IntEnum):
    """Exit codes, the same for every command."""

    ANSWERED = 0
    FAILED = 1
    USAGE = 2
    PARTIAL = 3
    INTERRUPTED = 130


def error_code(error: ResearchError) -> ExitCode:
    """Return `USAGE` when asking differently is the only cure, else `FAILED`."""
    return ExitCode.USAGE if isinstance(error, InvalidRequest) else ExitCode.FAILED


def run_code(events: Iterable[Event]) -> ExitCode:
    """Return the exit code of a run from all its events.

    An answer without any evidence only says why there is none when a tool failed (a year that
    was never filed) or the offline analyst wrote it (an unknown company): that counts as failed.
    A language model may well answer without evidence, say what a word means.
    """
    tool_failed = False
    final: Event | None = None
    for final in events:
        tool_failed |= isinstance(final, ToolFinished) and final.code != "ok"
    match final:
        case Answered(answer):
            evidence = answer.tables or answer.facts or answer.web
            if not evidence and (tool_failed or answer.analyst == OFFLINE_ANALYST):
                return ExitCode.FAILED
            return ExitCode.PARTIAL if answer.partial else ExitCode.ANSWERED
        case Cancelled():
            return ExitCode.INTERRUPTED
        case _:
            return ExitCode.FAILED
