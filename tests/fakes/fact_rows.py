"""Filed values made by hand, in companyfacts' own terms, for the rules that choose among them."""

from datetime import date

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery
from research_agent.finance.figures import Figures
from research_agent.finance.filed_facts import FiledFacts
from research_agent.finance.xbrl.companyfacts import FactRow

ACME = Company(1, "ACME", "Acme Corp")
FULL = date(2100, 1, 1)


def filed(
    tag: str,
    span: str,
    value: float,
    *,
    on: str,
    form: str = "10-K",
    unit: str = "USD",
    fy: int = 0,
    accession: str = "",
) -> FactRow:
    """One filed value.

    Args:
        tag: Without taxonomy means us-gaap.
        span: `"2023-01-01/2023-12-31"`, or one day for a balance.
        value: As filed.
        on: Filing day; also names the accession unless one is given.
        form: Form type.
        unit: As in companyfacts.
        fy: The filing's DocumentFiscalYearFocus; 0 takes the year of the period's end.
        accession: When two filings share a day.
    """
    start, _, end = span.rpartition("/")
    last = date.fromisoformat(end)
    return FactRow(
        tag if ":" in tag else f"us-gaap:{tag}",
        unit,
        date.fromisoformat(start) if start else None,
        last,
        value,
        accession or f"0000000001-{on[2:4]}-{on[5:7]}{on[8:]}00",
        form,
        date.fromisoformat(on),
        fy or last.year,
        "FY" if form.startswith("10-K") else "Q",
    )


def figures(*rows: FactRow, query: PeriodQuery | None = None, full: bool = True) -> Figures:
    """The figures of a company that filed `rows`."""
    asked = query or PeriodQuery()
    facts = FiledFacts(ACME.cik, rows, as_of=asked.as_of, full_through=FULL if full else None)
    return Figures(ACME, facts, asked)
