"""What the rest of the package asks of a search provider."""

from collections.abc import Iterable
from typing import Protocol

from research_agent.errors import ProviderError
from research_agent.search.page_url import normalised
from research_agent.search.result import SearchQuery, SearchResult, published_date
from research_agent.search.untrusted import MAX_TITLE, plain_line, snippet_of

__all__ = ["NothingFound", "SearchProvider", "page"]


class NothingFound(ProviderError):
    """The provider answered well, with no page; another may know one."""

    def __init__(self, provider: str) -> None:
        super().__init__(provider, "found no page")


class SearchProvider(Protocol):
    """One search service behind its own SDK."""

    @property
    def name(self) -> str:
        """The name used in settings, messages and citations: `"exa"`."""
        ...

    async def search(self, query: SearchQuery) -> tuple[SearchResult, ...]:
        """Return what the service finds, in its order.

        Raises:
            AuthError: It refuses the key, the rights or the account (401, 402, 403).
            RateLimited: It wants fewer requests; `retry_after` where it said.
            ProviderTimeout: It did not answer in time.
            ProviderError: It failed otherwise, also with an error under HTTP 200, or its
                answer cannot be read. No message holds the key.
        """
        ...

    async def aclose(self) -> None:
        """Close the connections of the running event loop; the next search opens new ones."""
        ...


def page(
    provider: str, *, url: object, title: object, published: object, snippets: Iterable[object]
) -> SearchResult | None:
    """Return a result in the shape all providers share; `None` when it has no page's address."""
    address = normalised(url)
    if address is None:
        return None
    return SearchResult(
        title=plain_line(title, MAX_TITLE) or address,
        url=address,
        published=published_date(published),
        snippet=snippet_of(*snippets),
        provider=provider,
    )
