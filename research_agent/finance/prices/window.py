"""A stretch of share prices as figures: first, last, high, low and return always, the rest thinned."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.errors import NotCovered
from research_agent.finance.prices.price_series import PriceBar, PriceSeries

__all__ = ["PriceWindow", "day_period", "price_concept", "price_window"]

MAX_DAYS = 14
"""Columns of a table of prices; a model and a reader need no more."""

_ROWS = (
    ("price", "Share price (close)", "close"),
    ("price_open", "Opening price", "open"),
    ("price_high", "Highest price", "high"),
    ("price_low", "Lowest price", "low"),
    ("adjusted_price", "Adjusted share price", "adjusted"),
    ("volume", "Shares traded", "volume"),
)


@dataclass(frozen=True, slots=True)
class PriceWindow:
    """Prices from one day to another.

    Args:
        table: The days that are kept, newest first; always with `first`, `last`, `high`, `low`.
        first: First close. Likewise `last`.
        high: Highest price of the window, that of the day's trading where the source has it.
        low: Lowest price, likewise.
        change: Last close over first, less one; `Missing` where they stand on different counts
            of shares.
        total_return: The same of adjusted closes, dividends included; `Missing` without them.
        days: How many finished trading days the window has.
    """

    table: SeriesTable
    first: Fact
    last: Fact
    high: Fact
    low: Fact
    change: Cell
    total_return: Cell
    days: int

    def newest_day(self) -> SeriesTable:
        """Return the table of the last day alone."""
        rows = tuple(replace(row, cells=row.cells[:1]) for row in self.table.rows)
        return replace(
            self.table,
            key=f"newest {self.table.key}",
            title=self.table.title.split(",")[0],
            periods=self.table.periods[:1],
            rows=rows,
        )

    def computed(self) -> tuple[Fact, ...]:
        """Return the figures worked out from the prices."""
        return tuple(c for c in (self.change, self.total_return) if isinstance(c, Fact))


def price_window(company: Company, series: PriceSeries, *, today: date) -> PriceWindow:
    """Return the window of all days of `series`.

    A bar of `today` is not over: it is no close, so it counts for nothing and is only mentioned.

    Raises:
        NotCovered: No day is over.
    """
    over = tuple(bar for bar in series.bars if bar.day < today)
    if not over:
        raise NotCovered(f"No trading day of {series.ticker} in this window is over yet.")
    high = max(over, key=lambda bar: bar.high or bar.close)
    low = min(over, key=lambda bar: bar.low or bar.close)
    chosen = _thinned(over, (over[0], over[-1], high, low))
    table = _table(company, series, chosen, len(over), _notes(series, over, today))
    days = [bar.day for bar in chosen]
    closes = _facts(table, price_concept("price", series.ticker, company))
    highs = _facts(table, price_concept("price_high", series.ticker, company)) or closes
    lows = _facts(table, price_concept("price_low", series.ticker, company)) or closes
    return PriceWindow(
        table=table,
        first=closes[days[-1]],
        last=closes[days[0]],
        high=highs.get(high.day, closes[high.day]),
        low=lows.get(low.day, closes[low.day]),
        change=_change(company, series, closes[days[-1]], closes[days[0]]),
        total_return=_total_return(company, series, table, days),
        days=len(over),
    )


def day_period(day: date) -> Period:
    """Return a day as a period; of no basis, so that a year may be said of it as well."""
    return Period(None, day, day.isoformat(), Basis.ANNUAL)


def price_concept(key: str, ticker: str, company: Company) -> str:
    """Return the concept of a price; a further class of shares has concepts of its own."""
    return key if ticker == company.ticker else f"{key}_{ticker.lower().replace('-', '_')}"


def _thinned(bars: Sequence[PriceBar], kept: Sequence[PriceBar]) -> tuple[PriceBar, ...]:
    """Return at most `MAX_DAYS` bars, newest first: `kept`, and others evenly between them."""
    free = MAX_DAYS - len({bar.day for bar in kept})
    if len(bars) <= MAX_DAYS:
        chosen = {bar.day: bar for bar in bars}
    else:
        step = (len(bars) - 1) / (free + 1)
        between = [bars[round(step * place)] for place in range(1, free + 1)]
        chosen = {bar.day: bar for bar in (*kept, *between)}
    return tuple(chosen[day] for day in sorted(chosen, reverse=True))


def _table(
    company: Company,
    series: PriceSeries,
    bars: Sequence[PriceBar],
    days: int,
    notes: tuple[str, ...],
) -> SeriesTable:
    rows = []
    for key, label, attribute in _ROWS:
        values = [getattr(bar, attribute) for bar in bars]
        if any(value is not None for value in values):
            unit = "shares" if key == "volume" else f"{series.currency}/shares"
            concept = price_concept(key, series.ticker, company)
            cells = tuple(
                _cell(company, series, concept, label, unit, bar.day, value)
                for bar, value in zip(bars, values, strict=True)
            )
            rows.append(Row(concept, label, unit, cells))
    shown = f"{len(bars)} of {days} trading days" if len(bars) < days else f"{days} trading days"
    return SeriesTable(
        key=f"prices({series.ticker},{bars[-1].day},{bars[0].day},{series.source.title})",
        title=f"Prices of {series.ticker}, {shown}",
        company=company,
        periods=tuple(day_period(bar.day) for bar in bars),
        rows=tuple(rows),
        notes=notes,
    )


def _cell(
    company: Company,
    series: PriceSeries,
    concept: str,
    label: str,
    unit: str,
    day: date,
    value: Decimal | None,
) -> Cell:
    if value is None:
        return Missing("the source has none for this day")
    return Fact(
        cik=company.cik,
        ticker=company.ticker,
        concept=concept,
        label=label,
        value=value,
        unit=unit,
        period=day_period(day),
        origin=Origin.QUOTED,
        source=series.source,
    )


def _facts(table: SeriesTable, concept: str) -> dict[date, Fact]:
    row = table.row(concept)
    return {cell.end: cell for cell in row.cells if isinstance(cell, Fact)} if row else {}


def _change(company: Company, series: PriceSeries, first: Fact, last: Fact) -> Cell:
    doubtful = series.doubtful_day()
    if doubtful is not None:
        return Missing(
            f"shares may have been split on {doubtful}, and the closes are not known to be adjusted"
        )
    return _growth(company, series, "price_growth", "Change in share price", first, last)


def _total_return(
    company: Company, series: PriceSeries, table: SeriesTable, days: Sequence[date]
) -> Cell:
    adjusted = _facts(table, price_concept("adjusted_price", series.ticker, company))
    first, last = adjusted.get(days[-1]), adjusted.get(days[0])
    if first is None or last is None:
        return Missing("the source has no adjusted closes")
    label = "Total return with dividends"
    return _growth(company, series, "total_return_growth", label, first, last)


def _growth(
    company: Company, series: PriceSeries, key: str, label: str, first: Fact, last: Fact
) -> Cell:
    if first.end == last.end:
        return Missing("the window has one trading day only")
    period = Period(first.end, last.end, f"{first.end} to {last.end}", Basis.ANNUAL)
    return Fact(
        cik=company.cik,
        ticker=company.ticker,
        concept=price_concept(key, series.ticker, company),
        label=label,
        value=last.value / first.value - 1,
        unit="fraction",
        period=period,
        origin=Origin.COMPUTED,
        formula=f"{last.label} {last.end} ÷ {first.label} {first.end} - 1",
        inputs=(last, first),
    )


def _notes(series: PriceSeries, over: Sequence[PriceBar], today: date) -> tuple[str, ...]:
    notes = [f"Prices: {series.basis} ({series.source.title}, {series.currency})."]
    so_far = next((bar for bar in series.bars if bar.day >= today), None)
    if so_far is not None:
        notes.append(
            f"{so_far.day} is not over: its price so far is no close and is left out here."
        )
    doubtful = replace(series, bars=tuple(over)).doubtful_day()
    if doubtful is not None:
        notes.append(
            f"Closes before and after {doubtful} may stand on different counts of shares (a stock "
            "split): do not compare them."
        )
    return (*notes, *series.notes)
