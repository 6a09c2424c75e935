from datetime import date

from research_agent.domain.facts import Missing
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.finance.earnings_days import filed_days, with_filed_days
from research_agent.finance.series import series_table
from tests.fakes.fact_rows import figures, filed

REV = "Revenues"


def table() -> SeriesTable:
    rows = [
        filed(REV, "2024-01-01/2024-03-31", 10, on="2024-05-01", form="10-Q"),
        filed(REV, "2024-04-01/2024-06-30", 15, on="2024-08-01", form="10-Q"),
        filed(REV, "2024-01-01/2024-06-30", 25, on="2024-08-01", form="10-Q"),
        filed(REV, "2024-07-01/2024-09-30", 20, on="2024-11-01", form="10-Q"),
        filed(REV, "2024-01-01/2024-09-30", 45, on="2024-11-01", form="10-Q"),
        filed(REV, "2024-01-01/2024-12-31", 70, on="2025-02-01"),
    ]
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=4)
    return series_table(
        figures(*rows), ("revenue", "net_income"), query, name="earnings", title="Earnings"
    )


def test_a_quarter_is_known_with_the_last_filing_it_needs() -> None:
    """The fourth is the year less nine months, so it came with the 10-K."""
    assert filed_days(table()) == (
        date(2025, 2, 1),
        date(2024, 11, 1),
        date(2024, 8, 1),
        date(2024, 5, 1),
    )


def test_the_days_stand_in_a_note_once() -> None:
    """The tool, the command line and the page show notes; none has to know of days."""
    noted = with_filed_days(with_filed_days(table()))

    assert [note for note in noted.notes if note.startswith("Filed with")] == [
        "Filed with the SEC: Q4 FY2024 on 2025-02-01, Q3 FY2024 on 2024-11-01, "
        "Q2 FY2024 on 2024-08-01, Q1 FY2024 on 2024-05-01."
    ]
    net_income = noted.row("net_income")
    assert net_income is not None
    assert all(isinstance(cell, Missing) for cell in net_income.cells)
