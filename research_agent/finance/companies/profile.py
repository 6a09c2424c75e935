"""What there is to know of a company before any figure: its template, its year, what is held of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from research_agent.domain.companies import Company
from research_agent.domain.periods import Basis, Period
from research_agent.domain.sources import Filing
from research_agent.finance.figures import Figures
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["CompanyProfile", "company_profile"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyProfile:
    """One company as known on one day.

    Args:
        company: Whose.
        sector: Its statement template.
        currency: It reports in.
        complete: False when only a cut-down set of its figures is in the store.
        years: Fiscal years that are over, newest first.
        quarters: Quarters whose ends are known, newest first; empty for who files once a year.
        newest_filing: The filing received last; `None` when nothing was filed by then.
    """

    company: Company
    sector: Sector
    currency: str
    complete: bool
    years: tuple[Period, ...]
    quarters: tuple[Period, ...]
    newest_filing: Filing | None

    @property
    def fiscal_year_end(self) -> date | None:
        """Last day of the newest fiscal year that is over; `None` without one."""
        return self.years[0].end if self.years else None

    @property
    def newest(self) -> Period | None:
        """The period that ended last."""
        return max((*self.years[:1], *self.quarters[:1]), key=lambda p: p.end, default=None)

    @property
    def oldest(self) -> Period | None:
        """The fiscal year that ended first, else the first quarter."""
        return next(iter((*self.years[-1:], *self.quarters[-1:])), None)


def company_profile(
    figures: Figures, rows: Iterable[FactRow], *, complete: bool, as_of: date | None = None
) -> CompanyProfile:
    """Describe the company of `figures`.

    Args:
        figures: The company under the day of `as_of`.
        rows: Every filed value of it.
        complete: Whether the store has all its figures.
        as_of: Only filings received by this day count; `None` for all.
    """
    filed = (row for row in rows if as_of is None or row.filed <= as_of)
    last = max(filed, key=lambda row: (row.filed, row.accession), default=None)
    company, columns = figures.company, figures.columns
    return CompanyProfile(
        company=company,
        sector=figures.facts.sector,
        currency=figures.facts.currency,
        complete=complete,
        years=tuple(slot.period for slot in columns.slots(Basis.ANNUAL)),
        quarters=tuple(slot.period for slot in columns.slots(Basis.QUARTERLY)),
        newest_filing=(
            Filing(company.cik, last.accession, last.form, last.filed) if last is not None else None
        ),
    )
