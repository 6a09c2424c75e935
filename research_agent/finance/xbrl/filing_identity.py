"""Which filing a document is: its accession number and the day it was filed.

A document names its filer, its form and the period it reports on, but not its own accession
number. That is looked up among the filings already known, from companyfacts and from submissions
JSON. A document that fits none, or more than one, has no identity, and its figures no source.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from research_agent.finance.xbrl.companyfacts import FactRow
from research_agent.finance.xbrl.facts import XbrlDocument

__all__ = ["FilingIdentity", "FilingIndex"]

_NEAR = timedelta(days=7)
"""A cover may give the last day of the month for a year that ends on a Saturday."""
_FILED_IN_NAME = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")


@dataclass(frozen=True, slots=True)
class FilingIdentity:
    """A filing of one company.

    Args:
        accession: With dashes.
        form: `"10-K"`, `"10-Q"`, with `/A` for an amendment.
        filed: The day the SEC received it.
        period_end: Last day of the period it reports on.
    """

    accession: str
    form: str
    filed: date
    period_end: date


class FilingIndex:
    """Known filings, by filer."""

    def __init__(self) -> None:
        self._known: dict[int, dict[str, FilingIdentity]] = defaultdict(dict)

    def add_rows(self, cik: int, rows: Iterable[FactRow]) -> None:
        """Learn the filings that a company's facts come from."""
        known = self._known[cik]
        for row in rows:
            if row.start is None:
                continue
            other = known.get(row.accession)
            if other is None:
                known[row.accession] = FilingIdentity(row.accession, row.form, row.filed, row.end)
            elif row.end > other.period_end:
                known[row.accession] = replace(other, period_end=row.end)

    def add_submissions(self, data: Any) -> None:
        """Learn the filings of parsed submissions JSON that have a reporting period."""
        recent = data.get("filings", {}).get("recent", {})
        columns = ("accessionNumber", "form", "filingDate", "reportDate")
        known = self._known[int(data["cik"])]
        for accession, form, filed, reported in zip(
            *(recent.get(name, ()) for name in columns), strict=False
        ):
            if reported:
                day = date.fromisoformat
                known.setdefault(
                    accession, FilingIdentity(accession, form, day(filed), day(reported))
                )

    def find(self, document: XbrlDocument) -> FilingIdentity | None:
        """Return the filing a document is, or `None` when that is not certain.

        Filer, form and period must fit; a filing day in the file's name must fit too.
        """
        end = document.period_end
        if end is None:
            return None
        found = [
            known
            for known in self._known.get(document.cik, {}).values()
            if known.form == document.form and abs(known.period_end - end) <= _NEAR
        ]
        named = _FILED_IN_NAME.search(document.name)
        if named:
            day = "-".join(named.groups())
            found = [known for known in found if known.filed.isoformat() == day]
        return found[0] if len(found) == 1 else None
