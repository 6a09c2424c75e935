from contextlib import suppress
from datetime import date
from typing import Any

import pytest

from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.errors import InvalidRequest, NotFound, UnknownCompany
from research_agent.finance.routing import SUB_TOOLS, RoutedCall
from research_agent.tools.sub_tools import SUB_TOOL_ARGUMENTS, SubCall, prepare
from tests.fakes.financials import APPLE, NVIDIA, TSMC, MadeUpFinancials, directory

DIRECTORY = directory()


def prepared(tool: str, **arguments: Any) -> tuple[SubCall, ...]:
    return prepare(RoutedCall(tool, arguments), DIRECTORY)


def test_there_are_arguments_for_each_of_the_eight() -> None:
    """A sub-tool a router may choose can always be checked."""
    assert tuple(SUB_TOOL_ARGUMENTS) == SUB_TOOLS


def test_every_argument_reaches_the_provider() -> None:
    """The bounds, the day and the version decide which figures are right."""
    (call,) = prepared(
        "get_income_statements",
        ticker="Apple",
        period="quarterly",
        limit=8,
        report_period_gt="2019-01-01",
        report_period_gte="2019-01-02",
        report_period_lt="2024-12-31",
        report_period_lte="2024-12-30",
        as_of="2025-02-01",
        vintage="as_reported",
    )

    assert call.company == APPLE
    assert call.query == PeriodQuery(
        basis=Basis.QUARTERLY,
        limit=8,
        end_gt=date(2019, 1, 1),
        end_gte=date(2019, 1, 2),
        end_lt=date(2024, 12, 31),
        end_lte=date(2024, 12, 30),
        vintage=Vintage.AS_REPORTED,
        as_of=date(2025, 2, 1),
    )


@pytest.mark.parametrize("tool", SUB_TOOLS)
def test_every_sub_tool_takes_a_day(tool: str) -> None:
    """Who asks for figures as known on a day must get no later ones, whichever tool is chosen."""
    calls = prepared(tool, ticker="AAPL", as_of="2020-03-31")

    assert {call.query.as_of for call in calls} == {date(2020, 3, 31)}


async def test_the_day_reaches_the_provider_by_every_way() -> None:
    """Also where quarters are replaced by years, and for the newest of every company."""
    day = date(2020, 3, 31)
    for provider in (MadeUpFinancials(), MadeUpFinancials(annual_only=frozenset({"AAPL"}))):
        for tool in SUB_TOOLS:
            for call in prepared(tool, ticker="AAPL", as_of=day.isoformat()):
                with suppress(NotFound):  # segments
                    await call.run(provider, DIRECTORY)
        (newest,) = prepared("get_earnings", limit=2, as_of=day.isoformat())
        await newest.run(provider, DIRECTORY)

        assert {query.as_of for query in provider.queries} == {day}


def test_earnings_may_be_as_they_were_filed() -> None:
    """Latest ones are on today's share basis."""
    (call,) = prepared("get_earnings", ticker="AAPL", vintage="as_reported")

    assert call.query.vintage is Vintage.AS_REPORTED


async def test_earnings_say_when_they_were_filed() -> None:
    """A quarter's figures are news on one day; the day stands beside them."""
    provider = MadeUpFinancials(filed={"AAPL": date(2026, 5, 1)})
    (call,) = prepared("get_earnings", ticker="AAPL", limit=1)
    (table,) = await call.run(provider, DIRECTORY)

    assert table.notes == ("Filed with the SEC: Q4 FY2024 on 2026-05-01.",)


@pytest.mark.parametrize(
    ("tool", "arguments", "complaint"),
    [
        ("get_income_statements", {"ticker": "AAPL", "limit": 81}, "limit"),
        ("get_income_statements", {"ticker": "AAPL", "limit": 0}, "limit"),
        ("get_income_statements", {"ticker": "AAPL", "period": "weekly"}, "period"),
        ("get_income_statements", {"ticker": "AAPL", "as_of": "soon"}, "as_of"),
        ("get_income_statements", {"ticker": "AAPL", "currency": "EUR"}, "currency"),
        ("get_income_statements", {}, "ticker"),
        ("get_key_ratios", {"ticker": "AAPL", "period": "annual"}, "period"),
        ("get_earnings", {"limit": 4, "period": "annual"}, "period"),
        ("get_stock_price", {"ticker": "AAPL"}, "no sub-tool get_stock_price"),
    ],
)
def test_wrong_arguments_are_refused_by_name(
    tool: str, arguments: dict[str, Any], complaint: str
) -> None:
    """Nothing is read before the arguments fit; the sentence says which does not."""
    with pytest.raises(InvalidRequest, match=complaint) as caught:
        prepared(tool, **arguments)

    assert "\n" not in str(caught.value)


