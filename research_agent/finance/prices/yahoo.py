"""Share prices of Yahoo Finance, through yfinance (optional; imported when first used)."""

import asyncio
import warnings
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from research_agent.domain.sources import WebSource
from research_agent.errors import NotCovered, ProviderError, ProviderTimeout, RateLimited
from research_agent.finance.prices.price_series import PriceBar, PriceSeries
from research_agent.finance.share_price import Adjustment

__all__ = ["YahooPrices"]

YAHOO = "Yahoo Finance"
TIMEOUT_S = 5.0
CALL_TIMEOUT_S = 13.0
"""All requests of one call; yfinance asks for a cookie and a time zone first."""
REST_S = 60.0
BASIS = "close adjusted for splits, not for dividends; adjusted_price for both"
_PLACES = 4
"""Yahoo sends 32-bit floats: 187.42999267578125 is 187.43."""


class YahooPrices:
    """Reads daily prices; one call at a time, as yfinance keeps one session for the process.

    Args:
        cache_dir: Where yfinance keeps time zones and cookies.
        session: Makes the session it sends through; its own when it is left out.
    """

    name = YAHOO

    def __init__(
        self, *, cache_dir: Path | None = None, session: Callable[[], Any] | None = None
    ) -> None:
        self._cache_dir = cache_dir
        self._session = session
        self._lock = Lock()

    @staticmethod
    def installed() -> bool:
        """Say whether yfinance is there."""
        return find_spec("yfinance") is not None

    async def daily(self, ticker: str, first: date, last: date) -> PriceSeries:
        """Return the days of one share; raises like `PriceSource.daily`."""
        try:
            async with asyncio.timeout(CALL_TIMEOUT_S):
                return await asyncio.to_thread(self._daily, ticker, first, last)
        except TimeoutError:
            raise ProviderTimeout(
                YAHOO, f"prices of {ticker} did not come within {CALL_TIMEOUT_S:g} s"
            ) from None

    def _daily(self, ticker: str, first: date, last: date) -> PriceSeries:
        with self._lock:
            frame, meta = self._history(ticker, first, last)
        told = str(meta.get("symbol") or ticker)
        if told.upper() != _symbol(ticker):
            raise ProviderError(YAHOO, f"sent prices of {told[:12]!r} when asked for {ticker}")
        found = (_bar(day.date(), cells) for day, cells in frame.iterrows())
        bars = tuple(bar for bar in found if bar is not None)
        within = tuple(bar for bar in bars if first <= bar.day <= last)
        if not within:
            raise NotCovered(f"{YAHOO} has no prices of {ticker} from {first} to {last}.")
        dropped = len(frame) - len(bars)
        notes = (f"{dropped} days came without a readable close.",) if dropped else ()
        source = WebSource(
            f"{YAHOO}, {ticker} prices",
            f"https://finance.yahoo.com/quote/{_symbol(ticker)}/history",
        )
        currency = str(meta.get("currency") or "USD")
        return PriceSeries(ticker, currency, within, Adjustment.SPLITS, BASIS, source, notes)

    def _history(self, ticker: str, first: date, last: date) -> tuple[Any, dict[str, Any]]:
        import yfinance
        from yfinance.exceptions import YFRateLimitError, YFTickerMissingError

        if self._cache_dir is not None:
            self._cache_dir.mkdir(parents=True, exist_ok=True)
            yfinance.set_tz_cache_location(str(self._cache_dir))
        yfinance.config.debug.hide_exceptions = False
        try:
            share = yfinance.Ticker(
                _symbol(ticker), session=self._session() if self._session else None
            )
            with warnings.catch_warnings():  # about pandas of a later day, not about prices
                warnings.simplefilter("ignore")
                frame = share.history(
                    start=first.isoformat(),
                    end=(last + timedelta(days=1)).isoformat(),
                    auto_adjust=False,
                    actions=True,
                    timeout=TIMEOUT_S,
                )
            told = share.history_metadata
            return frame, {key: told.get(key) for key in ("symbol", "currency")}
        except YFRateLimitError:
            raise RateLimited(
                YAHOO, "too many requests; it can be called again in a minute", retry_after=REST_S
            ) from None
        except YFTickerMissingError:
            raise NotCovered(f"{YAHOO} has no prices of {ticker} from {first} to {last}.") from None
        except Exception as error:  # noqa: BLE001 - yfinance lets through whatever its HTTP and pandas code raises
            kind = type(error).__name__
            raise ProviderError(YAHOO, f"prices of {ticker} could not be read ({kind})") from None


def _symbol(ticker: str) -> str:
    return ticker.upper().replace(".", "-").replace("/", "-")


def _bar(day: date, cells: Any) -> PriceBar | None:
    """Return a row of yfinance's table as a bar; `None` without a positive close."""
    close = _number(cells.get("Close"))
    if close is None or close <= 0:
        return None
    return PriceBar(
        day,
        close,
        open=_number(cells.get("Open")),
        high=_number(cells.get("High")),
        low=_number(cells.get("Low")),
        adjusted=_number(cells.get("Adj Close")),
        volume=_number(cells.get("Volume")),
    )


def _number(value: Any) -> Decimal | None:
    if value is None or value != value:  # NaN is the only number unlike itself
        return None
    return round(Decimal(float(value)), _PLACES).normalize() + 0
