"""Arithmetic without an introduction: "(current assets minus inventory) / current liabilities"."""

import re

from research_agent.finance.questions.definitions import Definition, definition_of
from research_agent.finance.questions.phrases import metric_mentions
from research_agent.finance.questions.words import BARRIER, Span

__all__ = ["find_bare_formula"]

_CALCULATES = re.compile(
    r"\(.*\)|(?:.*\s(?:[-+*×−–]|plus|minus|less|times)\s.*){2}"
    r"|(?=.*\s(?:[-+*×−–]|plus|minus|less|times)\s)(?=.*(?:[/÷]|divided by))|average of"
    r"|(?=.*\b(?:opening|beginning)\b)(?=.*(?:[/÷+*×−–]|divided by|minus|plus))",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:(?:average(?: of)?|opening|closing|beginning|ending)\s+)+$", re.IGNORECASE
)


def find_bare_formula(text: str) -> tuple[Definition, Span] | None:
    """Return the longest formula in `text` and where it stands, or `None` when there is none.

    One operation between two metrics is left to the words for it ("R&D to revenue", "A minus B").
    """
    mentions = metric_mentions(text)
    for first in range(len(mentions)):
        for last in range(len(mentions) - 1, first, -1):
            span = _widened(text, mentions[first].start, mentions[last].end)
            formula = text[slice(*span)]
            if BARRIER in formula or not _CALCULATES.search(formula):
                continue  # "revenue / net income / EPS" is a list
            definition = definition_of(formula, strict=True)
            if definition is not None:
                return definition, span
    return None


def _widened(text: str, start: int, end: int) -> Span:
    """Take in "opening" and "average of" before the first metric, and brackets around it all."""
    before = _BEFORE.search(text[:start])
    start = before.start() if before else start
    while start and text[start - 1] == "(":
        start -= 1
    while end < len(text) and text[end] == ")":
        end += 1
    return start, end
