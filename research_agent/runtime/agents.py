"""Who answers: one agent, or several in deep research."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from research_agent.agent.budget import Budget
from research_agent.agent.compaction import Compaction
from research_agent.agent.instructions import researcher
from research_agent.agent.loop import Agent
from research_agent.domain.companies import Company
from research_agent.errors import InvalidRequest
from research_agent.infra.settings import Settings
from research_agent.tools.registry import ToolSnapshot

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from research_agent.agent.answering import Answering
    from research_agent.agent.role_worker import RoleWorker

__all__ = ["Agents"]


class Agents:
    """Makes the agent of each run; agents hold no state of a run, workers share their slots.

    Args:
        settings: Limits of a run.
        model: Who answers.
        summariser: Sums up long conversations, best a cheap model.
        by_rules: True when the one who answers is the offline analyst.
        tools: What runs may use.
        known_tools: Every tool of the installation.
        companies_in: Finds the companies that a question names.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        model: "BaseChatModel",
        summariser: "BaseChatModel | None",
        by_rules: bool,
        tools: ToolSnapshot,
        known_tools: Sequence[str],
        companies_in: Callable[[str], Sequence[Company]],
    ) -> None:
        self._settings = settings
        self._model = model
        self._by_rules = by_rules
        self._tools = tools
        self._known = known_tools
        self._companies_in = companies_in
        self._budget = Budget(settings.max_tokens, settings.max_cost_usd)
        self._compaction = Compaction(None if by_rules else summariser, settings.context_tokens)
        self._worker: RoleWorker | None = None

    @property
    def can_go_deep(self) -> bool:
        """True when a language model answers."""
        return not self._by_rules

    def make(self, deep: bool) -> "Answering":
        """Return who answers a run.

        Raises:
            InvalidRequest: Deep research is asked of the offline analyst.
        """
        agent = Agent(
            self._model,
            self._tools,
            instructions=researcher(
                web_search="web_search" in self._tools.names,
                filings="read_filings" in self._tools.names,
            ),
            max_turns=self._settings.max_turns,
            correct_figures=not self._by_rules,
            known_tools=self._known,
            companies_in=self._companies_in,
            budget=self._budget,
            compaction=self._compaction,
        )
        return self._deep(agent) if deep else agent

    def _deep(self, writer: Agent) -> "Answering":
        if self._by_rules:
            raise InvalidRequest(
                "Deep research needs a language model: set OPENAI_API_KEY, or ask without it."
            )
        from research_agent.agent.deep_research import DeepResearch

        return DeepResearch(
            writer,
            model=self._model,
            delegation=self._workers().delegation,
            tools=self._tools,
            budget=self._budget,
            companies_in=self._companies_in,
            analyst=f"{self._settings.model_name}, deep research",
        )

    def _workers(self) -> "RoleWorker":
        from research_agent.agent.delegation import Slots
        from research_agent.agent.role_worker import RoleWorker

        if self._worker is None:
            self._worker = RoleWorker(
                self._model,
                known_tools=self._known,
                companies_in=self._companies_in,
                budget=self._budget,
                slots=Slots(self._settings.max_workers),
            )
        return self._worker
