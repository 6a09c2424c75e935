from datetime import date

import pytest

from research_agent.domain.facts import Fact
from research_agent.errors import InvalidRequest, NotFound
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.comparison import (
    ComparisonBasis,
    ComparisonRequest,
    calendar_year,
    compare,
)
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR

PROVIDER = StoreProvider(FactStore(PACK_DIR))
DIRECTORY = CompanyDirectory.load(PACK_DIR)


async def compared(
    *names: str,
    basis: ComparisonBasis = ComparisonBasis.FISCAL,
    metrics: tuple[str, ...] = ("revenue",),
    limit: int = 3,
) -> object:
    return await compare(PROVIDER, DIRECTORY, ComparisonRequest(names, metrics, basis, limit))


async def test_trap_14_fiscal_years_keep_their_own_ends() -> None:
    """Apple's year ends in September, NVIDIA's in January, and both ends are shown."""
    found = await compared("AAPL", "NVDA", limit=1)

    assert [t.periods[0].end for t in found.tables] == [date(2025, 9, 27), date(2026, 1, 25)]  # type: ignore[attr-defined]


async def test_trap_14_calendar_alignment_takes_the_twelve_months_nearest_to_december() -> None:
    """Apple's quarter to 2024-12-28 and NVIDIA's to 2025-01-26 both stand for calendar 2024."""
    found = await compared("AAPL", "NVDA", basis=ComparisonBasis.CALENDAR, limit=2)
    ends = [[p.end for p in table.periods] for table in found.tables]  # type: ignore[attr-defined]

    assert ends == [
        [date(2025, 12, 27), date(2024, 12, 28)],
        [date(2026, 1, 25), date(2025, 1, 26)],
    ]
    apple = found.tables[0].rows[0].cells[1]  # type: ignore[attr-defined]
    assert isinstance(apple, Fact)
    # FY2024 391,035 + Q1 FY2025 124,300 - Q1 FY2024 119,575
    assert apple.value == (391_035 + 124_300 - 119_575) * 1_000_000


@pytest.mark.parametrize(
    ("end", "year"),
    [
        (date(2024, 12, 31), 2024),
        (date(2025, 1, 26), 2024),
        (date(2024, 11, 30), 2024),
        (date(2025, 2, 28), None),
        (date(2024, 6, 30), None),
    ],
)
def test_calendar_years_reach_46_days_to_each_side(end: date, year: int | None) -> None:
    """Half a quarter: every filer has exactly one quarter end that near."""
    assert calendar_year(end) == year


async def test_one_company_that_fails_costs_only_its_own_part() -> None:
    """The others are shown, and the reason is kept."""
    found = await compared("AAPL", "Nosuchcompany Xyz", "NVDA")

    assert [c.ticker for c in found.companies] == ["AAPL", "NVDA"]  # type: ignore[attr-defined]
    assert "Nosuchcompany Xyz" in found.problems[0]  # type: ignore[attr-defined]


async def test_different_currencies_are_said_and_not_converted() -> None:
    """TSMC reports in TWD; nobody relabels it as USD."""
    found = await compared("AAPL", "TSM")

    assert [t.rows[0].unit for t in found.tables] == ["USD", "TWD"]  # type: ignore[attr-defined]
    assert any("TWD and USD as filed, not converted" in p for p in found.problems)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("names", "metrics", "said"),
    [
        (("AAPL",), ("revenue",), "Compare 2 to 8 companies; 1 given"),
        (("AAPL", "NVDA"), (), "Choose 1 to 12 metrics; 0 given"),
        (("AAPL", "NVDA"), ("revenu",), "did you mean revenue"),
    ],
)
async def test_a_comparison_that_makes_no_sense_is_refused(
    names: tuple[str, ...], metrics: tuple[str, ...], said: str
) -> None:
    """One sentence that says what would work."""
    with pytest.raises(InvalidRequest, match=said):
        await compared(*names, metrics=metrics)


async def test_no_company_at_all_is_not_found_with_every_reason() -> None:
    """Not an empty comparison."""
    with pytest.raises(NotFound, match=r"Qqqxx.*Zzzyy"):
        await compared("Qqqxx Inc", "Zzzyy Ltd")
