"""A table of prices as people keep them: CSV or Parquet, with the usual headers, exactly as written."""

import csv
import gzip
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from research_agent.errors import ProviderError
from research_agent.finance.prices.price_series import PriceBar

__all__ = ["PriceFile", "read_price_file"]

_HEADERS = {
    "date": "day date timestamp datetime time",
    "close": "close close_price closing_price price last px_last c",
    "open": "open open_price o",
    "high": "high high_price h",
    "low": "low low_price l",
    "adjusted": "adj_close adjclose adjusted_close adjusted_close_price adj_closing_price adjusted",
    "volume": "volume vol v",
    "ticker": "ticker symbol",
    "currency": "currency",
}
_COLUMNS = {header: name for name, headers in _HEADERS.items() for header in headers.split()}
_NUMBER = re.compile(
    r"[$€£]?(?P<number>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)"
)
_SLASHED = re.compile(r"(?P<first>[0-9]{1,2})[/.](?P<second>[0-9]{1,2})[/.](?P<year>[0-9]{4})")
_COMPACT = re.compile(r"[0-9]{8}")


class PriceFile:
    """Rows of one file.

    Args:
        rows: Cells by our column names, as they stand in the file.
        bars: Days with a readable close, oldest first, by ticker; under `""` without tickers.
        dropped: Rows without a readable day or close, or that contradict each other.
        currency: As the file has it; empty when it does not say.
    """

    def __init__(self, rows: Iterable[Mapping[str, Any]], *, path: Path) -> None:
        kept = list(rows)
        day_first = _day_first(kept, path)
        self.dropped = 0
        self.currency = next((str(r["currency"]).upper() for r in kept if r.get("currency")), "")
        found: dict[str, dict[date, PriceBar | None]] = {}
        for row in kept:
            bar = _bar(row, day_first=day_first)
            if bar is None:
                self.dropped += 1
                continue
            days = found.setdefault(str(row.get("ticker") or "").strip().upper(), {})
            other = days.setdefault(bar.day, bar)
            if other is not None and other.close != bar.close:
                days[bar.day] = None
        self.bars = {}
        for ticker, days in found.items():
            self.dropped += sum(bar is None for bar in days.values())
            ordered = sorted((bar for bar in days.values() if bar), key=lambda bar: bar.day)
            self.bars[ticker] = tuple(ordered)


def read_price_file(path: Path) -> PriceFile:
    """Read a file.

    Raises:
        ProviderError: It cannot be read, or has no column for the day or the close.
    """
    try:
        raw = list(_parquet(path) if path.suffix == ".parquet" else _csv(path))
    except (OSError, ValueError, csv.Error, EOFError) as error:
        raise ProviderError("price files", f"{path.name} cannot be read: {_short(error)}") from None
    if not raw:
        raise ProviderError("price files", f"{path.name} has no rows")
    names = {header: _COLUMNS[key] for header in raw[0] if (key := _plain(header)) in _COLUMNS}
    missing = [name for name in ("date", "close") if name not in names.values()]
    if missing:
        raise ProviderError(
            "price files",
            f"{path.name} has no column for {' and '.join(missing)}; its columns are "
            f"{', '.join(map(str, list(raw[0])[:12]))}",
        )
    return PriceFile(
        ({name: row.get(header) for header, name in names.items()} for row in raw), path=path
    )


def _csv(path: Path) -> Iterator[dict[str, Any]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8-sig", newline="") as lines:
        head = lines.read(4096)
        lines.seek(0)
        delimiter = ";" if head.count(";") > head.count(",") else "\t" if "\t" in head else ","
        yield from csv.DictReader(lines, delimiter=delimiter)


def _parquet(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    yield from table.to_pylist()


def _plain(header: object) -> str:
    return re.sub(r"[^a-z]+", "_", str(header).strip().lower()).strip("_")


def _bar(row: Mapping[str, Any], *, day_first: bool) -> PriceBar | None:
    day, close = _day(row.get("date"), day_first=day_first), _number(row.get("close"))
    if day is None or close is None or close <= 0:
        return None
    others = {key: _number(row.get(key)) for key in ("open", "high", "low", "adjusted", "volume")}
    return PriceBar(day, close, **others)


def _number(value: Any) -> Decimal | None:
    """Return a number as written; floats of a Parquet file by their shortest text."""
    if value is None or isinstance(value, bool):
        return None
    text = str(value).strip()
    if isinstance(value, str):
        found = _NUMBER.fullmatch(text)
        if found is None:
            return None
        text = found["number"].replace(",", "")
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _day(value: Any, *, day_first: bool) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    text = str(value or "").strip()
    if found := _SLASHED.match(text):
        first, second = int(found["first"]), int(found["second"])
        day, month = (first, second) if day_first else (second, first)
        return _made(int(found["year"]), month, day)
    if _COMPACT.fullmatch(text):
        return _made(int(text[:4]), int(text[4:6]), int(text[6:]))
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _day_first(rows: Iterable[Mapping[str, Any]], path: Path) -> bool:
    """Say whether 3/4/2024 is the third of April; the file's own rows tell.

    Raises:
        ProviderError: They do not.
    """
    pairs = [
        (int(found["first"]), int(found["second"]))
        for row in rows
        if (found := _SLASHED.match(str(row.get("date") or "").strip()))
    ]
    if not pairs or any(second > 12 for _, second in pairs):
        return False
    if any(first > 12 for first, _ in pairs):
        return True
    raise ProviderError(
        "price files",
        f"{path.name} writes days such as {pairs[0][0]}/{pairs[0][1]}, which can be read in two "
        "ways; write them as YYYY-MM-DD",
    )


def _short(error: Exception) -> str:
    return str(error).splitlines()[0][:120] if str(error) else type(error).__name__
