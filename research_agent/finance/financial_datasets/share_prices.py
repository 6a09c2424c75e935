"""Share prices of Financial Datasets."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from research_agent.domain.facts import Missing
from research_agent.domain.sources import WebSource
from research_agent.errors import NotCovered, ProviderError
from research_agent.finance.financial_datasets.client import (
    FINANCIAL_DATASETS,
    FinancialDatasetsClient,
    Record,
)
from research_agent.finance.financial_datasets.values import SITE, day_of, decimal_of
from research_agent.finance.prices.price_series import PriceBar, PriceSeries

__all__ = ["FinancialDatasetsPrices"]

BASIS = "close as Financial Datasets gives it, which does not say whether it is adjusted for splits"


class FinancialDatasetsPrices:
    """Reads daily prices.

    Args:
        client: Calls the service.
    """

    name = FINANCIAL_DATASETS

    def __init__(self, client: FinancialDatasetsClient) -> None:
        self._client = client

    async def daily(self, ticker: str, first: date, last: date) -> PriceSeries:
        """Return the days of one share; raises like `PriceSource.daily`."""
        what = f"prices of {ticker} from {first} to {last}"
        records = await self._client.records(
            "/prices",
            "prices",
            ticker=ticker,
            what=what,
            interval="day",
            interval_multiplier=1,
            start_date=first.isoformat(),
            end_date=last.isoformat(),
        )
        bars, dropped = _bars(records, first, last)
        if not bars and dropped:
            raise ProviderError(FINANCIAL_DATASETS, f"{what} came without readable days or closes")
        if not bars:
            raise NotCovered(f"{FINANCIAL_DATASETS} has not {what}.")
        notes = (f"{dropped} days came without a readable close.",) if dropped else ()
        source = WebSource(f"{FINANCIAL_DATASETS}, {ticker} prices", SITE)
        return PriceSeries(ticker, "USD", bars, None, BASIS, source, notes)


def _bars(records: Sequence[Record], first: date, last: date) -> tuple[tuple[PriceBar, ...], int]:
    """Return the days within the window, oldest first, and how many were unreadable."""
    days: dict[date, PriceBar] = {}
    dropped = 0
    for record in records:
        day, close = day_of(record, "time", "date"), _number(record.get("close"))
        if day is None or close is None or close <= 0:
            dropped += 1
        elif first <= day <= last:
            days[day] = PriceBar(
                day,
                close,
                open=_number(record.get("open")),
                high=_number(record.get("high")),
                low=_number(record.get("low")),
                volume=_number(record.get("volume")),
            )
    return tuple(days[day] for day in sorted(days)), dropped


def _number(value: Any) -> Decimal | None:
    number = decimal_of(value)
    return None if isinstance(number, Missing) else number
