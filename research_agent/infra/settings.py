"""Settings: the only module that reads the environment."""

import os
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from research_agent.errors import ConfigError

__all__ = ["PACK_DIR", "Settings", "child_environment"]

PACK_DIR = Path(__file__).resolve().parents[2] / "data"
"""The embedded pack of a source checkout."""

DEFAULT_OPENAI_MODEL = "gpt-5-mini"
"""Used with a key alone; a base URL of one's own needs `OPENAI_MODEL` too."""


class Settings(BaseSettings):
    """What a person can set, from `RESEARCH_AGENT_*`, the usual key names, or a `.env` file."""

    model_config = SettingsConfigDict(
        env_prefix="RESEARCH_AGENT_", env_file=".env", extra="ignore", populate_by_name=True
    )

    openai_api_key: SecretStr | None = Field(
        None, validation_alias=AliasChoices("OPENAI_API_KEY", "openai_api_key")
    )
    openai_base_url: str | None = Field(
        None, validation_alias=AliasChoices("OPENAI_BASE_URL", "openai_base_url")
    )
    openai_model: str | None = Field(
        None, validation_alias=AliasChoices("OPENAI_MODEL", "openai_model")
    )
    exa_api_key: SecretStr | None = Field(
        None, validation_alias=AliasChoices("EXA_API_KEY", "exa_api_key")
    )
    perplexity_api_key: SecretStr | None = Field(
        None, validation_alias=AliasChoices("PERPLEXITY_API_KEY", "perplexity_api_key")
    )
    tavily_api_key: SecretStr | None = Field(
        None, validation_alias=AliasChoices("TAVILY_API_KEY", "tavily_api_key")
    )
    langsearch_api_key: SecretStr | None = Field(
        None, validation_alias=AliasChoices("LANGSEARCH_API_KEY", "langsearch_api_key")
    )
    exa_base_url: str | None = Field(
        None, validation_alias=AliasChoices("EXA_BASE_URL", "exa_base_url")
    )
    perplexity_base_url: str | None = Field(
        None, validation_alias=AliasChoices("PERPLEXITY_BASE_URL", "perplexity_base_url")
    )
    tavily_base_url: str | None = Field(
        None, validation_alias=AliasChoices("TAVILY_BASE_URL", "tavily_base_url")
    )
    langsearch_base_url: str | None = Field(
        None, validation_alias=AliasChoices("LANGSEARCH_BASE_URL", "langsearch_base_url")
    )
    financial_datasets_api_key: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices("FINANCIAL_DATASETS_API_KEY", "financial_datasets_api_key"),
    )
    financial_datasets_base_url: str | None = Field(
        None,
        validation_alias=AliasChoices("FINANCIAL_DATASETS_BASE_URL", "financial_datasets_base_url"),
    )
    prices_dir: Path | None = Field(
        None, description="Folder of your own price files: TICKER.csv or TICKER.parquet."
    )
    yahoo_prices: bool = Field(
        False, description="Take prices from Yahoo Finance; needs the prices extra."
    )
    search_provider: Literal["exa", "perplexity", "tavily", "langsearch"] | None = Field(
        None, description="The search provider to ask first, when it has a key."
    )
    search_timeout_s: float = Field(10.0, gt=0, description="One search provider.")
    search_budget_s: float = Field(20.0, gt=0, description="All search providers of one search.")
    search_hedge_after_s: float | None = Field(
        None,
        gt=0,
        description="Ask the second search provider when the first has not answered by then.",
    )
    fetch_timeout_s: float = Field(15.0, gt=0, description="One web page, redirects included.")
    fetch_max_bytes: int = Field(10_000_000, ge=1_000, description="Largest web page or PDF.")
    fetch_any_page: bool = Field(
        False, description="Let a model read pages that no search found and no person named."
    )
    sec_contact: str | None = Field(
        None,
        validation_alias=AliasChoices("SEC_CONTACT", "sec_contact"),
        description="Name and e-mail address that the SEC asks of who reads from it.",
    )
    sec_data_url: str = Field(
        "https://data.sec.gov", validation_alias=AliasChoices("SEC_DATA_URL", "sec_data_url")
    )
    sec_www_url: str = Field(
        "https://www.sec.gov", validation_alias=AliasChoices("SEC_WWW_URL", "sec_www_url")
    )
    filings_dir: Path | None = Field(
        None, description="Folder with filings, called like aapl-10-k-2024-11-01.html."
    )
    filing_timeout_s: float = Field(60.0, gt=0, description="One filing, found and read.")
    cache_dir: Path | None = Field(
        None, description="Answers of outside services; `cache` in the home folder unless set."
    )
    cache_max_bytes: int = Field(2_000_000_000, ge=1_000_000, description="All of them together.")
    cache_max_age_s: float = Field(
        12 * 3600.0, ge=0, description="A company's figures from outside are asked for anew after."
    )
    router_model: str | None = Field(None, description="Model of the inner router.")
    offline: bool = Field(False, description="Use the offline analyst even when a key is set.")
    data_dir: Path = Field(PACK_DIR, description="Folder of the fact store.")
    database_url: str | None = Field(
        None, validation_alias=AliasChoices("DATABASE_URL", "database_url")
    )
    mcp_servers: Path | None = Field(
        None, description="JSON file of MCP servers whose listed tools runs may use."
    )
    home: Path = Field(Path(".research_agent"), description="Runs, traces and the workspace.")
    max_turns: int = Field(20, ge=1, le=100)
    context_tokens: int = Field(
        128_000, ge=2_000, description="Tokens that the model takes; near it old results are cut."
    )
    max_tokens: int | None = Field(
        None, ge=1_000, description="Tokens of one run, sent and received, of all models together."
    )
    max_cost_usd: float | None = Field(None, gt=0, description="List price of one run, in USD.")
    max_workers: int = Field(
        5, ge=1, le=20, description="Roles of deep research at work at once, in all runs together."
    )
    sub_tool_timeout_s: float = Field(15.0, gt=0)
    model_timeout_s: float = Field(120.0, gt=0, description="One model request, all of it.")
    retry_budget_s: float = Field(30.0, gt=0, description="All retries of one model request.")

    @classmethod
    def load(cls, **given: object) -> "Settings":
        """Read the environment; `given` values win.

        Raises:
            ConfigError: Every setting that does not fit, in one sentence.
        """
        try:
            return cls(**given)  # type: ignore[arg-type]
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise ConfigError(f"These settings do not fit: {wrong}.") from None

    @property
    def store_dir(self) -> Path:
        """The person's own store: what was pulled or ingested."""
        return self.home / "store"

    @property
    def cache_folder(self) -> Path:
        """Where answers of outside services are kept."""
        return self.cache_dir or self.home / "cache"

    @property
    def wants_model(self) -> bool:
        """True when any of the model's settings is there, so that a half setup is an error."""
        return not self.offline and any(
            value is not None
            for value in (self.openai_api_key, self.openai_base_url, self.openai_model)
        )

    @property
    def model_name(self) -> str:
        """The model to ask."""
        return self.openai_model or DEFAULT_OPENAI_MODEL

    def check_model(self) -> None:
        """Make sure that the model can be reached as configured, before any request.

        Raises:
            ConfigError: Names every missing setting at once, or the fix for a wrong base URL.
        """
        key = self.openai_api_key.get_secret_value() if self.openai_api_key else ""
        missing = []
        if not key and self.openai_base_url is None:
            missing.append("OPENAI_API_KEY (or OPENAI_BASE_URL for a server of your own)")
        if not self.openai_model and self.openai_base_url is not None:
            missing.append("OPENAI_MODEL")
        if missing:
            raise ConfigError(
                f"Set {' and '.join(missing)} to use a model, or unset the other OPENAI_* "
                "settings to use the offline analyst."
            )
        if self.openai_base_url is not None:
            _check_base_url(self.openai_base_url)


def _check_base_url(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise ConfigError(
            f"OPENAI_BASE_URL must be an address such as http://localhost:8000/v1, not {url!r}."
        )
    trimmed = url.rstrip("/")
    if trimmed.endswith("/chat/completions"):
        right = trimmed.removesuffix("/chat/completions")
        raise ConfigError(f"OPENAI_BASE_URL must stop before /chat/completions: use {right}.")


def child_environment() -> dict[str, str]:
    """Return a copy of the environment for a process this one starts."""
    return dict(os.environ)
