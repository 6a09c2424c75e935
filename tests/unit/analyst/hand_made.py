"""Series with figures read in the filings, and a conversation that answers from them."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal

from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolCall,
    ToolMessage,
)

from research_agent.analyst.offline import OfflineAnalyst
from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.domain.sources import Filing
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.errors import ResearchError
from research_agent.evidence.artifact import Artifact
from research_agent.evidence.context import RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.finance.metrics import is_ratio, metric_label
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.tools.calculate import calculated_fact
from tests.fakes.named_companies import NamedCompanies

TODAY = date(2026, 3, 15)
TOOLS = ("get_financials", "calculate")

Values = Mapping[str, str | Missing]
"""Fiscal label to the figure: whole millions, or as it stands for ratios and per share."""


def period(label: str, end: str) -> Period:
    """A period by its label and last day."""
    last = date.fromisoformat(end)
    if label.startswith("TTM"):
        basis, days = Basis.TTM, 364
    elif label.startswith("Q"):
        basis, days = Basis.QUARTERLY, 90
    else:
        basis, days = Basis.ANNUAL, 364
    return Period(last - timedelta(days=days), last, label, basis)


def table(
    company: Company,
    ends: Mapping[str, str],
    *,
    currency: str = "USD",
    filed: str = "2024-01-31",
    form: str = "10-K",
    notes: Sequence[str] = (),
    **concepts: Values,
) -> SeriesTable:
    """A series of one company: `ends` newest first, a keyword for each concept."""
    periods = [period(label, end) for label, end in ends.items()]
    filing = Filing(company.cik, f"{company.cik:010d}-24-000001", form, date.fromisoformat(filed))
    rows = []
    for concept, values in concepts.items():
        unit = _unit(concept, currency)
        cells = tuple(_cell(company, concept, unit, p, values[p.label], filing) for p in periods)
        rows.append(Row(concept, metric_label(concept), unit, cells))
    key = f"{company.ticker}:{','.join(concepts)}:{','.join(ends)}"
    return SeriesTable(key, "Figures", company, tuple(periods), tuple(rows), tuple(notes))


def _unit(concept: str, currency: str) -> str:
    if is_ratio(concept):
        return RATIOS[concept].unit.replace("money", currency)
    return f"{currency}/shares" if concept.startswith("eps") else currency


def _cell(
    company: Company, concept: str, unit: str, when: Period, value: str | Missing, filing: Filing
) -> Cell:
    if isinstance(value, Missing):
        return value
    scale = 10**6 if len(unit) == 3 else 1
    computed = is_ratio(concept)
    return Fact(
        cik=company.cik,
        ticker=company.ticker,
        concept=concept,
        label=metric_label(concept),
        value=Decimal(value) * scale,
        unit=unit,
        period=when,
        origin=Origin.COMPUTED if computed else Origin.FILED,
        filing=filing,
        formula=RATIOS[concept].formula if computed else "",
    )


class Talk:
    """A run of the analyst over given tables; the calculations are the real tool's."""

    def __init__(
        self, *tables: SeriesTable, warnings: Sequence[str] = (), problem: str = ""
    ) -> None:
        self.ledger = Ledger()
        self.calls: list[ToolCall] = []
        self._artifact = Artifact(tables=tables, warnings=tuple(warnings))
        self._problem = problem

    def ask(self, question: str, *, earlier: Sequence[BaseMessage] = ()) -> str:
        """Return the answer to `question`."""
        model = OfflineAnalyst(directory=NamedCompanies()).bind_tools(schemas(TOOLS))
        messages: list[BaseMessage] = [
            SystemMessage(f"Today is {TODAY}.\nInstructions."),
            *earlier,
            HumanMessage(question),
        ]
        while True:
            reply = model.invoke(messages)
            messages.append(reply)
            if not reply.tool_calls:
                return str(reply.text)
            for call in reply.tool_calls:
                self.calls.append(call)
                messages.append(self._result(call))

    def _result(self, call: ToolCall) -> ToolMessage:
        content, artifact = "", self._artifact
        try:
            if call["name"] == "calculate":
                fact = calculated_fact(
                    call["args"]["expression"],
                    call["args"]["inputs"],
                    label=call["args"]["label"],
                    unit=call["args"].get("unit", ""),
                    context=RunContext(TODAY, self.ledger),
                )
                artifact = Artifact(facts=(fact,))
        except ResearchError as error:
            content = f"Error (invalid_arguments): {error} Correct the arguments and call again."
        if call["name"] == "get_financials" and self._problem:
            content = f"Error (not_found): {self._problem} Do not repeat the call as it is; stop."
        if content:
            return ToolMessage(content, tool_call_id=call["id"] or "", status="error")
        self.ledger.add(artifact)
        return ToolMessage("figures", tool_call_id=call["id"] or "", artifact=artifact)


def schemas(names: Sequence[str]) -> list[dict[str, object]]:
    return [
        {"type": "function", "function": {"name": name, "description": "", "parameters": {}}}
        for name in names
    ]


def added_up(chunks: Sequence[AIMessageChunk]) -> AIMessage:
    """Return all pieces of a streamed reply as one."""
    whole = chunks[0]
    for chunk in chunks[1:]:
        whole = whole + chunk
    return whole
