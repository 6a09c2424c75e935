"""A runtime whose answers are written by the test."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

from click.testing import CliRunner, Result

from research_agent.cli.main import main
from research_agent.cli.session import Session
from research_agent.domain.answers import Answer, Figure, FigureStatus
from research_agent.domain.companies import Company
from research_agent.domain.events import (
    Answered,
    Cancelled,
    Event,
    RunStarted,
    ToolFinished,
    ToolRequested,
    ToolStarted,
)
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.domain.sources import Filing
from research_agent.domain.tables import Row, SeriesTable
from research_agent.errors import InvalidRequest, ResearchError
from research_agent.infra.settings import Settings

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
APPLE = Company(320193, "AAPL", "Apple Inc.", "Nasdaq", ("AAPL",))
FILING = Filing(320193, "0000320193-23-000106", "10-K", date(2023, 11, 3))
URL = (
    "https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/"
    "0000320193-23-000106-index.htm"
)
FY2023 = Period(date(2022, 9, 25), date(2023, 9, 30), "FY2023", Basis.ANNUAL)


def filed(concept: str, label: str, millions: int) -> Fact:
    """A filed figure of Apple's fiscal 2023."""
    return Fact(
        cik=APPLE.cik,
        ticker="AAPL",
        concept=concept,
        label=label,
        value=Decimal(millions) * 10**6,
        unit="USD",
        period=FY2023,
        filing=FILING,
        tag="us-gaap:Any",
    )


REVENUE = filed("revenue", "Revenue", 383_285)
GROSS_PROFIT = filed("gross_profit", "Gross profit", 169_148)
MARGIN = Fact(
    cik=APPLE.cik,
    ticker="AAPL",
    concept="gross_margin",
    label="Gross margin",
    value=Decimal(169_148) / Decimal(383_285),
    unit="fraction",
    period=FY2023,
    origin=Origin.COMPUTED,
    formula="Gross profit / Revenue",
    inputs=(GROSS_PROFIT, REVENUE),
)
TABLE = SeriesTable(
    key="income",
    title="Income statement, annual",
    company=APPLE,
    periods=(FY2023,),
    rows=(
        Row("revenue", "Revenue", "USD", (REVENUE,)),
        Row("gross_profit", "Gross profit", "USD", (GROSS_PROFIT,), depth=1),
        Row("premiums", "Premiums earned", "USD", (Missing("not reported"),)),
    ),
)


def answer(text: str, *figures: tuple[str, Fact | None], **more: Any) -> Answer:
    """An answer in which each `(printed, fact)` was matched by code."""
    found = []
    for printed, fact in figures:
        status = FigureStatus.UNVERIFIED
        if fact is not None:
            computed = fact.origin is Origin.COMPUTED
            status = FigureStatus.COMPUTED if computed else FigureStatus.VERIFIED
        start = text.index(printed)
        found.append(Figure(start, start + len(printed), printed, status, fact))
    return Answer(text, tuple(found), analyst="offline analyst", **more)


REVENUE_ANSWER = answer(
    "Apple's revenue in FY2023 (to 2023-09-30) was **$383,285 million**.",
    ("$383,285 million", REVENUE),
    tables=(TABLE,),
)


def run_events(*middle: Event, final: Event) -> list[Event]:
    """A run with one tool call."""
    return [
        RunStarted("r1", "q", "offline analyst", "2026-11-30T12:00:00Z", "2026-11-30"),
        ToolRequested("c1", "get_financials", {"query": "Apple revenue"}),
        ToolStarted("c1", "get_financials"),
        *middle,
        final,
    ]


FINISHED = ToolFinished("c1", "get_financials", "ok", "1 table", "…", 0.2)
ANSWERED = run_events(FINISHED, final=Answered(REVENUE_ANSWER))


@dataclass
class ScriptedRuns:
    """Plays `events`; Ctrl-C comes in place of the event number `interrupt_at`."""

    events: Sequence[Event] = field(default_factory=lambda: ANSWERED)
    interrupt_at: int | None = None
    asked: list[str] = field(default_factory=list)
    as_of: list[date | None] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)

    def start(self, question: str, *, as_of: date | None = None, deep: bool = False) -> str:
        if not question.strip():
            raise InvalidRequest("The question is empty.")
        if len(question) > 20_000:
            raise InvalidRequest("The question is too long.")
        self.asked.append(question)
        self.as_of.append(as_of)
        return "r1"

    def follow(self, run_id: str) -> Iterator[Event]:
        for place, event in enumerate(self.events):
            if place == self.interrupt_at:
                raise KeyboardInterrupt
            yield event

    def cancel(self, run_id: str) -> None:
        self.cancelled.append(run_id)

    def snapshot(self, run_id: str, *, after: int = 0) -> Any:
        rest = () if self.interrupt_at is None else (Cancelled(REVENUE_ANSWER),)
        return SimpleNamespace(state="cancelled", events=rest)


@dataclass
class ScriptedRuntime:
    """Answers from what the test put in."""

    runs: ScriptedRuns = field(default_factory=ScriptedRuns)
    comparison: Any = None
    table: SeriesTable = TABLE
    failure: ResearchError | None = None
    wanted: list[Any] = field(default_factory=list)
    settings: list[Settings] = field(default_factory=list)
    closed: int = 0

    def __call__(self, settings: Settings) -> Any:
        """Stand in for `Runtime.from_settings`."""
        self.settings.append(settings)
        if self.failure:
            raise self.failure
        return self

    def compare(self, request: Any) -> Any:
        self.wanted.append(request)
        return self.comparison

    def statement(self, name: str, kind: Any, query: Any) -> SeriesTable:
        self.wanted.append((name, kind, query))
        return self.table

    def ratios(self, name: str, query: Any) -> SeriesTable:
        self.wanted.append((name, "ratios", query))
        return self.table

    def coverage(self) -> tuple[Any, ...]:
        return (
            SimpleNamespace(
                ticker="AAPL",
                name="Apple Inc.",
                cik=320193,
                coverage="full",
                facts=5_386,
                first_end=date(2006, 9, 30),
                last_end=date(2026, 3, 28),
                last_filed=date(2026, 5, 1),
                source="embedded",
            ),
        )

    def checks(self) -> tuple[Any, ...]:
        return (SimpleNamespace(name="figures", ok=True, message="96 companies"),)

    def close(self) -> None:
        self.closed += 1


def run(runtime: ScriptedRuntime, *arguments: str, **options: Any) -> Result:
    """Run the command line as a person would, on the scripted runtime."""
    session = Session(open_runtime=runtime, now=lambda: NOW)
    return CliRunner().invoke(main, list(arguments), obj=session, catch_exceptions=False, **options)
