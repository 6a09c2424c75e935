"""A filing that can be read, and what is asked of it."""

from dataclasses import dataclass
from datetime import date

from research_agent.domain.companies import Company
from research_agent.domain.sources import filing_url

__all__ = ["Exhibit", "FilingRef", "FilingWanted"]

ARCHIVE = "https://www.sec.gov/Archives/edgar/data"
LISTING = "https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany"


@dataclass(frozen=True, slots=True)
class FilingWanted:
    """Which filing is meant.

    Args:
        form: `"10-K"`, `"10-Q"` or `"8-K"`; amendments are left out.
        fiscal_year: As the company counts; `None` for the newest.
        quarter: 1 to 3 of a 10-Q; `None` for any.
        as_of: Nothing filed later is seen; `None` for no bound.
    """

    form: str = "10-K"
    fiscal_year: int | None = None
    quarter: int | None = None
    as_of: date | None = None

    def __str__(self) -> str:
        period = f"Q{self.quarter} " if self.quarter else ""
        year = f"FY{self.fiscal_year}" if self.fiscal_year else ""
        return f"{self.form} {period}{year}".strip() or self.form


@dataclass(frozen=True, slots=True)
class FilingRef:
    """One filing of one company.

    Args:
        company: Who filed it.
        form: `"10-K"`, `"10-Q"`, `"8-K"`.
        filed: The day the SEC received it.
        document: Name of its main document at the source.
        accession: With dashes; empty when the source does not know it.
        period_end: Last day it reports on; `None` when not known.
        fiscal_year: As the company counts; `None` when not known.
        quarter: 1 to 4; `None` when not known.
        items: Of an 8-K: the items it reports, `"2.02,9.01"`.
    """

    company: Company
    form: str
    filed: date
    document: str
    accession: str = ""
    period_end: date | None = None
    fiscal_year: int | None = None
    quarter: int | None = None
    items: str = ""

    @property
    def period(self) -> str:
        """What it reports on: `"FY2024"`, `"Q3 FY2025"`, `"period to 2024-09-28"`; else empty."""
        if self.fiscal_year is not None:
            quarter = f"Q{self.quarter} " if self.quarter and self.form.startswith("10-Q") else ""
            return f"{quarter}FY{self.fiscal_year}"
        return f"period to {self.period_end}" if self.period_end else ""

    @property
    def title(self) -> str:
        """The filing in a line: `"AAPL 10-K FY2024 filed 2024-11-01"`."""
        return " ".join(
            filter(None, (self.company.ticker, self.form, self.period, f"filed {self.filed}"))
        )

    def url(self, document: str = "", anchor: str = "") -> str:
        """Return a page a person can open.

        Args:
            document: One of the filing as the SEC names it; empty for the filing's index page.
            anchor: An id in the document.
        """
        if not self.accession:
            return f"{LISTING}&CIK={self.company.cik:010d}&type={self.form}"
        if not document:
            return filing_url(self.company.cik, self.accession)
        folder = self.accession.replace("-", "")
        page = f"{ARCHIVE}/{self.company.cik}/{folder}/{document}"
        return f"{page}#{anchor}" if anchor else page


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A document filed with a form.

    Args:
        kind: `"EX-13"`, `"EX-99.1"`.
        document: Its name at the source.
        title: As listed; may be empty.
    """

    kind: str
    document: str
    title: str = ""
