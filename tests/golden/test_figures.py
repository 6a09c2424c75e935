"""Figures of the embedded pack against values read by another route.

`figures.csv` was not made by the code under test. Its last column says where each value was
read: the filing's own inline XBRL or XBRL instance (no dimensions), the one fact a period that
SEC's frames choose, the rows of one accession, or arithmetic by hand on two such values (year
less nine months for a fourth quarter; year plus this year's months less last year's for TTM).
"""

import csv
from collections import defaultdict
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import MAX_PERIODS, Basis, PeriodQuery, Vintage
from research_agent.errors import NotFound
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR

FIGURES = Path(__file__).with_name("figures.csv")
Group = tuple[str, str, str]


def groups() -> dict[Group, list[dict[str, str]]]:
    found: dict[Group, list[dict[str, str]]] = defaultdict(list)
    with FIGURES.open(newline="") as file:
        for row in csv.DictReader(file):
            found[(row["ticker"], row["basis"], row["vintage"])].append(row)
    return found


GROUPS = groups()


@pytest.fixture(scope="module")
def provider() -> StoreProvider:
    return StoreProvider(FactStore(PACK_DIR))


@pytest.fixture(scope="module")
def directory() -> CompanyDirectory:
    return CompanyDirectory.load(PACK_DIR)


