"""A formula given in the question: "defined as revenue / average of opening and closing PP&E"."""

import re
from dataclasses import dataclass

from research_agent.finance.lines.line_items import Kind
from research_agent.finance.metrics import metric_kind
from research_agent.finance.questions.phrases import metric_mentions
from research_agent.finance.questions.words import Span
from research_agent.finance.ratios.every_ratio import RATIOS

__all__ = [
    "Definition",
    "DefinitionInput",
    "definition_of",
    "find_definition",
    "unit_of_metric",
]

_LEAD = re.compile(
    r",?\s*\(?\b(?:which is |being )?(?:defined|calculated|computed|measured|worked out) (?:here )?as\b:?"
    r"|\busing (?:the )?(?:formula|definition)(?: of)?:?|\s:?=\s|\bformula:\s",
    re.IGNORECASE,
)
_END = re.compile(
    r"[?;]|\.(?:\s|$)|,\s*(?:in|to|one|two|three|four|zero|no|[0-9]+ dec|round|with|and|for|expressed|percent|per cent|please|as|fy[0-9]*|fiscal|q[1-4]|[12][0-9]{3})\b"
    r"|\s(?:in|for|over|during|at|from|since)\s(?=¦|(?:fy[0-9]*|fiscal|q[1-4]|last|past|the (?:last|past|latest)|[12][0-9]{3}"
    r"|percent|usd|billions?|millions?|%)\b)|\s(?:with|to|rounded to) (?:one|two|three|four|[0-9]) dec",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|[()+*/×÷−–,-]|[A-Za-z]+")
_OPERATORS = {"×": "*", "÷": "/", "−": "-", "–": "-", "plus": "+", "minus": "-", "less": "-"}
_OPERATORS |= {"times": "*", "multiplied": "*", "divided": "per", "over": "per", "x": "*"}
_SILENT = frozenset("of the its by balance balances their a an year years s".split())
_AVERAGE = frozenset("average mean avg averaged".split())
_OPENING = frozenset("opening beginning start prior previous last starting".split())
_CLOSING = frozenset("closing ending end current".split())
_MAX_DEPTH = 20
_FORMULA_WORDS = _AVERAGE | _OPENING | _CLOSING | {"and"}


@dataclass(frozen=True, slots=True)
class DefinitionInput:
    """One figure of the formula.

    Args:
        name: As the expression calls it: `"revenue"`, `"property_plant_equipment_opening"`.
        key: The metric.
        opening: True for its value one year earlier.
    """

    name: str
    key: str
    opening: bool


@dataclass(frozen=True, slots=True)
class Definition:
    """A formula over metrics.

    Args:
        text: As the question has it.
        expression: Arithmetic over the names of `inputs`; empty when it was not understood.
        inputs: What it needs, in order of appearance.
        unit: `"ratio"`, `"money"`, `"money/shares"` or `"shares"`.
    """

    text: str
    expression: str = ""
    inputs: tuple[DefinitionInput, ...] = ()
    unit: str = "ratio"


class _NotAFormulaError(Exception):
    """The words cannot be read as arithmetic over metrics."""


def find_definition(text: str) -> tuple[Definition, Span] | None:
    """Return the formula in `text` and where it stands, or `None` when there is none."""
    lead = _LEAD.search(text)
    if lead is None:
        return None
    stop = _END.search(text, lead.end())
    end = stop.start() if stop else len(text)
    formula = text[lead.end() : end].strip(" ,:").removesuffix(")" if "(" in lead.group() else "\0")
    if not formula:
        return None
    return definition_of(formula) or Definition(formula), (lead.start(), end)


def definition_of(formula: str, *, strict: bool = False) -> Definition | None:
    """Return `formula` as arithmetic, or `None` when it cannot be read as that.

    Args:
        formula: In words and signs.
        strict: Refuse words that are neither a metric nor part of arithmetic.
    """
    tokens = _tokens(formula)
    if strict and any(t.kind == "word" and t.text not in _FORMULA_WORDS for t in tokens):
        return None
    try:
        parser = _Parser(tokens)
        expression, power = parser.whole()
    except _NotAFormulaError:
        return None
    return Definition(formula, expression, tuple(parser.inputs.values()), _unit(power))


@dataclass(frozen=True, slots=True)
class _Token:
    """`kind` is `"item"`, `"number"`, `"operator"` or `"word"`."""

    kind: str
    text: str


_Power = tuple[int, int]  # of money and of shares
_Part = tuple[str, _Power]


def _tokens(formula: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    for mention in metric_mentions(formula):
        tokens += _plain(formula[at : mention.start])
        tokens.append(_Token("item", mention.keys[0]))
        at = mention.end
    return [*tokens, *_plain(formula[at:])]


def _plain(text: str) -> list[_Token]:
    tokens = []
    for found in _TOKEN.finditer(text):
        low = found.group().lower()
        if low[0].isdigit():
            tokens.append(_Token("number", low))
        elif low in _OPERATORS or not low.isalpha():
            tokens.append(_Token("operator", _OPERATORS.get(low, low)))
        elif low not in _SILENT:
            tokens.append(_Token("word", low))
    return tokens


class _Parser:
    """Recursive descent over sums, products and averages."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self.inputs: dict[str, DefinitionInput] = {}

    def whole(self) -> _Part:
        part = self._quotient()
        if self._at != len(self._tokens) or not self.inputs:
            raise _NotAFormulaError
        return part

    def _next(self) -> _Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _take(self, *texts: str) -> str:
        """Step over the next token when it is one of `texts`, and return it."""
        token = self._next()
        if token is None or token.kind == "item" or token.text not in texts:
            return ""
        self._at += 1
        return token.text

    def _quotient(self) -> _Part:
        """In words, "a plus b divided by c" divides the whole sum."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _NotAFormulaError
        text, power = self._sum()
        while self._take("per"):
            right, other = self._sum()
            text = f"{_grouped(text)} / {_grouped(right)}"
            power = power[0] - other[0], power[1] - other[1]
        self._depth -= 1
        return text, power

    def _sum(self) -> _Part:
        text, power = self._product()
        while sign := self._take("+", "-"):
            right, other = self._product()
            if other != power:
                raise _NotAFormulaError  # money plus a ratio means nothing
            text = f"{text} {sign} {right}"
        return text, power

    def _product(self) -> _Part:
        text, power = self._factor()
        while sign := self._take("*", "/"):
            right, other = self._factor()
            turn = 1 if sign == "*" else -1
            power = power[0] + turn * other[0], power[1] + turn * other[1]
            text = f"{text} {sign} {right}"
        return text, power

    def _factor(self) -> _Part:
        if self._take("("):
            text, power = self._quotient()
            if not self._take(")"):
                raise _NotAFormulaError
            return f"({text})", power
        if self._take(*_AVERAGE):
            return self._average()
        token = self._next()
        if token is not None and token.kind == "number":
            self._at += 1
            return token.text, (0, 0)
        return self._end_of_item()

    def _average(self) -> _Part:
        bracket = self._take("(")
        ends = self._ends()
        parts = [self._end_of_item()]
        while self._take("and", ",", "+"):
            parts.append(self._end_of_item())
        if bracket and not self._take(")"):
            raise _NotAFormulaError
        if len(parts) > 1:
            return f"avg({', '.join(text for text, _ in parts)})", parts[0][1]
        key = parts[0][0]
        if not ends and metric_kind(key) not in (Kind.INSTANT, Kind.INSTANT_SHARES):
            raise _NotAFormulaError
        opening = self._use(key, opening=True)
        return f"avg({opening}, {key})", parts[0][1]

    def _ends(self) -> bool:
        """Step over "opening and closing"."""
        before = self._at
        ends = (*_OPENING, *_CLOSING)
        if self._take(*ends) and self._take("and", "+", ",") and self._take(*ends):
            return True
        self._at = before
        return False

    def _end_of_item(self) -> _Part:
        opening = bool(self._take(*_OPENING))
        if not opening:
            self._take(*_CLOSING)
        return self._item(opening=opening)

    def _item(self, *, opening: bool) -> _Part:
        token = self._next()
        if token is None or token.kind != "item":
            raise _NotAFormulaError
        self._at += 1
        return self._use(token.text, opening=opening), _power(token.text)

    def _use(self, key: str, *, opening: bool) -> str:
        name = f"{key}_opening" if opening else key
        self.inputs.setdefault(name, DefinitionInput(name, key, opening))
        return name


def _grouped(text: str) -> str:
    return f"({text})" if " " in text and not text.startswith("avg(") else text


def _power(key: str) -> _Power:
    if key in RATIOS:
        return {"money": (1, 0), "money/shares": (1, -1)}.get(RATIOS[key].unit, (0, 0))
    kind = metric_kind(key)
    if kind in (Kind.PER_SHARE, Kind.PER_SHARE_FLOW):
        return 1, -1
    return (0, 1) if kind in (Kind.INSTANT_SHARES, Kind.AVERAGE_SHARES) else (1, 0)


def unit_of_metric(key: str) -> str:
    """Return the unit of a metric, as `Definition.unit` has it."""
    return _unit(_power(key))


def _unit(power: _Power) -> str:
    return {(1, 0): "money", (1, -1): "money/shares", (0, 1): "shares"}.get(power, "ratio")
