"""Prices, market value, news and owners of companies, from whatever sources are set up."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Protocol

from research_agent.domain.companies import Company
from research_agent.domain.display import show_fact
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.sources import WebSource
from research_agent.errors import NotCovered, NotFound, ResearchError
from research_agent.finance.figures import Figures
from research_agent.finance.financial_datasets.client import FinancialDatasetsClient
from research_agent.finance.financial_datasets.values import SITE, decimal_of, iso_day
from research_agent.finance.market.part import MarketPart
from research_agent.finance.market.service_lists import holders, insider_trades, news
from research_agent.finance.market.worth import market_cap_fact, valuation_table
from research_agent.finance.prices.price_series import PriceSeries, PriceSource
from research_agent.finance.prices.window import (
    PriceWindow,
    day_period,
    price_concept,
    price_window,
)

__all__ = ["FiguresSource", "MarketDesk"]

DAYS_BACK = 14
"""The newest close is looked for so far back: weekends, holidays, a halt."""

_NO_SERVICE = "{} come from Financial Datasets only: set FINANCIAL_DATASETS_API_KEY for them."


class FiguresSource(Protocol):
    """Delivers filed figures of a company; the local store is one."""

    def figures(self, company: Company, query: PeriodQuery) -> Figures:
        """Return the company as of a day; raises `NotFound` where there is nothing of it."""
        ...


class MarketDesk:
    """Reads the market.

    Args:
        prices: Where prices come from; `None` for nowhere.
        service: Financial Datasets; `None` without a key.
        figures: Counts of shares and earnings.
    """

    def __init__(
        self,
        *,
        prices: PriceSource | None,
        service: FinancialDatasetsClient | None,
        figures: FiguresSource,
    ) -> None:
        self._prices = prices
        self._service = service
        self._figures = figures

    async def prices(
        self, company: Company, ticker: str, first: date, last: date, *, today: date
    ) -> MarketPart:
        """Return a window of prices.

        Raises:
            NotCovered: No source has prices of the share in that time.
            ProviderError: A source failed and no other had them.
        """
        window = await self._window(company, ticker, first, last, today)
        lines = [_went(window), _extremes(window)]
        lines += (
            [f"Total return with dividends: {show_fact(window.total_return)}."]
            if isinstance(window.total_return, Fact)
            else []
        )
        return MarketPart(tuple(lines), (window.table,), window.computed())

    async def snapshot(self, company: Company, ticker: str, *, today: date) -> MarketPart:
        """Return the newest close, and where the service is set up the price of the moment."""
        window = await self._newest(company, ticker, today)
        line = f"{ticker} closed at {show_fact(window.last)} on {window.last.end}."
        return MarketPart((line,), (window.newest_day(),))

    async def market_cap(self, company: Company, *, today: date, as_of: date | None) -> MarketPart:
        """Return the market capitalisation at the newest close.

        Where no count of shares of all classes was filed, the service's own figure is told.
        """
        try:
            window, series = await self._priced(company, company.ticker, today)
            price = series.newest()
            figures = self._figures.figures(company, PeriodQuery(as_of=as_of))
            cap = market_cap_fact(figures, price)
        except NotFound as error:
            return await self._told_market_cap(company, error, today=today, as_of=as_of)
        shares = next(fact for fact in cap.inputs if fact.concept == "shares_outstanding")
        lines = [
            f"The market capitalisation of {company} was {show_fact(cap)} on {price.day}: "
            f"{show_fact(shares)} (all classes, at {shares.end}) at a share price of "
            f"{show_fact(window.last)}."
        ]
        said, others = await self._at_other_classes(company, figures, today)
        return MarketPart((*lines, *said), (window.newest_day(),), (cap, shares, *others))

    async def valuation_ratios(
        self, company: Company, *, today: date, as_of: date | None
    ) -> MarketPart:
        """Return P/E and the other ratios that need a price, at the newest close."""
        window, series = await self._priced(company, company.ticker, today)
        figures = self._figures.figures(company, PeriodQuery(as_of=as_of))
        table = valuation_table(figures, series.newest())
        lines = [f"{company} closed at {show_fact(window.last)} on {window.last.end}."]
        cell = next(
            (row.cells[0] for row in table.rows if row.concept == "price_to_earnings"), None
        )
        if isinstance(cell, Fact):
            lines.append(f"Price to earnings ({cell.period.label}): {show_fact(cell)}.")
        elif isinstance(cell, Missing):
            lines.append(f"Price to earnings: n/a ({cell.reason}).")
        return MarketPart(tuple(lines), (table, window.newest_day()))

    async def news(self, company: Company, *, limit: int, as_of: date | None) -> MarketPart:
        """Return headlines; raises `NotCovered` without the service."""
        return await news(self._client("News"), company, limit=limit, as_of=as_of)

    async def insider_trades(
        self, company: Company, *, limit: int, as_of: date | None
    ) -> MarketPart:
        """Return trades of insiders; raises `NotCovered` without the service."""
        client = self._client("Insider trades")
        return await insider_trades(client, company, limit=limit, as_of=as_of)

    async def holders(self, company: Company, *, limit: int, as_of: date | None) -> MarketPart:
        """Return institutional holders; raises `NotCovered` without the service."""
        client = self._client("Institutional holders")
        return await holders(client, company, limit=limit, as_of=as_of)

    def _client(self, what: str) -> FinancialDatasetsClient:
        if self._service is None:
            raise NotCovered(_NO_SERVICE.format(what))
        return self._service

    async def _window(
        self, company: Company, ticker: str, first: date, last: date, today: date
    ) -> PriceWindow:
        series = await self._source().daily(ticker, first, last)
        return price_window(company, series, today=today)

    async def _newest(self, company: Company, ticker: str, today: date) -> PriceWindow:
        return (await self._priced(company, ticker, today))[0]

    async def _priced(
        self, company: Company, ticker: str, today: date
    ) -> tuple[PriceWindow, PriceSeries]:
        first = today - timedelta(days=DAYS_BACK)
        series = await self._source().daily(ticker, first, today)
        window = price_window(company, series, today=today)
        return window, series.within(first, window.last.end)

    def _source(self) -> PriceSource:
        if self._prices is None:
            raise NotCovered(
                "No source of share prices is set up: set FINANCIAL_DATASETS_API_KEY or "
                "RESEARCH_AGENT_PRICES_DIR."
            )
        return self._prices

    async def _at_other_classes(
        self, company: Company, figures: Figures, today: date
    ) -> tuple[tuple[str, ...], tuple[Fact, ...]]:
        """Say what the same shares cost at the price of the other listed class of common stock."""
        others = [t for t in company.tickers if t != company.ticker and _common(t, company.ticker)]
        if not others:
            return (), ()
        ticker = others[0]
        head = f"Every class is counted at the price of {company.ticker};"
        try:
            _, series = await self._priced(company, ticker, today)
        except ResearchError:
            return (f"{head} that of {ticker} could not be had.",), ()
        other = replace(
            market_cap_fact(figures, series.newest()),
            concept=price_concept("market_cap", ticker, company),
            label=f"Market capitalisation at the price of {ticker}",
        )
        said = f"{head} the market capitalisation at the price of {ticker} is {show_fact(other)}."
        return (said,), (other,)

    async def _told_market_cap(
        self, company: Company, error: NotFound, *, today: date, as_of: date | None
    ) -> MarketPart:
        if self._service is None or as_of is not None:
            raise error
        record = await self._service.record(
            "/financial-metrics/snapshot",
            "snapshot",
            ticker=company.ticker,
            what=f"the market capitalisation of {company}",
        )
        number = decimal_of(record.get("market_cap"))
        if isinstance(number, Missing):
            raise error
        day = iso_day(record.get("report_period") or record.get("time")) or today
        fact = Fact(
            cik=company.cik,
            ticker=company.ticker,
            concept="market_cap",
            label="Market capitalisation",
            value=number,
            unit="USD",
            period=day_period(day),
            origin=Origin.QUOTED,
            source=WebSource(f"Financial Datasets, {company.ticker} metrics", SITE),
        )
        line = (
            f"The market capitalisation of {company} is {show_fact(fact)} as Financial Datasets "
            f"gives it, which does not say how it counts the shares ({error})"
        )
        return MarketPart((line,), facts=(fact,))


def _went(window: PriceWindow) -> str:
    first, last = window.first, window.last
    head = (
        f"{window.table.title.split(',')[0].removeprefix('Prices of ')} closed at "
        f"{show_fact(first)} on {first.end} and at {show_fact(last)} on {last.end}"
    )
    if isinstance(window.change, Fact):
        return f"{head}, a change in the share price of {show_fact(window.change)}."
    return f"{head}; no return is given: {window.change.reason}."


def _extremes(window: PriceWindow) -> str:
    return (
        f"The highest price was {show_fact(window.high)} on {window.high.end}, the lowest price "
        f"{show_fact(window.low)} on {window.low.end}."
    )


def _common(ticker: str, primary: str) -> bool:
    """Say whether a ticker looks like another class of common stock and not a preferred share."""
    return "-" not in ticker and ticker[:3] == primary[:3] and len(ticker) <= 5
