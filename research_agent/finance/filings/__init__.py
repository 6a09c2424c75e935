"""Texts of filings: found, cut into items and notes, and searched."""

from research_agent.finance.filings.filing import FilingRef, FilingWanted
from research_agent.finance.filings.reading import FilingPassage, FilingReading, read_filing
from research_agent.finance.filings.request import MAX_READS, FilingRead
from research_agent.finance.filings.source import FilingsSource, JoinedSource

__all__ = [
    "MAX_READS",
    "FilingPassage",
    "FilingRead",
    "FilingReading",
    "FilingRef",
    "FilingWanted",
    "FilingsSource",
    "JoinedSource",
    "read_filing",
]
