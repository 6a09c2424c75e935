"""A screen over 10,000 companies: the pack's metrics, repeated 110 times under other numbers.

The companies are copies, so the figures mean nothing; the work of the screen is that of a store of
this size. Reading the filed figures of the companies shown is measured apart, on the pack.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import duckdb
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.screening.compiled import compile_screen
from research_agent.finance.screening.parser import parse_screen
from research_agent.finance.screening.screener import Screener
from research_agent.finance.segments.segment_row import SegmentRow
from research_agent.finance.store import CoverageRow, FactStore
from research_agent.finance.xbrl.companyfacts import FactRow
from research_agent.infra.settings import PACK_DIR

COPIES = 110
SHIFT = 10_000_000
TODAY = date(2026, 12, 7)
SCREENS = {
    "two conditions and a sector": (
        'revenue_growth > 20% and net_margin > 15% and sector = "Technology" '
        "order by revenue desc limit 20"
    ),
    "ten figures": (
        "revenue > 1bn and gross_margin > 30% and operating_margin > 10% and net_margin > 5% and "
        "return_on_equity > 10% and current_ratio > 1 and debt_to_equity < 2 and "
        "ttm.revenue > revenue and free_cash_flow > 0 order by ttm.net_margin desc limit 50"
    ),
}


class Copies:
    """Says that the pack's companies are there many times over."""

    def __init__(self, store: FactStore) -> None:
        self._store = store
        self._held = {
            cik + SHIFT * copy: replace(row, cik=cik + SHIFT * copy)
            for cik, row in store.coverage().items()
            for copy in range(COPIES)
        }

    def coverage(self) -> dict[int, CoverageRow]:
        return self._held

    def rows(self, cik: int) -> tuple[FactRow, ...]:
        return self._store.rows(cik % SHIFT)

    def segment_rows(self, cik: int) -> tuple[SegmentRow, ...]:
        return self._store.segment_rows(cik % SHIFT)


def screener_in(folder: Path, *, copies: bool = False) -> Screener:
    store = FactStore(PACK_DIR)
    source = Copies(store) if copies else store
    coverage = {cik: row.coverage for cik, row in store.coverage().items()}
    directory = CompanyDirectory.load(PACK_DIR, coverage=coverage)
    return Screener(source, directory, StoreProvider(source), folder)


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screener]:
    made = screener_in(tmp_path_factory.mktemp("pack"))
    made.refresh()
    yield made
    made.close()


@pytest.fixture(scope="module")
def large(pack: Screener, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screener]:
    """A screener whose table holds each company of the pack 110 times: 10,010 in all."""
    folder = tmp_path_factory.mktemp("large")
    made = screener_in(folder, copies=True)
    table = pack.refresh()
    duckdb.sql(
        f"""COPY (SELECT t.* REPLACE (t.cik + {SHIFT} * copy AS cik)
            FROM read_parquet('{table}') t, range({COPIES}) r(copy))
            TO '{made.path()}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)"""
    )
    yield made
    made.close()


@pytest.mark.parametrize("name", SCREENS)
def test_screen_ten_thousand(benchmark: BenchmarkFixture, large: Screener, name: str) -> None:
    """Companies that fit, in order, and the counts of those not judged."""
    screen = parse_screen(SCREENS[name])
    compiled = compile_screen(screen)

    def work() -> None:
        large.find(compiled, 50)
        large.counts(screen, compiled)

    assert large.counts(screen, compiled).companies == 91 * COPIES
    benchmark(work)


def test_screen_ten_thousand_with_figures(benchmark: BenchmarkFixture, large: Screener) -> None:
    """The whole screen, the filed figures of 20 companies known from the round before."""
    screen = parse_screen(SCREENS["two conditions and a sector"])
    benchmark(lambda: large.screen(screen, today=TODAY))


def test_screen_the_pack_with_figures(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """20 companies with their filed figures, none of them read before."""
    table = screener_in(tmp_path).refresh()

    def fresh() -> tuple[tuple[Screener], dict[str, object]]:
        return (screener_in(table.parent),), {}

    def work(made: Screener) -> None:
        made.screen(parse_screen("order by revenue desc limit 20"), today=TODAY)

    benchmark.pedantic(work, setup=fresh, rounds=3)


def test_work_out_every_metric(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The table of the pack: 91 companies, year and TTM, from the filed facts."""
    folders = (tmp_path / str(number) for number in range(10))
    benchmark.pedantic(lambda: screener_in(next(folders)).refresh(), rounds=2)
