"""Fill in a follow-up question from the questions before it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from research_agent.finance.questions import CompanyNames, ParsedQuestion, Presentation, parse
from research_agent.finance.questions.words import Span

__all__ = ["complete_question"]

_ELLIPTIC = re.compile(r"^\W*(?:and|what about|how about|same|also|then|now|or)\b", re.IGNORECASE)
_LISTING = re.compile(
    r"(?:['’]s)?[\s,&/]*(?:(?:and|or|vs\.?|versus|with|to)[\s,]*)?", re.IGNORECASE
)
_IN_TWICE = re.compile(
    r"\bin (?=(?:in|over|since|from|between|during|at|as of|the|last|past|trailing)\b)",
    re.IGNORECASE,
)
_MAX_BACK = 10


@dataclass(frozen=True, slots=True)
class _Said:
    """Which parts a question names itself."""

    companies: bool
    metrics: bool
    periods: bool
    style: bool

    @property
    def anything(self) -> bool:
        """True when it can go on from an earlier question."""
        return self.companies or self.metrics or self.periods or self.style


def complete_question(
    question: str, earlier: Sequence[str], *, directory: CompanyNames, today: date
) -> str:
    """Return `question` so that it can be understood by itself.

    "And in 2022?" after "What was Apple's revenue in 2023?" takes the earlier question with the
    new period in place of the old; "What was its net income?" takes the company alone.

    Args:
        question: As asked.
        earlier: Questions before it, oldest first.
        directory: Knows the companies.
        today: What "last year" is counted from.
    """
    now = parse(question, directory=directory, today=today)
    said = _said(now)
    if (said.companies and said.metrics) or now.topics or now.unknown_name:
        return question
    if not said.anything:
        return question
    for text in list(reversed(earlier))[:_MAX_BACK]:
        full = complete_question(text, (), directory=directory, today=today)
        before = parse(full, directory=directory, today=today)
        if before.companies and (before.asks_for_figures or said.metrics):
            return _joined(now, said, before)
    return question


def _said(parsed: ParsedQuestion) -> _Said:
    named = bool(parsed.metric_spans or parsed.views or parsed.definition)
    style = parsed.presentation != Presentation()
    return _Said(bool(parsed.company_spans), named, bool(parsed.period_spans), style)


def _joined(now: ParsedQuestion, said: _Said, before: ParsedQuestion) -> str:
    if said.metrics and not said.companies and not (_ELLIPTIC.match(now.question)):
        return f"{_names(before)}: {now.question}"
    if not (said.companies or said.metrics or said.periods):
        return f"{before.question.rstrip(' ?')}, {now.question}"
    replacements: list[tuple[Sequence[Span], str]] = []
    if said.companies:
        replacements.append((before.company_spans, _pieces(now, now.company_spans)))
    if said.metrics and now.metric_spans:
        replacements.append((before.metric_spans, _pieces(now, now.metric_spans)))
    if said.periods:
        replacements.append((before.period_spans, _pieces(now, now.period_spans)))
    return _replaced(before.question, replacements)


def _names(parsed: ParsedQuestion) -> str:
    return ", ".join(company.ticker for company in parsed.companies)


def _pieces(parsed: ParsedQuestion, spans: Sequence[Span]) -> str:
    return " and ".join(parsed.question[start:end].strip() for start, end in spans)


def _replaced(text: str, replacements: Sequence[tuple[Sequence[Span], str]]) -> str:
    """Put each new piece where the first old one stood and take the other old ones away."""
    edits: list[tuple[Span, str]] = []
    added = []
    for spans, piece in replacements:
        if not spans:
            added.append(piece)
        merged = _merged(text, spans)
        edits += [(span, piece if place == 0 else "") for place, span in enumerate(merged)]
    for (start, end), piece in sorted(edits, reverse=True):
        text = f"{text[:start]}{piece}{text[end:]}"
    ending = "?" if text.rstrip().endswith("?") else ""
    joined = " ".join([text.rstrip(" ?"), *added]) + ending
    return _IN_TWICE.sub("", " ".join(joined.split()))


def _merged(text: str, spans: Sequence[Span]) -> list[Span]:
    """Join neighbours of a list ("NVIDIA and AMD") into one span."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and _LISTING.fullmatch(text[merged[-1][1] : start]):
            merged[-1] = merged[-1][0], end
        else:
            merged.append((start, end))
    return merged
