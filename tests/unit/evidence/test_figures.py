"""What counts as a figure, and how it is read."""

from decimal import Decimal

import pytest

from research_agent.evidence.figures import PrintedUnit, find_figures
from research_agent.evidence.printed_money import stated_currency, stated_scale


@pytest.mark.parametrize(
    ("text", "number", "scale", "step", "unit", "currencies"),
    [
        ("$383.3 billion", "383.3", 9, "0.1", PrintedUnit.MONEY, ("USD",)),
        ("383,285 million", "383285", 6, "1", PrintedUnit.PLAIN, ()),
        ("NT$2,161.7bn", "2161.7", 9, "0.1", PrintedUnit.MONEY, ("TWD",)),
        ("TWD 2.16 trillion", "2.16", 12, "0.01", PrintedUnit.MONEY, ("TWD",)),
        ("US$5tn", "5", 12, "1", PrintedUnit.MONEY, ("USD",)),
        ("5.2 billion euros", "5.2", 9, "0.1", PrintedUnit.MONEY, ("EUR",)),
        ("-$2.1B", "-2.1", 9, "0.1", PrintedUnit.MONEY, ("USD",)),
        ("$-2.1B", "-2.1", 9, "0.1", PrintedUnit.MONEY, ("USD",)),
        ("−2.8%", "-2.8", 0, "0.1", PrintedUnit.PERCENT, ()),
        ("44 percent", "44", 0, "1", PrintedUnit.PERCENT, ()),
        ("0.5 percentage points", "0.5", 0, "0.1", PrintedUnit.POINTS, ()),
        ("120 bps", "120", 0, "1", PrintedUnit.POINTS, ()),
        ("1.23×", "1.23", 0, "0.01", PrintedUnit.TIMES, ()),
        ("2.5x", "2.5", 0, "0.1", PrintedUnit.TIMES, ()),
        ("64.2 days", "64.2", 0, "0.1", PrintedUnit.DAYS, ()),
        ("15.3 billion shares", "15.3", 9, "0.1", PrintedUnit.SHARES, ()),
    ],
)
def test_value_scale_unit_and_precision_are_read(
    text: str, number: str, scale: int, step: str, unit: PrintedUnit, currencies: tuple[str, ...]
) -> None:
    """The last printed place says how exact the figure claims to be."""
    (figure,) = find_figures(f"It was {text}, no more.")
    assert figure.number == Decimal(number)
    assert figure.scale == Decimal(10) ** scale
    assert figure.step == Decimal(step)
    assert figure.unit is unit
    assert figure.currencies == currencies
    assert f"It was {text}, no more."[figure.start : figure.end] == text


@pytest.mark.parametrize(
    "text",
    [
        "on 2023-09-30",
        "September 30, 2023",
        "30 Sept 2023",
        "in 2023 and FY2022, FY23, fiscal 2021, CY2020, 2015–2024",
        "Q3 2024, 3Q24, H1 2024, TTM Q1 FY2026",
        "Forms 10-K, 10-Q, 20-F, 8-K/A and S-1",
        "Item 7, Note 12, page 45, Exhibit 99.1, Section 4.2, Rule 10b5-1, ASC 606",
        "three companies, 12 companies, the last 5 years, a 5-year view, top 10",
        "a 4-for-1 split, a 4:1 split, 10:30",
        "CIK 320193",
        "S&P 500, GPT-4.1, A100, DDR5, 401(k)",
        "the 2nd and 14th",
    ],
)
def test_labels_dates_and_counts_are_no_figures(text: str) -> None:
    """Marking a year as unverified would teach people to ignore the marks."""
    assert find_figures(text) == ()


def test_a_bare_small_integer_counts_only_behind_a_metric_or_in_a_table() -> None:
    """In prose it may count anything; a current ratio of 2 and a cell with 2 are figures."""
    assert find_figures("there are 2") == ()
    assert len(find_figures("a current ratio of 2")) == 1
    assert len(find_figures("2", in_table=True)) == 1


def test_two_ends_of_a_range_share_scale_and_unit() -> None:
    """In "$394.3 to $383.3 billion" both are billions."""
    left, right = find_figures("from $394.3 to $383.3 billion")
    assert (left.scale, right.scale) == (Decimal(10) ** 9, Decimal(10) ** 9)
    left, right = find_figures("43.3 to 44.1 percent")
    assert left.unit is right.unit is PrintedUnit.PERCENT


def test_parentheses_around_a_whole_cell_belong_to_the_figure() -> None:
    """In accounts they are the minus sign; in prose they are only parentheses."""
    (cell,) = find_figures("(324.3)", in_table=True)
    assert (cell.start, cell.end, cell.enclosed) == (0, 7, True)
    (prose,) = find_figures("a lot (44.1%) of it")
    assert (prose.start, prose.end) == (7, 12)


def test_per_share_is_noticed() -> None:
    """A per-share figure is never scaled."""
    (figure,) = find_figures("$6.13 per diluted share")
    assert figure.per_share


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("in millions of US dollars", 10**6),
        ("Revenue ($bn)", 10**9),
        ("($ in thousands, except per share)", 10**3),
        ("USD billions", 10**9),
        ("Revenue, USD million", 10**6),
        ("Revenue", None),
        ("one in a million", None),
    ],
)
def test_a_header_or_caption_states_a_scale(text: str, scale: int | None) -> None:
    """Numbers in a table mean nothing without it."""
    assert stated_scale(text) == (None if scale is None else Decimal(scale))


def test_a_header_states_a_currency() -> None:
    """Taiwan dollars in a header hold for the column."""
    assert stated_currency("Revenue (TWD million)") == ("TWD",)
    assert stated_currency("Revenue ($bn)") == ("USD",)
    assert stated_currency("Revenue") == ()
