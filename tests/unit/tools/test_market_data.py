"""`get_market_data` over a loopback service and the embedded pack."""

from collections.abc import AsyncIterator, Iterator
from datetime import date
from decimal import Decimal

import pytest

from research_agent.errors import NotFound, ResearchError
from research_agent.evidence.context import RunContext
from research_agent.evidence.web_evidence import WebArtifact
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.financial_datasets.client import FinancialDatasetsClient
from research_agent.finance.financial_datasets.share_prices import FinancialDatasetsPrices
from research_agent.finance.market.desk import MarketDesk
from research_agent.finance.market.questions import price_days
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.infra.pace import Pace
from research_agent.infra.settings import PACK_DIR
from research_agent.tools.market_data import market_data_result
from tests.fakes.faulty_server import Fault, FaultyServer
from tests.fakes.financial_datasets_server import financial_datasets, share_prices

TODAY = date(2026, 7, 14)


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with financial_datasets() as running:
        yield running


@pytest.fixture
async def desk(server: FaultyServer) -> AsyncIterator[MarketDesk]:
    client = FinancialDatasetsClient("k", base_url=server.url, pace=Pace(1000))
    store = FactStore(PACK_DIR)
    yield MarketDesk(
        prices=FinancialDatasetsPrices(client), service=client, figures=StoreProvider(store)
    )
    await client.aclose()
    store.close()


async def ask(
    desk: MarketDesk, query: str, *, today: date = TODAY, as_of: date | None = None
) -> tuple[str, WebArtifact]:
    return await market_data_result(
        query,
        desk=desk,
        directory=CompanyDirectory.load(PACK_DIR, coverage={}),
        router_model=None,
        sub_tool_timeout_s=5,
        context=RunContext(today, as_of=as_of),
    )


async def test_a_year_of_prices_keeps_its_ends_and_extremes(desk: MarketDesk) -> None:
    """Thinned rows must not lose what the answer is about."""
    _, artifact = await ask(desk, "Apple share price in 2025")

    bars = share_prices("AAPL", date(2025, 1, 1), date(2025, 12, 31))
    table = artifact.tables[0]
    days = {str(period.end) for period in table.periods}
    high = max(bars, key=lambda bar: bar["high"])
    low = min(bars, key=lambda bar: bar["low"])
    assert len(days) <= 14 < len(bars)
    assert {bar["time"][:10] for bar in (bars[0], bars[-1], high, low)} <= days
    change = next(fact for fact in artifact.facts if fact.concept == "price_growth")
    first, last = (Decimal(str(bar["close"])) for bar in (bars[0], bars[-1]))
    assert change.value == last / first - 1
    assert "does not say whether it is adjusted" in " ".join(table.notes)


async def test_the_bar_of_today_is_no_close(desk: MarketDesk) -> None:
    """Its price moves until the exchange shuts."""
    text, artifact = await ask(desk, "Apple's current share price", today=date(2026, 7, 13))

    assert artifact.tables[0].periods[0].end == date(2026, 7, 10)
    assert "2026-07-13 is not over" in text


async def test_market_cap_counts_all_classes_once_at_a_sourced_price(desk: MarketDesk) -> None:
    """Alphabet filed 12,230 million shares of all classes at 2026-06-30."""
    text, artifact = await ask(desk, "market cap of Alphabet")

    cap = next(fact for fact in artifact.facts if fact.concept == "market_cap")
    close = Decimal(str(share_prices("GOOGL", date(2026, 7, 13), date(2026, 7, 13))[0]["close"]))
    assert cap.value == 12_230_000_000 * close
    assert any(source.title.startswith("Financial Datasets") for source in cap.told_by())
    assert "at the price of GOOG is" in text


async def test_unequal_classes_are_never_counted_at_one_price(desk: MarketDesk) -> None:
    """One class A share of Berkshire is 1,500 of class B: only the service's own figure is told."""
    text, artifact = await ask(desk, "market cap of Berkshire")

    assert [fact.value for fact in artifact.facts] == [2_900_000_000_000]
    assert "does not say how it counts the shares" in text


async def test_news_are_web_sources_and_what_is_later_is_left_out(desk: MarketDesk) -> None:
    """A run as of a day must not read tomorrow's headline."""
    _, artifact = await ask(desk, "news about Apple", as_of=date(2026, 7, 11))

    assert [str(page.published) for page in artifact.web] == ["2026-07-10", "2026-07-11"]


async def test_prices_as_of_a_day_end_before_it(desk: MarketDesk) -> None:
    """The close of the day itself was not known during the day."""
    _, artifact = await ask(desk, "Apple share price in 2025", as_of=date(2025, 6, 12))

    assert artifact.tables[0].periods[0].end == date(2025, 6, 11)


async def test_one_part_failing_costs_only_itself(desk: MarketDesk, server: FaultyServer) -> None:
    """The rest is answered, and the reason is said."""
    server.spoil(Fault("/news", 9, status=402))

    text, artifact = await ask(desk, "Apple news and insider trades")

    assert artifact.tables[0].title == "Insider trades"
    assert "add credit at financialdatasets.ai" in text


async def test_a_share_without_prices_is_said_in_a_sentence(desk: MarketDesk) -> None:
    """An empty success would read like a price of nothing."""
    with pytest.raises(NotFound, match="Financial Datasets has not prices of PG"):
        await ask(desk, "Procter & Gamble share price")


async def test_a_split_between_closes_gives_no_return(
    desk: MarketDesk, server: FaultyServer
) -> None:
    """A raw close halves on the day of a 2-for-1 split though nobody lost anything."""
    body = (
        b'{"prices": [{"time": "2026-07-01", "close": 200}, {"time": "2026-07-02", "close": 100}]}'
    )
    server.spoil(Fault("/prices", 9, body=body))

    text, artifact = await ask(desk, "Apple share price in July 2026")

    assert artifact.facts == ()
    assert "no return is given: shares may have been split on 2026-07-02" in text


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("last year", date(2025, 1, 1), date(2025, 12, 31)),
        ("over the last year", date(2025, 7, 14), TODAY),
        ("in 2024", date(2024, 1, 1), date(2024, 12, 31)),
        ("from 2020 to 2022", date(2020, 1, 1), date(2022, 12, 31)),
        ("since 2023", date(2023, 1, 1), TODAY),
        ("in March 2024", date(2024, 3, 1), date(2024, 3, 31)),
        ("year to date", date(2026, 1, 1), TODAY),
        ("on 2024-05-06", date(2024, 4, 29), date(2024, 5, 6)),
        ("", date(2025, 7, 14), TODAY),
    ],
)
def test_the_days_a_question_speaks_of(words: str, first: date, last: date) -> None:
    """Another window is another return."""
    assert price_days(f"share price of ¦ {words}", TODAY) == (first, last)


async def test_an_empty_question_is_refused(desk: MarketDesk) -> None:
    """There is nothing to route."""
    with pytest.raises(ResearchError, match="The query is empty"):
        await ask(desk, "  ")
