"""Filings read from the SEC as they are needed."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from research_agent.domain.companies import Company
from research_agent.errors import InvalidRequest, NotCovered, NotFound
from research_agent.finance.filings.cover import cover_of
from research_agent.finance.filings.document import FiledText
from research_agent.finance.filings.filing import Exhibit, FilingRef, FilingWanted
from research_agent.finance.filings.text_cache import TextCache
from research_agent.finance.sec.edgar import EdgarClient

__all__ = ["EdgarSource"]

MAX_COVERS = 3
"""Forms opened to see which fiscal year their company calls it."""

_EARLY = 3
"""A fiscal year that ends before this month is called by its own year or by the one before."""


class EdgarSource:
    """Reads submissions, filing indexes and documents.

    Args:
        edgar: The SEC's servers.
        texts: Keeps what was read.
    """

    def __init__(self, edgar: EdgarClient, *, texts: TextCache) -> None:
        self._edgar = edgar
        self._texts = texts

    @property
    def name(self) -> str:
        """For a person."""
        return "SEC"

    async def find(self, company: Company, wanted: FilingWanted) -> tuple[FilingRef, ...]:
        """Return the forms of a company that fit, newest first.

        Raises:
            NotCovered: The company filed none.
            ProviderError: The SEC did not deliver.
        """
        try:
            data = (await self._edgar.submissions(company.cik)).value
        except NotFound as error:
            raise NotCovered(str(error)) from None
        filings = data.get("filings") or {}
        year_end = str(data.get("fiscalYearEnd") or "1231")
        found = [*_listed(company, filings.get("recent") or {}, wanted, year_end)]
        for page in filings.get("files") or ():
            if found and (wanted.fiscal_year is None or len(found) > MAX_COVERS):
                break
            older = await self._edgar.older_submissions(company.cik, str(page.get("name")))
            found += _listed(company, older.value, wanted, year_end)
        found.sort(key=lambda filing: filing.filed, reverse=True)
        fitting = await self._of_year(found, wanted)
        if not fitting:
            by = f" by {wanted.as_of}" if wanted.as_of else ""
            raise NotCovered(f"The SEC lists no {wanted} of {company.ticker} filed{by}.")
        return tuple(fitting)

    async def exhibits(self, filing: FilingRef) -> tuple[Exhibit, ...]:
        """Return the exhibits that a filing's index page lists."""
        page = await self._edgar.filing_index(filing.company.cik, filing.accession)
        return tuple(await asyncio.to_thread(lambda: list(_exhibits(page.value))))

    async def text(self, filing: FilingRef, document: str) -> FiledText:
        """Return a document's text; see `FilingsSource.text`."""

        async def read() -> bytes:
            return await self._body(filing, document)

        return await self._texts.get(f"{filing.company.cik} {filing.accession} {document}", read)

    def page(self, filing: FilingRef, document: str, anchor: str) -> str:
        """Return the place of the document in the SEC's archive."""
        return filing.url(document, anchor)

    async def _body(self, filing: FilingRef, document: str) -> bytes:
        cik, accession = filing.company.cik, filing.accession
        body: bytes = (await self._edgar.document(cik, accession, document)).value
        return body

    async def _of_year(self, found: list[FilingRef], wanted: FilingWanted) -> list[FilingRef]:
        """Return the filings of the fiscal year asked for, as the company counts it."""
        if wanted.fiscal_year is None:
            return found
        year, fitting, opened = wanted.fiscal_year, [], 0
        for filing in found:
            counted = filing.fiscal_year
            if counted is None or counted - year not in (0, 1):
                continue
            if _may_be_called_otherwise(filing) and opened < MAX_COVERS:
                opened += 1
                cover = cover_of(await self._body(filing, filing.document))
                counted = cover.fiscal_year or counted
                filing = replace(
                    filing, fiscal_year=counted, quarter=cover.quarter or filing.quarter
                )
            if counted == year and wanted.quarter in (None, filing.quarter):
                fitting.append(filing)
        return fitting


def _may_be_called_otherwise(filing: FilingRef) -> bool:
    """Say whether the calendar alone does not tell the fiscal year's name."""
    end = filing.period_end
    if end is None:
        return False
    return end.month < _EARLY or filing.fiscal_year != end.year


def _listed(
    company: Company, columns: Mapping[str, Any], wanted: FilingWanted, year_end: str
) -> Iterator[FilingRef]:
    """Yield the filings of a page of submissions that have the form and were made in time."""
    names = ("accessionNumber", "form", "filingDate", "primaryDocument")
    rows = list(zip(*(columns.get(name) or () for name in names), strict=False))
    ends, items = columns.get("reportDate") or (), columns.get("items") or ()
    for at, (accession, form, filed, document) in enumerate(rows):
        if form != wanted.form or not document:
            continue
        day, end = date.fromisoformat(filed), None
        if at < len(ends) and ends[at]:
            end = date.fromisoformat(ends[at])
        if wanted.as_of and day > wanted.as_of:
            continue
        year, quarter = _fiscal(end, year_end) if end and form != "8-K" else (None, None)
        said = items[at] if at < len(items) else ""
        yield FilingRef(company, form, day, document, accession, end, year, quarter, said)


def _fiscal(end: date, year_end: str) -> tuple[int, int]:
    """Return fiscal year and quarter of a period's end, by the month the company's year ends in."""
    month = int(year_end[:2]) if year_end[:2].isdigit() and 1 <= int(year_end[:2]) <= 12 else 12
    shifted = (
        end.month if end.day > 7 else (end.month - 2) % 12 + 1
    )  # 52 weeks may end early in a month
    year = end.year - (shifted == 12 and end.month == 1)
    after = (shifted - month - 1) % 12 + 1  # months since the last year's end
    quarter = min(4, max(1, round(after / 3)))
    return year + (1 if shifted > month else 0), quarter


def _exhibits(page: bytes) -> Iterator[Exhibit]:
    """Yield the exhibits of an index page: rows of sequence, description, document, type, size."""
    from lxml import etree, html

    try:
        root = html.document_fromstring(page)
    except (etree.LxmlError, ValueError):
        raise InvalidRequest("The filing's index page cannot be read.") from None
    for row in root.iter("tr"):
        cells = [" ".join("".join(map(str, cell.itertext())).split()) for cell in row.iter("td")]
        links = [link.get("href") or "" for link in row.iter("a")]
        if len(cells) < 4 or not links or not cells[3].upper().startswith("EX-"):
            continue
        document = links[0].rpartition("/")[2]
        if document.lower().endswith((".htm", ".html", ".txt")):
            yield Exhibit(cells[3].upper(), document, cells[1])
