"""What every source of financials must do; a further one is one line in `SOURCES`."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.errors import InvalidRequest, NotCovered, NotFound
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.providers.provider import FinancialsProvider
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.pulled_store import PulledStore
from research_agent.finance.sec.edgar import EdgarClient, EdgarHosts
from research_agent.finance.sec.sec_provider import SecProvider
from research_agent.finance.store import FactStore
from research_agent.infra.disk_cache import DiskCache
from research_agent.infra.pace import Pace
from research_agent.infra.settings import PACK_DIR
from tests.fakes.sec_server import sec_serving

pytestmark = pytest.mark.corpus

AMD = Company(2488, "AMD", "Advanced Micro Devices Inc", "Nasdaq", ("AMD",))
NOBODY = Company(7, "NBDY", "Nobody Corp", "NYSE", ("NBDY",))

Source = Callable[[Path, Path], AbstractAsyncContextManager[FinancialsProvider]]


@asynccontextmanager
async def store(_corpus: Path, _folder: Path) -> AsyncIterator[FinancialsProvider]:
    """The embedded pack."""
    pack = FactStore(PACK_DIR)
    yield StoreProvider(pack)
    pack.close()


@asynccontextmanager
async def sec(corpus: Path, folder: Path) -> AsyncIterator[FinancialsProvider]:
    """The SEC, on loopback."""
    with sec_serving(corpus) as server:
        edgar = EdgarClient(
            "Ada ada@example.com",
            cache=DiskCache(folder / "cache"),
            hosts=EdgarHosts(server.url, server.url),
            pace=Pace(1000),
        )
        live = SecProvider(edgar, keep=PulledStore(folder / "store"))
        yield live
        await live.aclose()


SOURCES: dict[str, Source] = {
    "store": store,
    "SEC": sec,
}

WITHOUT_SEGMENTS = {"store", "SEC"}
"""Sources that have no filing of AMD that splits its figures."""


@pytest.fixture(params=SOURCES)
async def source(
    request: pytest.FixtureRequest, corpus: Path, tmp_path: Path
) -> AsyncIterator[FinancialsProvider]:
    async with SOURCES[request.param](corpus, tmp_path) as provider:
        assert provider.name == request.param
        yield provider


def cell(table: SeriesTable, concept: str, label: str) -> Fact | Missing:
    row = table.row(concept)
    assert row is not None, f"no row {concept}"
    return row.cells[[period.label for period in table.periods].index(label)]


async def test_a_statement_has_the_filed_figure_with_its_filing(
    source: FinancialsProvider,
) -> None:
    """AMD's 10-K for 2023, page 50: net revenue $22,680 million, year to 2023-12-30."""
    table = await source.statement(AMD, StatementKind.INCOME, PeriodQuery(limit=4))
    found = cell(table, "revenue", "FY2023")

    assert isinstance(found, Fact)
    assert (found.value, found.unit, found.end) == (
        Decimal(22_680_000_000),
        "USD",
        date(2023, 12, 30),
    )
    assert found.url.startswith("https://www.sec.gov/")


@pytest.mark.parametrize("basis", [Basis.ANNUAL, Basis.QUARTERLY, Basis.TTM])
async def test_periods_come_newest_first_and_no_more_than_asked_for(
    source: FinancialsProvider, basis: Basis
) -> None:
    """The newest figure stands where a reader looks first."""
    table = await source.statement(AMD, StatementKind.CASH_FLOW, PeriodQuery(basis=basis, limit=5))
    ends = [period.end for period in table.periods]

    assert len(ends) == 5
    assert ends == sorted(ends, reverse=True)
    assert all(len(row.cells) == 5 for row in table.rows)


async def test_a_figure_that_is_not_there_says_why_and_is_never_zero(
    source: FinancialsProvider,
) -> None:
    """An empty cell would be read as nothing, a zero as none."""
    table = await source.statement(AMD, StatementKind.BALANCE, PeriodQuery(limit=10))
    missing = [c for row in table.rows for c in row.cells if isinstance(c, Missing)]

    assert missing
    assert all(one.reason for one in missing)


async def test_a_ratio_brings_its_formula_and_inputs(source: FinancialsProvider) -> None:
    """AMD 2023: gross profit $10,460 million on revenue of $22,680 million."""
    table = await source.series(AMD, ["gross_margin"], PeriodQuery(limit=4))
    found = cell(table, "gross_margin", "FY2023")

    assert isinstance(found, Fact)
    assert found.origin is Origin.COMPUTED
    assert found.formula
    assert [fact.concept for fact in found.inputs] == ["gross_profit", "revenue"]
    assert round(found.value, 4) == round(Decimal(10_460) / 22_680, 4)


async def test_earnings_and_key_ratios_are_there(source: FinancialsProvider) -> None:
    """AMD's 10-K for 2023: diluted EPS $0.53."""
    earnings = await source.earnings(AMD, PeriodQuery(limit=4))
    found = cell(earnings, "eps_diluted", "FY2023")
    ratios = await source.ratios(AMD, PeriodQuery(limit=1))

    assert isinstance(found, Fact)
    assert found.value == Decimal("0.53")
    assert any(isinstance(c, Fact) for row in ratios.rows for c in row.cells)


async def test_nothing_filed_after_the_day_asked_for_is_seen(source: FinancialsProvider) -> None:
    """AMD's 10-K for 2023 was filed on 2024-01-31."""
    query = PeriodQuery(limit=3, as_of=date(2024, 1, 30))
    table = await source.statement(AMD, StatementKind.INCOME, query)

    assert table.periods[0].label == "FY2022"
    assert all(
        filing.filed <= date(2024, 1, 30) for fact in table.facts() for filing in fact.filings()
    )


async def test_a_company_the_source_has_not_got_is_named(source: FinancialsProvider) -> None:
    """Only so can the next source be asked, and the person be told."""
    with pytest.raises(NotCovered, match="NBDY"):
        await source.statement(NOBODY, StatementKind.INCOME, PeriodQuery())


async def test_periods_that_do_not_exist_are_not_an_empty_table(
    source: FinancialsProvider,
) -> None:
    """AMD filed nothing in XBRL before 2009."""
    with pytest.raises(NotFound):
        await source.statement(AMD, StatementKind.INCOME, PeriodQuery(end_lte=date(1990, 1, 1)))


async def test_a_metric_nobody_knows_is_a_wrong_question(source: FinancialsProvider) -> None:
    """The model can mend that; another source cannot."""
    with pytest.raises(InvalidRequest):
        await source.series(AMD, ["made_up_metric"], PeriodQuery())


async def test_segments_are_there_or_not_covered(source: FinancialsProvider) -> None:
    """No table without figures."""
    if source.name in WITHOUT_SEGMENTS:
        with pytest.raises(NotCovered, match="AMD"):
            await source.segments(AMD, PeriodQuery(limit=2))
        return
    table = await source.segments(AMD, PeriodQuery(limit=2))
    assert any(True for _ in table.facts())
