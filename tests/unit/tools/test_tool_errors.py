import pytest

from research_agent.errors import (
    AllProvidersFailed,
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
    UnknownCompany,
)
from research_agent.tools.tool_errors import ToolFailure, error_code, failure_of

CASES = [
    (InvalidRequest("The limit must be positive."), "invalid_arguments"),
    (NotFound("Apple reported no inventory in 1990."), "not_found"),
    (UnknownCompany("Appel", ["AAPL (Apple Inc.)"]), "not_found"),
    (ProviderTimeout("sec", "no answer within 15 s"), "timeout"),
    (RateLimited("sec", "too many requests", retry_after=10), "rate_limited"),
    (AuthError("tavily", "the key was refused"), "auth"),
    (ProviderError("sec", "the answer was no JSON"), "provider_error"),
    (AllProvidersFailed("search", []), "provider_error"),
    (ModelError("malformed", "The router's reply could not be read."), "model"),
    (ConfigError("Set TAVILY_API_KEY."), "config"),
    (PackError("The store is damaged."), "config"),
    (BudgetExceeded("The run used up its tokens."), "budget"),
    (ResearchError("Something else."), "internal"),
]


@pytest.mark.parametrize(("error", "code"), CASES, ids=lambda v: v if isinstance(v, str) else "")
def test_each_error_has_its_code_and_keeps_its_sentence(error: ResearchError, code: str) -> None:
    """The code says whether to try again, the sentence what to change."""
    failure = failure_of(error, tool="search")

    assert (failure.code, failure.message) == (code, str(error))
    assert error_code(error) == code


@pytest.mark.parametrize(
    "code",
    [
        "invalid_arguments",
        "unknown_tool",
        "not_granted",
        "permission_denied",
        "not_found",
        "timeout",
        "cancelled",
        "rate_limited",
        "auth",
        "provider_error",
        "internal",
        "model",
    ],
)
def test_every_error_result_says_what_to_do_next(code: str) -> None:
    """A model that only reads "error" calls the tool again."""
    said = ToolFailure(code, "It failed.").for_model()

    assert said.startswith(f"Error ({code}): It failed. ")
    assert said.endswith(".")
    assert len(said) > len(f"Error ({code}): It failed. ")


@pytest.mark.parametrize(
    "error", [KeyError("sk-secret"), ValueError("settings/.env"), OSError("x")]
)
def test_a_bug_shows_nothing_of_itself(error: Exception) -> None:
    """The text of a stranger's exception may hold keys, paths and addresses."""
    failure = failure_of(error, tool="search")

    assert failure == ToolFailure(
        "internal", "search failed unexpectedly; the details are in the log."
    )


def test_a_timeout_inside_a_tool_is_a_timeout() -> None:
    """Python's own `TimeoutError` means the same as ours; a narrower call may succeed."""
    assert failure_of(TimeoutError(), tool="search").code == "timeout"
