from decimal import Decimal

import pytest

from research_agent.domain.display import show_short, show_value


@pytest.mark.parametrize(
    ("value", "unit", "exact", "short"),
    [
        ("383285000000", "USD", "$383,285 million", "$383.3 billion"),
        ("3626396000", "USD", "$3,626.396 million", "$3.6 billion"),
        ("-295571000", "USD", "-$295.571 million", "-$295.6 million"),
        ("2161735800000", "TWD", "TWD 2,161,735.8 million", "TWD 2.16 trillion"),
        ("0", "USD", "$0", "$0"),
        ("1234567", "USD", "$1,234,567", "$1.2 million"),
        ("0.44131", "fraction", "44.13%", "44.1%"),
        ("-0.028", "fraction", "-2.80%", "-2.8%"),
        ("0.98801", "ratio", "0.99×", "0.99×"),
        ("6.13", "USD/shares", "$6.13", "$6.13"),
        ("2.3025", "USD/shares", "$2.3025", "$2.3025"),
        ("-0.7", "USD/shares", "-$0.70", "-$0.70"),
        ("2.00857142857", "USD/shares", "$2.01", "$2.01"),
        ("15343783000", "shares", "15,343.783 million shares", "15.3 billion shares"),
        ("27.459", "days", "27.5 days", "27.5 days"),
    ],
)
def test_figures_read_as_on_a_statement(value: str, unit: str, exact: str, short: str) -> None:
    """Exact loses no digit of what was filed; short is for sentences; halves round up."""
    assert show_value(Decimal(value), unit) == exact
    assert show_short(Decimal(value), unit) == short
