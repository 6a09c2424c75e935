"""The person's own price files in a folder."""

import asyncio
from datetime import date
from pathlib import Path

from research_agent.domain.sources import WebSource
from research_agent.errors import ConfigError, NotCovered
from research_agent.finance.prices.price_file import PriceFile, read_price_file
from research_agent.finance.prices.price_series import PriceBar, PriceSeries
from research_agent.finance.share_price import Adjustment

__all__ = ["PriceFolder"]

_SUFFIXES = (".csv", ".csv.gz", ".tsv", ".parquet")


class PriceFolder:
    """Reads `TICKER.csv`, `.csv.gz`, `.tsv` or `.parquet`, and files with a column of tickers.

    Files are read when first needed and again when they change.

    Args:
        folder: Where they are; never written to.
    """

    name = "price files"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[Path, tuple[tuple[int, int], PriceFile]] = {}

    async def daily(self, ticker: str, first: date, last: date) -> PriceSeries:
        """Return the days of one share.

        Raises:
            ConfigError: There is no such folder.
            NotCovered: No file has the share in that time.
            ProviderError: The share's file cannot be read.
        """
        return await asyncio.to_thread(self._daily, ticker, first, last)

    def _daily(self, ticker: str, first: date, last: date) -> PriceSeries:
        if not self._folder.is_dir():
            raise ConfigError(
                f"RESEARCH_AGENT_PRICES_DIR is {self._folder}, which is no folder; set it to the "
                "one with your price files."
            )
        for path, whole in self._candidates(ticker):
            found = self._file(path)
            bars = found.bars.get(_key(ticker)) or (found.bars.get("") if whole else None)
            within = tuple(bar for bar in bars or () if first <= bar.day <= last)
            if within:
                return _series(ticker, path, found, within)
        raise NotCovered(
            f"No file in {self._folder.name} has prices of {ticker} from {first} to {last}."
        )

    def _candidates(self, ticker: str) -> list[tuple[Path, bool]]:
        """Return the files to look in, and whether all of a file is the share's."""
        files = [path for path in sorted(self._folder.iterdir()) if _stem(path)]
        own = [(path, True) for path in files if _key(_stem(path)) == _key(ticker)]
        return own + [
            (path, False) for path in files if (path, True) not in own and len(files) < 50
        ]

    def _file(self, path: Path) -> PriceFile:
        told = path.stat()
        state = (told.st_mtime_ns, told.st_size)
        known = self._read.get(path)
        if known is None or known[0] != state:
            known = self._read[path] = (state, read_price_file(path))
        return known[1]


def _series(ticker: str, path: Path, found: PriceFile, bars: tuple[PriceBar, ...]) -> PriceSeries:
    notes = []
    if found.dropped:
        notes.append(f"{found.dropped} rows of {path.name} have no readable day or close.")
    if not found.currency:
        notes.append(f"{path.name} names no currency; its prices are taken as USD.")
    source = WebSource(f"your file {path.name}", "")
    plain = PriceSeries(ticker, found.currency or "USD", bars, None, "", source, tuple(notes))
    split = plain.doubtful_day() if all(bar.adjusted for bar in bars) else None
    if split is not None:
        basis = f"raw close of the file: shares were split on {split}"
        return PriceSeries(
            ticker, plain.currency, bars, Adjustment.RAW, basis, source, tuple(notes)
        )
    basis = "close as the file has it, which does not say whether it is adjusted for splits"
    return PriceSeries(ticker, plain.currency, bars, None, basis, source, tuple(notes))


def _stem(path: Path) -> str:
    """Return the name of a price file without its ending; empty for any other file."""
    low = path.name.lower()
    suffix = next((one for one in _SUFFIXES if low.endswith(one)), "")
    return path.name[: -len(suffix)] if suffix and path.is_file() else ""


def _key(ticker: str) -> str:
    return ticker.upper().replace(".", "-").replace("/", "-").replace("_", "-")
