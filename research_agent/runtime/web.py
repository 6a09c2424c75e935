"""From settings to the web: search providers with a key, and the reader of pages."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from research_agent.infra.settings import Settings
from research_agent.runtime.access import base_url, plain_key
from research_agent.search.chain import SearchChain
from research_agent.search.provider import SearchProvider
from research_agent.tools.registry import ToolSpec
from research_agent.tools.web_fetch import web_fetch_spec
from research_agent.tools.web_search import web_search_spec

if TYPE_CHECKING:
    from research_agent.search.web_reader import WebReader

__all__ = ["search_chain", "web_reader", "web_specs"]


def search_chain(settings: Settings) -> SearchChain | None:
    """Return the chain of the providers that have a key; `None` when none has.

    Raises:
        ConfigError: A key or a base URL cannot be used as it is.
    """
    providers = _providers(settings)
    if not providers:
        return None
    return SearchChain(
        providers,
        preferred=settings.search_provider,
        timeout_s=settings.search_timeout_s,
        budget_s=settings.search_budget_s,
        hedge_after_s=settings.search_hedge_after_s,
    )


def web_reader(settings: Settings) -> "Callable[[], WebReader]":
    """Return what gives the process's one reader of public pages; it needs no key."""

    @cache
    def reader() -> "WebReader":
        from research_agent.infra.safe_http import SafeHttp
        from research_agent.search.web_reader import WebReader

        http = SafeHttp(timeout_s=settings.fetch_timeout_s, max_bytes=settings.fetch_max_bytes)
        return WebReader(http)

    return reader


def web_specs(settings: Settings, chain: SearchChain | None) -> list[ToolSpec]:
    """Return the tools of the web: no `web_search` without a key."""
    specs = [] if chain is None else [web_search_spec(chain)]
    fetch = web_fetch_spec(
        web_reader(settings), timeout_s=settings.fetch_timeout_s, any_page=settings.fetch_any_page
    )
    return [*specs, fetch]


def _providers(settings: Settings) -> list[SearchProvider]:
    """Return the providers that have a key; what none needs is not imported."""
    providers: list[SearchProvider] = []
    wait = settings.search_timeout_s
    if key := plain_key(settings.exa_api_key):
        from research_agent.search.exa import EXA_URL, Exa

        url = base_url("EXA_BASE_URL", settings.exa_base_url, EXA_URL)
        providers.append(Exa(key=key, base_url=url, timeout_s=wait))
    if key := plain_key(settings.perplexity_api_key):
        from research_agent.search.perplexity import PERPLEXITY_URL, Perplexity

        url = base_url("PERPLEXITY_BASE_URL", settings.perplexity_base_url, PERPLEXITY_URL)
        providers.append(Perplexity(key=key, base_url=url, timeout_s=wait))
    if key := plain_key(settings.tavily_api_key):
        from research_agent.search.tavily import TAVILY_URL, Tavily

        url = base_url("TAVILY_BASE_URL", settings.tavily_base_url, TAVILY_URL)
        providers.append(Tavily(key=key, base_url=url, timeout_s=wait))
    if key := plain_key(settings.langsearch_api_key):
        from research_agent.search.langsearch import LANGSEARCH_URL, LangSearch

        url = base_url("LANGSEARCH_BASE_URL", settings.langsearch_base_url, LANGSEARCH_URL)
        providers.append(LangSearch(key=key, base_url=url, timeout_s=wait))
    return providers
