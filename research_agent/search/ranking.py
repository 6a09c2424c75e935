"""Results without repeats, in an order that the same results always get."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from research_agent.search.page_url import page_key
from research_agent.search.result import SearchResult

__all__ = ["ranked"]

PRIMARY_LIFT = 2.5
"""Places by which a page of a regulator or a statistics office moves up."""

EMPTY_DROP = 5.0
"""Places by which a page moves down of which nothing but the title is known."""

_PRIMARY = re.compile(r"(?:^|\.)(?:gov|gov\.uk|europa\.eu|bls\.gov|sec\.gov|gc\.ca|go\.jp)$")


def ranked(results: Iterable[SearchResult], *, limit: int) -> tuple[SearchResult, ...]:
    """Return the best `limit` pages.

    A provider's own order is kept, because it knows how well a page fits; first sources move up
    a little and pages without text down. Nothing depends on time or chance. Of two results for
    one page the one that says more stands at the better place.

    Args:
        results: In the provider's order.
        limit: At most this many.
    """
    best: dict[str, tuple[int, SearchResult]] = {}
    for place, result in enumerate(results):
        key = page_key(result.url)
        first, kept = best.setdefault(key, (place, result))
        if len(result.snippet) > len(kept.snippet):
            best[key] = (first, result)
    order = sorted(best.values(), key=lambda entry: (_rank(*entry), entry[1].url))
    return tuple(result for _, result in order[:limit])


def _rank(place: int, result: SearchResult) -> float:
    host = urlsplit(result.url).hostname or ""
    lift = PRIMARY_LIFT if _PRIMARY.search(host) else 0.0
    return place - lift + (0.0 if result.snippet else EMPTY_DROP)
