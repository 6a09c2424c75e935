import pytest

from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.finance.identities import IdentityResult, Status, check_identities
from research_agent.finance.xbrl.companyfacts import FactRow
from tests.fakes.fact_rows import figures, filed

REV, NET = "Revenues", "SalesRevenueNet"
Q = ("2024-01-01/2024-03-31", "2024-04-01/2024-06-30", "2024-07-01/2024-09-30")
YTD = ("2024-01-01/2024-06-30", "2024-01-01/2024-09-30", "2024-01-01/2024-12-31")
Q4 = "2024-10-01/2024-12-31"
ON = ("2024-05-01", "2024-08-01", "2024-11-01", "2025-02-01")
M = 1_000_000


def reports(*values: float, tag: str = REV, year: float = 0) -> list[FactRow]:
    """Three 10-Qs with quarter and year to date, in millions, and a 10-K with the year."""
    rows = [filed(tag, Q[0], values[0] * M, on=ON[0], form="10-Q")]
    for place in (1, 2):
        total = sum(values[: place + 1]) * M
        rows += [
            filed(tag, Q[place], values[place] * M, on=ON[place], form="10-Q"),
            filed(tag, YTD[place - 1], total, on=ON[place], form="10-Q"),
        ]
    return [*rows, filed(tag, YTD[2], (year or sum(values)) * M, on=ON[3])]


def sums(
    *rows: FactRow, line: str = "revenue", vintage: Vintage = Vintage.LATEST
) -> dict[str, IdentityResult]:
    found = check_identities(
        figures(*rows, query=PeriodQuery(vintage=vintage)),
        bases=(Basis.ANNUAL, Basis.QUARTERLY),
    )
    return {r.period.label: r for r in found.results if r.key == f"quarters_sum.{line}"}


def test_quarters_of_the_reports_add_up_to_the_year_to_date() -> None:
    """10 + 20 = 30, 10 + 20 + 30 = 60; the fourth is worked out and proves nothing."""
    found = sums(*reports(10, 20, 30, 40))

    assert {label: r.status for label, r in found.items()} == {
        "6M FY2024": Status.PASSED,
        "9M FY2024": Status.PASSED,
    }
    assert (found["9M FY2024"].left, found["9M FY2024"].right) == (60 * M, 60 * M)
    assert [fact.period.label for fact in found["6M FY2024"].facts] == [
        "6M FY2024",
        "Q1 FY2024",
        "Q2 FY2024",
    ]


def test_four_filed_quarters_add_up_to_the_year() -> None:
    """Where the annual report states its fourth quarter, it is checked."""
    rows = [*reports(10, 20, 30, 40), filed(REV, Q4, 40 * M, on=ON[3])]

    assert sums(*rows)["FY2024"].status is Status.PASSED


@pytest.mark.parametrize(("second", "status"), [(22, Status.PASSED), (80, Status.FAILED)])
def test_columns_apart_may_be_rounded_apart(second: int, status: Status) -> None:
    """NVIDIA rounds each report so that it adds up in itself: two million more over two quarters."""
    rows = [row for row in reports(100, 20, 30, 40) if str(row.start) != Q[1].split("/")[0]]
    found = sums(*rows, filed(REV, Q[1], second * M, on=ON[1], form="10-Q"))

    assert found["6M FY2024"].status is status


def test_a_recast_of_which_other_versions_add_up_is_explained() -> None:
    """As first reported the year (150) is without what the quarters (60, 60, 60) still have."""
    recast = [
        filed(REV, span, 50 * M, on="2025-02-01", accession="0000000001-25-020100")
        for span in (*Q, Q4)
    ]
    rows = [*reports(60, 60, 60, 60, year=200), *recast]
    found = sums(*rows, vintage=Vintage.AS_REPORTED)

    assert found["FY2024"].status is Status.EXPLAINED
    assert "recast" in found["FY2024"].explanation


def test_a_sum_that_implies_another_earlier_quarter_is_explained() -> None:
    """The six months (102) and the second quarter (40) of one report leave 62; 60 was filed."""
    rows = [
        filed(REV, Q[0], 60 * M, on=ON[0], form="10-Q"),
        filed(REV, Q[1], 40 * M, on=ON[1], form="10-Q"),
        filed(REV, YTD[0], 106 * M, on=ON[1], form="10-Q"),
        filed(REV, YTD[1], 150 * M, on=ON[2], form="10-Q"),
        filed(REV, YTD[2], 200 * M, on=ON[3]),
    ]
    found = sums(*rows)["6M FY2024"]

    assert found.status is Status.EXPLAINED
    assert "implies" in found.explanation


def test_a_slip_as_large_as_the_quarter_itself_is_not_explained_by_that() -> None:
    """NVIDIA's 10-Q of July 2013 gives a quarter of 781.8 beside six months of -141.5."""
    rows = [
        filed(REV, Q[0], 60 * M, on=ON[0], form="10-Q"),
        filed(REV, Q[1], 400 * M, on=ON[1], form="10-Q"),
        filed(REV, YTD[0], 100 * M, on=ON[1], form="10-Q"),
        filed(REV, YTD[1], 150 * M, on=ON[2], form="10-Q"),
        filed(REV, YTD[2], 200 * M, on=ON[3]),
    ]

    assert sums(*rows)["6M FY2024"].status is Status.FAILED


def test_a_figure_of_running_text_is_as_coarse_as_it_is_written() -> None:
    """Five billion of a note beside quarters of 2,486 and 2,490 million is no mistake."""
    line = "ResearchAndDevelopmentExpense"
    rows = [
        *reports(10_000, 20_000, 30_000, 40_000),
        filed(line, Q[0], 2_486 * M, on=ON[0], form="10-Q"),
        filed(line, Q[1], 2_490 * M, on=ON[1], form="10-Q"),
        filed(line, YTD[0], 5_000 * M, on=ON[2], form="10-Q"),
    ]
    found = sums(*rows, line="research_and_development")["6M FY2024"]

    assert found.status is Status.EXPLAINED
    assert "hundreds of millions" in found.explanation


def test_the_limit_bounds_the_sums_too() -> None:
    """A page that shows one year shows the checks of that year."""
    rows = [
        *reports(10, 20, 30, 40),
        filed(REV, "2023-01-01/2023-12-31", 50 * M, on="2024-02-01"),
        filed(REV, "2023-01-01/2023-03-31", 10 * M, on="2023-05-01", form="10-Q"),
        filed(REV, "2023-04-01/2023-06-30", 10 * M, on="2023-08-01", form="10-Q"),
        filed(REV, "2023-01-01/2023-06-30", 20 * M, on="2023-08-01", form="10-Q"),
        filed(REV, "2023-01-01/2023-09-30", 35 * M, on="2023-11-01", form="10-Q"),
    ]
    newest = check_identities(figures(*rows), bases=(Basis.QUARTERLY,), limit=4)
    every = check_identities(figures(*rows), bases=(Basis.QUARTERLY,))

    def labels(report: object) -> set[str]:
        return {
            r.period.label
            for r in report.results  # type: ignore[attr-defined]
            if r.key == "quarters_sum.revenue"
        }

    assert labels(newest) == {"6M FY2024", "9M FY2024"}
    assert labels(every) == {"6M FY2024", "9M FY2024", "6M FY2023"}
