"""How long a filing takes from HTML to segments, and segments from the store to a table."""

import gzip
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.segments.part_figures import PartFigures
from research_agent.finance.segments.reading import breakdowns
from research_agent.finance.segments.table import segments_table
from research_agent.finance.store import FactStore
from research_agent.finance.xbrl.inline_xbrl import read_inline
from research_agent.infra.settings import PACK_DIR

FILINGS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "filings_html"
JOHNSON = Company(200406, "JNJ", "Johnson & Johnson")


@pytest.fixture(scope="module", params=["aapl-10-q-2025-08-01", "jnj-10-k-2025-02-13"])
def raw(request: pytest.FixtureRequest) -> bytes:
    """The smallest and one of the largest reports of the corpus, 0.9 and 3.7 MB."""
    path = FILINGS / f"{request.param}.html.gz"
    if not path.is_file():
        pytest.skip("../shared/corpus is not there")
    return gzip.decompress(path.read_bytes())


def test_read_a_filing(benchmark: BenchmarkFixture, raw: bytes) -> None:
    """Every numeric fact with its place on the page."""
    benchmark.pedantic(lambda: read_inline(raw, name="filing"), rounds=5, warmup_rounds=1)


def test_split_its_figures(benchmark: BenchmarkFixture, raw: bytes) -> None:
    """Every metric along every axis, reconciled."""
    document = read_inline(raw, name="filing")
    benchmark.pedantic(lambda: breakdowns(document), rounds=5, warmup_rounds=1)


def test_open_the_store(benchmark: BenchmarkFixture) -> None:
    """Segments must not be read before they are asked for."""
    benchmark.pedantic(lambda: FactStore(PACK_DIR).coverage(), rounds=10, warmup_rounds=1)


def test_segments_table(benchmark: BenchmarkFixture) -> None:
    """The company with the most parts, four years, nothing kept from before but its totals."""
    store = FactStore(PACK_DIR)
    query = PeriodQuery()
    figures = StoreProvider(store).figures(JOHNSON, query)

    def run() -> None:
        parts = PartFigures(JOHNSON, figures, store.segment_rows(JOHNSON.cik), query)
        segments_table(parts, query)

    benchmark.pedantic(run, rounds=10, warmup_rounds=1)
