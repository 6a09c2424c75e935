"""What a question wants done with the figures."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from research_agent.finance.questions.words import Span

__all__ = [
    "Direction",
    "Operation",
    "OperationReading",
    "Quantifier",
    "Rank",
    "Threshold",
]


class Operation(StrEnum):
    """What is worked out from the figures of a metric."""

    VALUE = "value"
    GROWTH = "growth"
    """Change over the whole stretch, as a fraction of its start (points for margins)."""

    CAGR = "cagr"
    """Compound growth per year."""

    AVERAGE = "average"
    SUM = "sum"
    DIFFERENCE = "difference"
    """Between two metrics, two companies or two periods."""

    SHARE = "share"
    """One metric as a fraction of another."""

    RATIO = "ratio"
    """One metric divided by another."""


class Rank(StrEnum):
    """Which end of an order is asked for."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    ORDER = "order"


class Direction(StrEnum):
    """Which way a figure is asked to have gone: "did it grow?"."""

    UP = "up"
    DOWN = "down"

    @property
    def opposite(self) -> "Direction":
        """The other way."""
        return Direction.DOWN if self is Direction.UP else Direction.UP


class Quantifier(StrEnum):
    """For how many of the periods a yes-or-no question must hold."""

    ALL = "all"
    ANY = "any"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Threshold:
    """A yes-or-no question about a figure.

    Args:
        words: `"above"`, `"below"`, `"at least"` or `"at most"`.
        value: In whole units; a percentage as a fraction.
        text: The number as the question has it.
        percent: True when it was given in percent.
    """

    words: str
    value: Decimal
    text: str
    percent: bool = False

    def holds(self, value: Decimal) -> bool:
        """Say whether `value` is on the asked side."""
        if self.words == "above":
            return value > self.value
        if self.words == "at least":
            return value >= self.value
        return value < self.value if self.words == "below" else value <= self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationReading:
    """What was asked for.

    Args:
        operation: Of each company's figures.
        rank: Which one to name; `None` when none is to be.
        over_periods: True to rank the periods of a company ("in which year").
        compare: True when the companies are to be set side by side.
        trend: True when the course over time is asked for.
        sequential: True for growth on the quarter before rather than on the year before.
        yearly: True when the growth of each period is asked for, not that of the whole stretch.
        reversed_share: True for "what share of A was B": B is the part.
        threshold: A yes-or-no question about the size of a figure.
        direction: A yes-or-no question about its course: "did it grow?".
        quantifier: For how many periods it must hold; `None` when that is not said.
        yes_no: True when the question wants yes or no.
        spans: Text understood.
    """

    operation: Operation = Operation.VALUE
    rank: Rank | None = None
    over_periods: bool = False
    compare: bool = False
    trend: bool = False
    sequential: bool = False
    yearly: bool = False
    reversed_share: bool = False
    threshold: Threshold | None = None
    direction: Direction | None = None
    quantifier: Quantifier | None = None
    yes_no: bool = False
    spans: tuple[Span, ...] = ()
