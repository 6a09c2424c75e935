"""Finds companies, also those listed after the embedded list was made."""

import asyncio
import time
from pathlib import Path

from research_agent.domain.companies import Company
from research_agent.errors import ConfigError, ProviderError, UnknownCompany
from research_agent.finance.companies.added_companies import listed_companies, write_added
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.sec.edgar import TICKERS_AGE_S, EdgarClient

__all__ = ["CompanyFinder"]

PATIENCE_S = 8.0
"""A question waits no longer for the SEC's list."""
AGAIN_AFTER_S = 60.0
"""After a failure the list is left alone for so long."""


class CompanyFinder:
    """Looks a name up in the directory, and in the SEC's list when it is not there.

    Args:
        directory: Gets what the list adds.
        edgar: Reads the list; `None` where nothing may be read from the SEC.
        folder: Where the additions are kept for the next start.
    """

    def __init__(
        self, directory: CompanyDirectory, edgar: EdgarClient | None, *, folder: Path
    ) -> None:
        self._directory = directory
        self._edgar = edgar
        self._folder = folder
        self._next = 0.0
        self._lock = asyncio.Lock()

    async def company(self, name: str) -> Company:
        """Return the company that `name` means; raises like `CompanyDirectory.resolve`."""
        try:
            return self._directory.resolve(name)
        except UnknownCompany as error:
            if error.ambiguous or not await self._refreshed():
                raise
            return self._directory.resolve(name)

    async def prepare(self, question: str) -> None:
        """Read the SEC's list before a question in which no company is recognised."""
        if self._edgar is not None and not self._directory.mentions(question):
            await self._refreshed()

    async def _refreshed(self) -> bool:
        """Read the list unless that was done lately; `True` when it added companies."""
        if self._edgar is None:
            return False
        async with self._lock:
            if time.monotonic() < self._next:
                return False
            try:
                async with asyncio.timeout(PATIENCE_S):
                    found = await self._edgar.company_tickers()
                listed = await asyncio.to_thread(listed_companies, found.value)
            except (ConfigError, ProviderError, TimeoutError, ValueError):
                self._next = time.monotonic() + AGAIN_AFTER_S
                return False
            self._next = time.monotonic() + TICKERS_AGE_S
            added = self._directory.add(listed)
            if added:
                await asyncio.to_thread(write_added, self._folder, self._directory.added())
            return bool(added)
