"""What the result of a calculation is measured in, in the units facts are kept in."""

import re
from collections.abc import Sequence
from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.errors import InvalidRequest
from research_agent.tools.expression import Binary, Node, Number
from research_agent.tools.quantities import Quantity, unit_named, unit_of

__all__ = ["result_in_whole_units"]

_PERCENT = Decimal(100)
_SCALES = {Decimal(10) ** power for power in (3, 6, 9, 12)}
_ALIASES = {
    "%": "fraction",
    "percent": "fraction",
    "percentage": "fraction",
    "fractions": "fraction",
    "x": "ratio",
    "×": "ratio",
    "times": "ratio",
    "none": "",
    "number": "ratio",
}
_SCALE_WORDS = re.compile(r"\s+(?:in\s+)?(?:thousand|million|billion|trillion|mn|bn|m|b)s?$")
_PER_SHARE = re.compile(r"\s*(?:/|per)\s*shares?$")
_CURRENCY = re.compile(r"[A-Z]{3}(/shares)?")
_SHARE_OF_SOMETHING = re.compile(
    r"growth|margin|cagr|percent|%|\bshare of|\brate\b|yield|change|increase|decrease|decline",
    re.IGNORECASE,
)


def result_in_whole_units(
    tree: Node, result: Quantity, *, wanted: str, label: str, inputs: Sequence[Fact]
) -> tuple[Decimal, str]:
    """Return value and unit as a fact has them.

    What was done last for the eye only is undone: `* 100` of a fraction, `/ 10**9` of an
    amount. Facts are fractions and whole units; whoever shows them scales them.

    Args:
        tree: The expression.
        result: Its value.
        wanted: The unit asked for; may be empty.
        label: The result in words, for telling a fraction from a ratio.
        inputs: The figures used.

    Raises:
        InvalidRequest: `wanted` is no unit or contradicts the figures.
    """
    asked = _asked(wanted)
    if result.bare:
        return result.value, asked or "ratio"
    if result.unit:
        named = unit_named(result.unit)
        if asked and asked != named:
            raise InvalidRequest(f"The result is in {named}, not in {asked}; nothing is converted.")
        return result.value * _divided_by(tree), named
    if asked and unit_of(asked):
        raise InvalidRequest(f"The result has no unit, so it cannot be in {asked}.")
    if _in_percent(tree) and asked in ("", "fraction"):
        return result.value / _PERCENT, "fraction"
    if asked:
        return result.value, asked
    return result.value, "fraction" if _is_fraction(tree, label, inputs) else "ratio"


def _asked(wanted: str) -> str:
    """Return `wanted` as facts write it, or an empty string.

    Raises:
        InvalidRequest: It is no unit of a figure.
    """
    text = _SCALE_WORDS.sub("", wanted.strip())
    if text.casefold() in _ALIASES:
        return _ALIASES[text.casefold()]
    if text.casefold() in {"", "fraction", "ratio", "days", "shares"}:
        return text.casefold()
    text = _PER_SHARE.sub("/shares", text)
    if _CURRENCY.fullmatch(text):
        return text
    raise InvalidRequest(
        f"{wanted.strip()!r} is no unit: give fraction, ratio, days, shares, a currency code or "
        "USD/shares, or leave it out."
    )


def _divided_by(tree: Node) -> Decimal:
    match tree:
        case Binary("/", _, right):
            return _scale(right)
    return Decimal(1)


def _scale(node: Node) -> Decimal:
    match node:
        case Number(value) if value in _SCALES:
            return value
        case Binary("**", Number(base), Number(power)) if base == 10 and base**power in _SCALES:
            return base**power
    return Decimal(1)


def _in_percent(tree: Node) -> bool:
    """Say whether 100 is a factor of the whole: `x * 100`, `100 * x / y`."""
    match tree:
        case Number(value):
            return value == _PERCENT
        case Binary("*", left, right):
            return _in_percent(left) or _in_percent(right)
        case Binary("/", left, _):
            return _in_percent(left)
    return False


def _is_fraction(tree: Node, label: str, inputs: Sequence[Fact]) -> bool:
    """Tell growth and parts of a whole, shown in percent, from multiples."""
    if inputs and all(fact.unit == "fraction" for fact in inputs):
        return True
    match tree:
        case Binary("-", _, Number(value)) if value == 1:
            return True
        case Binary("/", Binary("-", _, _), _):
            return True
    return bool(_SHARE_OF_SOMETHING.search(label))
