from datetime import UTC, datetime

import pytest

from research_agent.infra.retry_after import MAX_RETRY_AFTER_S, retry_after_s

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        pytest.param("7", 7.0, id="seconds"),
        pytest.param(" 1.5 ", 1.5, id="a fraction"),
        pytest.param("0", 0.0, id="now"),
        pytest.param("Mon, 30 Nov 2026 12:01:30 GMT", 90.0, id="a date"),
        pytest.param("Mon, 30 Nov 2026 11:00:00 GMT", 0.0, id="a date that is over"),
        pytest.param("99999999999", MAX_RETRY_AFTER_S, id="for ever"),
        pytest.param("-5", None, id="negative"),
        pytest.param("nan", None, id="no number"),
        pytest.param("inf", None, id="endless"),
        pytest.param("soon", None, id="words"),
        pytest.param("", None, id="empty"),
        pytest.param("٧", None, id="digits of another script"),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str, seconds: float | None) -> None:
    """RFC 9110, 10.2.3; what is neither says nothing, and no header silences a service for ever."""
    assert retry_after_s({"retry-after": header}, now=NOW) == seconds


def test_no_header_says_nothing() -> None:
    """So the caller chooses its own pause."""
    assert retry_after_s({}, now=NOW) is None
