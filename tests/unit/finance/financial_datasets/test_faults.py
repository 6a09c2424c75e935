"""Financial Datasets × everything that can go wrong: no wrong figure, no lost series, no hang."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import date

import pytest

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.errors import (
    AuthError,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    ResearchError,
)
from research_agent.finance.financial_datasets.client import POLICY, FinancialDatasetsClient
from research_agent.finance.financial_datasets.provider import FinancialDatasetsProvider
from research_agent.finance.financial_datasets.share_prices import FinancialDatasetsPrices
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.market.service_lists import holders, insider_trades, news
from research_agent.infra.http_client import HttpPolicy
from research_agent.infra.pace import Pace
from tests.fakes.faulty_server import Fault, FaultyServer
from tests.fakes.financial_datasets_server import financial_datasets
from tests.fakes.named_companies import APPLE

TIMEOUT_S, BUDGET_S = 0.3, 2.0
FAST = HttpPolicy(
    timeout_s=TIMEOUT_S,
    pause_s=0.01,
    budget_s=BUDGET_S,
    rest_s=0.05,
    unauthorized=POLICY.unauthorized,
    payment=POLICY.payment,
    forbidden=POLICY.forbidden,
)
SLACK_S = 0.5
QUERY = PeriodQuery(limit=1)
EVERYWHERE = "ticker="

Read = Callable[[FinancialDatasetsClient], Awaitable[object]]
READS: dict[str, Read] = {
    "income": lambda c: FinancialDatasetsProvider(c).statement(APPLE, StatementKind.INCOME, QUERY),
    "balance": lambda c: FinancialDatasetsProvider(c).statement(
        APPLE, StatementKind.BALANCE, QUERY
    ),
    "cash flow": lambda c: FinancialDatasetsProvider(c).statement(
        APPLE, StatementKind.CASH_FLOW, QUERY
    ),
    "ratios": lambda c: FinancialDatasetsProvider(c).ratios(APPLE, QUERY),
    "segments": lambda c: FinancialDatasetsProvider(c).segments(APPLE, QUERY),
    "earnings": lambda c: FinancialDatasetsProvider(c).earnings(APPLE, QUERY_OF_QUARTERS),
    "prices": lambda c: FinancialDatasetsPrices(c).daily(
        "AAPL", date(2026, 7, 1), date(2026, 7, 10)
    ),
    "news": lambda c: news(c, APPLE, limit=3, as_of=None),
    "insiders": lambda c: insider_trades(c, APPLE, limit=3, as_of=None),
    "holders": lambda c: holders(c, APPLE, limit=3, as_of=None),
}
QUERY_OF_QUARTERS = PeriodQuery(limit=1, basis=Basis.QUARTERLY)

OTHER_COMPANY = {
    field: [{"ticker": "MSFT", "report_period": "2025-12-31", "revenue": 1}]
    for field in (
        "income_statements balance_sheets cash_flow_statements financial_metrics earnings "
        "segmented_financials prices news insider_trades institutional_holdings"
    ).split()
}
EMPTY = json.dumps({field: [] for field in OTHER_COMPANY}).encode()
NOT_A_NUMBER = b'{"income_statements": [{"revenue": NaN}], "prices": [{"close": NaN}]}'

LASTING: dict[str, tuple[Fault, type[ResearchError], str]] = {
    "401": (Fault(EVERYWHERE, 9, status=401), AuthError, "FINANCIAL_DATASETS_API_KEY was refused"),
    "402": (Fault(EVERYWHERE, 9, status=402), AuthError, "add credit at financialdatasets.ai"),
    "403": (Fault(EVERYWHERE, 9, status=403), AuthError, "choose another plan"),
    "429, an hour": (
        Fault(EVERYWHERE, 9, status=429, headers={"Retry-After": "3600"}),
        RateLimited,
        "it can be called again in 60 minutes",
    ),
    "429 for ever": (
        Fault(EVERYWHERE, 99, status=429, headers={"Retry-After": "0.1"}),
        RateLimited,
        "too many requests",
    ),
    "500": (Fault(EVERYWHERE, 9, status=500), ProviderError, "status 500"),
    "503": (Fault(EVERYWHERE, 9, status=503), ProviderError, "status 503"),
    "418": (Fault(EVERYWHERE, 9, status=418), ProviderError, "status 418"),
    "truncated": (Fault(EVERYWHERE, 9, cut=True), ProviderError, "came damaged"),
    "no JSON": (Fault(EVERYWHERE, 9, body=b"<html>"), ProviderError, "came damaged"),
    "no list": (Fault(EVERYWHERE, 9, body=b'{"error": "no"}'), ProviderError, "it has no"),
    "hang": (Fault(EVERYWHERE, 9, delay_s=0.4), ProviderTimeout, "did not come within"),
    "reset": (Fault(EVERYWHERE, 9, reset=True), ProviderError, "no connection"),
    "empty": (Fault(EVERYWHERE, 9, body=EMPTY), ResearchError, "Financial Datasets has not"),
    "another company": (
        Fault(EVERYWHERE, 9, body=json.dumps(OTHER_COMPANY).encode()),
        ProviderError,
        "it is of another company",
    ),
    "NaN": (Fault(EVERYWHERE, 9, body=NOT_A_NUMBER), ProviderError, "NaN is no number"),
}
PASSING = {
    "429 with a time": Fault(EVERYWHERE, 1, status=429, headers={"Retry-After": "0.2"}),
    "500 twice": Fault(EVERYWHERE, 2, status=500),
    "503 with a time": Fault(EVERYWHERE, 1, status=503, headers={"Retry-After": "0.1"}),
    "truncated once": Fault(EVERYWHERE, 1, cut=True),
    "slow once": Fault(EVERYWHERE, 1, delay_s=0.4),
    "reset once": Fault(EVERYWHERE, 1, reset=True),
    "another company once": Fault(EVERYWHERE, 1, body=json.dumps(OTHER_COMPANY).encode()),
}


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with financial_datasets() as running:
        yield running


@pytest.fixture
async def client(server: FaultyServer) -> AsyncIterator[FinancialDatasetsClient]:
    made = FinancialDatasetsClient("s3cret", base_url=server.url, pace=Pace(1000), policy=FAST)
    yield made
    await made.aclose()


@pytest.mark.parametrize("fault", LASTING)
@pytest.mark.parametrize("read", READS)
async def test_a_lasting_fault_is_one_clear_sentence_in_bounded_time(
    server: FaultyServer, client: FinancialDatasetsClient, read: str, fault: str
) -> None:
    """Nobody is shown a figure, a key or a stack trace, and nobody waits for ever."""
    spoiled, kind, words = LASTING[fault]
    server.spoil(spoiled)
    start = time.monotonic()

    with pytest.raises(kind) as caught:
        await READS[read](client)

    message = str(caught.value)
    assert words in message
    assert "s3cret" not in message
    assert "\n" not in message
    assert time.monotonic() - start < BUDGET_S + SLACK_S


@pytest.mark.parametrize("fault", PASSING)
@pytest.mark.parametrize("read", READS)
async def test_a_fault_that_passes_costs_no_series(
    server: FaultyServer, client: FinancialDatasetsClient, read: str, fault: str
) -> None:
    """What comes on a later attempt is what would have come on the first."""
    right = await READS[read](client)
    server.spoil(PASSING[fault])

    assert await READS[read](client) == right


async def test_three_refusals_among_eight_series_lose_none(
    server: FaultyServer, client: FinancialDatasetsClient
) -> None:
    """Others lose three of eight here."""
    server.spoil(Fault(EVERYWHERE, 3, status=429, headers={"Retry-After": "0.2"}))
    names = [name for name in READS if name not in ("news", "holders")]

    found = await asyncio.gather(*(READS[name](client) for name in names))

    assert len(found) == 8


async def test_nothing_is_sent_while_the_service_asked_for_a_rest(
    server: FaultyServer, client: FinancialDatasetsClient
) -> None:
    """Asking on is what gets a key blocked."""
    server.spoil(Fault(EVERYWHERE, 1, status=429, headers={"Retry-After": "0.4"}))

    await READS["income"](client)

    assert server.at[1] - server.at[0] >= 0.4


@pytest.mark.parametrize("bad", ['"soon"', "true", "null", "[1]", '{"v": 1}'])
async def test_a_close_that_is_no_number_is_left_out_and_said(
    server: FaultyServer, client: FinancialDatasetsClient, bad: str
) -> None:
    """A guessed close would be a price nobody paid."""
    body = (
        '{"ticker": "AAPL", "prices": [{"time": "2026-07-01", "close": 200.15}, '
        f'{{"time": "2026-07-02", "close": {bad}}}]}}'
    )
    server.spoil(Fault("/prices", 9, body=body.encode()))

    series = await FinancialDatasetsPrices(client).daily(
        "AAPL", date(2026, 7, 1), date(2026, 7, 10)
    )

    assert [str(bar.close) for bar in series.bars] == ["200.15"]
    assert series.notes == ("1 days came without a readable close.",)


async def test_figures_in_words_are_missing_where_figures_in_digits_are_not(
    server: FaultyServer, client: FinancialDatasetsClient
) -> None:
    """One bad field costs itself, not the statement."""
    record = {"report_period": "2025-12-31", "currency": "USD", "revenue": "many", "net_income": 5}
    body = json.dumps({"income_statements": [record]}).encode()
    server.spoil(Fault("/financials", 9, body=body))

    table = await FinancialDatasetsProvider(client).statement(APPLE, StatementKind.INCOME, QUERY)

    assert {fact.concept: fact.value for fact in table.facts()} == {"net_income": 5}
    assert all(isinstance(cell, Fact) or cell.reason for row in table.rows for cell in row.cells)
