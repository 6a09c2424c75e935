"""From a question in words to a `ParsedQuestion`, by rules alone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from research_agent.domain.periods import Vintage
from research_agent.errors import UnknownCompany
from research_agent.finance.questions.bare_formulas import find_bare_formula
from research_agent.finance.questions.consistency import settled
from research_agent.finance.questions.definitions import find_definition
from research_agent.finance.questions.doubtful import split_leftovers
from research_agent.finance.questions.filing_asks import read_filing_ask
from research_agent.finance.questions.idioms import read_idiom
from research_agent.finance.questions.income_words import asks_for_earnings, says_lost, with_profit
from research_agent.finance.questions.operation_reader import read_operations
from research_agent.finance.questions.operations import Operation, Rank
from research_agent.finance.questions.parsed import CompanyNames, ParsedQuestion
from research_agent.finance.questions.parts import PartsReading, read_parts
from research_agent.finance.questions.percent_of import find_percent_of
from research_agent.finance.questions.periods import read_periods
from research_agent.finance.questions.phrases import (
    MetricMention,
    ViewMention,
    metric_mentions,
    view_mentions,
)
from research_agent.finance.questions.presentation import read_presentation
from research_agent.finance.questions.slips import slips
from research_agent.finance.questions.spelling import corrected
from research_agent.finance.questions.topics import Leftover, leftovers, read_topics
from research_agent.finance.questions.valuation_asks import read_valuation_ask
from research_agent.finance.questions.words import Span, blanked

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

_PARTS_OF_AN_AXIS = 2
_GENERAL = re.compile(
    r"\b(?:how (?:is|are|was|did|has)|tell me about|overview|summary|summari[sz]e|key figures|doing|performance)\b",
    re.IGNORECASE,
)


def parse(question: str, *, directory: CompanyNames, today: date) -> ParsedQuestion:
    """Understand a question.

    Never raises for what was asked: an impossible period or an unknown company is the
    sentence in `ParsedQuestion.problem`. A word that nothing understood and that is one slip
    away from a known one is read as that, and `ParsedQuestion.corrections` says so.
    """
    parsed = _read(question, directory, today)
    found = slips(parsed, directory)
    if not found:
        return parsed
    again = _read(corrected(question, found), directory, today)
    return replace(again, corrections=found) if again.asks_for_figures else parsed


def _read(question: str, directory: CompanyNames, today: date) -> ParsedQuestion:
    mentions = directory.mentions(question)
    company_spans = tuple((m.start, m.end) for m in mentions)
    text = blanked(question, company_spans)
    defined = find_definition(text) or find_bare_formula(text)
    if defined:
        text = blanked(text, [defined[1]])
    filing = read_filing_ask(text)
    valuation = read_valuation_ask(text)
    if valuation:
        text = blanked(text, valuation.spans)
    parts = PartsReading() if defined else read_parts(text, question=question)
    text = blanked(text, [name.span for name in parts.names])
    topics, topic_spans = read_topics(blanked(text, parts.spans))
    text = blanked(text, topic_spans)
    periods = read_periods(text, today)
    text = blanked(text, periods.spans)
    presentation, spans = read_presentation(text)
    text = blanked(text, spans)
    nouns = _nouns(text)
    percent = None if defined else find_percent_of(text, nouns.metrics)
    if percent:
        text = blanked(text, percent[1])
        nouns = _Nouns((), nouns.views)
    text = blanked(text, nouns.spans)
    companies = tuple({m.company.cik: m.company for m in mentions}.values())
    done = read_operations(
        text,
        metric_spans=[m.span for m in nouns.metrics],
        several_companies=len(companies) > 1,
        growth_named=any(key.endswith("_growth") for key in nouns.keys),
        parts=_PARTS_OF_AN_AXIS if parts.axis else len(parts.names),
        question=question,
    )
    metrics, done, spans = with_profit(text, question, nouns.keys, done)
    if not metrics and not nouns.statements:
        metrics, said = read_idiom(text)
        spans = [*spans, *said]
    about_filing = [filing.span] if filing and not metrics else []
    rest = leftovers(text, [*done.spans, *spans, *parts.spans, *about_filing])
    views = nouns.statements
    if asks_for_earnings(question, metrics, periods.ask, done):
        metrics, views = (), (*views, "earnings")
    parsed = ParsedQuestion(
        question=question,
        today=today,
        companies=companies,
        metrics=metrics,
        views=views,
        periods=periods.ask,
        vintage=Vintage.AS_REPORTED if periods.as_reported else Vintage.LATEST,
        as_of=periods.as_of,
        operation=Operation.SUM if periods.halves else done.operation,
        rank=Rank.LOWEST if parts.axis and says_lost(question) else done.rank,
        over_periods=done.over_periods,
        compare=done.compare,
        sequential=done.sequential,
        yearly=done.yearly,
        threshold=done.threshold,
        direction=done.direction,
        quantifier=done.quantifier,
        yes_no=done.yes_no,
        parts=parts.names,
        axis=parts.axis or ("business" if nouns.segments else ""),
        filing=filing if not metrics else None,
        valuation=valuation,
        definition=defined[0] if defined else percent[0] if percent else None,
        presentation=presentation,
        topics=topics,
        not_understood=tuple(one.text for one in rest),
        problem=periods.problem,
        company_spans=company_spans,
        metric_spans=tuple(m.span for m in nouns.metrics),
        period_spans=tuple(periods.spans),
    )
    parsed = _with_problem_of_definition(parsed)
    parsed = _with_owners(_with_company(parsed, directory), directory)
    parsed = _with_doubtful(parsed, rest)
    parsed = _with_default_metrics(parsed, text)
    return settled(parsed, trend=done.trend, reverse=done.reversed_share)


@dataclass(frozen=True, slots=True)
class _Nouns:
    metrics: tuple[MetricMention, ...]
    views: tuple[ViewMention, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(key for m in self.metrics for key in m.keys))

    @property
    def statements(self) -> tuple[str, ...]:
        names = dict.fromkeys(view.view for view in self.views)
        return tuple(name for name in names if name != "segments")

    @property
    def segments(self) -> bool:
        return any(view.view == "segments" for view in self.views)

    @property
    def spans(self) -> list[Span]:
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


def _with_problem_of_definition(parsed: ParsedQuestion) -> ParsedQuestion:
    if parsed.definition is None or parsed.definition.expression:
        return parsed
    words = f'I cannot read the definition "{parsed.definition.text}" as arithmetic on line items.'
    return replace(parsed, problem=parsed.problem or words)


def _with_company(parsed: ParsedQuestion, directory: CompanyNames) -> ParsedQuestion:
    """Look for a company in words that nothing understood."""
    owned = any(part.owner for part in parsed.parts)
    if parsed.companies or owned or not parsed.asks_for_figures or not parsed.not_understood:
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


def _with_owners(parsed: ParsedQuestion, directory: CompanyNames) -> ParsedQuestion:
    """Add the company whose product is named alone: "iPhone revenue"."""
    companies = list(parsed.companies)
    for part in parsed.parts:
        if part.owner and all(part.owner not in one.tickers for one in companies):
            try:
                companies.append(directory.resolve(part.owner))
            except UnknownCompany:
                continue
    return replace(parsed, companies=tuple(companies))


def _with_doubtful(parsed: ParsedQuestion, rest: Sequence[Leftover]) -> ParsedQuestion:
    """Take words beside a metric for a part of the company, which the figures will tell."""
    if (
        parsed.valuation
        or not parsed.companies
        or not (parsed.metrics or parsed.about_parts or parsed.definition)
    ):
        return parsed
    left = [one for one in rest if one.text in parsed.not_understood]
    nouns = [*parsed.metric_spans, *(part.span for part in parsed.parts)]
    unsure, others = split_leftovers(parsed.question, left, nouns)
    if parsed.definition:  # "shareholder payout, defined as …": the words name what is defined
        return replace(parsed, not_understood=others)
    return replace(parsed, parts=(*parsed.parts, *unsure), not_understood=others)


def _with_default_metrics(parsed: ParsedQuestion, text: str) -> ParsedQuestion:
    """Show an overview when a company is named and nothing that was not understood."""
    if parsed.about_parts and not parsed.metrics:
        return replace(parsed, metrics=OVERVIEW[:1])
    if parsed.asks_for_figures or not parsed.companies or parsed.topics:
        return parsed
    if parsed.not_understood and not _GENERAL.search(text):
        return parsed
    growing = parsed.operation in (Operation.GROWTH, Operation.CAGR)
    return replace(parsed, metrics=OVERVIEW[:1] if growing else OVERVIEW)
