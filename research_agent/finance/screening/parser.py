"""Read a screen: `revenue_growth > 20% and sector = "Technology" order by revenue desc limit 20`.

    screen      = ["where"] [condition] ["order by" order {"," order}] ["limit" number]
    condition   = conjunction {"or" conjunction}
    conjunction = negation {"and" negation}
    negation    = "not" negation | "(" condition ")" | test
    test        = metric sign (number | metric) | number sign metric
                | metric ["not"] "between" number "and" number
                | metric "is" ["not"] "missing"
                | attribute ("=" | "!=") text | attribute ["not"] "in" "(" text {"," text} ")"
    metric      = ["ttm." | "annual."] key-or-synonym
    number      = [currency] digits ["%" | scale] [currency]
    attribute   = "sector" | "currency" | "exchange" | "ticker"
    order       = metric ["asc" | "desc"]

The parser is our own, by recursive descent: a dozen rules need no generator, metric names are
several words that only the catalog can tell from keywords ("cash and equivalents and …"), and an
error must show its place and the nearest name in the words of a person, not of a grammar.
"""

from research_agent.finance.screening.names import nearest_sectors, sector_named
from research_agent.finance.screening.numbers import check_comparable, check_number
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
    Operator,
    Or,
    Order,
    Screen,
)
from research_agent.finance.screening.token_reader import TokenReader
from research_agent.finance.screening.tokens import TokenKind

__all__ = ["MAX_DEPTH", "MAX_LIMIT", "MAX_METRICS", "parse_screen"]

MAX_DEPTH = 40
"""Brackets and "not" inside each other."""

MAX_LIMIT = 1_000
"""Companies a screen returns at most."""

MAX_METRICS = 20
"""Different figures one screen may use."""

_SIGNS = {
    **{operator.value: operator for operator in Operator},
    "==": Operator.EQUAL,
    "<>": Operator.UNEQUAL,
    "≤": Operator.AT_MOST,
    "≥": Operator.AT_LEAST,
    "≠": Operator.UNEQUAL,
}
_ATTRIBUTES = {attribute.value: attribute for attribute in Attribute} | {
    "industry": Attribute.SECTOR
}


def parse_screen(text: str) -> Screen:
    """Return the screen a text asks for.

    Raises:
        ScreenSyntaxError: It cannot be read; the sentence shows the place and what would do.
        InvalidRequest: It is too long.
    """
    return _Parser(text).screen()


