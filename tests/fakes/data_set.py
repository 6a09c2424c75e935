"""One of SEC's Financial Statement Data Sets as filed values of its companies.

A data set holds one quarter's filings, so a company has one report in it and no fiscal calendar
can be read off it: `CALENDAR_2009` adds spans, without figures, that say the year is the calendar's.
"""

import csv
import io
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from research_agent.domain.companies import Company
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from research_agent.finance.filed_facts import FiledFacts
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["DataSet"]

_YEAR_START = date(2009, 1, 1)
_QUARTER_ENDS = (date(2009, 3, 31), date(2009, 6, 30), date(2009, 9, 30), date(2009, 12, 31))

CALENDAR_2009 = tuple(
    FactRow(
        "calendar:Span",
        "pure",
        _YEAR_START,
        end,
        0.0,
        f"calendar-{end}",
        "10-K" if end.month == 12 else "10-Q",
        end + timedelta(days=40),
        2009,
        "",
    )
    for end in _QUARTER_ENDS
)


class DataSet:
    """Reads `sub.txt` and `num.txt`; figures of co-registrants are left out."""

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            self._filings = {row["adsh"]: row for row in _table(archive, "sub.txt")}
            self._rows: dict[int, list[FactRow]] = defaultdict(list)
            for row in _table(archive, "num.txt"):
                if row["value"] and not row["coreg"] and row["version"].startswith("us-gaap"):
                    self._take(row)

    def figures(self, name: str) -> tuple[Figures, Slot]:
        """Return the figures of the filer whose name starts so, and its newest quarter."""
        filing = next(row for row in self._filings.values() if row["name"].startswith(name))
        cik = int(filing["cik"])
        facts = FiledFacts(
            cik,
            (*self._rows[cik], *CALENDAR_2009),
            full_through=date.max,
            sic=int(filing["sic"]),
        )
        figures = Figures(Company(cik, name, name), facts, PeriodQuery())
        return figures, next(iter(figures.columns.slots(Basis.QUARTERLY)))

    def _take(self, row: dict[str, str]) -> None:
        filing = self._filings[row["adsh"]]
        end = _day(row["ddate"])
        quarters = int(row["qtrs"])
        self._rows[int(filing["cik"])].append(
            FactRow(
                f"us-gaap:{row['tag']}",
                row["uom"],
                _quarters_before(end, quarters) if quarters else None,
                end,
                float(row["value"]),
                row["adsh"],
                filing["form"],
                _day(filing["filed"]),
                int(filing["fy"] or 0),
                filing["fp"],
            )
        )


def _table(archive: zipfile.ZipFile, name: str) -> Iterator[dict[str, str]]:
    with archive.open(name) as raw:
        yield from csv.DictReader(io.TextIOWrapper(raw, encoding="utf-8"), delimiter="\t")


def _day(text: str) -> date:
    return date(int(text[:4]), int(text[4:6]), int(text[6:]))


def _quarters_before(end: date, quarters: int) -> date:
    after = end + timedelta(days=1)
    months = after.year * 12 + after.month - 1 - 3 * quarters
    return date(months // 12, months % 12 + 1, 1)
