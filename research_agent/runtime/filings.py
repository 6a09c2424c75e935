"""From settings to the texts of filings: a folder of the person's own, and the SEC."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from research_agent.errors import ConfigError
from research_agent.infra.settings import Settings
from research_agent.runtime.financials import outside_cache, sec_client
from research_agent.tools.registry import ToolSpec

if TYPE_CHECKING:
    from langchain_core.language_models.chat_models import BaseChatModel

    from research_agent.finance.companies.directory import CompanyDirectory
    from research_agent.finance.filings import FilingRead, FilingReading, JoinedSource
    from research_agent.finance.local_store import LocalStore

__all__ = ["FilingTexts", "filing_sources", "filing_specs"]


@dataclass(frozen=True, slots=True)
class FilingTexts:
    """Where filings are read.

    Args:
        source: `None` when none is set up.
        releases: Called when the runtime closes.
    """

    source: "JoinedSource | None" = None
    releases: tuple[Callable[[], Awaitable[None]], ...] = ()

    async def read(self, read: "FilingRead") -> "FilingReading":
        """Read a filing.

        Raises:
            ConfigError: No source is set up.
            ResearchError: What `read_filing` raises.
        """
        from research_agent.finance.filings import read_filing
        from research_agent.finance.filings.source import NO_FILINGS

        if self.source is None:
            raise ConfigError(NO_FILINGS)
        return await read_filing(read, self.source)


def filing_sources(settings: Settings, store: "LocalStore") -> FilingTexts:
    """Return the sources that are set up: the folder first, because it costs no request.

    Raises:
        ConfigError: The folder does not exist, or an address of the SEC cannot be used.
    """
    folder = settings.filings_dir
    if folder is None and not (settings.sec_contact or "").strip():
        return FilingTexts()
    from research_agent.finance.filings.edgar_source import EdgarSource
    from research_agent.finance.filings.folder_source import FolderSource
    from research_agent.finance.filings.source import FilingsSource, JoinedSource
    from research_agent.finance.filings.text_cache import TextCache

    texts = TextCache(outside_cache(settings))
    sources: list[FilingsSource] = []
    releases: list[Callable[[], Awaitable[None]]] = []
    if folder is not None:
        if not folder.is_dir():
            raise ConfigError(
                f"RESEARCH_AGENT_FILINGS_DIR names {folder}, which is no folder: correct or unset it."
            )
        sources.append(FolderSource(folder, texts=texts, accession_of=_accessions(store)))
    edgar = sec_client(settings)
    if edgar is not None:
        sources.append(EdgarSource(edgar, texts=texts))
        releases.append(edgar.aclose)
    return FilingTexts(JoinedSource(sources), tuple(releases))


def filing_specs(
    settings: Settings,
    texts: FilingTexts,
    directory: "CompanyDirectory",
    router_model: "BaseChatModel | None",
) -> list[ToolSpec]:
    """Return the tool that reads filings; none without a source."""
    if texts.source is None:
        return []
    from research_agent.tools.read_filings import read_filings_spec

    return [
        read_filings_spec(
            texts.source,
            directory,
            router_model=router_model,
            timeout_s=settings.filing_timeout_s,
        )
    ]


def _accessions(store: "LocalStore") -> Callable[[int, str, date], str]:
    """Return what finds a form's accession number among the filings that facts come from."""

    @lru_cache(maxsize=32)
    def known(cik: int) -> dict[tuple[str, date], str]:
        return {(row.form, row.filed): row.accession for row in store.rows(cik)}

    def accession_of(cik: int, form: str, filed: date) -> str:
        return known(cik).get((form, filed), "")

    return accession_of
