"""Traps 10 to 14 and 31: labels, lengths and ends of periods."""

from datetime import date

import pytest

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis
from research_agent.finance.comparison import ComparisonBasis, ComparisonRequest, compare
from tests.fakes.fact_rows import figures, filed
from tests.traps.pack import MILLION, directory, fact, provider, table


@pytest.mark.parametrize(
    ("ticker", "label", "end"),
    [
        ("NVDA", "FY2026", date(2026, 1, 25)),
        ("WMT", "FY2025", date(2025, 1, 31)),
        ("HD", "FY2024", date(2025, 2, 2)),
        ("HD", "FY2023", date(2024, 1, 28)),
    ],
)
async def test_trap_10_the_fiscal_label_is_the_filers_own(
    ticker: str, label: str, end: date
) -> None:
    """Walmart's year to January 2025 is its fiscal 2025, Home Depot's is fiscal 2024.

    DocumentFiscalYearFocus of 0001045810-26-000021, 0000104169-25-000021, 0000354950-25-000085 and
    0000354950-24-000062.
    """
    found = await fact(ticker, "net_income", label)

    assert found.end == end


async def test_trap_11_years_of_52_and_53_weeks_keep_their_own_ends() -> None:
    """J&J's fiscal 2025 ended on 2025-12-28, Apple's on the last Saturday of September."""
    johnson = await table("JNJ", "net_income")
    apple = await table("AAPL", "net_income")

    assert [(p.label, p.end) for p in johnson.periods[:2]] == [
        ("FY2025", date(2025, 12, 28)),
        ("FY2024", date(2024, 12, 29)),
    ]
    assert {period.end.weekday() for period in apple.periods} == {5}
    assert {((p.end - p.start).days + 1) // 7 for p in apple.periods if p.start} == {52, 53}


async def test_trap_12_quarters_of_twelve_and_sixteen_weeks_are_quarters() -> None:
    """Costco's are 12, 12, 12 and 16 weeks; a fixed 80 to 100 days would lose the fourth."""
    found = await table("COST", "net_income", basis=Basis.QUARTERLY)
    weeks = {
        period.label: ((period.end - period.start).days + 1) / 7
        for period in found.periods
        if period.start
    }

    assert [weeks[f"Q{quarter} FY2025"] for quarter in (1, 2, 3, 4)] == [12, 12, 12, 16]
    # 8,099 (0000909832-25-000101) less 5,489 million (0000909832-25-000033)
    assert (await fact("COST", "net_income", "Q4 FY2025")).value == (8_099 - 5_489) * MILLION


def transition_rows(tag: str = "Revenues") -> list[object]:
    """A company that moved its year-end from June to December with a six-month 10-KT."""
    return [
        filed(tag, "2021-07-01/2022-06-30", 400, on="2022-08-20"),
        filed(tag, "2022-07-01/2023-06-30", 440, on="2023-08-20"),
        filed(tag, "2023-07-01/2023-12-31", 250, on="2024-02-20", form="10-KT"),
        filed(tag, "2024-01-01/2024-12-31", 520, on="2025-02-20"),
    ]


def test_trap_13_six_months_are_never_shown_as_a_year() -> None:
    """250 in the column of a year, or 500 made of it, would be a figure nobody filed."""
    found = figures(*transition_rows())  # type: ignore[arg-type]
    values = {}
    for slot in found.columns.slots(Basis.ANNUAL):
        got = found.cell("revenue", slot)
        span = slot.period.end - (slot.period.start or slot.period.end)
        if isinstance(got, Fact) and span.days > 300:
            values[slot.period.end.isoformat()] = got.value

    assert values == {"2024-12-31": 520, "2023-06-30": 440, "2022-06-30": 400}


def test_trap_13_a_transition_period_is_shown_as_one() -> None:
    """Six months that are in no column are lost to whoever adds the years up."""
    found = figures(*transition_rows())  # type: ignore[arg-type]
    transition = [
        slot
        for slot in found.columns.slots(Basis.ANNUAL)
        if (slot.period.start, slot.period.end) == (date(2023, 7, 1), date(2023, 12, 31))
    ]

    assert len(transition) == 1
    assert "ransition" in transition[0].period.label
    got = found.cell("revenue", transition[0])
    assert isinstance(got, Fact)
    assert got.value == 250


async def test_trap_14_peers_show_their_own_year_ends_or_the_calendar() -> None:
    """Apple's fiscal 2025 ends four months before NVIDIA's fiscal 2026."""
    names = ("AAPL", "NVDA")
    fiscal = await compare(
        provider(), directory(), ComparisonRequest(names, ("revenue",), ComparisonBasis.FISCAL, 1)
    )
    calendar = await compare(
        provider(), directory(), ComparisonRequest(names, ("revenue",), ComparisonBasis.CALENDAR, 2)
    )

    assert [found.periods[0].end for found in fiscal.tables] == [
        date(2025, 9, 27),
        date(2026, 1, 25),
    ]
    assert [found.periods[1].end for found in calendar.tables] == [
        date(2024, 12, 28),
        date(2025, 1, 26),
    ]


async def test_trap_31_trailing_twelve_months_are_the_last_four_quarters_without_a_gap() -> None:
    """P&G to 2025-03-31: 84,039 − 63,507 + 63,395 million, and the end date is in the heading."""
    found = await fact("PG", "revenue", "TTM Q3 FY2025")

    assert [one.period.label for one in found.inputs] == [
        "Q3 FY2025",
        "Q2 FY2025",
        "Q1 FY2025",
        "Q4 FY2024",
    ]
    assert found.end == date(2025, 3, 31)
    assert abs(found.value - (84_039 - 63_507 + 63_395) * MILLION) <= 2 * MILLION


def test_trap_31_three_quarters_make_no_twelve_months() -> None:
    """A sum over a gap is too small and looks right."""
    rows = [
        filed("Revenues", "2023-01-01/2023-12-31", 400, on="2024-02-20"),
        filed("Revenues", "2024-01-01/2024-03-31", 110, on="2024-05-01", form="10-Q"),
        filed("Revenues", "2024-07-01/2024-09-30", 130, on="2024-11-01", form="10-Q"),
        filed("Assets", "2024-06-30", 900, on="2024-08-01", form="10-Q"),
    ]
    found = figures(*rows)
    sums = [
        found.cell("revenue", slot)
        for slot in found.columns.slots(Basis.TTM)
        if slot.period.end == date(2024, 9, 30)
    ]

    assert not any(isinstance(one, Fact) for one in sums)
