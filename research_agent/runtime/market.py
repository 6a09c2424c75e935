"""From settings to the market: sources of prices, and Financial Datasets where it has a key."""

from urllib.parse import urlsplit

from research_agent.errors import ConfigError
from research_agent.finance.financial_datasets.client import (
    FINANCIAL_DATASETS_URL,
    FinancialDatasetsClient,
)
from research_agent.finance.financial_datasets.provider import FinancialDatasetsProvider
from research_agent.finance.financial_datasets.share_prices import FinancialDatasetsPrices
from research_agent.finance.market.desk import FiguresSource, MarketDesk
from research_agent.finance.prices.price_chain import PriceChain
from research_agent.finance.prices.price_folder import PriceFolder
from research_agent.finance.prices.price_series import PriceSource
from research_agent.finance.prices.yahoo import YahooPrices
from research_agent.infra.settings import Settings

__all__ = ["financial_datasets_client", "financial_datasets_provider", "market_desk"]


def financial_datasets_client(settings: Settings) -> FinancialDatasetsClient | None:
    """Return the client of the service; `None` without a key.

    Raises:
        ConfigError: The base URL is none.
    """
    key = settings.financial_datasets_api_key
    if key is None or not key.get_secret_value().strip():
        return None
    url = settings.financial_datasets_base_url or FINANCIAL_DATASETS_URL
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise ConfigError(
            f"FINANCIAL_DATASETS_BASE_URL must be an address such as {FINANCIAL_DATASETS_URL}."
        )
    return FinancialDatasetsClient(key.get_secret_value().strip(), base_url=url)


def financial_datasets_provider(settings: Settings) -> FinancialDatasetsProvider | None:
    """Return the service as a source of financials; `None` without a key."""
    client = financial_datasets_client(settings)
    return None if client is None else FinancialDatasetsProvider(client)


def market_desk(
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
