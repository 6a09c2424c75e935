"""From settings to the market: sources of prices, and Financial Datasets where it has a key."""

from typing import TYPE_CHECKING

from research_agent.errors import ConfigError
from research_agent.finance.financial_datasets.client import (
    FINANCIAL_DATASETS_URL,
    FinancialDatasetsClient,
)
from research_agent.finance.financial_datasets.share_prices import FinancialDatasetsPrices
from research_agent.finance.market.desk import FiguresSource, MarketDesk
from research_agent.finance.prices.price_chain import PriceChain
from research_agent.finance.prices.price_folder import PriceFolder
from research_agent.finance.prices.price_series import PriceSource
from research_agent.finance.prices.yahoo import YahooPrices
from research_agent.infra.settings import Settings
from research_agent.runtime.access import base_url, plain_key
from research_agent.tools.registry import ToolSpec

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from research_agent.finance.companies.directory import CompanyDirectory

__all__ = ["financial_datasets_client", "market_specs"]


def financial_datasets_client(settings: Settings) -> FinancialDatasetsClient | None:
    """Return the client of the service; `None` without a key.

    Raises:
        ConfigError: The base URL is none.
    """
    key = plain_key(settings.financial_datasets_api_key)
    if not key:
        return None
    url = base_url(
        "FINANCIAL_DATASETS_BASE_URL", settings.financial_datasets_base_url, FINANCIAL_DATASETS_URL
    )
    return FinancialDatasetsClient(key, base_url=url)


def market_specs(
    settings: Settings,
    client: FinancialDatasetsClient | None,
    figures: FiguresSource,
    directory: "CompanyDirectory",
    router_model: "BaseChatModel | None",
) -> list[ToolSpec]:
    """Return the tool that reads the market; none without a source of prices.

    Raises:
        ConfigError: A source that is asked for is not installed.
    """
    desk = _desk(settings, client, figures)
    if desk is None:
        return []
    from research_agent.tools.market_data import get_market_data_spec

    return [
        get_market_data_spec(
            desk,
            directory,
            router_model=router_model,
            sub_tool_timeout_s=settings.sub_tool_timeout_s,
        )
    ]


def _desk(
    settings: Settings, client: FinancialDatasetsClient | None, figures: FiguresSource
) -> MarketDesk | None:
    """Return what reads the market; `None` when no source of prices is set up.

    One's own files go first, as they were put there for that; then the service with a key.
    """
    sources: list[PriceSource] = []
    if settings.prices_dir is not None:
        sources.append(PriceFolder(settings.prices_dir))
    if client is not None:
        sources.append(FinancialDatasetsPrices(client))
    if settings.yahoo_prices:
        if not YahooPrices.installed():
            raise ConfigError(
                "RESEARCH_AGENT_YAHOO_PRICES needs yfinance: install research-agent[prices], or "
                "unset it."
            )
        sources.append(YahooPrices(cache_dir=settings.home / "yfinance"))
    if not sources:
        return None
    return MarketDesk(prices=PriceChain(sources), service=client, figures=figures)
