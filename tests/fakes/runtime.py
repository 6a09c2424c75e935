"""A runtime without a backend: scripted runs over hand-made figures, for the dashboard's tests."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count

from research_agent.domain.answers import Answer, Figure, FigureStatus, Usage
from research_agent.domain.companies import Company
from research_agent.domain.events import (
    Answered,
    Cancelled,
    Event,
    Failed,
    RunStarted,
    TextDelta,
    ToolFinished,
    ToolProgress,
    ToolRequested,
    ToolStarted,
    TurnStarted,
    WarningRaised,
    is_final,
)
from research_agent.domain.facts import Fact
from research_agent.domain.tables import SeriesTable
from research_agent.errors import InvalidRequest, NotFound, UnknownCompany
from research_agent.finance.comparison import Comparison, ComparisonRequest
from research_agent.runs.service import RunSnapshot
from tests.fakes.filed import APPLE, BANK, NVIDIA, statement

STARTED = datetime(2026, 1, 5, 9, 30, tzinfo=UTC)
MAX_QUESTION = 20_000
WHO = "offline analyst"


class FakeDirectory:
    """Three companies, all covered."""

    def covered(self) -> tuple[Company, ...]:
        return (APPLE, BANK, NVIDIA)

    def is_covered(self, company: Company) -> bool:
        return company in self.covered()

    def coverage(self, company: Company) -> str:
        return "full"

    def resolve(self, name: str) -> Company:
        for company in self.covered():
            if name.casefold() in (company.ticker.casefold(), company.name.casefold()):
                return company
        raise UnknownCompany(name)


@dataclass
class FakeRun:
    """A run whose events become visible as far as `released`."""

    run_id: str
    owner: str
    question: str
    events: list[Event]
    follow_up_of: str | None
    released: int

    @property
    def visible(self) -> tuple[Event, ...]:
        return tuple(self.events[: self.released])


@dataclass
class FakeRuns:
    """A run service that plays `script(question)`.

    Args:
        script: The events of a run.
        held: How many events are visible at first; all when it is `None`.
    """

    script: Callable[[str], Sequence[Event]]
    held: int | None = None
    kept: dict[str, FakeRun] = field(default_factory=dict)
    _numbers: "count[int]" = field(default_factory=lambda: count(1))

    def start(self, question: str, *, owner: str = "local", follow_up_of: str | None = None) -> str:
        if not question.strip():
            raise InvalidRequest("Ask a question: this one is empty.")
        if len(question) > MAX_QUESTION:
            raise InvalidRequest(
                f"The question has {len(question):,} characters; {MAX_QUESTION:,} is the most."
            )
        events = list(self.script(question))
        run_id = f"run-{next(self._numbers)}"
        released = len(events) if self.held is None else self.held
        self.kept[run_id] = FakeRun(run_id, owner, question, events, follow_up_of, released)
        return run_id

    def snapshot(self, run_id: str, *, owner: str = "local", after: int = 0) -> RunSnapshot:
        run = self._own(run_id, owner)
        visible = run.visible
        final = next((event for event in visible if is_final(event)), None)
        return RunSnapshot(
            run_id=run.run_id,
            question=run.question,
            state=_state(final),
            events=visible[after:],
            total=len(visible),
            answer=getattr(final, "answer", None),
            message=getattr(final, "message", ""),
            started_at=STARTED,
            seconds=1.4,
        )

    def cancel(self, run_id: str, *, owner: str = "local") -> None:
        run = self._own(run_id, owner)
        run.events = [*run.visible, Cancelled(Answer(text="", tables=(statement(APPLE),)))]
        run.released = len(run.events)

    def runs(self, owner: str) -> tuple[RunSnapshot, ...]:
        own = [run for run in self.kept.values() if run.owner == owner]
        return tuple(
            replace(self.snapshot(run.run_id, owner=owner), events=()) for run in reversed(own)
        )

    def release(self, run_id: str) -> None:
        """Make all events of a held run visible."""
        self.kept[run_id].released = len(self.kept[run_id].events)

    def _own(self, run_id: str, owner: str) -> FakeRun:
        run = self.kept.get(run_id)
        if run is None or run.owner != owner:
            raise NotFound(f"There is no run {run_id!r}.")
        return run


@dataclass
class FakeRuntime:
    """What the pages use of a runtime."""

    runs: FakeRuns
    directory: FakeDirectory = field(default_factory=FakeDirectory)
    analyst: str = WHO
    compared: int = 0

    def compare(self, request: ComparisonRequest) -> Comparison:
        self.compared += 1
        companies = tuple(self.directory.resolve(name) for name in request.companies)
        tables = tuple(_only(statement(company), request.metrics) for company in companies)
        return Comparison(request, companies, tables, ())


def answered(question: str) -> list[Event]:
    """Apple's revenue of fiscal 2023 with one verified, one computed and one invented figure."""
    table = statement(APPLE)
    text = (
        "Apple's revenue in fiscal 2023 was **$383,285 million** (fiscal year ended 2023-09-30), "
        "a gross margin of 44.1%. It may reach $410 billion, up from ~$380 to ~$400 billion."
    )
    revenue, margin = _fact(table, "revenue"), _fact(table, "gross_margin")
    figures = (
        _figure(text, "$383,285 million", FigureStatus.VERIFIED, revenue),
        _figure(text, "44.1%", FigureStatus.COMPUTED, margin),
        _figure(text, "$410 billion", FigureStatus.UNVERIFIED, None),
    )
    answer = Answer(
        text=text,
        figures=figures,
        tables=(table,),
        usage=Usage(1_234, 56, 2),
        analyst=WHO,
    )
    return [*_work(question, text), Answered(answer)]


