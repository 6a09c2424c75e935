"""One read of one company's filing."""

from dataclasses import dataclass

from research_agent.domain.companies import Company
from research_agent.finance.filings.filing import FilingWanted

__all__ = ["MAX_READS", "FilingRead"]

MAX_READS = 3
"""Filings read for one question, all at once."""


@dataclass(frozen=True, slots=True)
class FilingRead:
    """What to look for, and where.

    Args:
        company: Whose filing.
        wanted: Which one.
        items: Keys or words for items (`"1A"`, `"note 7"`, `"notes"`); empty for all of it.
        words: What to look for; empty for the beginning of each item.
    """

    company: Company
    wanted: FilingWanted
    items: tuple[str, ...] = ()
    words: str = ""

    def __str__(self) -> str:
        items = f", {', '.join(map(_shown, self.items))}" if self.items else ""
        return f"{self.company.ticker} {self.wanted}{items}"


def _shown(item: str) -> str:
    return item if item[:1].isalpha() else f"Item {item}"
