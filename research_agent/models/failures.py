"""What went wrong with a model request, and whether asking again can help.

Nothing a server or the SDK says reaches a message unread: keys are blanked, long texts cut, and
the cause is not chained, because an HTTP error's text can quote the request's headers.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from research_agent.errors import (
    AuthError,
    ConfigError,
    InvalidRequest,
    ModelError,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    ResearchError,
)

__all__ = [
    "AttemptFailed",
    "Endpoint",
    "broken_off",
    "check_endpoint",
    "cut_short",
    "failure_in",
    "not_a_completion",
    "translated",
]

MAX_QUOTED_CHARS = 200
"""How much of a server's own words a message repeats."""

_CONTEXT = re.compile(
    r"context.{0,12}(length|size|window)|maximum context|too many tokens|prompt is too long"
    r"|exceed_context|input is too long|reduce the length",
    re.IGNORECASE,
)
_KEY_LIKE = re.compile(r"\b(sk|pk|key|Bearer)[-_ ][\w\-.*]{6,}")
_FILTERED = {"content_filter", "content_policy_violation"}
_BILLING = {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"}
_LIMITED = {"rate_limit_exceeded", "rate_limit_error", "too_many_requests"}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where requests go, for the words of a message.

    Args:
        model: The model asked for.
        base_url: `None` for OpenAI itself.
        key: Blanked in whatever a server says; empty when there is none.
    """

    model: str
    base_url: str | None = field(default=None, repr=False)
    key: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """`"openai"`, or host and port of a server of one's own."""
        if self.base_url is None:
            return "openai"
        # Not `netloc`: it would show a user name and password written into the address.
        parts = urlsplit(self.base_url)
        return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)

    def quoted(self, text: str) -> str:
        """Return a server's words on one line, short, without keys."""
        if self.key:
            text = text.replace(self.key, "…")
        text = " ".join(_KEY_LIKE.sub("…", text).split())
        return text if len(text) <= MAX_QUOTED_CHARS else text[: MAX_QUOTED_CHARS - 1] + "…"


def check_endpoint(endpoint: Endpoint) -> None:
    """Make sure that an HTTP client will take the key and the address.

    Raises:
        ConfigError: One of them has a character or a port that cannot be sent.
    """
    if not (endpoint.key.isascii() and endpoint.key.isprintable()):
        raise ConfigError("OPENAI_API_KEY has a character that no key has; copy it once more.")
    try:
        _ = endpoint.name
    except ValueError:
        raise ConfigError(
            "OPENAI_BASE_URL has no valid port; write it as in http://localhost:8000/v1."
        ) from None


class AttemptFailed(Exception):
    """One request failed; lives between the translation and the retry, no caller sees it.

    Args:
        error: What to raise when nobody asks again; its `retry_after` is the server's wish.
        retryable: Whether the same request may succeed a little later.
    """

    def __init__(self, error: ResearchError, *, retryable: bool = False) -> None:
        super().__init__(str(error))
        self.error = error
        self.retryable = retryable

    @property
    def retry_after(self) -> float | None:
        """Seconds the server asked to wait, where it did."""
        return getattr(self.error, "retry_after", None)


@contextmanager
def translated(endpoint: Endpoint, *, seconds: float) -> Iterator[None]:
    """Turn whatever the SDK raises into `AttemptFailed`.

    Args:
        endpoint: Who was asked.
        seconds: Time the request was given, for the message of a timeout.
    """
    import openai

    try:
        yield
    except openai.APIStatusError as error:
        wait = _retry_after(error.response.headers)
        said = _Said.of(error.body, error.message, status=error.status_code, retry_after=wait)
        raise _failure(said, endpoint) from None
    except (openai.APITimeoutError, TimeoutError) as error:
        if type(error.__cause__).__name__ == "ConnectTimeout":
            raise _unreachable(endpoint) from None
        late = ProviderTimeout(
            endpoint.name,
            f"no answer within {seconds:.0f} s; try again, "
            "or allow more time with RESEARCH_AGENT_MODEL_TIMEOUT_S.",
        )
        raise AttemptFailed(late, retryable=True) from None
    except openai.APIConnectionError:
        raise _unreachable(endpoint) from None
    except openai.APIError as error:
        raise _failure(_Said.of(error.body, error.message), endpoint) from None
    except (openai.OpenAIError, json.JSONDecodeError):
        raise not_a_completion(endpoint) from None


def failure_in(body: Mapping[str, Any], endpoint: Endpoint) -> AttemptFailed:
    """Read the error some servers send under HTTP 200."""
    return _failure(_Said.of(body.get("error"), ""), endpoint)


def not_a_completion(endpoint: Endpoint) -> AttemptFailed:
    """Say that the address answers, but not as a model does."""
    return AttemptFailed(
        ProviderError(
            endpoint.name,
            "the answer is not in the chat completions format; check OPENAI_BASE_URL, "
            "which mostly ends in /v1.",
        )
    )


