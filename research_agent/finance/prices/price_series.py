"""Daily share prices, with what was done to them said once for all."""

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Protocol

from research_agent.domain.sources import WebSource
from research_agent.finance.share_price import Adjustment, SharePrice

__all__ = ["PriceBar", "PriceSeries", "PriceSource"]

SPLIT_STEP = Decimal("1.2")
"""An adjusted close moves against the close by more than this from one day to the next only where
shares were split: no ordinary dividend is a sixth of the price."""
SPLIT_LIKE = Decimal("1.8")
"""A close that moves by this factor in a day may be a split, where the source does not say."""


@dataclass(frozen=True, slots=True)
class PriceBar:
    """One trading day.

    Args:
        day: At the exchange.
        close: In whole units of the currency, for one share.
        open: First price; `None` where the source has none. Likewise `high` and `low`.
        adjusted: Close lowered for dividends paid since, and for splits.
        volume: Shares traded.
    """

    day: date
    close: Decimal
    open: Decimal | None = None
    high: Decimal | None = None
    low: Decimal | None = None
    adjusted: Decimal | None = None
    volume: Decimal | None = None


@dataclass(frozen=True, slots=True)
class PriceSeries:
    """Prices of one share.

    Args:
        ticker: Of the share, not of the company: `"GOOG"`.
        currency: `"USD"`.
        bars: Oldest first, one a day.
        adjustment: Of the closes; `None` where the source does not say.
        basis: The adjustment in words, for the reader; never empty.
        source: Where the prices come from.
        notes: What the reader must know.
    """

    ticker: str
    currency: str
    bars: tuple[PriceBar, ...]
    adjustment: Adjustment | None
    basis: str
    source: WebSource
    notes: tuple[str, ...] = ()

    def within(self, first: date, last: date) -> "PriceSeries":
        """Return the days from `first` to `last`, both included."""
        return replace(self, bars=tuple(bar for bar in self.bars if first <= bar.day <= last))

    def doubtful_day(self) -> date | None:
        """Return a day from which closes may stand on another count of shares; `None` if none."""
        if self.adjustment in (Adjustment.SPLITS, Adjustment.DIVIDENDS):
            return None
        for before, bar in zip(self.bars, self.bars[1:], strict=False):
            if _is_split(before, bar):
                return bar.day
        return None

    def newest(self) -> SharePrice:
        """Return the last close as the price of a share.

        On the newest day raw and split-adjusted prices are one and the same.
        """
        bar = self.bars[-1]
        adjustment = self.adjustment or Adjustment.SPLITS
        return SharePrice(bar.close, bar.day, self.currency, adjustment, self.source)


class PriceSource(Protocol):
    """Delivers daily prices; one implementation per source."""

    @property
    def name(self) -> str:
        """Short name for messages."""
        ...

    async def daily(self, ticker: str, first: date, last: date) -> PriceSeries:
        """Return the trading days from `first` to `last`, both included; at least one.

        Raises:
            NotCovered: The source has no price of the share in that time.
            ProviderError: It failed.
        """
        ...


def _is_split(before: PriceBar, bar: PriceBar) -> bool:
    if before.adjusted and bar.adjusted:
        then, now = before.adjusted / before.close, bar.adjusted / bar.close
        return not 1 / SPLIT_STEP < now / then < SPLIT_STEP
    return not 1 / SPLIT_LIKE < bar.close / before.close < SPLIT_LIKE