def compared(question: str) -> list[Event]:
    """The gross margins of two companies."""
    tables = (statement(NVIDIA), statement(APPLE))
    text = "NVIDIA's gross margin was 72.7% in FY2024; Apple's was 44.1% in FY2023."
    figures = tuple(
        _figure(text, shown, FigureStatus.COMPUTED, _fact(table, "gross_margin"))
        for shown, table in zip(("72.7%", "44.1%"), tables, strict=True)
    )
    answer = Answer(text=text, figures=figures, tables=tables, analyst=WHO)
    return [*_work(question, text), Answered(answer)]


def failed(question: str) -> list[Event]:
    """A run that ends when the model's key is refused, with a table already read."""
    message = "openai: the key was refused; check OPENAI_API_KEY."
    return [*_work(question, "")[:-1], Failed("auth", message, Answer("", (), (statement(APPLE),)))]


def _work(question: str, text: str) -> list[Event]:
    half = len(text) // 2
    content = "AAPL income statement, USD million\nFY2023 revenue 383,285"
    return [
        RunStarted("", question, WHO, STARTED.isoformat(), "2026-01-05"),
        TurnStarted(1),
        ToolRequested("call-1", "get_financials", {"query": question}),
        ToolStarted("call-1", "get_financials"),
        ToolProgress("call-1", "get_income_statements AAPL"),
        ToolFinished("call-1", "get_financials", "ok", "1 series, 12 figures", content, 0.12),
        ToolRequested("call-2", "calculate", {"expression": "a / b"}),
        ToolFinished(
            "call-2", "calculate", "not_found", "No figure AAPL.b was returned.", "", 0.01
        ),
        WarningRaised("The second call of calculate was nearly the same as the first."),
        TurnStarted(2),
        TextDelta(2, text[:half]),
        TextDelta(2, text[half:]),
    ]


def _state(final: Event | None) -> str:
    match final:
        case None:
            return "running"
        case Answered(answer):
            return "partial" if answer.partial else "answered"
        case Failed():
            return "failed"
        case _:
            return "cancelled"


def _fact(table: SeriesTable, concept: str) -> Fact:
    row = table.row(concept)
    assert row is not None
    cell = row.cells[0]
    assert isinstance(cell, Fact)
    return cell


def _figure(text: str, shown: str, status: FigureStatus, fact: Fact | None) -> Figure:
    found = re.search(re.escape(shown), text)
    assert found is not None
    return Figure(found.start(), found.end(), shown, status, fact)


def _only(table: SeriesTable, metrics: Sequence[str]) -> SeriesTable:
    rows = tuple(row for key in metrics if (row := table.row(key)) is not None)
    return replace(table, rows=rows)


_installed: list[FakeRuntime] = []


def install(script: Callable[[str], Sequence[Event]], *, held: int | None = None) -> FakeRuntime:
    """Make a new runtime the one that page scripts find."""
    _installed[:] = [FakeRuntime(FakeRuns(script, held))]
    return _installed[0]


def installed() -> FakeRuntime:
    """Return the runtime a test installed."""
    return _installed[0]
