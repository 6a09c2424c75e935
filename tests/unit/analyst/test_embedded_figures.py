"""The analyst on the embedded pack: the questions people ask first, with filed figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import pytest
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.runnables import RunnableConfig

from research_agent.analyst.offline import OfflineAnalyst
from research_agent.domain.answers import FigureStatus
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.verification import verify
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.tools.calculate import calculate_spec
from research_agent.tools.financials import get_financials_spec
from tests.conftest import ROOT

TODAY = date(2026, 8, 31)


@dataclass(frozen=True)
class Desk:
    """The analyst with its two tools."""

    directory: CompanyDirectory
    provider: StoreProvider

    async def ask(self, question: str) -> tuple[str, Ledger]:
        """Return the answer and the evidence."""
        specs = (
            get_financials_spec(
                self.provider, self.directory, router_model=None, sub_tool_timeout_s=15.0
            ),
            calculate_spec(),
        )
        tools = {spec.tool.name: spec.tool for spec in specs}
        model = OfflineAnalyst(directory=self.directory).bind_tools(list(tools.values()))
        ledger = Ledger()
        config: RunnableConfig = {"configurable": {RUN_CONTEXT_KEY: RunContext(TODAY, ledger)}}
        messages: list[BaseMessage] = [
            SystemMessage(f"Today is {TODAY}."),
            HumanMessage(question),
        ]
        while True:
            reply = await model.ainvoke(messages)
            messages.append(reply)
            if not reply.tool_calls:
                return str(reply.text), ledger
            for call in reply.tool_calls:
                result = await tools[call["name"]].ainvoke({**call, "type": "tool_call"}, config)
                assert isinstance(result, ToolMessage)
                ledger.add(result.artifact)
                messages.append(result)


@pytest.fixture(scope="module")
def desk() -> Desk:
    store = FactStore(ROOT / "data")
    coverage = {cik: one.coverage for cik, one in store.coverage().items()}
    directory = CompanyDirectory.load(ROOT / "data", coverage=coverage)
    return Desk(directory, StoreProvider(store))


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "What was Apple's revenue in fiscal 2023?",
            [
                "FY2023 (year ended 2023-09-30) was $383.3 billion ($383,285 million)",
                "0000320193-23-000106",
            ],
        ),
        (
            "How fast did Alphabet grow revenue per year from 2015 to 2024?",
            ["18.67% per year", "$74,989 million", "$350,018 million"],
        ),
        (
            "Which of AAPL, GOOGL and NVDA had the highest net margin in FY2024?",
            [
                "NVIDIA had the highest net margin",
                "48.85%",
                "2024-01-28",
                "2024-09-28",
                "2024-12-31",
            ],
        ),
        ("Apple's current ratio at the end of fiscal 2022", ["(2022-09-24) was 0.88×"]),
        (
            "What was TSMC's revenue in 2023?",
            ["TWD 2.16 trillion (TWD 2,161,735.8 million)", "20-F filed 2024-04-18"],
        ),
        (
            "What did P&G report for fiscal 2014 revenue at the time?",
            ["as first reported, was $83.1 billion ($83,062 million)"],
        ),
        ("P&G revenue in fiscal 2014", ["$74.4 billion ($74,401 million)"]),
        (
            "Fixed asset turnover of AMD in FY2023, defined as revenue / average of opening and "
            "closing net PP&E, two decimals",
            ["was 14.62×"],
        ),
        ("What was NVIDIA's revenue in fiscal 2026?", ["$215.9 billion ($215,938 million)"]),
        (
            "Alphabet revenue by quarter in 2024",
            ["| 96,469 |", "Q4 FY2024 = FY2024 − nine months of FY2024"],
        ),
        (
            "Compare NVIDIA and AMD gross margin from FY2021 to FY2025",
            ["74.99% (2025-01-26)", "49.35% (2024-12-28)"],
        ),
        ("Is JPMorgan's current ratio above 1?", ["I cannot say", "a bank has no current ratio"]),
    ],
)
async def test_the_first_questions_are_answered_with_filed_figures(
    desk: Desk, question: str, parts: Sequence[str]
) -> None:
    """Each with its period end and its filing, and no figure without evidence."""
    text, ledger = await desk.ask(question)
    assert [part for part in parts if part not in text] == []
    unmatched = [f.text for f in verify(text, ledger) if f.status is FigureStatus.UNVERIFIED]
    assert unmatched == []
