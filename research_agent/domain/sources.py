"""Where a figure or a statement comes from, as something a person can open."""

from dataclasses import dataclass
from datetime import date

__all__ = ["Filing", "WebSource", "filing_url"]


def filing_url(cik: int, accession: str) -> str:
    """Return the index page of a filing on sec.gov.

    Args:
        cik: The filer's number.
        accession: With dashes, `"0000320193-23-000106"`.
    """
    folder = accession.replace("-", "")
    return f"https://www.sec.gov/Archives/edgar/data/{cik}/{folder}/{accession}-index.htm"


@dataclass(frozen=True, slots=True)
class Filing:
    """The filing a fact was read from.

    Args:
        cik: The filer's number.
        accession: Accession number with dashes.
        form: `"10-K"`, `"10-Q"`, `"20-F"`, `"8-K"` …, with `/A` for an amendment.
        filed: The day the SEC received it.
    """

    cik: int
    accession: str
    form: str
    filed: date

    @property
    def url(self) -> str:
        """The filing's index page on sec.gov."""
        return filing_url(self.cik, self.accession)


@dataclass(frozen=True, slots=True)
class WebSource:
    """A document that a run has read as text; untrusted.

    Args:
        title: One line.
        url: Where a person can open it, with an anchor where one is known.
        published: As the document says; `None` when it does not. The filing day of a filing.
        kind: `"web"` for a page of the web, `"filing"` for a document filed with the SEC.
    """

    title: str
    url: str
    published: date | None = None
    kind: str = "web"
