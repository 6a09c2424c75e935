"""Tavily, through `tavily-python`."""

from research_agent.search.provider import page
from research_agent.search.provider_http import ProviderHttp
from research_agent.search.result import SearchQuery, SearchResult

__all__ = ["TAVILY_URL", "Tavily"]

TAVILY_URL = "https://api.tavily.com"


class Tavily:
    """A `SearchProvider`.

    Args:
        key: `TAVILY_API_KEY`.
        base_url: Where the service is.
        timeout_s: For one search.
    """

    name = "tavily"

    def __init__(self, *, key: str, base_url: str = TAVILY_URL, timeout_s: float = 10.0) -> None:
        self._http = ProviderHttp(
            self.name, key=key, setting="TAVILY_API_KEY", base_url=base_url, timeout_s=timeout_s
        )

    async def search(self, query: SearchQuery) -> tuple[SearchResult, ...]:
        """See `SearchProvider.search`."""
        await self._http.load("tavily")
        from tavily import AsyncTavilyClient, errors  # type: ignore[import-untyped]

        own_errors = (  # they share no base class
            errors.UsageLimitExceededError,
            errors.InvalidAPIKeyError,
            errors.MissingAPIKeyError,
            errors.BadRequestError,
            errors.ForbiddenError,
        )
        with self._http.translated(timeouts=(errors.TimeoutError,), sdk_errors=own_errors):
            sdk = AsyncTavilyClient(
                api_key=self._http.key,
                api_base_url=self._http.base_url,
                client=self._http.client(),
            )
            found = await sdk.search(
                query.text,
                search_depth="basic",
                max_results=query.limit,
                time_range=query.recency.value if query.recency else None,
                timeout=self._http.timeout_s,
            )
            results = [
                page(
                    self.name,
                    url=one["url"],
                    title=one.get("title"),
                    published=one.get("published_date"),
                    snippets=(one.get("content"), one.get("raw_content")),
                )
                for one in found["results"]
            ]
        return tuple(filter(None, results))

    async def aclose(self) -> None:
        """See `SearchProvider.aclose`."""
        await self._http.aclose()
