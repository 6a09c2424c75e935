"""What an answer claims about each of its figures: whose, of what, when, and in which role."""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.evidence.figures import PrintedFigure
from research_agent.evidence.period_names import PeriodName
from research_agent.evidence.wording import Earlier, Operation, Role, Slack

__all__ = ["Claim"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One printed figure and what its surroundings say about it.

    Args:
        figure: As printed.
        stated_scale: What a header, caption or the sentence states: 1,000,000 for "in
            millions"; 1 when nothing does.
        stated_currencies: Likewise.
        stated_percent: True when a header says that plain numbers are percent.
        start: Offset of its first character in the answer.
        end: Offset behind its last character.
        companies: Tickers it can be about; empty when nothing says.
        near_companies: Every company of the sentence or row in its order, for comparisons.
        concepts: Concepts named for it; empty when the sentence names none.
        near_concepts: Every concept of the sentence or row, for ratios.
        unsaid_concepts: Concepts of the sentence before, the caption or the heading.
        periods: Periods named for it; empty when nothing says.
        near_periods: Every period of the sentence or row, for growth and sums.
        hint_periods: Periods of the heading or an earlier paragraph: likely, not certain.
        content: Stems of the words that can tell one concept from another.
        role: Level or change.
        loss: True when words make the number negative.
        slack: "more than", "nearly".
        earlier: Whether it is of the period before the one named.
        operations: Arithmetic the words announce.
        quarters: True when the sentence speaks of quarters.
        ttm: True when it speaks of trailing twelve months.
        in_table: True for a table cell.
        plain_level: True for "revenue of $60.9 billion": no result of arithmetic.
        averaged: True when the words before it say that it is an average.
        is_part: True for "7.8% of revenue": a share, no growth.
        restates: True for the exact figure in parentheses behind a rounded one.
        fills_cell: True when it is all of its table cell.
        words: Sentence, or cell with its row and column.
    """

    figure: PrintedFigure
    stated_scale: Decimal
    stated_currencies: tuple[str, ...]
    stated_percent: bool
    start: int
    end: int
    companies: frozenset[str]
    near_companies: tuple[str, ...]
    concepts: frozenset[str]
    near_concepts: frozenset[str]
    unsaid_concepts: frozenset[str]
    periods: tuple[PeriodName, ...]
    near_periods: tuple[PeriodName, ...]
    hint_periods: tuple[PeriodName, ...]
    content: frozenset[str]
    role: Role
    loss: bool
    slack: Slack
    earlier: Earlier
    operations: Operation
    quarters: bool
    ttm: bool
    in_table: bool
    plain_level: bool
    averaged: bool
    is_part: bool
    restates: bool
    fills_cell: bool
    words: str
