"""The composition root: the one place where settings become objects."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, TypeVar

from research_agent.agent.instructions import researcher
from research_agent.agent.loop import Agent
from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery
from research_agent.errors import ResearchError
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.financial_datasets.provider import FinancialDatasetsProvider
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.providers.provider import FinancialsProvider
from research_agent.finance.providers.provider_chain import ProviderChain
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.infra.log import log_to
from research_agent.infra.settings import Settings
from research_agent.runs.service import RunService
from research_agent.runtime.chat_models import main_model, releases, router_model
from research_agent.runtime.company_desk import CompanyDesk, blocking
from research_agent.runtime.health import Check, model_check, run_folder_check, search_checks
from research_agent.runtime.market import financial_datasets_client, market_desk
from research_agent.runtime.web import search_chain, web_specs
from research_agent.tools.calculate import calculate_spec
from research_agent.tools.financials import get_financials_spec
from research_agent.tools.market_data import get_market_data_spec
from research_agent.tools.registry import ToolRegistry
from research_agent.tools.valuation import value_company_spec

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


__all__ = ["CompanyCoverage", "Runtime"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CompanyCoverage:
    """What the store holds of one company.

    Args:
        ticker: Primary ticker.
        name: The company.
        cik: Its number.
        coverage: `"full"` or `"partial"`.
        facts: Filed values, every version counted.
        first_end: Oldest period end.
        last_end: Newest period end.
        last_filed: Newest filing.
    """

    ticker: str
    name: str
    cik: int
    coverage: str
    facts: int
    first_end: date
    last_end: date
    last_filed: date


class Runtime(CompanyDesk):
    """Everything wired together; what the CLI and the dashboard hold. Serves many runs at once."""

    def __init__(
        self,
        *,
        settings: Settings,
        store: FactStore,
        directory: CompanyDirectory,
        financials: FinancialsProvider,
        figures: StoreProvider,
        model: "BaseChatModel | None",
        today: Callable[[], date],
    ) -> None:
        self.settings = settings
        super().__init__(directory, financials, figures, store)
        self.analyst = settings.model_name if model is not None else "offline analyst"
        self._today = today
        router = router_model(settings, model)
        self._search = search_chain(settings)
        service = financial_datasets_client(settings)
        desk = market_desk(settings, service, figures)
        registry = ToolRegistry(
            [
                get_financials_spec(
                    ProviderChain([financials, FinancialDatasetsProvider(service)])
                    if service
                    else financials,
                    directory,
                    router_model=router,
                    sub_tool_timeout_s=settings.sub_tool_timeout_s,
                ),
                *(
                    [
                        get_market_data_spec(
                            desk,
                            directory,
                            router_model=router,
                            sub_tool_timeout_s=settings.sub_tool_timeout_s,
                        )
                    ]
                    if desk
                    else []
                ),
                calculate_spec(),
                value_company_spec(figures, directory),
                *web_specs(settings, self._search),
            ]
        )
        self.tools = registry.granted("research")
        self._known_tools = registry.names
        self._model = model or _offline_analyst(directory)
        self._correct = model is not None
        self.runs = RunService(
            self._agent,
            trace_dir=settings.home / "runs",
            today=today,
            on_close=[
                *releases(model, router),
                *([self._search.aclose] if self._search else []),
                *([service.aclose] if service else []),
            ],
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
        store = FactStore(settings.data_dir)
        coverage = {cik: row.coverage for cik, row in store.coverage().items()}
        directory = CompanyDirectory.load(settings.data_dir, coverage=coverage)
        local = StoreProvider(store)
        return cls(
            settings=settings,
            store=store,
            directory=directory,
            financials=local,
            figures=local,
            model=model,
            today=today or _utc_today,
        )

    def coverage(self) -> tuple[CompanyCoverage, ...]:
        """Return what the store holds, by ticker."""
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
                )
            )
        return tuple(sorted(rows, key=lambda row: row.ticker))

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
            model_check(self.settings, is_set=self._correct),
            run_folder_check(self.settings.home),
            *asyncio.run(search_checks(self._search, today=self._today())),
        )

    def close(self) -> None:
        """Stop every run and release the store."""
        self.runs.close()
        self._store.close()

    def _agent(self) -> Agent:
        return Agent(
            self._model,
            self.tools,
            instructions=researcher(web_search="web_search" in self.tools.names),
            max_turns=self.settings.max_turns,
            correct_figures=self._correct,
            known_tools=self._known_tools,
            companies_in=self._companies_in,
        )

    def _companies_in(self, question: str) -> tuple[Company, ...]:
        return tuple(mention.company for mention in self.directory.mentions(question))

    def _answers_from_store(self) -> Check:
        covered = self.directory.covered()
        if not covered:
            return Check("companies", False, "the store holds no company; build it anew")
        try:
            table = blocking(
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
