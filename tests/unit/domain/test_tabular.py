from decimal import Decimal

import pytest

from research_agent.domain.tabular import INDEX, POINTS, axis_prefix, show_cell, unit_heading


@pytest.mark.parametrize(
    ("value", "unit", "heading", "cell"),
    [
        ("383285000000", "USD", "USD million", "383,285"),
        ("2894307699000", "TWD", "TWD million", "2,894,307.7"),
        ("1234567", "USD", "USD million", "1.235"),
        ("-2722000000", "USD", "USD million", "-2,722"),
        ("0.441311", "fraction", "%", "44.1%"),
        ("1.234", "ratio", "times", "1.23×"),
        ("62.34", "days", "days", "62.3"),
        ("6.13", "USD/shares", "USD per share", "6.13"),
        ("15744231000", "shares", "million shares", "15,744.2"),
        ("123.44", INDEX, "base = 100", "123.4"),
        ("0.0082", POINTS, "percentage points", "+0.8 pp"),
        ("-0.0001", POINTS, "percentage points", "+0.0 pp"),
    ],
)
def test_the_heading_holds_the_unit_and_the_cell_the_number(
    value: str, unit: str, heading: str, cell: str
) -> None:
    """A column of millions with its unit in each cell cannot be read down."""
    assert unit_heading(unit) == heading
    assert show_cell(Decimal(value), unit) == cell


def test_an_axis_has_a_currency_sign_only_where_there_is_one() -> None:
    """A code such as TWD before each tick would crowd the axis; the title says it once."""
    assert [axis_prefix(unit) for unit in ("USD", "USD/shares", "TWD", "fraction")] == [
        "$",
        "$",
        "",
        "",
    ]
