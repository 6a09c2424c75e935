"""Questions about filings rather than figures: when one was filed, when the fiscal year ends."""

import re
from dataclasses import dataclass

from research_agent.finance.questions.words import Span

__all__ = ["FilingAsk", "read_filing_ask"]

_FORM = re.compile(
    r"\b(?P<annual>10-?k|20-?f|40-?f|annual report)s?\b|\b(?P<quarterly>10-?q|quarterly report)s?\b",
    re.IGNORECASE,
)
_FILED = re.compile(
    r"\b(?:when|(?:on )?(?:what|which) (?:day|date))\b.*?\b(?:filed?|filing|submit(?:ted)?|publish(?:ed)?)\b"
    r"|\b(?:filing|filed|publication) dates?\b|\bdate of (?:the )?filing\b".replace(" ", r"\s+"),
    re.IGNORECASE,
)
_YEAR_END = re.compile(
    r"\b(?:when|what|which)\b.*?\b(?:fiscal|financial|business)[ -]year\b.*?\bends?(?:ing)?\b"
    r"|\b(?:when|what)\b.*?\byear[- ]end\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FilingAsk:
    """What is asked about filings.

    Args:
        year_end: True when the end of the fiscal year is asked for, False for a filing date.
        quarterly: True for a quarterly report, False for an annual one.
        span: The words that ask.
    """

    year_end: bool = False
    quarterly: bool = False
    span: Span = (0, 0)


def read_filing_ask(text: str) -> FilingAsk | None:
    """Return what `text` asks about filings, or `None` when it asks for figures."""
    form = _FORM.search(text)
    if found := _FILED.search(text):
        return FilingAsk(quarterly=bool(form and form["quarterly"]), span=found.span())
    if found := _YEAR_END.search(text):
        return FilingAsk(year_end=True, span=found.span())
    return None