def cut_short(endpoint: Endpoint) -> AttemptFailed:
    """Say that a stream ended before the server said that it was done."""
    return AttemptFailed(
        ProviderError(endpoint.name, "the connection was lost; try again."), retryable=True
    )


def broken_off(failed: AttemptFailed, endpoint: Endpoint) -> ResearchError:
    """Return the error for a reply that had begun to arrive; its text cannot be taken back."""
    if not failed.retryable:
        return failed.error
    kind = ProviderTimeout if isinstance(failed.error, ProviderTimeout) else ProviderError
    reason = getattr(failed.error, "reason", str(failed.error))
    return kind(endpoint.name, f"the reply broke off in the middle: {reason}")


def _unreachable(endpoint: Endpoint) -> AttemptFailed:
    where = "the network" if endpoint.base_url is None else "the network and OPENAI_BASE_URL"
    return AttemptFailed(
        ProviderError(endpoint.name, f"no connection; check {where}."), retryable=True
    )


@dataclass(frozen=True, slots=True)
class _Said:
    """What a server says about a failure; `status` is 0 where there was none."""

    status: int
    codes: frozenset[str]
    message: str
    retry_after: float | None = None

    @classmethod
    def of(
        cls, body: object, message: str, *, status: int = 0, retry_after: float | None = None
    ) -> "_Said":
        if not isinstance(body, Mapping):
            text = body if isinstance(body, str) and body else message
            return cls(status, frozenset(), text, retry_after)
        code = body.get("code")
        if not status and str(code).isdecimal():
            status = int(str(code))
        codes = frozenset(str(c) for c in (code, body.get("type")) if c)
        return cls(status, codes, str(body.get("message") or message), retry_after)


def _failure(said: _Said, endpoint: Endpoint) -> AttemptFailed:
    """Sort a failure by who can act on it."""
    retry_after = said.retry_after
    if error := _of_the_conversation(said) or _of_the_account(said, endpoint):
        return AttemptFailed(error)
    if said.status == 429 or said.codes & _LIMITED:
        when = "in a minute" if retry_after is None else f"in {retry_after:.0f} s"
        reason = f"too many requests; try again {when}."
        return AttemptFailed(
            RateLimited(endpoint.name, reason, retry_after=retry_after), retryable=True
        )
    if said.status in {0, 408, 409} or said.status >= 500:
        what = f"HTTP {said.status}" if said.status else "an error"
        quoted = f" ({words})" if (words := endpoint.quoted(said.message)) else ""
        reason = f"the service failed with {what}{quoted}; try again in a moment."
        return AttemptFailed(
            ProviderError(endpoint.name, reason, retry_after=retry_after), retryable=True
        )
    return AttemptFailed(
        InvalidRequest(
            f"{endpoint.name}: the request was refused with HTTP {said.status} "
            f"({endpoint.quoted(said.message)}); check that the model {endpoint.model!r} "
            "supports tool calls, or set another OPENAI_MODEL."
        )
    )


def _of_the_conversation(said: _Said) -> ModelError | None:
    words = " ".join([*said.codes, said.message])
    if said.status in {0, 400, 413, 422, 500} and (said.status == 413 or _CONTEXT.search(words)):
        return ModelError(
            "context_length",
            "The conversation is longer than the model can read; ask a shorter question, "
            "or set an OPENAI_MODEL with a larger context.",
        )
    if said.codes & _FILTERED:
        return ModelError(
            "content_filter", "The model's content filter stopped this; put the question otherwise."
        )
    return None


def _of_the_account(said: _Said, endpoint: Endpoint) -> ProviderError | None:
    model = repr(endpoint.model)
    if said.status == 402 or said.codes & _BILLING:
        return AuthError(
            endpoint.name, "the account has no credit left; check its billing, or use another key."
        )
    if said.status == 401:
        advice = "the key was refused; check" if endpoint.key else "a key is needed; set"
        return AuthError(endpoint.name, f"{advice} OPENAI_API_KEY.")
    if said.status == 403:
        return AuthError(
            endpoint.name,
            f"this key may not use the model {model}; check OPENAI_MODEL "
            "and the rights of OPENAI_API_KEY.",
        )
    if said.status == 404:
        return ProviderError(
            endpoint.name,
            f"no model {model} at this address; check OPENAI_MODEL and OPENAI_BASE_URL.",
        )
    return None


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Read `Retry-After` (seconds or a date) or the finer `retry-after-ms`, in seconds."""
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers[name]) / scale)
        except (KeyError, ValueError):
            continue
    try:
        at = parsedate_to_datetime(headers["retry-after"])
    except (KeyError, ValueError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())
