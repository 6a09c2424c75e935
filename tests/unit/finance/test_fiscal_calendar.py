from datetime import date

from research_agent.finance.fiscal_calendar import FiscalCalendar
from tests.fakes.fact_rows import filed

NI = "NetIncomeLoss"


def test_trap_01_a_year_is_named_by_its_own_report_not_by_a_later_one() -> None:
    """A FY2024 10-K repeats FY2022 figures under fy=2024; the label must stay FY2022."""
    calendar = FiscalCalendar.of(
        [
            filed(NI, "2021-09-26/2022-09-24", 1, on="2022-10-28", fy=2022),
            filed(NI, "2021-09-26/2022-09-24", 1, on="2024-11-01", fy=2024),
            filed(NI, "2023-10-01/2024-09-28", 2, on="2024-11-01", fy=2024),
        ]
    )

    assert [p.label for p in calendar.annual_periods()] == ["FY2024", "FY2022"]


def test_trap_10_the_fiscal_label_is_the_filers_own() -> None:
    """NVIDIA's year to January 2026 is fiscal 2026; a retailer's to February 2024 fiscal 2023."""
    chip = FiscalCalendar.of([filed(NI, "2025-01-27/2026-01-25", 1, on="2026-02-25", fy=2026)])
    shop = FiscalCalendar.of([filed(NI, "2023-01-29/2024-02-03", 1, on="2024-03-20", fy=2023)])

    assert chip.annual_periods()[0].label == "FY2026"
    assert shop.annual_periods()[0].label == "FY2023"


def test_one_mistyped_fiscal_year_does_not_relabel_a_company() -> None:
    """Single filings carry typing errors in DocumentFiscalYearFocus; the majority decides."""
    calendar = FiscalCalendar.of(
        [
            filed(NI, "2020-02-01/2021-01-31", 1, on="2021-03-01", fy=2020),
            filed(NI, "2021-02-01/2022-01-31", 1, on="2022-03-01", fy=2022),
            filed(NI, "2022-02-01/2023-01-31", 1, on="2023-03-01", fy=2023),
        ]
    )

    assert [p.label for p in calendar.annual_periods()] == ["FY2023", "FY2022", "FY2021"]


def test_trap_11_years_of_52_and_53_weeks_end_on_moving_days() -> None:
    """J&J's fiscal 2022 ended on 2023-01-01 and stays 2022."""
    calendar = FiscalCalendar.of(
        [
            filed(NI, "2022-01-03/2023-01-01", 1, on="2023-02-16", fy=2022),
            filed(NI, "2023-01-02/2023-12-31", 1, on="2024-02-16", fy=2023),
        ]
    )

    assert [(p.label, p.end) for p in calendar.annual_periods()] == [
        ("FY2023", date(2023, 12, 31)),
        ("FY2022", date(2023, 1, 1)),
    ]


def test_trap_12_quarters_of_twelve_and_sixteen_weeks() -> None:
    """Costco: three quarters of 12 weeks and one of 16, read off the year-to-date spans."""
    calendar = FiscalCalendar.of(
        [
            filed(NI, "2024-09-02/2024-11-24", 1, on="2024-12-18", form="10-Q"),
            filed(NI, "2024-09-02/2025-02-16", 2, on="2025-03-12", form="10-Q"),
            filed(NI, "2024-09-02/2025-05-11", 3, on="2025-06-04", form="10-Q"),
            filed(NI, "2024-09-02/2025-08-31", 4, on="2025-10-08", fy=2025),
        ]
    )
    quarters = [calendar.years[0].quarter(index) for index in (1, 2, 3, 4)]

    assert [(q.end - q.start).days + 1 for q in quarters if q and q.start] == [84, 84, 84, 112]


def test_a_year_that_is_not_over_has_quarters_but_no_total() -> None:
    """The running year is numbered on from the last and gives only what was filed."""
    calendar = FiscalCalendar.of(
        [
            filed(NI, "2024-01-01/2024-12-31", 4, on="2025-02-01"),
            filed(NI, "2025-01-01/2025-03-31", 1, on="2025-05-01", form="10-Q"),
        ]
    )
    running = calendar.years[-1]

    assert (running.number, running.annual()) == (2025, None)
    first = running.quarter(1)
    assert first is not None
    assert first.label == "Q1 FY2025"
    assert running.quarter(2) is None


def test_proxy_statements_do_not_make_periods() -> None:
    """Pay-versus-performance tables repeat net income under DEF 14A, sometimes in millions."""
    calendar = FiscalCalendar.of(
        [filed(NI, "2024-01-01/2024-12-31", 99_803, on="2025-01-10", form="DEF 14A")]
    )

    assert calendar.years == ()


def test_a_span_with_a_mistyped_start_gives_way_to_the_one_most_facts_use() -> None:
    """Early XBRL has years that start on the last day of the year before."""
    right = [filed(t, "2010-01-01/2010-12-31", 1, on="2011-02-01") for t in (NI, "Revenues")]
    calendar = FiscalCalendar.of(
        [*right, filed("GrossProfit", "2009-12-31/2010-12-31", 1, on="2011-02-01")]
    )

    assert [(y.start, y.end) for y in calendar.years] == [(date(2010, 1, 1), date(2010, 12, 31))]
