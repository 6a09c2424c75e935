"""Exact arithmetic on figures that keep their unit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, DecimalException, DivisionByZero, Overflow, localcontext

from research_agent.errors import InvalidRequest
from research_agent.tools.expression import Binary, Call, Name, Node, Number, Unary

__all__ = ["NO_UNIT", "Quantity", "Unit", "evaluate", "unit_named", "unit_of"]

PRECISION = 34
"""Significant digits; the largest reported figure has 16."""

MAX_EXPONENT = 100
"""Of a power."""

MAX_MAGNITUDE = 60
"""Digits before or zeros behind the decimal point of any value on the way."""

Unit = tuple[tuple[str, int], ...]
"""Dimensions with their powers, sorted: USD per share is `(("USD", 1), ("shares", -1))`."""

NO_UNIT: Unit = ()

_DIMENSIONLESS = {"fraction", "ratio"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value on its way through an expression.

    Args:
        value: In whole units.
        unit: What it is measured in.
        bare: True for numbers written in the expression, which take on any unit they are added to.
    """

    value: Decimal
    unit: Unit = NO_UNIT
    bare: bool = False


def unit_of(name: str) -> Unit:
    """Return the dimensions of a fact's unit: `"USD/shares"`, `"shares"`, `"fraction"`."""
    if name in _DIMENSIONLESS:
        return NO_UNIT
    top, _, bottom = name.partition("/")
    return _unit({top: 1, bottom: -1} if bottom else {top: 1})


def unit_named(unit: Unit) -> str:
    """Return how a fact writes `unit`; `"ratio"` for none.

    Raises:
        InvalidRequest: No figure has such a unit.
    """
    powers = dict(unit)
    if not powers:
        return "ratio"
    tops = [name for name, power in powers.items() if power == 1]
    bottoms = [name for name, power in powers.items() if power == -1]
    if len(tops) == 1 and len(tops) + len(bottoms) == len(powers) and len(bottoms) < 2:
        return tops[0] + "".join(f"/{name}" for name in bottoms)
    raise InvalidRequest(
        f"The result would be in {_words(unit)}, which is no unit of a figure: check the expression."
    )


def evaluate(node: Node, names: Mapping[str, Quantity]) -> Quantity:
    """Work out a tree.

    Args:
        node: From `parse`.
        names: A value for every name in it.

    Raises:
        InvalidRequest: A division by zero, units that do not go together, or a result no
            figure could have; the sentence says which.
    """
    with localcontext(_context()):
        try:
            return _evaluate(node, names)
        except DivisionByZero:
            raise InvalidRequest("The expression divides by zero.") from None
        except Overflow:
            raise _too_large() from None
        except DecimalException:
            raise InvalidRequest(
                "The expression has no real result: 0 / 0, or a root of a negative number."
            ) from None


def _context() -> Context:
    context = Context(prec=PRECISION, Emax=MAX_MAGNITUDE * 2, Emin=-MAX_MAGNITUDE * 2)
    context.clear_flags()
    return context


def _evaluate(node: Node, names: Mapping[str, Quantity]) -> Quantity:
    match node:
        case Number(value):
            return _sized(Quantity(value, bare=True))
        case Name(text):
            return names[text]
        case Unary(operand):
            inner = _evaluate(operand, names)
            return Quantity(-inner.value, inner.unit, inner.bare)
        case Call(function, arguments):
            values = [_evaluate(argument, names) for argument in arguments]
            return _sized(_apply(function, values))
        case Binary(operator, left, right):
            a, b = _evaluate(left, names), _evaluate(right, names)
            return _sized(_OPERATIONS[operator](a, b))


def _sized(quantity: Quantity) -> Quantity:
    if quantity.value and abs(quantity.value.adjusted()) > MAX_MAGNITUDE:
        raise _too_large()
    return quantity


def _too_large() -> InvalidRequest:
    return InvalidRequest("A value of the expression is larger or smaller than any figure can be.")


def _add(a: Quantity, b: Quantity) -> Quantity:
    return Quantity(a.value + b.value, *_common([a, b], "add"))


def _subtract(a: Quantity, b: Quantity) -> Quantity:
    return Quantity(a.value - b.value, *_common([a, b], "subtract"))


def _multiply(a: Quantity, b: Quantity) -> Quantity:
    return Quantity(a.value * b.value, _product(a.unit, b.unit, 1), a.bare and b.bare)


def _divide(a: Quantity, b: Quantity) -> Quantity:
    return Quantity(a.value / b.value, _product(a.unit, b.unit, -1), a.bare and b.bare)


def _raise(a: Quantity, b: Quantity) -> Quantity:
    if b.unit:
        raise InvalidRequest("An exponent has no unit.")
    if abs(b.value) > MAX_EXPONENT:
        raise InvalidRequest(f"Exponents go up to {MAX_EXPONENT}.")
    if a.unit and b.value != b.value.to_integral_value():
        raise InvalidRequest(
            "Only a number without a unit has a fractional power: divide one amount by the other first."
        )
    unit = _unit({name: power * int(b.value) for name, power in a.unit})
    return Quantity(a.value**b.value, unit, a.bare and b.bare)


_OPERATIONS: dict[str, Callable[[Quantity, Quantity], Quantity]] = {
    "+": _add,
    "-": _subtract,
    "*": _multiply,
    "/": _divide,
    "**": _raise,
}


def _apply(function: str, values: Sequence[Quantity]) -> Quantity:
    numbers = [quantity.value for quantity in values]
    if function == "sqrt":
        if any(power % 2 for _, power in values[0].unit):
            raise InvalidRequest("The square root of an amount has no unit.")
        halves = _unit({name: power // 2 for name, power in values[0].unit})
        return Quantity(numbers[0].sqrt(), halves, values[0].bare)
    if function == "abs":
        return Quantity(abs(numbers[0]), values[0].unit, values[0].bare)
    unit, bare = _common(values, f"take the {function} of")
    if function == "sum":
        return Quantity(sum(numbers, Decimal(0)), unit, bare)
    if function == "avg":
        return Quantity(sum(numbers, Decimal(0)) / len(numbers), unit, bare)
    return Quantity(min(numbers) if function == "min" else max(numbers), unit, bare)


def _common(values: Sequence[Quantity], verb: str) -> tuple[Unit, bool]:
    """Return the one unit of `values`, and whether all are bare numbers."""
    measured = [quantity for quantity in values if not quantity.bare]
    units = dict.fromkeys(quantity.unit for quantity in measured)
    if len(units) > 1:
        words = " and ".join(_words(unit) for unit in units)
        raise InvalidRequest(f"Cannot {verb} {words}: bring both to one unit first.")
    return next(iter(units), NO_UNIT), not measured


def _words(unit: Unit) -> str:
    if not unit:
        return "a number without a unit"
    return " ".join(name if power == 1 else f"{name}^{power}" for name, power in unit)


def _product(a: Unit, b: Unit, sign: int) -> Unit:
    powers = dict(a)
    for name, power in b:
        powers[name] = powers.get(name, 0) + sign * power
    return _unit(powers)


def _unit(powers: Mapping[str, int]) -> Unit:
    return tuple(sorted((name, power) for name, power in powers.items() if power))
