"""What pulls companies, for a command and for the page."""

from collections.abc import Sequence

from research_agent.errors import ConfigError
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.local_store import LocalStore
from research_agent.finance.sec.company_finder import CompanyFinder
from research_agent.finance.sec.pull import PullResult, PullState, pull_companies
from research_agent.infra.background_loop import BackgroundLoop
from research_agent.infra.settings import Settings
from research_agent.runtime.financials import NO_SEC_CONTACT, sec_client
from research_agent.runtime.health import Check
from research_agent.runtime.pull_job import PullJob

__all__ = ["Pulls"]


class Pulls:
    """Starts pulls on the loop of the process.

    Args:
        settings: Contact, addresses, cache.
        directory: Finds companies and learns what is held.
        store: The local store, which keeps them.
        loop: Where connections live.
    """

    def __init__(
        self,
        settings: Settings,
        directory: CompanyDirectory,
        store: LocalStore,
        loop: BackgroundLoop,
    ) -> None:
        self._settings = settings
        self._directory = directory
        self._store = store
        self._loop = loop
        self._edgar = sec_client(settings)
        self._finder = CompanyFinder(directory, self._edgar, folder=settings.store_dir)
        if self._edgar is not None:
            loop.release_with(self._edgar.aclose)

    @property
    def off_because(self) -> str:
        """What to set before anything can be pulled; empty when all is set."""
        return "" if self._edgar is not None else NO_SEC_CONTACT

    async def prepare(self, question: str) -> None:
        """Make companies known that were listed after the embedded list was made."""
        await self._finder.prepare(question)

    def start(self, names: Sequence[str], *, again: bool = False) -> PullJob:
        """Begin to pull companies and return at once.

        Args:
            names: Tickers, names or CIKs.
            again: Also those that were read a short time ago.

        Raises:
            ConfigError: `SEC_CONTACT` is not set, or the loop is closed.
        """
        if self._edgar is None:
            raise ConfigError(NO_SEC_CONTACT)
        job = PullJob(names)
        job.begin(self._loop.submit(self._pull(job, again=again)))
        return job

    async def _pull(self, job: PullJob, *, again: bool) -> None:
        edgar = self._edgar
        if again:
            edgar = sec_client(self._settings, facts_age_s=0.0)
        assert edgar is not None

        def told(result: PullResult) -> None:
            if result.state is PullState.PULLED:
                self._directory.cover(self._store.levels())
            job.take(result)

        try:
            await pull_companies(
                job.names,
                find=self._finder.company,
                edgar=edgar,
                store=self._store.pulled,
                fresh_s=0.0 if again else self._settings.cache_max_age_s,
                told=told,
            )
        finally:
            if edgar is not self._edgar:
                await edgar.aclose()

    def check(self) -> Check:
        """Say whether companies can be read from the SEC, and how many were."""
        held = len(self._store.pulled.companies())
        live = "companies are read live" if self._edgar is not None else NO_SEC_CONTACT
        return Check("SEC", True, f"{held} pulled into {self._store.pulled.folder}; {live}")
