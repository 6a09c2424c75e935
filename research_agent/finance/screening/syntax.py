"""The filter language as values: what a screen asks for, and its canonical text.

`str(screen)` is the one way to write a screen; reading it back gives an equal value. The text
of the person is gone by then: keys are the catalog's, numbers are numbers.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from research_agent.domain.periods import Basis

__all__ = [
    "Among",
    "And",
    "Attribute",
    "Between",
    "Comparison",
    "Condition",
    "IsMissing",
    "Metric",
    "Not",
    "Number",
    "Operator",
    "Or",
    "Order",
    "Screen",
]


class Operator(StrEnum):
    """How two figures are compared."""

    ABOVE = ">"
    AT_LEAST = ">="
    BELOW = "<"
    AT_MOST = "<="
    EQUAL = "="
    UNEQUAL = "!="

    @property
    def mirrored(self) -> "Operator":
        """The same comparison with its sides exchanged."""
        return Operator(self.value.translate(str.maketrans("<>", "><")))


class Attribute(StrEnum):
    """What a company is, in words."""

    SECTOR = "sector"
    CURRENCY = "currency"
    EXCHANGE = "exchange"
    TICKER = "ticker"


@dataclass(frozen=True, slots=True)
class Metric:
    """A line item or ratio of a company's newest period.

    Args:
        key: Of the catalog.
        basis: Annual or TTM; `None` for the basis of the screen.
    """

    key: str
    basis: Basis | None = None

    @property
    def ttm(self) -> bool:
        """True for trailing twelve months."""
        return self.basis is Basis.TTM

    def __str__(self) -> str:
        return f"{self.basis.value}.{self.key}" if self.basis else self.key


@dataclass(frozen=True, slots=True)
class Number:
    """A number.

    Args:
        value: Whole units; 20 % is 0.2.
        percent: True when it was given in percent.
        currency: `"USD"` …; empty when none was named.
    """

    value: Decimal
    percent: bool = False
    currency: str = ""

    def __str__(self) -> str:
        if self.percent:
            return f"{_digits(self.value * 100)}%"
        return f"{_digits(self.value)} {self.currency}".rstrip()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A metric against a number or against another metric of the same company."""

    left: Metric
    operator: Operator
    right: Metric | Number

    def __str__(self) -> str:
        return f"{self.left} {self.operator} {self.right}"


@dataclass(frozen=True, slots=True)
class Between:
    """A metric within two numbers, both included."""

    metric: Metric
    low: Number
    high: Number

    def __str__(self) -> str:
        return f"{self.metric} between {self.low} and {self.high}"


@dataclass(frozen=True, slots=True)
class IsMissing:
    """The company has no such figure."""

    metric: Metric

    def __str__(self) -> str:
        return f"{self.metric} is missing"


@dataclass(frozen=True, slots=True)
class Among:
    """The company is one of these: `sector in ("Energy", "bank")`."""

    attribute: Attribute
    values: tuple[str, ...]

    def __str__(self) -> str:
        quoted = [f'"{value}"' for value in self.values]
        if len(quoted) == 1:
            return f"{self.attribute} = {quoted[0]}"
        return f"{self.attribute} in ({', '.join(quoted)})"


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite; of what cannot be judged, neither holds."""

    condition: "Condition"

    def __str__(self) -> str:
        return f"not {_inner(self.condition, And, Or)}"


@dataclass(frozen=True, slots=True)
class And:
    """All of two or more."""

    conditions: "tuple[Condition, ...]"

    def __str__(self) -> str:
        return " and ".join(_inner(one, And, Or) for one in self.conditions)


@dataclass(frozen=True, slots=True)
class Or:
    """Any of two or more."""

    conditions: "tuple[Condition, ...]"

    def __str__(self) -> str:
        return " or ".join(_inner(one, Or) for one in self.conditions)


Condition = Comparison | Between | IsMissing | Among | Not | And | Or


@dataclass(frozen=True, slots=True)
class Order:
    """What the companies are sorted by; those without it come last."""

    by: Metric
    descending: bool = False

    def __str__(self) -> str:
        return f"{self.by} desc" if self.descending else f"{self.by}"


@dataclass(frozen=True, slots=True)
class Screen:
    """A whole screen.

    Args:
        condition: What a company must fulfil; `None` for every company.
        order: What to sort by, first first; empty for by ticker.
        limit: At most this many companies; `None` for as many as are shown at most.
    """

    condition: Condition | None = None
    order: tuple[Order, ...] = ()
    limit: int | None = None

    def __str__(self) -> str:
        parts = [str(self.condition)] if self.condition is not None else []
        if self.order:
            parts.append(f"order by {', '.join(map(str, self.order))}")
        if self.limit is not None:
            parts.append(f"limit {self.limit}")
        return " ".join(parts)

    def metrics(self) -> tuple[Metric, ...]:
        """Return every metric named, in the order of the text, each once."""
        named = [*_metrics(self.condition), *(order.by for order in self.order)]
        return tuple(dict.fromkeys(named))

    def judged_metrics(self) -> tuple[Metric, ...]:
        """Return the metrics whose absence can leave a condition open, each once."""
        return tuple(dict.fromkeys(_metrics(self.condition, missing=False)))

    def attributes(self) -> frozenset[Attribute]:
        """Return what the condition says of the companies themselves."""
        return frozenset(_attributes(self.condition))


def _metrics(condition: Condition | None, *, missing: bool = True) -> list[Metric]:
    match condition:
        case Comparison(left, _, right):
            return [left, right] if isinstance(right, Metric) else [left]
        case Between(metric):
            return [metric]
        case IsMissing(metric):
            return [metric] if missing else []
        case Not(inner):
            return _metrics(inner, missing=missing)
        case And(parts) | Or(parts):
            return [metric for part in parts for metric in _metrics(part, missing=missing)]
        case _:
            return []


def _attributes(condition: Condition | None) -> list[Attribute]:
    match condition:
        case Among(attribute):
            return [attribute]
        case Not(inner):
            return _attributes(inner)
        case And(parts) | Or(parts):
            return [attribute for part in parts for attribute in _attributes(part)]
        case _:
            return []


def _inner(condition: Condition, *bracketed: type) -> str:
    return f"({condition})" if isinstance(condition, bracketed) else str(condition)


def _digits(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
