"""Identities of companies made by hand."""

from research_agent.domain.periods import Basis
from research_agent.finance.identities import (
    IdentityReport,
    IdentityResult,
    Status,
    check_identities,
)
from research_agent.finance.xbrl.companyfacts import FactRow
from tests.fakes.fact_rows import figures, filed

__all__ = ["YEAR", "M", "annual", "one", "outcomes", "report", "yearly"]

M = 1_000_000
YEAR = "2024-01-01/2024-12-31"
DAY = "2024-12-31"


def yearly(on: str = "2025-02-01", **values: float) -> list[FactRow]:
    """Figures of 2024 in millions, one filing: a flow unless its name ends in `_at_end`.

    A span without a figure says that the year is the calendar's.
    """
    return [
        filed("calendar:Span", YEAR, 0, on=on, unit="pure"),
        *(
            filed(
                tag.removesuffix("_at_end"),
                DAY if tag.endswith("_at_end") else YEAR,
                value * M,
                on=on,
            )
            for tag, value in values.items()
        ),
    ]


def report(*rows: FactRow, full: bool = True, **options: object) -> IdentityReport:
    """Every identity of a company that filed `rows`."""
    return check_identities(figures(*rows, full=full), **options)  # type: ignore[arg-type]


def one(key: str, *rows: FactRow, full: bool = True) -> IdentityResult:
    """The only result of an identity on the annual basis."""
    found = report(*rows, full=full, bases=(Basis.ANNUAL,))
    (result,) = (result for result in found.results if result.key == key)
    return result


def outcomes(key: str, *rows: FactRow, basis: Basis = Basis.ANNUAL) -> dict[str, Status]:
    """How an identity ended, by period."""
    found = report(*rows, bases=(basis,))
    return {r.period.label: r.status for r in found.results if r.key == key}


def annual(tag: str, year: int, value: float, *, on: str, unit: str = "USD") -> FactRow:
    """A year's flow."""
    return filed(tag, f"{year}-01-01/{year}-12-31", value, on=on, unit=unit)
