"""A question, understood."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from research_agent.domain.companies import Company
from research_agent.domain.periods import Vintage
from research_agent.finance.companies.directory import Mention
from research_agent.finance.questions.definitions import Definition
from research_agent.finance.questions.filing_asks import FilingAsk
from research_agent.finance.questions.operations import (
    Direction,
    Operation,
    Quantifier,
    Rank,
    Threshold,
)
from research_agent.finance.questions.parts import PartName
from research_agent.finance.questions.period_ask import PeriodAsk
from research_agent.finance.questions.presentation import Presentation
from research_agent.finance.questions.spelling import Correction
from research_agent.finance.questions.topics import Topic
from research_agent.finance.questions.valuation_asks import ValuationAsk
from research_agent.finance.questions.words import Span

__all__ = ["CompanyNames", "ParsedQuestion"]


class CompanyNames(Protocol):
    """What is needed of a directory of companies."""

    def mentions(self, text: str) -> Sequence[Mention]:
        """Return the companies named in free text, in order, without overlap."""
        ...

    def resolve(self, name: str) -> Company:
        """Return the one company `name` means, or raise `UnknownCompany`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuestion:
    """What a question asks for.

    Args:
        question: As asked, spelling mistakes corrected.
        today: The date "last year" is relative to.
        companies: In order of mention, none twice.
        metrics: Keys of line items and ratios, in order of mention, none twice.
        views: Whole statements asked for; see `phrases.ViewMention`.
        periods: Which periods.
        vintage: Latest, or as first reported.
        as_of: Only filings received by this day.
        operation: What is worked out from each company's figures.
        rank: Which company or period to name.
        over_periods: True when the rank is over periods.
        compare: True when companies are to be set side by side.
        sequential: True for growth on the quarter before.
        yearly: True for the growth of each period rather than of the whole stretch.
        threshold: A yes-or-no question about the figure.
        direction: A yes-or-no question about its course: "did it grow?".
        quantifier: For how many periods that must hold; `None` when it is not said.
        yes_no: True when the question wants yes or no.
        parts: Businesses, products or regions named; those that are not sure may be none.
        axis: What kind of parts is asked for as a whole ("by segment"); empty when none is.
        filing: What is asked about a filing rather than about figures.
        valuation: A valuation asked for, with its assumptions.
        corrections: Words read as others, to be said.
        definition: A formula given in the question.
        presentation: Unit and rounding asked for.
        topics: What filed figures cannot answer.
        not_understood: Words that nothing understood, likely a condition or a metric.
        problem: One sentence when the question cannot be answered as it stands.
        unknown_name: What was taken for a company's name and is none; then `problem` says so.
        company_spans: Where the companies stand. Likewise for metrics and periods.
    """

    question: str
    today: date
    companies: tuple[Company, ...] = ()
    metrics: tuple[str, ...] = ()
    views: tuple[str, ...] = ()
    periods: PeriodAsk = PeriodAsk()
    vintage: Vintage = Vintage.LATEST
    as_of: date | None = None
    operation: Operation = Operation.VALUE
    rank: Rank | None = None
    over_periods: bool = False
    compare: bool = False
    sequential: bool = False
    yearly: bool = False
    threshold: Threshold | None = None
    direction: Direction | None = None
    quantifier: Quantifier | None = None
    yes_no: bool = False
    parts: tuple[PartName, ...] = ()
    axis: str = ""
    filing: FilingAsk | None = None
    valuation: ValuationAsk | None = None
    corrections: tuple[Correction, ...] = ()
    definition: Definition | None = None
    presentation: Presentation = Presentation()
    topics: tuple[Topic, ...] = ()
    not_understood: tuple[str, ...] = ()
    problem: str = ""
    unknown_name: str = ""
    company_spans: tuple[Span, ...] = ()
    metric_spans: tuple[Span, ...] = ()
    period_spans: tuple[Span, ...] = ()

    @property
    def asks_for_figures(self) -> bool:
        """True when a metric, a statement, a formula, a part, a filing or a valuation was understood."""
        named = self.metrics or self.views or self.definition
        return bool(named or self.about_parts or self.filing or self.valuation)

    @property
    def about_parts(self) -> bool:
        """True when figures of parts of a company are asked for, not of the whole."""
        return bool(self.axis) or any(part.sure for part in self.parts)

    @property
    def blocked(self) -> Topic | None:
        """A topic without which the rest is not worth answering, if there is one."""
        return next((topic for topic in self.topics if topic.blocks), None)
