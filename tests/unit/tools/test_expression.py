import ast
from decimal import Context, Decimal, DecimalException, localcontext

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research_agent.errors import InvalidRequest
from research_agent.tools.expression import MAX_DEPTH, MAX_LENGTH, Name, names_in, parse
from research_agent.tools.quantities import (
    MAX_MAGNITUDE,
    PRECISION,
    Quantity,
    evaluate,
    unit_named,
    unit_of,
)


def value(text: str, **names: str) -> Decimal:
    quantities = {name: Quantity(Decimal(number), bare=True) for name, number in names.items()}
    return evaluate(parse(text), quantities).value


def unit(text: str, **units: str) -> str:
    quantities = {name: Quantity(Decimal(3), unit_of(named)) for name, named in units.items()}
    return unit_named(evaluate(parse(text), quantities).unit)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("10 - 4 - 3", "3"),
        ("100 / 5 / 2", "10"),
        ("-2 ** 2", "-4"),
        ("2 ** -1", "0.5"),
        ("2 ** 3 ** 2", "512"),
        ("2 ^ 10", "1024"),
        ("--4", "4"),
        ("1.5e3 + .5", "1500.5"),
        ("6 ÷ 3 × 2 − 1", "3"),
        ("abs(2 - 5)", "3"),
        ("sqrt(2.25)", "1.5"),
        ("min(3, 1, 2) + max(3, 1, 2)", "4"),
        ("sum(1, 2, 3, 4)", "10"),
        ("avg(1, 2, 6)", "3"),
        ("0.1 + 0.2", "0.3"),
    ],
)
def test_arithmetic_follows_the_usual_rules_and_is_exact(text: str, expected: str) -> None:
    """Precedence as in Python; 0.1 + 0.2 is 0.3, as on paper."""
    assert value(text) == Decimal(expected)


def test_compound_growth_is_a_fractional_power() -> None:
    """Alphabet grew from 74,989 M in 2015 to 350,018 M in 2024: 18.67 % a year."""
    rate = value("(b / a) ** (1 / 9) - 1", a="74989", b="350018")

    assert round(rate, 4) == Decimal("0.1867")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty"),
        ("1 +", "ends too early"),
        ("(1", r"\) is missing"),
        ("1 2", "does not go on with '2'"),
        ("1 2)", "does not go on with '2'"),
        ("1 % 2", "'% 2' at position 3"),
        ("__import__('os')", "at position 12"),
        ("__import__(1)", "no function __import__"),
        ("round(1)", "no function round"),
        ("abs(1, 2)", "takes 1 argument, not 2"),
        ("min()", r"does not go on with '\)'"),
        ("1.2.3", "not arithmetic"),
        ("2x", "not arithmetic"),
        ("a.__class__", "not arithmetic"),
        ("lambda: 1", "not arithmetic"),
        ("1" * 35, "digits"),
        ("1+" * MAX_LENGTH + "1", "characters"),
        ("(" * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1), "nested"),
        ("-" * (MAX_DEPTH + 1) + "1", "nested"),
    ],
)
def test_anything_but_arithmetic_is_refused_in_one_sentence(text: str, complaint: str) -> None:
    """The model is told what is wrong and where; nothing is executed."""
    with pytest.raises(InvalidRequest, match=complaint) as caught:
        parse(text)

    assert str(caught.value).count("\n") == 0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1 / 0", "divides by zero"),
        ("1 / (2 - 2)", "divides by zero"),
        ("0 / 0", "no real result"),
        ("0 ** 0", "no real result"),
        ("sqrt(0 - 1)", "no real result"),
        ("(0 - 8) ** 0.5", "no real result"),
        ("10 ** 10 ** 10", "Exponents go up to"),
        ("10 ** 99", "larger or smaller"),
        ("1e99", "larger or smaller"),
        ("1e60 * 1e60 * 1e60", "larger or smaller"),
        ("0.1 ** 99", "larger or smaller"),
    ],
)
def test_results_no_figure_can_have_are_refused(text: str, complaint: str) -> None:
    """A division by zero is no figure, and no expression can keep the machine busy."""
    with pytest.raises(InvalidRequest, match=complaint):
        value(text)


