"""Perplexity's search, through its own SDK: pages as found, no written answer."""

from typing import Any

from research_agent.search.provider import page
from research_agent.search.provider_http import ProviderHttp
from research_agent.search.result import SearchQuery, SearchResult

__all__ = ["PERPLEXITY_URL", "Perplexity"]

PERPLEXITY_URL = "https://api.perplexity.ai"
TOKENS_PER_PAGE = 256
"""Text wanted of each page; a snippet shows no more."""


class Perplexity:
    """A `SearchProvider`.

    Args:
        key: `PERPLEXITY_API_KEY`.
        base_url: Where the service is.
        timeout_s: For one search; the SDK alone would wait for 900 s, three times.
    """

    name = "perplexity"

    def __init__(
        self, *, key: str, base_url: str = PERPLEXITY_URL, timeout_s: float = 10.0
    ) -> None:
        self._http = ProviderHttp(
            self.name,
            key=key,
            setting="PERPLEXITY_API_KEY",
            base_url=base_url,
            timeout_s=timeout_s,
        )

    async def search(self, query: SearchQuery) -> tuple[SearchResult, ...]:
        """See `SearchProvider.search`."""
        await self._http.load("perplexity")
        from perplexity import APITimeoutError, AsyncPerplexity, PerplexityError

        recency: dict[str, Any] = {}
        if query.recency is not None:
            recency["search_recency_filter"] = query.recency.value
        with self._http.translated(timeouts=(APITimeoutError,), sdk_errors=(PerplexityError,)):
            sdk = AsyncPerplexity(
                api_key=self._http.key,
                base_url=self._http.base_url,
                timeout=self._http.timeout_s,
                max_retries=0,  # the next provider is the retry
                http_client=self._http.client(),
            )
            found = await sdk.search.create(
                query=query.text,
                max_results=query.limit,
                max_tokens_per_page=TOKENS_PER_PAGE,
                **recency,
            )
            results = [
                page(
                    self.name,
                    url=one.url,
                    title=one.title,
                    published=one.date or one.last_updated,
                    snippets=(one.snippet,),
                )
                for one in found.results
            ]
        return tuple(filter(None, results))

    async def aclose(self) -> None:
        """See `SearchProvider.aclose`."""
        await self._http.aclose()
