"""Traps 27 and 28: figures with a dimension, from the filings themselves."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import Row
from research_agent.errors import NotFound
from research_agent.finance.builder import build_pack
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from tests.traps.pack import MILLION

pytestmark = pytest.mark.corpus

APPLE = Company(320193, "AAPL", "Apple Inc.")


def store(folder: Path, *inputs: Path) -> StoreProvider:
    build_pack(inputs, folder)
    return StoreProvider(FactStore(folder))


@pytest.fixture(scope="module")
def facts_alone(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> StoreProvider:
    folder = tmp_path_factory.mktemp("facts")
    return store(folder, corpus / "companyfacts" / "CIK0000320193.json.gz")


@pytest.fixture(scope="module")
def with_filing(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> StoreProvider:
    folder = tmp_path_factory.mktemp("filing")
    return store(
        folder,
        corpus / "companyfacts" / "CIK0000320193.json.gz",
        corpus / "filings_html" / "aapl-10-k-2024-11-01.html.gz",
    )


def groups(rows: tuple[Row, ...]) -> Iterator[tuple[str, int, int]]:
    """Each group's heading, its total and the sum of its members in the first column."""
    heading, total, parts = "", 0, 0
    for row in rows:
        first = row.cells[0]
        value = int(first.value) if isinstance(first, Fact) else 0
        if row.depth == 0:
            if heading:
                yield heading, total, parts
            heading, total, parts = row.label, value, 0
        elif row.depth == 1:
            parts += value
    yield heading, total, parts


async def test_trap_27_companyfacts_has_no_segments_and_none_are_made(
    facts_alone: StoreProvider,
) -> None:
    """It lists totals only; the sentence says where segments are."""
    with pytest.raises(NotFound, match="segments"):
        await facts_alone.segments(APPLE, PeriodQuery())


async def test_trap_28_segments_of_each_axis_add_up_to_the_total(
    with_filing: StoreProvider,
) -> None:
    """Apple FY2024: 391,035 million by product, by region; two axes at once would be twice that."""
    found = await with_filing.segments(APPLE, PeriodQuery(limit=1))
    by_revenue = [one for one in groups(found.rows) if one[1] == 391_035 * MILLION]

    assert len(by_revenue) >= 2
    assert all(parts == total for _, total, parts in by_revenue)


@pytest.mark.parametrize(
    ("concept", "millions"),
    [
        ("revenue_product_iphone", 201_183),
        ("revenue_product_service", 96_169),
        ("revenue_product_mac", 29_984),
    ],
)
async def test_trap_28_a_segments_figure_is_the_filings(
    with_filing: StoreProvider, concept: str, millions: int
) -> None:
    """Read in the note on revenue of the 10-K 0000320193-24-000123."""
    found = await with_filing.segments(APPLE, PeriodQuery(limit=1))
    values = {
        fact.value
        for row in found.rows
        if row.concept.startswith(concept)
        for fact in row.cells
        if isinstance(fact, Fact)
    }

    assert values == {millions * MILLION}
