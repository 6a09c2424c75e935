"""The composition root: the one place where settings become objects."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery
from research_agent.errors import ResearchError
from research_agent.finance.companies.added_companies import read_added
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.local_store import LocalStore
from research_agent.finance.providers.provider_chain import ProviderChain
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.pulled_store import PulledStore
from research_agent.finance.screening.parser import parse_screen
from research_agent.finance.screening.result import ScreenResult
from research_agent.finance.screening.screener import DEFAULT_ROWS, Screener
from research_agent.finance.store import FactStore
from research_agent.infra.background_loop import BackgroundLoop
from research_agent.infra.log import log_to
from research_agent.infra.settings import Settings
from research_agent.runs.service import RunService
from research_agent.runtime.agents import Agents
from research_agent.runtime.chat_models import main_model, releases, router_model
from research_agent.runtime.company_desk import CompanyDesk
from research_agent.runtime.coverage import EMBEDDED, CompanyCoverage
from research_agent.runtime.filings import filing_sources, filing_specs
from research_agent.runtime.financials import FinancialSources, financial_sources
from research_agent.runtime.health import Check, model_check, run_folder_check, search_checks
from research_agent.runtime.market import market_specs
from research_agent.runtime.mcp import joined_tools
from research_agent.runtime.pulls import Pulls
from research_agent.runtime.services import Services
from research_agent.runtime.web import search_chain, web_specs
from research_agent.tools.calculate import calculate_spec
from research_agent.tools.financials import get_financials_spec
from research_agent.tools.memory import memory_spec
from research_agent.tools.registry import ToolRegistry
from research_agent.tools.screening import screen_companies_spec
from research_agent.tools.skills import read_skills, skill_spec
from research_agent.tools.valuation import value_company_spec

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from research_agent.agent.answering import Answering
    from research_agent.finance.filings import FilingRead, FilingReading
    from research_agent.memory.notes import Notes

__all__ = ["CompanyCoverage", "Runtime"]


class Runtime(CompanyDesk):
    """Everything wired together; what the CLI and the dashboard hold. Serves many runs at once."""

    def __init__(
        self,
        *,
        settings: Settings,
        store: LocalStore,
        directory: CompanyDirectory,
        sources: FinancialSources,
        model: "BaseChatModel | None",
        today: Callable[[], date],
    ) -> None:
        self.settings = settings
        figures = StoreProvider(store)
        self.screener = Screener(store, directory, figures, settings.home / "screening")
        financials = ProviderChain(
            [figures, *sources.providers], absent=sources.absent, budget_s=sources.budget_s
        )
        super().__init__(directory, financials, figures, store, BackgroundLoop())
        self.pulls = Pulls(settings, directory, store, self.loop)
        self.analyst = settings.model_name if model is not None else "offline analyst"
        self._today = today
        router = router_model(settings, model)
        self._search = search_chain(settings)
        self._joined = joined_tools(settings)
        self._filings = filing_sources(settings, store)
        registry = ToolRegistry(
            [
                get_financials_spec(
                    financials,
                    directory,
                    router_model=router,
                    sub_tool_timeout_s=settings.sub_tool_timeout_s,
                ),
                *market_specs(settings, sources.service, figures, directory, router),
                calculate_spec(),
                value_company_spec(figures, directory),
                screen_companies_spec(self.screener, router_model=router),
                *web_specs(settings, self._search),
                skill_spec(read_skills(settings.home / "skills")),
                memory_spec(lambda: self.notes),
                *self._joined.specs,
                *filing_specs(settings, self._filings, directory, router),
            ]
        )
        self.tools = registry.granted("research")
        self.every_tool = registry.granted("full")
        self.agents = Agents(
            settings,
            model=model or _offline_analyst(directory),
            summariser=router,
            by_rules=model is None,
            tools=self.tools,
            known_tools=registry.names,
            companies_in=self._companies_in,
        )
        self._correct = model is not None
        self.services = Services(settings, model=model, search=self._search, today=today)
        self.runs = RunService(
            self._answering,
            trace_dir=settings.home / "runs",
            today=today,
            on_close=[
                *releases(model, router),
                *([self._search.aclose] if self._search else []),
                *self._joined.releases,
                *self._filings.releases,
                *sources.releases,
            ],
            loop=self.loop,
            prepare=self.pulls.prepare,
        )

    @classmethod
    def from_settings(
        cls, settings: Settings, *, today: Callable[[], date] | None = None
    ) -> "Runtime":
        """Build the real thing.

        Args:
            settings: Where to find the store and the model.
            today: The clock; tests pass a fixed day.

        Raises:
            ConfigError: A setting that the model needs is missing or wrong.
            PackError: The fact store is missing or damaged.
        """
        log_to(settings.home)
        model = main_model(settings) if settings.wants_model else None
        pulled = PulledStore(settings.store_dir)
        store = LocalStore(FactStore(settings.data_dir), pulled)
        directory = CompanyDirectory.load(
            settings.data_dir, coverage=store.levels(), added=read_added(settings.store_dir)
        )
        return cls(
            settings=settings,
            store=store,
            directory=directory,
            sources=financial_sources(settings, pulled),
            model=model,
            today=today or _utc_today,
        )

    @cached_property
    def notes(self) -> "Notes":
        """What people asked to keep."""
        from research_agent.infra.database import open_database
        from research_agent.memory.notes import Notes

        return Notes(open_database(self.settings.database_url, home=self.settings.home))

    def coverage(self) -> tuple[CompanyCoverage, ...]:
        """Return what the store holds now, by ticker."""
        self.directory.cover(self._store.levels())
        pulled = self._store.pulled.companies()
        rows = []
        for cik, row in self._store.coverage().items():
            company = self.directory.by_cik(cik)
            rows.append(
                CompanyCoverage(
                    ticker=company.ticker if company else "",
                    name=company.name if company else f"CIK {cik}",
                    cik=cik,
                    coverage=row.coverage,
                    facts=row.facts,
                    first_end=row.first_end,
                    last_end=row.last_end,
                    last_filed=row.last_filed,
                    source=EMBEDDED if cik not in pulled else f"pulled {pulled[cik].day}",
                )
            )
        return tuple(sorted(rows, key=lambda row: row.ticker))

    def screen(self, text: str, *, most: int = DEFAULT_ROWS) -> ScreenResult:
        """Run a filter over the whole store; blocks until done.

        Args:
            text: See `finance.screening.parser`.
            most: Companies returned at most.

        Raises:
            InvalidRequest: It cannot be read; the sentence shows the place.
            ConfigError: The table of metrics cannot be built or read.
        """
        return self.screener.screen(parse_screen(text), today=self._today(), most=most)

    def checks(self) -> tuple[Check, ...]:
        """Look at what a question needs: the store, the company list, the model, the run folder."""
        manifest = self._store.manifest
        store = (
            f"{manifest.facts:,} facts of {manifest.companies} companies, newest filing "
            f"{manifest.last_filed}, in {self.settings.data_dir}"
        )
        return (
            Check("fact store", True, store),
            self._answers_from_store(),
            self.pulls.check(),
            model_check(self.settings, is_set=self._correct),
            run_folder_check(self.settings.home),
            *(Check("MCP server", False, problem) for problem in self._joined.problems),
            *self.loop.run(search_checks(self._search, today=self._today())),
        )

    def filing(self, read: "FilingRead") -> "FilingReading":
        """Read a filing's text; blocks until done. Raises what `filings.read_filing` does."""
        return self.loop.run(self._filings.read(read))

    def close(self) -> None:
        """Stop every run and release the store."""
        self.runs.close()
        self.screener.close()
        self._store.close()
        if "notes" in self.__dict__:
            self.notes.close()

    def _answering(self, deep: bool) -> "Answering":
        self.directory.cover(self._store.levels())  # another process may have pulled some
        return self.agents.make(deep)

    def _companies_in(self, question: str) -> tuple[Company, ...]:
        return tuple(mention.company for mention in self.directory.mentions(question))

    def _answers_from_store(self) -> Check:
        covered = self.directory.covered()
        if not covered:
            return Check("companies", False, "the store holds no company; build it anew")
        try:
            table = self.loop.run(
                self.financials.statement(covered[0], StatementKind.INCOME, PeriodQuery(limit=1))
            )
        except ResearchError as error:
            return Check("companies", False, str(error))
        found = sum(1 for _ in table.facts())
        return Check(
            "companies", found > 0, f"{len(covered)} can be asked about; {covered[0]} reads well"
        )


def _offline_analyst(directory: CompanyDirectory) -> "BaseChatModel":
    from research_agent.analyst.offline import OfflineAnalyst

    return OfflineAnalyst(directory=directory)


def _utc_today() -> date:
    return datetime.now(UTC).date()
