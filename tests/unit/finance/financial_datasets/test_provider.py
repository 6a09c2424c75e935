"""Financial Datasets over loopback: every field kept, nothing made up, figures exact."""

import json
from collections.abc import AsyncIterator, Iterator
from datetime import date
from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.errors import NotCovered, ProviderError
from research_agent.finance.financial_datasets.client import FinancialDatasetsClient
from research_agent.finance.financial_datasets.provider import FinancialDatasetsProvider
from research_agent.finance.lines.line_items import StatementKind
from research_agent.infra.http_client import HttpPolicy
from research_agent.infra.pace import Pace
from tests.fakes.faulty_server import Fault, FaultyServer
from tests.fakes.financial_datasets_server import financial_datasets, statement_value
from tests.fakes.named_companies import APPLE, JPMORGAN

FAST = HttpPolicy(timeout_s=1.0, pause_s=0.01, budget_s=4.0, rest_s=0.05)
INCOME = "/financials/income-statements"


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with financial_datasets() as running:
        yield running


@pytest.fixture
async def provider(server: FaultyServer) -> AsyncIterator[FinancialDatasetsProvider]:
    client = FinancialDatasetsClient("k", base_url=server.url, pace=Pace(1000), policy=FAST)
    made = FinancialDatasetsProvider(client)
    yield made
    await made.aclose()


def cell(table: SeriesTable, concept: str, place: int = 0) -> Cell:
    row = table.row(concept)
    assert row is not None, f"no row {concept}"
    return row.cells[place]


def fact(table: SeriesTable, concept: str, place: int = 0) -> Fact:
    found = cell(table, concept, place)
    assert isinstance(found, Fact)
    return found


async def test_a_statement_has_exact_figures_with_unit_period_and_page(
    provider: FinancialDatasetsProvider,
) -> None:
    """A figure without any of them cannot be checked."""
    table = await provider.statement(APPLE, StatementKind.INCOME, PeriodQuery(limit=2))

    revenue = fact(table, "revenue", 1)
    assert [period.label for period in table.periods] == ["FY2025", "FY2024"]
    assert revenue.value == statement_value("AAPL", "revenue", "2024-12-31")
    assert revenue.unit == "USD"
    assert (revenue.period.start, revenue.end) == (date(2024, 1, 1), date(2024, 12, 31))
    assert revenue.origin is Origin.QUOTED
    assert revenue.url == "https://www.sec.gov/Archives/edgar/data/320193/AAPL-2024-12-31.htm"
    assert fact(table, "eps_basic").value == Decimal("6.13")
    assert fact(table, "eps_basic").unit == "USD/shares"


async def test_every_field_of_the_service_reaches_the_table(
    provider: FinancialDatasetsProvider,
) -> None:
    """What has no concept here stands under the service's own name; a dropped one is invented."""
    table = await provider.statement(APPLE, StatementKind.INCOME, PeriodQuery(limit=1))

    assert [row.concept for row in table.rows] == (
        "revenue cost_of_revenue gross_profit operating_expenses research_and_development "
        "operating_income interest_expense ebit income_tax net_income eps_basic "
        "weighted_shares_basic"
    ).split()


async def test_capital_expenditure_is_a_payment_here_and_a_negative_flow_there(
    provider: FinancialDatasetsProvider,
) -> None:
    """Free cash flow worked out with the wrong sign would be too high by twice the amount."""
    table = await provider.statement(APPLE, StatementKind.CASH_FLOW, PeriodQuery(limit=1))

    told = statement_value("AAPL", "capital_expenditure", "2025-12-31")
    assert fact(table, "capital_expenditure").value == told


async def test_dividends_and_other_distributions_are_not_taken_for_dividends(
    provider: FinancialDatasetsProvider,
) -> None:
    """A wider line under a narrower name is a wrong figure."""
    table = await provider.statement(APPLE, StatementKind.CASH_FLOW, PeriodQuery(limit=1))

    assert table.row("dividends_paid") is None
    assert table.row("dividends_and_other_cash_distributions") is not None


async def test_null_is_missing_and_never_zero(provider: FinancialDatasetsProvider) -> None:
    """The service leaves out what was not filed."""
    table = await provider.statement(APPLE, StatementKind.BALANCE, PeriodQuery(limit=1))

    assert cell(table, "goodwill_and_intangible_assets") == Missing("not reported")
    assert table.periods[0].start is None


async def test_quarters_and_twelve_months_carry_the_fiscal_labels_used_here(
    provider: FinancialDatasetsProvider,
) -> None:
    """The label is part of a figure's reference: annual, quarterly and TTM never share one."""
    labels = {}
    for basis in (Basis.QUARTERLY, Basis.TTM):
        table = await provider.statement(
            APPLE, StatementKind.INCOME, PeriodQuery(basis=basis, limit=2)
        )
        labels[basis] = [period.label for period in table.periods]

    assert labels[Basis.QUARTERLY] == ["Q4 FY2025", "Q3 FY2025"]
    assert labels[Basis.TTM] == ["TTM Q4 FY2025", "TTM Q3 FY2025"]


