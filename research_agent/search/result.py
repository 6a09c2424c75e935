"""What a search asks for and what it finds."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum

__all__ = ["Recency", "SearchOutcome", "SearchQuery", "SearchResult", "published_date"]


class Recency(StrEnum):
    """How old a page may be."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"

    @property
    def days(self) -> int:
        """The same in days."""
        return {"day": 1, "week": 7, "month": 31, "year": 366}[self.value]


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """One search.

    Args:
        text: In plain words.
        limit: At most this many pages.
        recency: `None` for pages of any age.
        today: The day `recency` counts back from.
    """

    text: str
    limit: int
    recency: Recency | None
    today: date


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One page that a search found; all of its text is a stranger's.

    Args:
        title: One line, without markup.
        url: Normalised, see `page_url.normalised`.
        published: `None` where the provider knows no date.
        snippet: At most 500 characters of the page, without markup; may be empty.
        provider: Who found it.
    """

    title: str
    url: str
    published: date | None
    snippet: str
    provider: str


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The pages of a search, best first.

    Args:
        results: Without repeats; at least one.
        provider: Who found them.
        failures: `"exa: HTTP 503"`: why each provider asked before did not deliver.
        cached: True when they were found up to 15 minutes ago.
    """

    results: tuple[SearchResult, ...]
    provider: str
    failures: tuple[str, ...] = ()
    cached: bool = False


def published_date(text: object) -> date | None:
    """Read a date as search providers write it: ISO 8601, or that of an e-mail's header.

    Returns:
        The day in UTC where a time zone is given; `None` when it is no date.
    """
    if not isinstance(text, str) or not text.strip():
        return None
    try:
        at = datetime.fromisoformat(text.strip())
    except ValueError:
        try:
            at = parsedate_to_datetime(text)
        except ValueError:
            return None
    return (at.astimezone(UTC) if at.tzinfo else at).date()
