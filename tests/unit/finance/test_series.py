from datetime import date

import pytest

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.errors import InvalidRequest, NotFound
from research_agent.finance.series import series_table
from tests.fakes.fact_rows import figures, filed


def year(number: int, value: float, *, on: str = "", fy: int = 0) -> object:
    return filed(
        "Revenues",
        f"{number}-01-01/{number}-12-31",
        value,
        on=on or f"{number + 1}-02-01",
        fy=fy or number,
    )


def table(query: PeriodQuery, *rows: object, concepts: tuple[str, ...] = ("revenue",)) -> object:
    return series_table(
        figures(*rows, query=query), concepts, query, name="series", title="Revenue"
    )  # type: ignore[arg-type]


YEARS = tuple(year(n, n) for n in range(2015, 2025))


def test_periods_come_newest_first_within_the_bounds() -> None:
    """The limit counts from the newest period that passes the bounds."""
    found = table(
        PeriodQuery(limit=2, end_lte=date(2020, 12, 31), end_gt=date(2016, 12, 31)), *YEARS
    )

    assert [p.label for p in found.periods] == ["FY2020", "FY2019"]  # type: ignore[attr-defined]


def test_series_of_one_company_never_share_a_key() -> None:
    """Annual and quarterly, bounds and vintages: all arguments are in the key."""
    queries = [
        PeriodQuery(),
        PeriodQuery(limit=5),
        PeriodQuery(basis=Basis.TTM),
        PeriodQuery(vintage=Vintage.AS_REPORTED),
        PeriodQuery(as_of=date(2026, 1, 1)),
        PeriodQuery(end_gte=date(2020, 1, 1)),
        PeriodQuery(end_gt=date(2020, 1, 1)),
    ]

    assert len({table(q, *YEARS).key for q in queries}) == len(queries)  # type: ignore[attr-defined]


@pytest.mark.parametrize("limit", [0, -1, 81])
def test_an_impossible_limit_is_refused(limit: int) -> None:
    """One sentence, before anything is read."""
    with pytest.raises(InvalidRequest, match="Ask for 1 to 80 periods"):
        table(PeriodQuery(limit=limit), *YEARS)


def test_bounds_that_exclude_each_other_are_refused() -> None:
    """After 2020 and before 2015 there is nothing to look for."""
    with pytest.raises(
        InvalidRequest, match="No period can end after 2020-01-01 and before 2015-01-01"
    ):
        table(PeriodQuery(end_gt=date(2020, 1, 1), end_lt=date(2015, 1, 1)), *YEARS)


def test_a_period_that_is_not_there_says_which_are() -> None:
    """The reader learns the range instead of getting an empty table."""
    with pytest.raises(NotFound, match=r"covers FY2015 \(ended 2015-12-31\) to FY2024"):
        table(PeriodQuery(end_gt=date(2049, 1, 1)), *YEARS)


def test_trap_21_no_quarters_are_invented_for_a_filer_of_annual_reports() -> None:
    """A 20-F filer gets a sentence, and its TTM is its year."""
    rows = [
        filed(
            "ifrs-full:Revenue",
            f"{y}-01-01/{y}-12-31",
            y,
            on=f"{y + 1}-04-01",
            form="20-F",
            unit="TWD",
        )
        for y in (2022, 2023)
    ]

    with pytest.raises(NotFound, match="files annual reports only"):
        table(PeriodQuery(basis=Basis.QUARTERLY), *rows)
    trailing = table(PeriodQuery(basis=Basis.TTM, limit=1), *rows)
    cell = trailing.rows[0].cells[0]  # type: ignore[attr-defined]
    assert isinstance(cell, Fact)
    assert (cell.value, cell.unit) == (2023, "TWD")


def test_a_recast_inside_a_series_is_said() -> None:
    """GE: 2022 was 58.1 then and is 29.1 now, but 2021 was never recast."""
    found = table(
        PeriodQuery(limit=2),
        year(2021, 56.5),
        year(2022, 58.1),
        filed("Revenues", "2021-01-01/2021-12-31", 56.5, on="2023-02-01", fy=2022),
        filed("Revenues", "2022-01-01/2022-12-31", 29.1, on="2025-02-01", fy=2024),
        year(2024, 38.7, on="2025-02-01"),
        filed("Revenues", "2023-01-01/2023-12-31", 35.3, on="2025-02-01", fy=2024),
    )
    wide = table(
        PeriodQuery(limit=4),
        year(2021, 56_500_000_000),
        filed("Revenues", "2022-01-01/2022-12-31", 58_100_000_000, on="2022-02-01", fy=2021),
        filed("Revenues", "2022-01-01/2022-12-31", 29_100_000_000, on="2025-02-01", fy=2024),
        year(2024, 38_700_000_000, on="2025-02-01"),
    )

    assert found.notes == ()  # type: ignore[attr-defined]
    assert wide.notes == (  # type: ignore[attr-defined]
        "FY2021 and earlier are as filed before FY2022 was recast (Revenue FY2022: "
        "$58,100 million then, $29,100 million now), so the step between them is not like for like.",
    )
