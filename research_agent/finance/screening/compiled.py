"""A screen as SQL: names of columns come from the catalog, every value is a parameter."""

from dataclasses import dataclass, field
from decimal import Decimal

from research_agent.domain.periods import Basis
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.finance.screening.industries import DIVISIONS
from research_agent.finance.screening.metric_table import PLACES, column_name
from research_agent.finance.screening.names import is_money
from research_agent.finance.screening.syntax import (
    Among,
    And,
    Attribute,
    Between,
    Comparison,
    Condition,
    IsMissing,
    Metric,
    Not,
    Number,
    Or,
    Screen,
)

__all__ = ["CompiledScreen", "compile_screen", "metric_sql", "order_currency"]

DEFAULT_CURRENCY = "USD"

_NUMBER_TYPE = f"DECIMAL(38, {PLACES})"
_TEMPLATES = frozenset(sector.value for sector in Sector)


@dataclass(frozen=True, slots=True)
class CompiledScreen:
    """SQL over the metric table, to stand in a statement of the caller.

    Args:
        condition: A boolean expression: true, false, or NULL where an input is missing or is in
            another currency than the number it would be compared with.
        order: What stands behind ORDER BY; amounts in other currencies come last.
        currency: What amounts are sorted in.
        money: Each metric compared with an amount, and that amount's currency.
        parameters: Of the condition, by name: `$p1`.
        order_parameters: Of the order.
    """

    condition: str
    order: str
    currency: str
    money: tuple[tuple[Metric, str], ...]
    parameters: dict[str, str]
    order_parameters: dict[str, str]


def compile_screen(screen: Screen) -> CompiledScreen:
    """Return the SQL of a screen; three-valued logic keeps what cannot be judged out."""
    compiler = _Compiler()
    condition = "TRUE" if screen.condition is None else compiler.condition(screen.condition)
    currency = order_currency(screen)
    ordering = _Compiler(prefix="o")
    orders = []
    for order in screen.order:
        column = metric_sql(order.by)
        if is_money(order.by.key):
            column = ordering.within(column, currency)
        orders.append(f"{column} {'DESC' if order.descending else 'ASC'} NULLS LAST")
    return CompiledScreen(
        condition,
        ", ".join([*orders, "ticker", "cik"]),
        currency,
        tuple(dict.fromkeys(compiler.money)),
        compiler.parameters,
        ordering.parameters,
    )


def metric_sql(metric: Metric) -> str:
    """Return the column of a metric; NULL for one that needs a price, which no store holds."""
    if metric.key in RATIOS and RATIOS[metric.key].priced:
        return f"CAST(NULL AS {_NUMBER_TYPE})"
    return f'"{column_name(metric.key, metric.basis or Basis.ANNUAL)}"'


def order_currency(screen: Screen) -> str:
    """Return the currency amounts are sorted in: the first one the screen names, else dollars."""
    return next(iter(_currencies(screen.condition)), DEFAULT_CURRENCY)


def _currencies(condition: Condition | None) -> list[str]:
    match condition:
        case Comparison(_, _, Number(_, _, currency)) | Between(_, Number(_, _, currency)):
            return [currency] if currency else []
        case Among(Attribute.CURRENCY, (currency,)):
            return [currency]
        case And(parts) | Or(parts):
            return [name for part in parts for name in _currencies(part)]
        case _:
            return []


@dataclass(slots=True)
class _Compiler:
    """Collects the parameters of one screen."""

    prefix: str = "p"
    parameters: dict[str, str] = field(default_factory=dict)
    money: list[tuple[Metric, str]] = field(default_factory=list)

    def condition(self, condition: Condition) -> str:
        """Return a boolean expression."""
        match condition:
            case Not(inner):
                return f"(NOT {self.condition(inner)})"
            case And(parts):
                return f"({' AND '.join(map(self.condition, parts))})"
            case Or(parts):
                return f"({' OR '.join(map(self.condition, parts))})"
            case _:
                return self._test(condition)

    def _test(self, test: Comparison | Between | IsMissing | Among) -> str:
        match test:
            case Comparison(left, operator, Metric() as right):
                return f"({metric_sql(left)} {operator.value} {metric_sql(right)})"
            case Comparison(left, operator, Number() as number):
                compared = self._judged(left, number)
                return f"({compared} {operator.value} {self._number(number.value)})"
            case Between(metric, low, high):
                named = low if low.currency else high
                bounds = f"{self._number(low.value)} AND {self._number(high.value)}"
                return f"({self._judged(metric, named)} BETWEEN {bounds})"
            case IsMissing(metric):
                return f"({metric_sql(metric)} IS NULL)"
            case Among(attribute, values):
                return f"({' OR '.join(self._is(attribute, value) for value in values)})"
        raise TypeError(test)

    def within(self, column: str, currency: str) -> str:
        """Return the amount where it is in `currency`, else NULL: 5 TWD are not 5 dollars."""
        return f"(CASE WHEN currency = {self._text(currency)} THEN {column} END)"

    def _judged(self, metric: Metric, number: Number) -> str:
        column = metric_sql(metric)
        if not is_money(metric.key):
            return column
        currency = number.currency or DEFAULT_CURRENCY
        self.money.append((metric, currency))
        return self.within(column, currency)

    def _is(self, attribute: Attribute, value: str) -> str:
        if attribute is Attribute.EXCHANGE:
            return f"exchange = {self._text(value.lower())}"
        if attribute is Attribute.TICKER:
            return f"ticker = {self._text(value.replace('.', '-'))}"
        if attribute is Attribute.CURRENCY:
            return f"currency = {self._text(value)}"
        column = "template" if value in _TEMPLATES else "sector"
        return f"{'division' if value in DIVISIONS else column} = {self._text(value)}"

    def _number(self, value: Decimal) -> str:
        return f"CAST({self._text(f'{value:f}')} AS {_NUMBER_TYPE})"

    def _text(self, value: str) -> str:
        name = f"{self.prefix}{len(self.parameters) + 1}"
        self.parameters[name] = value
        return f"${name}"