async def test_bounds_hold_even_where_the_service_ignores_them(
    provider: FinancialDatasetsProvider,
) -> None:
    """A figure of another year would answer the question wrongly; the fake knows no `_lt`."""
    query = PeriodQuery(limit=2, end_lt=date(2024, 12, 31))
    table = await provider.statement(APPLE, StatementKind.INCOME, query)

    assert [period.label for period in table.periods] == ["FY2023", "FY2022"]


async def test_earnings_say_when_they_were_filed_and_what_beat(
    provider: FinancialDatasetsProvider,
) -> None:
    """The words have no figure; in the notes they are not lost."""
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=1)
    table = await provider.earnings(APPLE, query)

    assert fact(table, "revenue").value == Decimal("124000000000")
    assert fact(table, "revenue_surprise_pct").unit == "fraction"
    notes = " ".join(table.notes)
    assert "Filed with the SEC: Q4 FY2025 on 2026-01-30." in notes
    assert "revenue surprise beat" in notes


async def test_earnings_as_of_a_day_leave_out_what_was_filed_later(
    provider: FinancialDatasetsProvider,
) -> None:
    """The filing day is the only one the service gives."""
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=4, as_of=date(2026, 1, 29))
    table = await provider.earnings(APPLE, query)

    assert table.periods[0].label == "Q3 FY2025"


@pytest.mark.parametrize(
    "query",
    [PeriodQuery(as_of=date(2025, 1, 1)), PeriodQuery(vintage=Vintage.AS_REPORTED)],
    ids=["as of", "as reported"],
)
async def test_a_past_view_is_not_covered(
    provider: FinancialDatasetsProvider, query: PeriodQuery
) -> None:
    """Today's figures as those of a past day would let the future in."""
    with pytest.raises(NotCovered, match="does not say when"):
        await provider.statement(APPLE, StatementKind.INCOME, query)


async def test_segments_are_named_like_those_of_filings(
    provider: FinancialDatasetsProvider,
) -> None:
    """So that a question for Services revenue finds them; a null stays n/a."""
    table = await provider.segments(APPLE, PeriodQuery(limit=1))

    assert fact(table, "revenue_product_hardware").value == 700_000_000
    assert isinstance(cell(table, "revenue_product_services"), Missing)


async def test_named_metrics_come_in_the_order_asked_from_several_tables(
    provider: FinancialDatasetsProvider,
) -> None:
    """One that the service has not is n/a with the reason."""
    keys = ("free_cash_flow", "revenue", "inventory")
    table = await provider.series(APPLE, keys, PeriodQuery(limit=2))

    assert tuple(row.concept for row in table.rows) == keys
    assert len(table.periods) == 2
    assert isinstance(cell(table, "inventory"), Missing)
    assert fact(table, "revenue").value == statement_value("AAPL", "revenue", "2025-12-31")


async def test_a_company_it_does_not_know_is_not_covered(
    provider: FinancialDatasetsProvider,
) -> None:
    """So that a chain says what each source lacks."""
    with pytest.raises(NotCovered, match="Financial Datasets has not"):
        await provider.statement(JPMORGAN, StatementKind.INCOME, PeriodQuery())


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ('"123456789012345.67"', Decimal("123456789012345.67")),
        ("123456789012345678.25", Decimal("123456789012345678.25")),
        ("1.5e9", Decimal("1.5e9")),
        ('"n/a"', None),
        ('"1,234"', None),
        ("true", None),
        ("null", None),
        ('""', None),
    ],
)
async def test_a_number_is_exact_or_missing(
    server: FaultyServer,
    provider: FinancialDatasetsProvider,
    sent: str,
    expected: Decimal | None,
) -> None:
    """No float on the way, no guess at what a text may mean."""
    body = (
        '{"income_statements": [{"ticker": "AAPL", "report_period": "2025-12-31", "fiscal_period": '
        f'"2025-FY", "currency": "USD", "net_income": 7, "revenue": {sent}}}]}}'
    )
    server.spoil(Fault(INCOME, body=body.encode(), times=3))

    table = await provider.statement(APPLE, StatementKind.INCOME, PeriodQuery(limit=1))

    row = table.row("revenue")
    found = row.cells[0] if row else Missing("left out")
    assert (found.value if isinstance(found, Fact) else None) == expected
    assert fact(table, "net_income").value == 7


async def test_records_in_two_currencies_are_refused(
    server: FaultyServer, provider: FinancialDatasetsProvider
) -> None:
    """A row has one unit; a yen figure under dollars is wrong by a factor of a hundred."""
    records = [
        {"report_period": f"{year}-12-31", "currency": money, "revenue": 1}
        for year, money in ((2025, "USD"), (2024, "JPY"))
    ]
    server.spoil(Fault(INCOME, body=json.dumps({"income_statements": records}).encode(), times=3))

    with pytest.raises(ProviderError, match="mix currencies"):
        await provider.statement(APPLE, StatementKind.INCOME, PeriodQuery(limit=2))
