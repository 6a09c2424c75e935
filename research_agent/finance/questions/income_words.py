"""Profit, loss and earnings in words: which figure they mean, and when they ask for yes or no."""

import re
from dataclasses import replace
from decimal import Decimal

from research_agent.domain.periods import Basis
from research_agent.finance.questions.operations import Operation, OperationReading, Threshold
from research_agent.finance.questions.period_ask import PeriodAsk
from research_agent.finance.questions.words import Span

__all__ = ["asks_for_earnings", "says_lost", "with_profit"]

_PROFITABLE = re.compile(r"\b(?P<not>un)?profitable\b", re.IGNORECASE)
_LOST = re.compile(
    r"\b(?:lost|loses?|losing) money\b|\bloss[- ]making\b|\bmade a loss\b", re.IGNORECASE
)
_LOSS = re.compile(r"\b(?:loss(?:es)?|in the red)\b", re.IGNORECASE)
_EARNINGS = re.compile(r"\bearnings\b(?! (?:per|power|yield|before))", re.IGNORECASE)


def says_lost(question: str) -> bool:
    """Say whether "lost money" is asked about, as in "which segment lost money"."""
    return bool(_LOST.search(question))


def with_profit(
    text: str, question: str, keys: tuple[str, ...], done: OperationReading
) -> tuple[tuple[str, ...], OperationReading, list[Span]]:
    """Read "was it profitable" as "was net income above zero"."""
    found = _PROFITABLE.search(text)
    if found is None:
        return keys, _loss_made(question, keys, done), []
    if done.rank is not None:
        return keys or ("net_margin",), done, [found.span()]
    threshold = Threshold("below" if found["not"] else "above", Decimal(0), "zero")
    return keys or ("net_income",), replace(done, threshold=threshold), [found.span()]


def asks_for_earnings(
    question: str, metrics: tuple[str, ...], periods: PeriodAsk, done: OperationReading
) -> bool:
    """Say whether "earnings" are those announced by quarter: revenue, income and EPS together."""
    if metrics != ("net_income",) or not _EARNINGS.search(question):
        return False
    plain = done.operation is Operation.VALUE and done.rank is None and not done.yes_no
    newest = not (periods.labels or periods.first or periods.end)
    return plain and newest and periods.basis is Basis.QUARTERLY


def _loss_made(question: str, keys: tuple[str, ...], done: OperationReading) -> OperationReading:
    """Read "did it make a loss" as "was its income below zero"."""
    open_size = done.threshold is None and done.direction is None and done.rank is None
    if len(keys) == 1 and done.yes_no and open_size and _LOSS.search(question):
        return replace(done, threshold=Threshold("below", Decimal(0), "zero"))
    return done
