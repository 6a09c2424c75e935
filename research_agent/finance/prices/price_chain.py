"""Several sources of prices behind one face, tried in order."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from research_agent.errors import ConfigError, NotCovered, ProviderError
from research_agent.finance.prices.price_series import PriceSeries, PriceSource

__all__ = ["PriceChain"]


class PriceChain:
    """Asks each source until one has prices; every reason is kept.

    Args:
        sources: In order, at least one.
    """

    name = "prices"

    def __init__(self, sources: Sequence[PriceSource]) -> None:
        self._sources = tuple(sources)

    async def daily(self, ticker: str, first: date, last: date) -> PriceSeries:
        """Return the prices of the first source that has them.

        Raises:
            NotCovered: No source has any.
            ProviderError: None delivered, and one or more failed.
        """
        failed: list[str] = []
        absent: list[str] = []
        for source in self._sources:
            try:
                series = await source.daily(ticker, first, last)
            except NotCovered as error:
                absent.append(str(error))
                continue
            except (ConfigError, ProviderError) as error:
                failed.append(str(error))
                continue
            return replace(series, notes=(*series.notes, *failed))
        reasons = " ".join(_sentence(reason) for reason in dict.fromkeys([*absent, *failed]))
        if failed:
            raise ProviderError(self.name, f"no price of {ticker} could be had. {reasons}")
        raise NotCovered(reasons)


def _sentence(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."
