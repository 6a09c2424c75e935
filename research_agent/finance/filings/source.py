"""Where the texts of filings come from."""

from collections.abc import Sequence
from typing import Protocol

from research_agent.domain.companies import Company
from research_agent.errors import AllProvidersFailed, NotCovered, NotFound, ProviderError
from research_agent.finance.filings.document import FiledText
from research_agent.finance.filings.filing import Exhibit, FilingRef, FilingWanted

__all__ = ["NO_FILINGS", "FilingsSource", "JoinedSource"]

NO_FILINGS = (
    "Texts of filings are not set up: set SEC_CONTACT to your name and e-mail address to read them "
    "from the SEC, or RESEARCH_AGENT_FILINGS_DIR to a folder with filings."
)


class FilingsSource(Protocol):
    """Finds filings and reads their documents."""

    @property
    def name(self) -> str:
        """For a person: `"SEC"`, `"filings folder"`."""

    async def find(self, company: Company, wanted: FilingWanted) -> tuple[FilingRef, ...]:
        """Return the filings that fit, newest first, at least one.

        Raises:
            NotCovered: There is none here; another source may have it.
            ProviderError: The source failed.
        """

    async def exhibits(self, filing: FilingRef) -> tuple[Exhibit, ...]:
        """Return the exhibits filed with a form.

        Raises:
            ProviderError: The source failed.
        """

    async def text(self, filing: FilingRef, document: str) -> FiledText:
        """Return a document of a filing as text.

        Raises:
            NotFound: There is no such document.
            InvalidRequest: It holds no text that can be read.
            ProviderError: The source failed.
        """

    def page(self, filing: FilingRef, document: str, anchor: str) -> str:
        """Return the address at which a person can open a place of a document."""


class JoinedSource:
    """Several sources as one; the first that has the filing is read.

    Args:
        sources: In the order they are asked.
    """

    def __init__(self, sources: Sequence[FilingsSource]) -> None:
        self._sources = tuple(sources)

    @property
    def name(self) -> str:
        """The names of all."""
        return ", then ".join(source.name for source in self._sources)

    async def find(self, company: Company, wanted: FilingWanted) -> tuple[FilingRef, ...]:
        """Return the filings of the first source that has any."""
        return (await self.open(company, wanted))[1]

    async def open(
        self, company: Company, wanted: FilingWanted
    ) -> tuple[FilingsSource, tuple[FilingRef, ...]]:
        """Return the filings, and the source that reads them.

        Raises:
            NotFound: No source has it; the sentence has each one's reason.
            ProviderError: A source failed and no other had it.
        """
        absent: list[NotFound] = []
        failed: list[ProviderError] = []
        for source in self._sources:
            try:
                return source, await source.find(company, wanted)
            except NotCovered as error:
                absent.append(error)
            except ProviderError as error:
                failed.append(error)
        if len(failed) == 1:
            raise failed[0]
        if failed:
            raise AllProvidersFailed("filings", failed)
        raise NotFound(
            " ".join(dict.fromkeys(map(str, absent))) or "No source of filings is set up."
        )
