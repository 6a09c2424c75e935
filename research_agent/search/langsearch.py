"""LangSearch, which has no SDK: one request in the manner of Bing's."""

from typing import Any

from research_agent.search.provider import page
from research_agent.search.provider_http import ProviderHttp
from research_agent.search.result import Recency, SearchQuery, SearchResult

__all__ = ["LANGSEARCH_URL", "LangSearch"]

LANGSEARCH_URL = "https://api.langsearch.com"
MAX_COUNT = 10
_FRESHNESS = {
    None: "noLimit",
    Recency.DAY: "oneDay",
    Recency.WEEK: "oneWeek",
    Recency.MONTH: "oneMonth",
    Recency.YEAR: "oneYear",
}


class LangSearch:
    """A `SearchProvider`.

    Args:
        key: `LANGSEARCH_API_KEY`.
        base_url: Where the service is.
        timeout_s: For one search.
    """

    name = "langsearch"

    def __init__(
        self, *, key: str, base_url: str = LANGSEARCH_URL, timeout_s: float = 10.0
    ) -> None:
        self._http = ProviderHttp(
            self.name,
            key=key,
            setting="LANGSEARCH_API_KEY",
            base_url=base_url,
            timeout_s=timeout_s,
        )

    async def search(self, query: SearchQuery) -> tuple[SearchResult, ...]:
        """See `SearchProvider.search`."""
        await self._http.load()
        wanted = {
            "query": query.text,
            "count": min(query.limit, MAX_COUNT),
            "freshness": _FRESHNESS[query.recency],
            "summary": False,
        }
        with self._http.translated():
            answer = await self._http.client().post(
                "/v1/web-search",
                json=wanted,
                headers={"Authorization": f"Bearer {self._http.key}"},
            )
            results = [
                page(
                    self.name,
                    url=one["url"],
                    title=one.get("name"),
                    published=one.get("datePublished"),
                    snippets=(one.get("snippet"), one.get("summary")),
                )
                for one in _pages(answer.json())
            ]
        return tuple(filter(None, results))

    async def aclose(self) -> None:
        """See `SearchProvider.aclose`."""
        await self._http.aclose()


def _pages(body: Any) -> list[dict[str, Any]]:
    """Return the list of pages of an answer; `null` in its place means none."""
    pages = body["data"]["webPages"]
    return (pages["value"] or []) if pages else []
