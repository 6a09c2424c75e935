"""Errors as data: the one place where an exception becomes what a model or a person reads."""

from dataclasses import dataclass

from research_agent.errors import (
    AuthError,
    BudgetExceeded,
    ConfigError,
    InvalidRequest,
    ModelError,
    NotFound,
    PackError,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    ResearchError,
)

__all__ = ["ToolFailure", "error_code", "failure_of"]

_CODES: tuple[tuple[type[ResearchError], str], ...] = (
    (AuthError, "auth"),
    (RateLimited, "rate_limited"),
    (ProviderTimeout, "timeout"),
    (ProviderError, "provider_error"),
    (NotFound, "not_found"),
    (InvalidRequest, "invalid_arguments"),
    (ConfigError, "config"),
    (PackError, "config"),
    (ModelError, "model"),
    (BudgetExceeded, "budget"),
)
_ADVICE = {
    "invalid_arguments": "Correct the arguments and call again.",
    "unknown_tool": "Use one of the tools offered.",
    "not_granted": "Go on without it.",
    "permission_denied": "Go on without it.",
    "not_found": "Do not repeat the call as it is; ask for something that exists or say it is missing.",
    "timeout": "A narrower call may succeed.",
    "cancelled": "Do not call again.",
    "rate_limited": "The same call may succeed later.",
    "auth": "Do not repeat; tell the person.",
    "provider_error": "Another try may succeed once; else say what is missing.",
    "internal": "Do not repeat; answer from what is there.",
}


@dataclass(frozen=True, slots=True)
class ToolFailure:
    """Why a call brought nothing.

    Args:
        code: `"invalid_arguments"`, `"unknown_tool"`, `"not_granted"`, `"not_found"`,
            `"timeout"`, `"cancelled"`, `"rate_limited"`, `"auth"`, `"provider_error"`, `"internal"` …
        message: One sentence.
    """

    code: str
    message: str

    def for_model(self) -> str:
        """The text of the error result."""
        advice = _ADVICE.get(self.code, _ADVICE["internal"])
        return f"Error ({self.code}): {self.message} {advice}"


def error_code(error: ResearchError) -> str:
    """Return the code of an error of this package."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), "internal")


def failure_of(error: BaseException, *, tool: str) -> ToolFailure:
    """Turn what a tool raised into data; a bug becomes `internal` without its details."""
    if isinstance(error, ResearchError):
        return ToolFailure(error_code(error), str(error))
    if isinstance(error, TimeoutError):
        return ToolFailure("timeout", f"{tool} waited in vain for something it needs.")
    return ToolFailure("internal", f"{tool} failed unexpectedly; the details are in the log.")
