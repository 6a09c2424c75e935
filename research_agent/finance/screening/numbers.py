"""Numbers of a screen: `20%`, `1.5bn`, `$10 billion`, `500k`, `1 trillion TWD`."""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.finance.screening.names import metric_dimension
from research_agent.finance.screening.syntax import Metric, Number
from research_agent.finance.screening.tokens import ScreenSyntaxError

__all__ = ["CURRENCY_SIGNS", "SCALES", "WrittenNumber", "check_comparable", "check_number"]

_TEN = Decimal(10)
LARGEST = _TEN**24
"""No filed amount comes near it, and the table holds no larger one."""

SCALES = {
    **dict.fromkeys(("k", "thousand", "thousands"), _TEN**3),
    **dict.fromkeys(("m", "mn", "mio", "million", "millions"), _TEN**6),
    **dict.fromkeys(("b", "bn", "billion", "billions"), _TEN**9),
    **dict.fromkeys(("t", "tn", "trillion", "trillions"), _TEN**12),
}
CURRENCY_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP"}

_MONEY = frozenset({"money", "money/shares"})
_PURE = frozenset({"fraction", "ratio"})
_MEASURES = {
    "money": "an amount of money",
    "money/shares": "an amount per share",
    "shares": "a count of shares",
    "days": "a number of days",
    "fraction": "a share of one, such as 15%",
    "ratio": "a plain number of times",
}


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """A number with how and where it was written.

    Args:
        number: Its value.
        scaled: True when a word such as "billion" stood behind it.
        at: Offset of its first character.
    """

    number: Number
    scaled: bool
    at: int


def check_number(metric: Metric, written: WrittenNumber, text: str) -> Number:
    """Return the number when it measures what the metric does.

    Raises:
        ScreenSyntaxError: It has a percent sign, a currency or a scale the metric cannot have, or
            lacks the percent sign without which 15 would mean 1,500 %.
    """
    number, dimension = written.number, metric_dimension(metric.key)
    problem = ""
    if abs(number.value) >= LARGEST:
        problem = "This number is too large"
    elif number.currency and dimension not in _MONEY:
        problem = f"{metric.key} is {_MEASURES[dimension]}, not money in {number.currency}"
    elif number.percent and dimension not in _PURE:
        problem = f"{metric.key} is {_MEASURES[dimension]}, not a percentage"
    elif written.scaled and dimension in _PURE | {"days"}:
        problem = f"{metric.key} is {_MEASURES[dimension]}, not in thousands or millions"
    elif dimension == "fraction" and not number.percent and abs(number.value) > 1:
        problem = f"{metric.key} is {_MEASURES[dimension]}: write {number.value:f}%"
    if problem:
        raise ScreenSyntaxError(problem, text, written.at)
    return number


def check_comparable(left: Metric, right: Metric, text: str, at: int) -> None:
    """Make sure that two metrics measure the same.

    Raises:
        ScreenSyntaxError: They do not.
    """
    kinds = {metric_dimension(left.key), metric_dimension(right.key)}
    if len(kinds) > 1 and not kinds <= _PURE:
        raise ScreenSyntaxError(
            f"{left.key} is {_MEASURES[metric_dimension(left.key)]} and {right.key} is "
            f"{_MEASURES[metric_dimension(right.key)]}: they cannot be compared",
            text,
            at,
        )
