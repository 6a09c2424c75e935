"""What a run tells its audience while it works; every screen, trace and test reads these."""

from dataclasses import dataclass, field
from typing import Any

from research_agent.domain.answers import Answer, Usage

__all__ = [
    "Answered",
    "ApprovalAsked",
    "ApprovalResolved",
    "Cancelled",
    "ContextCompacted",
    "Event",
    "Failed",
    "Nested",
    "RunStarted",
    "TextDelta",
    "ToolFinished",
    "ToolProgress",
    "ToolRequested",
    "ToolStarted",
    "TurnStarted",
    "UsageReported",
    "WarningRaised",
    "is_final",
]


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A question was accepted.

    Args:
        run_id: Its name.
        question: As asked.
        analyst: Who answers.
        at: ISO time in UTC.
        today: The date the run works with, ISO.
        as_of: Nothing filed after this ISO date is seen; empty without such a bound.
        tools: What the run may use, each as `"name@version"`.
    """

    run_id: str
    question: str
    analyst: str
    at: str
    today: str
    as_of: str = ""
    tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """Model request number `turn` (from 1) goes out."""

    turn: int


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the model's text; a turn that ends in tool calls may have some too."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class ToolRequested:
    """The model asked for a tool."""

    call_id: str
    name: str
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """The tool passed all checks and runs."""

    call_id: str
    name: str


@dataclass(frozen=True, slots=True)
class ToolProgress:
    """A running tool says what it is doing."""

    call_id: str
    message: str


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """A tool is done.

    Args:
        code: `"ok"` or a T5 error code (`"timeout"`, `"not_found"` …).
        summary: One line for a person.
        content: What the model sees.
        seconds: Wall time.
    """

    call_id: str
    name: str
    code: str
    summary: str
    content: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ApprovalAsked:
    """A call waits for a person; `preview` is what would happen."""

    call_id: str
    name: str
    preview: str


@dataclass(frozen=True, slots=True)
class ApprovalResolved:
    """A person answered `"once"`, `"session"`, `"always"` or `"no"`."""

    call_id: str
    answer: str


@dataclass(frozen=True, slots=True)
class WarningRaised:
    """Something the model and the person should know; the run goes on."""

    message: str
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class ContextCompacted:
    """Old messages were shortened; sizes in tokens."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class UsageReported:
    """Running total of the run."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class Answered:
    """The run is over; `answer.partial` says whether the model was done."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Failed:
    """The run is over without an answer by the model.

    Args:
        code: `"auth"`, `"rate_limited"`, `"timeout"`, `"provider_error"`, `"not_found"`,
            `"config"`, `"invalid_request"`, `"model"`, `"budget"` or `"internal"`.
        message: One sentence that says what to do.
        answer: The evidence gathered so far; its text may be empty, its tables may not.
    """

    code: str
    message: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A person stopped the run; `answer` holds the evidence gathered so far."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Nested:
    """Something happened in work that was handed on.

    Args:
        call_id: Of the call that handed it on.
        role: Who does it: `"researcher"`.
        event: What happened; a last event of the work is never nested.
    """

    call_id: str
    role: str
    event: "Event"


Event = (
    RunStarted
    | TurnStarted
    | TextDelta
    | ToolRequested
    | ToolStarted
    | ToolProgress
    | ToolFinished
    | ApprovalAsked
    | ApprovalResolved
    | WarningRaised
    | ContextCompacted
    | Nested
    | UsageReported
    | Answered
    | Failed
    | Cancelled
)


def is_final(event: Event) -> bool:
    """Say whether `event` is the last of its run."""
    return isinstance(event, Answered | Failed | Cancelled)
