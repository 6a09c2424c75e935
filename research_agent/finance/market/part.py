"""What one read of the market brings."""

from dataclasses import dataclass

from research_agent.domain.facts import Fact
from research_agent.domain.tables import SeriesTable
from research_agent.domain.web_passages import WebPassage

__all__ = ["MarketPart"]


@dataclass(frozen=True, slots=True)
class MarketPart:
    """Evidence of one read, and the sentences that say what is in it.

    Args:
        lines: For the person and the model; every figure in them is a fact or stands in a passage.
        tables: Series.
        facts: Figures worked out or told one by one.
        passages: Text of others: headlines. Untrusted.
    """

    lines: tuple[str, ...]
    tables: tuple[SeriesTable, ...] = ()
    facts: tuple[Fact, ...] = ()
    passages: tuple[WebPassage, ...] = ()
