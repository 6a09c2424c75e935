"""The price of a share, and on which count of shares it stands."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Period
from research_agent.domain.sources import WebSource
from research_agent.domain.tables import Cell
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.ratios.ratio import PRICE
from research_agent.finance.splits import split_factor

__all__ = ["Adjustment", "SharePrice", "price_cell", "share_basis"]

MAX_DAYS_BEFORE_END = 7
"""The last trading day of a period may lie a few days before its end."""
_SHARE_DATA = ("eps_diluted", "weighted_shares_diluted", "shares_outstanding")


class Adjustment(StrEnum):
    """What was done to a price after its day."""

    RAW = "raw"
    """What a share cost on the day."""

    SPLITS = "split-adjusted"
    """Put on the count of shares of the newest filings."""

    DIVIDENDS = "dividend-adjusted"
    """Lowered for dividends paid since, for returns; no share was ever sold at it."""


@dataclass(frozen=True, slots=True)
class SharePrice:
    """What a share costs.

    Args:
        value: In whole units of `currency`.
        day: Of the close.
        currency: `"USD"`.
        adjustment: Raw, or adjusted for what came later.
        source: Who told it; `None` for a price the person gave.
    """

    value: Decimal
    day: date
    currency: str = "USD"
    adjustment: Adjustment = Adjustment.RAW
    source: WebSource | None = None


def share_basis(figures: Figures, fact: Fact) -> Decimal | None:
    """Return how many of today's shares one share of a per-share figure or share count became.

    Figures of the latest version stand on today's count. `None` when the fact was worked out from
    filings before and after a split.
    """
    if not fact.vintage.startswith("as_reported"):
        return Decimal(1)
    factors = {split_factor(figures.facts.splits, filing.filed) for filing in fact.filings()}
    return factors.pop() if len(factors) == 1 else None


def price_cell(figures: Figures, slot: Slot, price: SharePrice) -> Cell:
    """Return the price on the same count of shares as the figures of a column.

    Earnings of a year before a split against a price after it would be wrong by the ratio of the
    split, so a raw price of an older day is brought to the figures' basis.

    Returns:
        The price as a fact, or why it cannot be set against these figures.
    """
    refusal = _refusal(figures, slot, price)
    if refusal:
        return Missing(refusal)
    shares = (figures.cell(key, slot) for key in _SHARE_DATA)
    known = next((cell for cell in shares if isinstance(cell, Fact)), None)
    basis = share_basis(figures, known) if known is not None else Decimal(1)
    if basis is None:
        return Missing("its share figures come from filings before and after a stock split")
    became = Decimal(1)
    if price.adjustment is Adjustment.RAW:
        for split in figures.facts.splits:
            became *= split.ratio if price.day <= split.after else 1
    words = f"share price of {price.day}, {price.adjustment}"
    scale = basis / became
    return Fact(
        cik=figures.company.cik,
        ticker=figures.company.ticker,
        concept=PRICE,
        label="Share price",
        value=price.value * scale,
        unit=f"{price.currency}/shares",
        period=Period(None, price.day, price.day.isoformat(), slot.basis),
        origin=Origin.QUOTED if price.source is not None and scale == 1 else Origin.COMPUTED,
        source=price.source,
        formula=words if scale == 1 else f"{words} × {scale.normalize():f} (stock split)",
    )


def _refusal(figures: Figures, slot: Slot, price: SharePrice) -> str:
    if price.value <= 0:
        return "the share price is zero or negative"
    if price.adjustment is Adjustment.DIVIDENDS:
        return "a dividend-adjusted price is not what a share cost: give the raw or the split-adjusted one"
    if price.currency != figures.facts.currency:
        return (
            f"the price is in {price.currency}, the figures are in {figures.facts.currency}: convert "
            "the price, and count how many shares a depositary receipt stands for"
        )
    if price.day < slot.period.end - timedelta(days=MAX_DAYS_BEFORE_END):
        return f"the price of {price.day} is older than the end of the period, {slot.period.end}"
    if price.adjustment is Adjustment.RAW:
        for split in figures.facts.splits:
            if split.after < price.day < split.by:
                return (
                    f"a stock split fell between {split.after} and {split.by}: give the "
                    "split-adjusted price"
                )
    return ""
