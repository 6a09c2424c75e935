"""Runs an assignment with the same loop as any question."""

from collections.abc import AsyncGenerator, Callable, Sequence
from datetime import date

from langchain_core.language_models import BaseChatModel

from research_agent.agent.budget import Budget
from research_agent.agent.delegation import Assignment, Delegation, Slots
from research_agent.agent.loop import Agent
from research_agent.domain.companies import Company
from research_agent.domain.events import Event
from research_agent.evidence.ledger import Ledger

__all__ = ["RoleWorker"]

MAX_TURNS = 8


class RoleWorker:
    """Gives each assignment an agent of its own.

    Args:
        model: Does the work of every role.
        known_tools: Every tool of the installation.
        companies_in: Finds the companies that a text names.
        budget: Of one assignment.
        slots: How many assignments at once; shared by all runs.
    """

    def __init__(
        self,
        model: BaseChatModel,
        *,
        known_tools: Sequence[str],
        companies_in: Callable[[str], Sequence[Company]],
        budget: Budget,
        slots: Slots,
    ) -> None:
        self._model = model
        self._known = known_tools
        self._companies_in = companies_in
        self._budget = budget
        self.delegation = Delegation(self, slots=slots)

    def __call__(
        self, assignment: Assignment, *, ledger: Ledger, today: date, as_of: date | None
    ) -> AsyncGenerator[Event]:
        """Yield what happens; evidence goes into `ledger`."""
        lineage = (*assignment.lineage, assignment.role.name)
        agent = Agent(
            self._model,
            assignment.tools,
            instructions=assignment.role.prompt,
            max_turns=MAX_TURNS,
            correct_figures=True,
            known_tools=self._known,
            companies_in=self._companies_in,
            budget=self._budget,
            delegation=self.delegation,
        )
        return agent.run(
            assignment.task,
            run_id=".".join(lineage),
            today=today,
            as_of=as_of,
            ledger=ledger,
            lineage=lineage,
        )