def test_an_unknown_company_is_refused_with_the_nearest() -> None:
    """An empty success would make the model invent one."""
    with pytest.raises(UnknownCompany, match="NVDA"):
        prepared("get_key_ratios", ticker="Nvidea")


def test_all_statements_are_three_reads() -> None:
    """So that one of them can fail, or be asked for twice, by itself."""
    calls = prepared("get_all_financial_statements", ticker="AAPL", limit=2)

    assert [call.tool for call in calls] == [
        "get_income_statements",
        "get_balance_sheets",
        "get_cash_flow_statements",
    ]
    assert set(calls) >= set(prepared("get_balance_sheets", ticker="Apple", limit=2))


@pytest.mark.parametrize(
    ("tool", "arguments", "asked"),
    [
        ("get_income_statements", {"ticker": "AAPL"}, "AAPL.income.annual"),
        ("get_balance_sheets", {"ticker": "AAPL"}, "AAPL.balance.annual"),
        ("get_cash_flow_statements", {"ticker": "AAPL"}, "AAPL.cash_flow.annual"),
        ("get_earnings", {"ticker": "AAPL"}, "AAPL.earnings.quarterly"),
        ("get_key_ratios", {"ticker": "AAPL"}, "AAPL.ratios.ttm"),
        (
            "get_historical_key_ratios",
            {"ticker": "AAPL", "period": "quarterly"},
            "AAPL.ratios.quarterly",
        ),
    ],
)
async def test_each_sub_tool_reads_its_series(
    tool: str, arguments: dict[str, Any], asked: str
) -> None:
    """Earnings are quarters and key ratios the last twelve months, without being asked."""
    provider = MadeUpFinancials()
    (call,) = prepared(tool, **arguments)

    (table,) = await call.run(provider, DIRECTORY)

    assert provider.asked == [asked]
    assert table.company == APPLE


@pytest.mark.parametrize("tool", ["get_key_ratios", "get_earnings"])
async def test_a_company_without_quarters_gives_its_years(tool: str) -> None:
    """A 20-F filer has no twelve months but its fiscal years; quarters are never invented."""
    provider = MadeUpFinancials(annual_only=frozenset({"TSM"}))
    (call,) = prepared(tool, ticker="TSM")

    (table,) = await call.run(provider, DIRECTORY)

    assert table.company == TSMC
    assert {period.basis for period in table.periods} == {Basis.ANNUAL}


async def test_segments_say_why_there_are_none() -> None:
    """The reason of the provider is the answer."""
    (call,) = prepared("get_financial_segments", ticker="AAPL")

    with pytest.raises(NotFound, match="not in the embedded pack"):
        await call.run(MadeUpFinancials(), DIRECTORY)


async def test_earnings_without_a_company_are_the_newest_of_each() -> None:
    """Last filed first, one quarter each, at most as many companies as asked for."""
    provider = MadeUpFinancials(
        filed={
            "AAPL": date(2026, 5, 1),
            "NVDA": date(2026, 5, 28),
            "KO": date(2026, 4, 28),
        },
        annual_only=frozenset({"TSM"}),
    )
    (call,) = prepared("get_earnings", limit=2)

    tables = await call.run(provider, DIRECTORY)

    assert [table.company for table in tables] == [NVIDIA, APPLE]
    assert [len(table.periods) for table in tables] == [1, 1]
    assert str(call) == "newest earnings"


def test_equal_reads_are_equal_however_the_company_is_written() -> None:
    """Two spellings of one company are one read."""
    assert prepared("get_key_ratios", ticker="apple") == prepared("get_key_ratios", ticker="AAPL")
