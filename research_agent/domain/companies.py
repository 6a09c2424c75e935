"""A listed company, as the SEC identifies it."""

from dataclasses import dataclass

__all__ = ["Company"]


@dataclass(frozen=True, slots=True)
class Company:
    """One filer.

    Args:
        cik: Central Index Key, the SEC's number for the filer.
        ticker: Primary ticker in the SEC's spelling (`BRK-B`, not `BRK.B`).
        name: The name in the SEC's ticker list, tidied (`"Procter & Gamble Co"`).
        exchange: `"Nasdaq"`, `"NYSE"`, `"OTC"` …; empty when the list does not say.
        tickers: Every ticker of this filer, primary first (`("GOOGL", "GOOG")`).
    """

    cik: int
    ticker: str
    name: str
    exchange: str = ""
    tickers: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.ticker} ({self.name})"
