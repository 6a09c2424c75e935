"""Why a search provider did not deliver, read from its HTTP answer."""

import re
from collections.abc import Mapping
from typing import Any

from research_agent.errors import AuthError, ProviderError, RateLimited
from research_agent.infra.retry_after import retry_after_s

__all__ = ["MAX_QUOTED", "error_in", "failure_of_status", "quoted", "words_in"]

MAX_QUOTED = 120
"""How much of a server's own words a message repeats."""

_SHARED_WITH_KEY = 6
_ERROR_FIELDS = ("error", "errors", "detail", "message", "msg", "error_message")
_LIMIT_STATUSES = frozenset({429})
_ACCOUNT_STATUSES = frozenset({402, 432, 433})
_NO_CREDIT = re.compile(
    r"quota|credit|billing|payment|subscription|plan.{0,10}limit|usage limit", re.I
)
_NO_KEY = re.compile(r"api.?key|unauthori[sz]ed|forbidden|authenticat|invalid.{0,5}token", re.I)
_TOO_MANY = re.compile(r"rate.?limit|too many|throttl", re.I)


def failure_of_status(
    provider: str, status: int, headers: Mapping[str, str], words: str, setting: str
) -> ProviderError:
    """Return the error of an answer that is not HTTP 2xx.

    Args:
        provider: Who answered.
        status: HTTP status, or the one written in the body.
        headers: Of the answer.
        words: What it says, already without keys.
        setting: The environment variable of the key.
    """
    said = f" ({words})" if words else ""
    if status in _ACCOUNT_STATUSES:
        reason = f"HTTP {status}: the account has no credit left{said}; check its plan"
        return AuthError(provider, reason)
    if status in {401, 403}:
        return AuthError(provider, f"HTTP {status}: the key was refused{said}; check {setting}")
    if status in _LIMIT_STATUSES:
        wait_s = retry_after_s(headers)
        when = "" if wait_s is None else f"; it wants a pause of {wait_s:.0f} s"
        return RateLimited(provider, f"HTTP 429: too many requests{when}", retry_after=wait_s)
    return ProviderError(provider, f"HTTP {status}{said}")


def error_in(body: Any) -> tuple[int, str] | None:
    """Find the error that some services send under HTTP 200.

    Returns:
        The status it amounts to (0 when it names none) and its words; `None` for no error.
    """
    if not isinstance(body, Mapping):
        return None
    words = words_in(body)
    status = _status(body)
    failed = body.get("success") is False or body.get("ok") is False or bool(body.get("error"))
    if not (failed or status >= 400):
        return None
    return status or _status_of_words(words), words


def quoted(words: str, key: str) -> str:
    """Return a server's words on one short line, without anything that may be a key.

    Servers repeat keys, whole or shortened to their ends. Left out is each word that is long,
    masked, or shares six characters with the key.
    """
    parts = {key[at : at + _SHARED_WITH_KEY] for at in range(len(key) - _SHARED_WITH_KEY + 1)}
    shown = []
    for word in words[: 10 * MAX_QUOTED].split():
        secret = len(word) > 24 or "*" in word or any(part in word for part in parts)
        shown.append("…" if secret else word)
    line = " ".join(shown)
    return line if len(line) <= MAX_QUOTED else line[: MAX_QUOTED - 1] + "…"


def words_in(value: object, *, depth: int = 4) -> str:
    """Return what the body of a failure says; empty when it says nothing readable."""
    if isinstance(value, str):
        return value
    if depth == 0:
        return ""
    if isinstance(value, Mapping):
        inner = (words_in(value.get(name), depth=depth - 1) for name in _ERROR_FIELDS)
        return next(filter(None, inner), "")
    return words_in(value[0], depth=depth - 1) if isinstance(value, list) and value else ""


def _status(body: Mapping[str, Any]) -> int:
    """Return the HTTP status written into a body; 0 when there is none."""
    inner = body.get("error")
    for holder in (body, inner if isinstance(inner, Mapping) else {}):
        for name in ("code", "status", "statusCode", "status_code"):
            text = str(holder.get(name, ""))
            if text.isdecimal() and 400 <= int(text) <= 599:
                return int(text)
    return 0


def _status_of_words(words: str) -> int:
    for pattern, status in ((_NO_CREDIT, 402), (_TOO_MANY, 429), (_NO_KEY, 401)):
        if pattern.search(words):
            return status
    return 0
