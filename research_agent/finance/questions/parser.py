"""From a question in words to a `ParsedQuestion`, by rules alone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from research_agent.domain.periods import Vintage
from research_agent.errors import UnknownCompany
from research_agent.finance.questions.consistency import settled
from research_agent.finance.questions.definitions import find_definition
from research_agent.finance.questions.operations import (
    Operation,
    OperationReading,
    Threshold,
    read_operations,
)
from research_agent.finance.questions.parsed import CompanyNames, ParsedQuestion
from research_agent.finance.questions.periods import read_periods
from research_agent.finance.questions.phrases import (
    MetricMention,
    ViewMention,
    metric_mentions,
    view_mentions,
)
from research_agent.finance.questions.presentation import read_presentation
from research_agent.finance.questions.topics import leftovers, read_topics
from research_agent.finance.questions.words import blanked

__all__ = ["OVERVIEW", "parse"]

OVERVIEW = (
    "revenue",
    "operating_income",
    "net_income",
    "eps_diluted",
    "operating_cash_flow",
    "free_cash_flow",
)
"""Shown when a company is named and nothing else."""

_PROFITABLE = re.compile(r"\b(?P<not>un)?profitable\b", re.IGNORECASE)
_GENERAL = re.compile(
    r"\b(?:how (?:is|are|was|did|has)|tell me about|overview|summary|summari[sz]e|key figures|doing|performance)\b",
    re.IGNORECASE,
)


def parse(question: str, *, directory: CompanyNames, today: date) -> ParsedQuestion:
    """Understand a question.

    Never raises for what was asked: an impossible period or an unknown company is the
    sentence in `ParsedQuestion.problem`.
    """
    mentions = directory.mentions(question)
    company_spans = tuple((m.start, m.end) for m in mentions)
    text = blanked(question, company_spans)
    defined = find_definition(text)
    if defined:
        text = blanked(text, [defined[1]])
    topics, topic_spans = read_topics(text)
    text = blanked(text, topic_spans)
    periods = read_periods(text, today)
    text = blanked(text, periods.spans)
    presentation, spans = read_presentation(text)
    text = blanked(text, spans)
    nouns = _nouns(text)
    text = blanked(text, nouns.spans)
    companies = tuple({m.company.cik: m.company for m in mentions}.values())
    done = read_operations(
        text,
        metric_starts=[m.start for m in nouns.metrics],
        several_companies=len(companies) > 1,
        growth_named=any(key.endswith("_growth") for key in nouns.keys),
    )
    metrics, done, spans = _profitable(text, nouns.keys, done)
    rest = leftovers(text, [*done.spans, *spans])
    parsed = ParsedQuestion(
        question=question,
        today=today,
        companies=companies,
        metrics=metrics,
        views=tuple(dict.fromkeys(view.view for view in nouns.views)),
        periods=periods.ask,
        vintage=Vintage.AS_REPORTED if periods.as_reported else Vintage.LATEST,
        as_of=periods.as_of,
        operation=done.operation,
        rank=done.rank,
        over_periods=done.over_periods,
        compare=done.compare,
        sequential=done.sequential,
        yearly=done.yearly,
        threshold=done.threshold,
        definition=defined[0] if defined else None,
        presentation=presentation,
        topics=topics,
        not_understood=rest,
        problem=periods.problem,
        company_spans=company_spans,
        metric_spans=tuple(m.span for m in nouns.metrics),
        period_spans=tuple(periods.spans),
    )
    if parsed.definition and not parsed.definition.expression:
        words = (
            f'I cannot read the definition "{parsed.definition.text}" as arithmetic on line items.'
        )
        parsed = replace(parsed, problem=parsed.problem or words)
    parsed = _with_default_metrics(_with_company(parsed, directory), text)
    return settled(parsed, trend=done.trend, reverse=done.reversed_share)


@dataclass(frozen=True, slots=True)
class _Nouns:
    metrics: tuple[MetricMention, ...]
    views: tuple[ViewMention, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(key for m in self.metrics for key in m.keys))

    @property
    def spans(self) -> list[tuple[int, int]]:
        return [m.span for m in self.metrics] + [(v.start, v.end) for v in self.views]


def _nouns(text: str) -> _Nouns:
    """Find metrics and statements; where they overlap the longer phrase is meant."""
    metrics, views = metric_mentions(text), view_mentions(text)

    def length(item: MetricMention | ViewMention) -> int:
        return item.end - item.start

    def clear(
        item: MetricMention | ViewMention, others: Sequence[MetricMention | ViewMention]
    ) -> bool:
        return all(
            other.end <= item.start or item.end <= other.start or length(other) < length(item)
            for other in others
        )

    return _Nouns(
        tuple(m for m in metrics if clear(m, views)), tuple(v for v in views if clear(v, metrics))
    )


def _profitable(
    text: str, keys: tuple[str, ...], done: OperationReading
) -> tuple[tuple[str, ...], OperationReading, list[tuple[int, int]]]:
    """Read "was it profitable" as "was net income above zero"."""
    found = _PROFITABLE.search(text)
    if found is None:
        return keys, done, []
    if done.rank is not None:
        return keys or ("net_margin",), done, [found.span()]
    threshold = Threshold("below" if found["not"] else "above", Decimal(0), "zero")
    return keys or ("net_income",), replace(done, threshold=threshold), [found.span()]


def _with_company(parsed: ParsedQuestion, directory: CompanyNames) -> ParsedQuestion:
    """Look for a company in words that nothing understood."""
    if parsed.companies or not parsed.asks_for_figures or not parsed.not_understood:
        return parsed
    name = max(parsed.not_understood, key=lambda words: (words[:1].isupper(), len(words)))
    try:
        company = directory.resolve(name)
    except UnknownCompany as error:
        return replace(parsed, problem=parsed.problem or str(error), unknown_name=name)
    rest = tuple(words for words in parsed.not_understood if words != name)
    start = parsed.question.find(name)
    return replace(
        parsed,
        companies=(company,),
        not_understood=rest,
        company_spans=((start, start + len(name)),),
    )


def _with_default_metrics(parsed: ParsedQuestion, text: str) -> ParsedQuestion:
    """Show an overview when a company is named and nothing that was not understood."""
    if parsed.asks_for_figures or not parsed.companies or parsed.topics:
        return parsed
    if parsed.not_understood and not _GENERAL.search(text):
        return parsed
    growing = parsed.operation in (Operation.GROWTH, Operation.CAGR)
    return replace(parsed, metrics=OVERVIEW[:1] if growing else OVERVIEW)
