"""What a running process needs for a statement, a comparison and a question."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.finance.comparison import ComparisonBasis, ComparisonRequest
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR, Settings
from research_agent.runtime import Runtime

QUESTIONS = (
    "What was Apple's revenue in fiscal 2023?",
    "Compare NVIDIA and AMD gross margin over the last five years",
    "How fast did Alphabet grow revenue per year from 2015 to 2024?",
)


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    home: Path = tmp_path_factory.mktemp("home")
    opened = Runtime.from_settings(Settings.load(offline=True, home=home))
    yield opened
    opened.close()


def test_open_the_pack_and_read_the_first_statement(
    benchmark: BenchmarkFixture, runtime: Runtime
) -> None:
    """From a folder to Apple's ten fiscal years, nothing kept from the round before."""
    apple = runtime.directory.resolve("AAPL")

    def read() -> None:
        store = FactStore(PACK_DIR)
        query = PeriodQuery(limit=10)
        asyncio.run(StoreProvider(store).statement(apple, StatementKind.INCOME, query))
        store.close()

    benchmark.pedantic(read, rounds=20, warmup_rounds=1)


@pytest.mark.parametrize("basis", list(Basis))
@pytest.mark.parametrize("kind", list(StatementKind))
def test_ten_years_of_one_statement(
    benchmark: BenchmarkFixture, runtime: Runtime, kind: StatementKind, basis: Basis
) -> None:
    """Apple's statement over ten years, in a process that has read its facts before."""
    query = PeriodQuery(basis=basis, limit=10 if basis is Basis.ANNUAL else 40)
    company = runtime.directory.resolve("AAPL")
    loop = asyncio.new_event_loop()

    def read() -> None:
        loop.run_until_complete(runtime.financials.statement(company, kind, query))

    benchmark.pedantic(read, rounds=20, warmup_rounds=2)
    loop.close()


def test_compare_eight_companies(benchmark: BenchmarkFixture, runtime: Runtime) -> None:
    """Three metrics over five fiscal years."""
    tickers = tuple(company.ticker for company in runtime.directory.covered()[:8])
    request = ComparisonRequest(
        tickers, ("revenue", "net_income", "net_margin"), ComparisonBasis.FISCAL, 5
    )
    benchmark.pedantic(lambda: runtime.compare(request), rounds=10, warmup_rounds=1)


@pytest.mark.parametrize("question", QUESTIONS)
def test_question(benchmark: BenchmarkFixture, runtime: Runtime, question: str) -> None:
    """From question to last event in a process that has answered before."""

    def ask() -> None:
        run_id = runtime.runs.start(question)
        for _ in runtime.runs.follow(run_id):
            pass

    benchmark.pedantic(ask, rounds=10, warmup_rounds=1)