def test_a_long_chain_of_sums_is_worked_out() -> None:
    """The longest allowed expression stays far from the interpreter's recursion limit."""
    assert value("+".join("1" * ((MAX_LENGTH + 1) // 2))) == (MAX_LENGTH + 1) // 2


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("AAPL.revenue.FY2023 / 2", ["AAPL.revenue.FY2023"]),
        ("aapl.revenue.FY2023-a", ["aapl.revenue.FY2023", "a"]),
        ("BRK-B.revenue.FY2023 - 1", ["BRK-B.revenue.FY2023"]),
        ("a-BRK-B.revenue.FY2023", ["a", "BRK-B.revenue.FY2023"]),
        ("a-AAPL.revenue.Q3_FY2024", ["a", "AAPL.revenue.Q3_FY2024"]),
        ("PG.revenue.FY2014@as_reported-1", ["PG.revenue.FY2014@as_reported"]),
        ("PG.revenue.FY2014@as_of_2015-01-31-1", ["PG.revenue.FY2014@as_of_2015-01-31"]),
        (".calc_share.FY2024*2", [".calc_share.FY2024"]),
        ("min(a, b) + a", ["a", "b", "a"]),
    ],
)
def test_references_may_stand_in_the_expression(text: str, names: list[str]) -> None:
    """Models write them there; the hyphen of a class share is not a minus."""
    found = names_in(parse(text))

    assert [name.text for name in found] == names
    assert all(text[name.start :].startswith(name.text) for name in found)


@pytest.mark.parametrize(
    ("text", "units", "expected"),
    [
        ("a + b", {"a": "USD", "b": "USD"}, "USD"),
        ("a / b", {"a": "USD", "b": "USD"}, "ratio"),
        ("a / b", {"a": "USD", "b": "shares"}, "USD/shares"),
        ("a * b", {"a": "USD/shares", "b": "shares"}, "USD"),
        ("a / b", {"a": "USD", "b": "USD/shares"}, "shares"),
        ("a * b", {"a": "USD", "b": "fraction"}, "USD"),
        ("a - b", {"a": "fraction", "b": "ratio"}, "ratio"),
        ("a / b * 365", {"a": "USD", "b": "USD"}, "ratio"),
        ("avg(a, b) / 4", {"a": "USD", "b": "USD"}, "USD"),
        ("sqrt(a * b)", {"a": "USD", "b": "USD"}, "USD"),
        ("a ** 2 / b", {"a": "USD", "b": "USD"}, "USD"),
        ("a - 1000", {"a": "USD"}, "USD"),
        ("max(a, 0)", {"a": "USD"}, "USD"),
        ("-a", {"a": "TWD"}, "TWD"),
    ],
)
def test_units_go_through_the_arithmetic(text: str, units: dict[str, str], expected: str) -> None:
    """Money over shares is money per share; money over money has no unit."""
    assert unit(text, **units) == expected


@pytest.mark.parametrize(
    ("text", "units", "complaint"),
    [
        ("a + b", {"a": "USD", "b": "TWD"}, "Cannot add USD and TWD"),
        ("a - b", {"a": "USD", "b": "shares"}, "Cannot subtract USD and shares"),
        ("a + b", {"a": "USD", "b": "fraction"}, "Cannot add USD and a number without a unit"),
        ("avg(a, b)", {"a": "USD", "b": "EUR"}, "Cannot take the avg of USD and EUR"),
        ("a + b", {"a": "USD/shares", "b": "USD"}, "USD shares.-1 and USD"),
        ("a * b", {"a": "USD", "b": "USD"}, r"USD\^2, which is no unit"),
        ("a ** 0.5", {"a": "USD"}, "fractional power"),
        ("2 ** a", {"a": "USD"}, "exponent has no unit"),
        ("sqrt(a)", {"a": "USD"}, "square root"),
    ],
)
def test_what_has_no_sense_in_money_is_refused(
    text: str, units: dict[str, str], complaint: str
) -> None:
    """Dollars and Taiwan dollars do not add, whatever a model believes."""
    with pytest.raises(InvalidRequest, match=complaint):
        unit(text, **units)


numbers = st.integers(0, 10**6).map(str) | st.decimals(
    "0.001", "99999", places=3, allow_nan=False, allow_infinity=False
).map(str)
expressions = st.recursive(
    numbers,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map(
            lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
        ),
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map("".join),
        inner.map(lambda one: f"-{one}"),
        inner.map(lambda one: f"abs({one})"),
        st.tuples(inner, st.integers(0, 3)).map(lambda parts: f"({parts[0]}) ** {parts[1]}"),
        st.lists(inner, min_size=1, max_size=3).map(lambda many: f"max({', '.join(many)})"),
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(expressions)
def test_every_expression_means_what_python_means_by_it(text: str) -> None:
    """Python's own parser over `Decimal` is the yardstick for precedence and exactness."""
    try:
        with localcontext(Context(prec=PRECISION)):
            expected = by_python(ast.parse(text, mode="eval").body)
    except DecimalException:
        expected = None
    try:
        got, refusal = value(text), ""
    except InvalidRequest as error:
        got, refusal = None, str(error)

    beyond_us = ("nested", "characters", "larger or smaller")
    if expected is None or any(word in refusal for word in beyond_us):
        assert refusal
    else:
        assert got == expected


def by_python(node: ast.expr) -> Decimal:
    match node:
        case ast.Constant(number):
            return Decimal(str(number))
        case ast.UnaryOp(ast.USub(), operand):
            return -by_python(operand)
        case ast.Call(ast.Name(name), arguments):
            values = [by_python(argument) for argument in arguments]
            return abs(values[0]) if name == "abs" else max(values)
        case ast.BinOp(left, sign, right):
            a, b = by_python(left), by_python(right)
            match sign:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div():
                    return a / b
                case ast.Pow():
                    return a**b
    raise AssertionError(ast.dump(node))


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0123456789.+-*/()^ abcminsqrt,_@", max_size=60))
def test_no_text_breaks_the_parser(text: str) -> None:
    """Whatever a model writes, the answer is a tree or a sentence."""
    try:
        tree = parse(text)
    except InvalidRequest:
        return
    names = {name.text: Quantity(Decimal(2)) for name in names_in(tree)}
    try:
        result = evaluate(tree, names).value
    except InvalidRequest:
        return
    assert result.is_finite()
    assert abs(result) < Decimal(10) ** (MAX_MAGNITUDE + 1)


def test_a_name_alone_is_an_expression() -> None:
    """A model may ask for a figure as it is."""
    assert parse(" a ") == Name("a", 1)
