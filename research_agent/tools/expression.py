"""A small language of arithmetic: text to a tree, without `eval`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from research_agent.errors import InvalidRequest

__all__ = ["FUNCTIONS", "Binary", "Call", "Name", "Node", "Number", "Unary", "names_in", "parse"]

MAX_LENGTH = 500
"""Characters of an expression."""

MAX_DEPTH = 40
"""Parentheses, function calls and signs inside one another."""

MAX_DIGITS = 34
"""Digits of a number written in an expression; more than any reported figure has."""

FUNCTIONS = {"abs": 1, "sqrt": 1, "min": None, "max": None, "sum": None, "avg": None}
"""Each function with the number of its arguments; `None` for one or more."""

_SPELLINGS = {"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "^": "**"}
_TOKEN = re.compile(
    r"""
      (?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?)(?![\w.])
    | (?P<name>
        (?:[A-Z][A-Z0-9]*-[A-Z]{1,2}|[A-Za-z]\w*)?\.[A-Za-z]\w*\.\w+  # a reference
            (?:@(?:as_reported)?_?(?:as_of_\d{4}-\d\d-\d\d)?)?
      | [^\W\d]\w*)
    | (?P<sign>\*\*|[-+*/(),])
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written."""

    value: Decimal


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, or a reference such as `AAPL.revenue.FY2023`; `start` is its offset."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Unary:
    """A minus sign before something."""

    operand: "Node"


@dataclass(frozen=True, slots=True)
class Binary:
    """`operator` is one of `+`, `-`, `*`, `/`, `**`."""

    operator: str
    left: "Node"
    right: "Node"


@dataclass(frozen=True, slots=True)
class Call:
    """One of `FUNCTIONS`."""

    function: str
    arguments: "tuple[Node, ...]"


Node = Number | Name | Unary | Binary | Call


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int


def parse(text: str) -> Node:
    """Return the tree of an expression; precedence as in Python, `^` is a power too.

    Args:
        text: Numbers, names, references, `+ - * / **`, parentheses and `FUNCTIONS`.

    Raises:
        InvalidRequest: Empty, too long, nested too deeply, or not such an expression; the
            sentence says where.
    """
    if not text.strip():
        raise InvalidRequest("The expression is empty: write one such as (a - b) / b.")
    if len(text) > MAX_LENGTH:
        raise InvalidRequest(
            f"The expression has {len(text)} characters; at most {MAX_LENGTH} are read."
        )
    return _Parser(text).whole()


def names_in(node: Node) -> tuple[Name, ...]:
    """Return every occurrence of a name, from left to right."""
    return tuple(_names(node))


def _names(node: Node) -> Iterator[Name]:
    match node:
        case Name():
            yield node
        case Unary(operand):
            yield from _names(operand)
        case Binary(_, left, right):
            yield from _names(left)
            yield from _names(right)
        case Call(_, arguments):
            for argument in arguments:
                yield from _names(argument)


def _tokens(text: str) -> list[_Token]:
    """Split `text`; spellings that stand for one sign are read as that sign."""
    tokens: list[_Token] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] in _SPELLINGS:
            tokens.append(_Token("sign", _SPELLINGS[text[at]], at))
            at += 1
        elif found := _TOKEN.match(text, at):
            kind = found.lastgroup or ""
            tokens.append(_Token(kind, found[kind], at))
            at = found.end()
        else:
            raise InvalidRequest(
                f"{text[at : at + 12]!r} at position {at + 1} is not arithmetic: use numbers, "
                f"names, + - * / ** ( ) and {', '.join(FUNCTIONS)}."
            )
    return [*tokens, _Token("end", "", len(text))]


class _Parser:
    """Recursive descent, one method for each level of precedence."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._at = 0
        self._depth = 0

    def whole(self) -> Node:
        node = self._sum()
        if self._now.kind != "end":
            raise self._unexpected()
        return node

    @property
    def _now(self) -> _Token:
        return self._tokens[self._at]

    def _take(self, *signs: str) -> str:
        """Return the sign that stands here and go on, or `""`."""
        token = self._now
        if token.kind != "sign" or token.text not in signs:
            return ""
        self._at += 1
        return token.text

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            raise self._unexpected(f"; {sign} is missing")

    def _unexpected(self, hint: str = "") -> InvalidRequest:
        token = self._now
        what = "ends too early" if token.kind == "end" else f"does not go on with {token.text!r}"
        return InvalidRequest(f"The expression {what} at position {token.start + 1}{hint}.")

    def _sum(self) -> Node:
        node = self._product()
        while sign := self._take("+", "-"):
            node = Binary(sign, node, self._product())
        return node

    def _product(self) -> Node:
        node = self._signed()
        while sign := self._take("*", "/"):
            node = Binary(sign, node, self._signed())
        return node

    def _signed(self) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise InvalidRequest(f"The expression is nested more than {MAX_DEPTH} deep.")
        sign = self._take("+", "-")
        node = self._signed() if sign else self._power()
        self._depth -= 1
        return Unary(node) if sign == "-" else node

    def _power(self) -> Node:
        base = self._atom()
        return Binary("**", base, self._signed()) if self._take("**") else base

    def _atom(self) -> Node:
        token = self._now
        if token.kind == "number":
            self._at += 1
            return Number(_number(token.text))
        if token.kind == "name":
            self._at += 1
            return self._call(token.text) if self._take("(") else Name(token.text, token.start)
        if self._take("("):
            node = self._sum()
            self._need(")")
            return node
        raise self._unexpected()

    def _call(self, function: str) -> Node:
        wanted = FUNCTIONS.get(function.lower(), 0)
        if wanted == 0:
            raise InvalidRequest(
                f"There is no function {function}; there are {', '.join(FUNCTIONS)}."
            )
        arguments = [self._sum()]
        while self._take(","):
            arguments.append(self._sum())
        self._need(")")
        if wanted is not None and len(arguments) != wanted:
            raise InvalidRequest(f"{function} takes {wanted} argument, not {len(arguments)}.")
        return Call(function.lower(), tuple(arguments))


def _number(text: str) -> Decimal:
    if sum(map(str.isdigit, text)) > MAX_DIGITS:
        raise InvalidRequest(f"{text[:12]}… has more than {MAX_DIGITS} digits.")
    return Decimal(text)
