"""Exa, through `exa-py`."""

from datetime import timedelta
from typing import TYPE_CHECKING

from research_agent.search.provider import page
from research_agent.search.provider_http import ProviderHttp
from research_agent.search.result import SearchQuery, SearchResult

if TYPE_CHECKING:
    import httpx
    from exa_py import AsyncExa

__all__ = ["EXA_URL", "Exa"]

EXA_URL = "https://api.exa.ai"


class Exa:
    """A `SearchProvider`.

    Args:
        key: `EXA_API_KEY`.
        base_url: Where the service is.
        timeout_s: For one search; the SDK alone would wait for 600 s.
    """

    name = "exa"

    def __init__(self, *, key: str, base_url: str = EXA_URL, timeout_s: float = 10.0) -> None:
        self._http = ProviderHttp(
            self.name, key=key, setting="EXA_API_KEY", base_url=base_url, timeout_s=timeout_s
        )

    async def search(self, query: SearchQuery) -> tuple[SearchResult, ...]:
        """See `SearchProvider.search`."""
        await self._http.load("exa_py")
        oldest = query.today - timedelta(query.recency.days) if query.recency else None
        with self._http.translated():
            found = await self._sdk().search(
                query.text,
                num_results=query.limit,
                contents={"highlights": True},
                start_published_date=oldest.isoformat() if oldest else None,
            )
            results = [
                page(
                    self.name,
                    url=one.url,
                    title=one.title,
                    published=one.published_date,
                    snippets=(" … ".join(one.highlights or ()), one.summary, one.text),
                )
                for one in found.results
            ]
        return tuple(filter(None, results))

    async def aclose(self) -> None:
        """See `SearchProvider.aclose`."""
        await self._http.aclose()

    def _sdk(self) -> "AsyncExa":
        from exa_py import AsyncExa

        class OverOurClient(AsyncExa):
            """The SDK over a client that is kept, limited and looked at."""

            @property
            def client(self) -> "httpx.AsyncClient":
                return http

        http = self._http.client()
        return OverOurClient(
            api_key=self._http.key, api_base=self._http.base_url, timeout=self._http.timeout_s
        )
