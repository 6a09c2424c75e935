"""How long a server asks to wait."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

__all__ = ["MAX_RETRY_AFTER_S", "retry_after_s"]

MAX_RETRY_AFTER_S = 24 * 3600.0
"""No service is left out for longer because of one header."""


def retry_after_s(headers: Mapping[str, str], *, now: datetime | None = None) -> float | None:
    """Return the seconds of a `Retry-After` header, which may hold seconds or a date.

    Args:
        headers: Of the answer; names in lower case, or a mapping that ignores case.
        now: The time a date counts from; the clock's unless given.

    Returns:
        From 0 to `MAX_RETRY_AFTER_S`; `None` when there is no such header or it says nothing.
    """
    text = headers.get("retry-after", "").strip()
    if text.replace(".", "", 1).isascii() and text.replace(".", "", 1).isdigit():
        return min(float(text), MAX_RETRY_AFTER_S)
    try:
        at = parsedate_to_datetime(text)
    except ValueError:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    seconds = (at - (now or datetime.now(UTC))).total_seconds()
    return min(max(0.0, seconds), MAX_RETRY_AFTER_S)
