"""From settings to sources of financials."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from research_agent.errors import ConfigError
from research_agent.finance.financial_datasets.client import FinancialDatasetsClient
from research_agent.finance.financial_datasets.provider import FinancialDatasetsProvider
from research_agent.finance.providers.provider import FinancialsProvider
from research_agent.finance.pulled_store import PulledStore
from research_agent.finance.sec.edgar import EdgarClient, EdgarHosts
from research_agent.finance.sec.sec_provider import SecProvider
from research_agent.infra.disk_cache import DiskCache
from research_agent.infra.settings import Settings
from research_agent.runtime.access import base_url
from research_agent.runtime.market import financial_datasets_client

__all__ = ["NO_SEC_CONTACT", "FinancialSources", "financial_sources", "outside_cache", "sec_client"]

NO_SEC_CONTACT = (
    "Reading from the SEC is off: set SEC_CONTACT to your name and e-mail address, which the SEC "
    "asks for before it sends anything."
)
_MARGIN = 0.85
_SEC = "https://data.sec.gov"
"""Part of a sub-tool's time that the live sources may take; the rest is for the tables."""


@dataclass(frozen=True, slots=True)
class FinancialSources:
    """Where figures come from when the local store has not got them.

    Args:
        providers: In the order to be asked.
        absent: Why others are not there, a sentence each that says what to set.
        releases: Close their connections; awaited on the loop they were used on.
        budget_s: What they may take together for one series.
        service: Financial Datasets, which has prices and news too; `None` without a key.
    """

    providers: tuple[FinancialsProvider, ...]
    absent: tuple[str, ...]
    releases: tuple[Callable[[], Awaitable[None]], ...]
    budget_s: float
    service: FinancialDatasetsClient | None = None


def financial_sources(settings: Settings, pulled: PulledStore) -> FinancialSources:
    """Return the live sources that are set up, in the order to be asked.

    Raises:
        ConfigError: A base URL cannot be used as it is.
    """
    providers: list[FinancialsProvider] = []
    absent: list[str] = []
    releases: list[Callable[[], Awaitable[None]]] = []
    edgar = sec_client(settings)
    if edgar is None:
        absent.append(NO_SEC_CONTACT)
    else:
        sec = SecProvider(edgar, keep=pulled)
        providers.append(sec)
        releases.append(sec.aclose)
    service = financial_datasets_client(settings)
    if service is not None:
        providers.append(FinancialDatasetsProvider(service))
        releases.append(service.aclose)
    return FinancialSources(
        tuple(providers),
        tuple(absent),
        tuple(releases),
        settings.sub_tool_timeout_s * _MARGIN,
        service,
    )


def outside_cache(settings: Settings) -> DiskCache:
    """Return where answers of outside services are kept, of all of them together."""
    return DiskCache(settings.cache_folder, max_bytes=settings.cache_max_bytes)


def sec_client(settings: Settings, *, facts_age_s: float | None = None) -> EdgarClient | None:
    """Return a reader of EDGAR; `None` without a contact.

    Args:
        settings: Contact, addresses and cache.
        facts_age_s: Instead of the age that is set.

    Raises:
        ConfigError: A base URL cannot be used as it is.
    """
    contact = (settings.sec_contact or "").strip()
    if not contact:
        return None
    if not (contact.isascii() and contact.isprintable()):
        raise ConfigError("SEC_CONTACT must be plain letters: a name and an e-mail address.")
    return EdgarClient(
        contact,
        cache=outside_cache(settings),
        hosts=EdgarHosts(
            data=base_url("SEC_DATA_URL", settings.sec_data_url, _SEC).rstrip("/"),
            www=base_url("SEC_WWW_URL", settings.sec_www_url, _SEC).rstrip("/"),
        ),
        facts_age_s=settings.cache_max_age_s if facts_age_s is None else facts_age_s,
    )