@pytest.mark.parametrize("group", sorted(GROUPS), ids="-".join)
async def test_figures_are_those_of_the_filings(
    group: Group, provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """A wrong number is the worst bug there can be; every value must agree to the last digit."""
    ticker, basis, vintage = group
    rows = GROUPS[group]
    concepts = sorted({row["concept"] for row in rows})
    query = PeriodQuery(basis=Basis(basis), limit=MAX_PERIODS, vintage=Vintage(vintage))
    table = await provider.series(directory.resolve(ticker), concepts, query)
    ends = [period.end for period in table.periods]

    wrong = []
    for row in rows:
        series = table.row(row["concept"])
        assert series
        cell = series.cells[ends.index(date.fromisoformat(row["period_end"]))]
        got = cell.value if isinstance(cell, Fact) else cell
        if got != Decimal(row["value"]):
            wrong.append((row["concept"], row["period_end"], row["value"], got, row["read_from"]))
    assert wrong == []


def test_the_golden_set_covers_companies_and_kinds_of_period() -> None:
    """The set stays wide: 1,100 figures and more, 30 companies, every basis and vintage."""
    rows = [row for group in GROUPS.values() for row in group]

    assert len(rows) >= 1_100
    assert len({row["ticker"] for row in rows}) >= 30
    assert {(row["basis"], row["vintage"]) for row in rows} == {
        ("annual", "latest"),
        ("annual", "as_reported"),
        ("quarterly", "latest"),
        ("quarterly", "as_reported"),
        ("ttm", "as_reported"),
    }


def test_the_golden_set_has_each_kind_of_filer_and_each_thing_that_goes_wrong() -> None:
    """Banks, an asset manager, IFRS, recasts, splits, 53-week years, share classes, quarters."""
    known = {
        (row["ticker"], row["concept"], row["basis"], row["period_end"], row["vintage"]): row[
            "value"
        ]
        for group in GROUPS.values()
        for row in group
    }
    annual = {(ticker, concept) for ticker, concept, basis, _, _ in known if basis == "annual"}
    quarterly = {ticker for ticker, _, basis, _, _ in known if basis == "quarterly"}

    assert {(bank, "revenue") for bank in ("JPM", "BAC", "GS")} < annual
    assert {("BLK", "operating_income"), ("TSM", "net_income")} < annual
    assert known["PG", "revenue", "annual", "2014-06-30", "as_reported"] == "83062000000"
    assert known["PG", "revenue", "annual", "2014-06-30", "latest"] == "74401000000"
    assert known["BAC", "revenue", "annual", "2024-12-31", "as_reported"] == "101887000000"
    assert known["AAPL", "eps_diluted", "annual", "2017-09-30", "as_reported"] == "9.21"
    assert known["AAPL", "eps_diluted", "annual", "2017-09-30", "latest"] == "2.3025"
    assert known["AAPL", "revenue", "annual", "2023-09-30", "as_reported"]
    assert known["JNJ", "net_income", "annual", "2023-01-01", "as_reported"]
    assert known["GOOGL", "shares_outstanding", "annual", "2025-12-31", "as_reported"]
    assert {"AMD", "PG", "AAPL", "NVDA", "SNOW", "GOOGL"} < quarterly


async def test_tsmc_has_no_quarters_because_it_files_years_and_half_years(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """The seventh full company: quarters made from its half-years would be invented."""
    with pytest.raises(NotFound, match="no quarters"):
        await provider.series(
            directory.resolve("TSM"), ["revenue"], PeriodQuery(basis=Basis.QUARTERLY)
        )


@pytest.mark.parametrize(
    ("ticker", "concept", "end", "sum_of_quarters", "year_and_months"),
    [
        ("GOOGL", "revenue", date(2025, 9, 30), 385_477, 350_018 + 289_007 - 253_549),
        ("PG", "net_income", date(2025, 3, 31), 15_495, 14_879 + 12_359 - 11_742),
    ],
)
async def test_ttm_is_the_sum_of_four_printed_quarters(
    ticker: str,
    concept: str,
    end: date,
    sum_of_quarters: int,
    year_and_months: int,
    provider: StoreProvider,
    directory: CompanyDirectory,
) -> None:
    """Two routes to TTM differ by a million here: each printed quarter is rounded on its own.

    Four quarters is the definition; the year plus this year's months less last year's, from the
    same filings, differs by the rounding and nothing else.
    """
    query = PeriodQuery(basis=Basis.TTM, limit=MAX_PERIODS)
    table = await provider.series(directory.resolve(ticker), [concept], query)
    cell = table.rows[0].cells[[period.end for period in table.periods].index(end)]

    assert isinstance(cell, Fact)
    assert cell.value == sum_of_quarters * 1_000_000
    assert abs(sum_of_quarters - year_and_months) == 1
    assert cell.origin is Origin.DERIVED
    assert len(cell.inputs) == 4


async def test_alphabet_2024_by_quarter_adds_up_to_the_year(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """Three filed quarters and a derived fourth, flagged, with its formula."""
    query = PeriodQuery(
        basis=Basis.QUARTERLY, limit=4, end_gte=date(2024, 1, 1), end_lte=date(2024, 12, 31)
    )
    table = await provider.series(directory.resolve("Alphabet"), ["revenue"], query)
    cells = [cell for cell in table.rows[0].cells if isinstance(cell, Fact)]

    assert [int(cell.value / 1_000_000) for cell in cells] == [96_469, 88_268, 84_742, 80_539]
    assert [cell.period.label for cell in cells] == [
        "Q4 FY2024",
        "Q3 FY2024",
        "Q2 FY2024",
        "Q1 FY2024",
    ]
    assert [cell.origin for cell in cells] == [Origin.DERIVED, *[Origin.FILED] * 3]
    assert cells[0].formula == "FY2024 − 9M FY2024"
    assert sum(cell.value for cell in cells) == 350_018_000_000


async def test_snowflake_third_quarter_is_not_its_nine_months(
    provider: StoreProvider, directory: CompanyDirectory
) -> None:
    """Both end on 2025-10-31 in one filing; the quarter is 1,212,909 thousand."""
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=1, end_lte=date(2025, 10, 31))
    table = await provider.series(directory.resolve("SNOW"), ["revenue"], query)
    cell = table.rows[0].cells[0]

    assert isinstance(cell, Fact)
    assert (cell.period.label, cell.value) == ("Q3 FY2026", Decimal(1_212_909_000))
