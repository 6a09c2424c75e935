from datetime import date

import pytest

from research_agent.search.result import Recency, published_date


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-10-29", date(2026, 10, 29)),
        ("2026-10-29T16:30:00.000Z", date(2026, 10, 29)),
        ("2026-10-29T23:30:00-04:00", date(2026, 10, 30)),
        ("2026-10-29 16:30:00", date(2026, 10, 29)),
        ("Thu, 29 Oct 2026 16:30:00 GMT", date(2026, 10, 29)),
        ("Thu, 29 Oct 2026 23:30:00 -0400", date(2026, 10, 30)),
        ("yesterday", None),
        ("2026-13-45", None),
        ("", None),
        (None, None),
        (1793290200, None),
    ],
)
def test_a_date_is_read_or_left_open(text: object, day: date | None) -> None:
    """ISO and e-mail dates, in UTC; what is neither is no date, never today's."""
    assert published_date(text) == day


def test_recency_in_days_covers_the_longest_of_its_kind() -> None:
    """A month may have 31 days and a year 366."""
    assert [recency.days for recency in Recency] == [1, 7, 31, 366]