class _Parser:
    """One reading of one text."""

    def __init__(self, text: str) -> None:
        self._read = TokenReader(text)
        self._depth = 0

    def screen(self) -> Screen:
        read = self._read
        read.skips("where")
        condition = None
        if not (self._at_order() or read.here.low == "limit" or self._at_end()):
            condition = self._condition()
        order = self._order() if self._at_order() else ()
        limit = self._limit() if read.skips("limit") else None
        if not self._at_end():
            raise read.error('Nothing more can stand here but "and", "or", "order by" or "limit"')
        screen = Screen(condition, order, limit)
        if len(screen.metrics()) > MAX_METRICS:
            raise read.error(f"A screen may use {MAX_METRICS} different figures at most", 0)
        return screen

    def _at_end(self) -> bool:
        return self._read.here.kind is TokenKind.END

    def _at_order(self) -> bool:
        return self._read.ahead("order", "by") or self._read.ahead("sort", "by")

    def _condition(self) -> Condition:
        parts = [self._conjunction()]
        while self._read.skips("or"):
            parts.append(self._conjunction())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _conjunction(self) -> Condition:
        parts = [self._negation()]
        while self._read.skips("and"):
            parts.append(self._negation())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _negation(self) -> Condition:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._read.error(f'Brackets and "not" may be {MAX_DEPTH} deep at most')
        try:
            if self._read.skips("not"):
                return Not(self._negation())
            if self._read.skips("("):
                inner = self._condition()
                self._read.expects(")", problem='A ")" is missing')
                return inner
            return self._test()
        finally:
            self._depth -= 1

    def _test(self) -> Condition:
        read = self._read
        if read.here.low in _ATTRIBUTES:
            return self._among()
        if read.starts_number():
            written = read.number()
            operator = self._operator()
            metric = read.metric()
            return Comparison(metric, operator.mirrored, check_number(metric, written, read.text))
        metric = read.metric()
        if read.skips("is"):
            negated = read.skips("not")
            read.expects("missing", problem='Only "is missing" and "is not missing" can follow')
            return _negated(IsMissing(metric), negated)
        negated = read.skips("not")
        if read.skips("between"):
            return _negated(self._between(metric), negated)
        if negated:
            raise read.error('Only "between" can follow "not" here')
        return self._comparison(metric)

    def _comparison(self, left: Metric) -> Comparison:
        read = self._read
        operator = self._operator()
        if read.starts_number():
            number = check_number(left, read.number(), read.text)
            return Comparison(left, operator, number)
        if read.here.kind is TokenKind.END:
            raise read.error("A number or a figure belongs behind the comparison")
        at = read.here.start
        right = read.metric()
        check_comparable(left, right, read.text, at)
        return Comparison(left, operator, right)

    def _operator(self) -> Operator:
        operator = _SIGNS.get(self._read.here.text)
        if operator is None:
            raise self._read.error(
                'A comparison belongs here: >, >=, <, <=, =, !=, "between" or "is missing"'
            )
        self._read.step()
        return operator

    def _between(self, metric: Metric) -> Between:
        read = self._read
        low = read.number()
        read.expects("and", problem='"between" needs two numbers with "and" in the middle')
        high = read.number()
        bounds = [check_number(metric, written, read.text) for written in (low, high)]
        currencies = {bound.currency for bound in bounds if bound.currency}
        if len(currencies) > 1:
            raise read.error("Both numbers must be in one currency", high.at)
        if high.scaled and not low.scaled:
            raise read.error(
                'Both numbers need their scale: "between 5 billion and 10 billion"', low.at
            )
        if bounds[0].value > bounds[1].value:
            raise read.error("The smaller number comes first", low.at)
        return Between(metric, bounds[0], bounds[1])

    def _among(self) -> Condition:
        read = self._read
        attribute = _ATTRIBUTES[read.step().low]
        negated = read.skips("not")
        if read.skips("in"):
            read.expects("(", problem='A "(" belongs behind "in"')
            values = [self._value(attribute)]
            while read.skips(","):
                values.append(self._value(attribute))
            read.expects(")", problem='A ")" is missing')
            return _negated(Among(attribute, tuple(dict.fromkeys(values))), negated)
        sign = _SIGNS.get(read.here.text)
        if sign not in (Operator.EQUAL, Operator.UNEQUAL) or negated:
            raise read.error(f'{attribute} is compared with =, != or "in"')
        read.step()
        return _negated(Among(attribute, (self._value(attribute),)), sign is Operator.UNEQUAL)

    def _value(self, attribute: Attribute) -> str:
        """Read what a company is; without quotes, the words up to the next keyword or sign."""
        read = self._read
        at = read.here.start
        quoted = read.here.kind is TokenKind.TEXT
        name = read.step().text.strip() if quoted else read.words()
        if not name:
            raise read.error(f'A {attribute} belongs here, in quotes: "…"', at)
        if attribute is not Attribute.SECTOR:
            return name if attribute is Attribute.EXCHANGE else name.upper()
        known = sector_named(name)
        if not known:
            near = ", ".join(nearest_sectors(name)) or "Technology, Finance, Manufacturing, bank"
            raise read.error(f'No sector is called "{name}": did you mean {near}?', at)
        return known

    def _order(self) -> tuple[Order, ...]:
        self._read.step()
        self._read.step()
        orders = [self._one_order()]
        while self._read.skips(","):
            orders.append(self._one_order())
        return tuple(orders)

    def _one_order(self) -> Order:
        metric = self._read.metric()
        if self._read.skips("desc", "descending"):
            return Order(metric, descending=True)
        self._read.skips("asc", "ascending")
        return Order(metric)

    def _limit(self) -> int:
        token = self._read.here
        if token.kind is not TokenKind.NUMBER or not token.text.isdecimal():
            raise self._read.error("A whole number belongs behind limit")
        if not 1 <= int(token.text) <= MAX_LIMIT:
            raise self._read.error(f"A limit is 1 to {MAX_LIMIT:,}")
        self._read.step()
        return int(token.text)


def _negated(condition: Condition, negated: bool) -> Condition:
    return Not(condition) if negated else condition
