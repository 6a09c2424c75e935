"""Filings kept in a folder of the person's own."""

import asyncio
import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from research_agent.domain.companies import Company
from research_agent.errors import InvalidRequest, NotCovered, NotFound
from research_agent.finance.filings.cover import cover_of
from research_agent.finance.filings.document import FiledText
from research_agent.finance.filings.filing import Exhibit, FilingRef, FilingWanted
from research_agent.finance.filings.text_cache import TextCache

__all__ = ["FolderSource"]

COVER_BYTES = 1_500_000
"""Inline XBRL says whose form it is in its first part."""

_NAME = re.compile(
    r"(?P<ticker>[a-z0-9.\-]{1,12}?)-(?P<form>10-k|10-q|8-k)-(?P<filed>\d{4}-\d{2}-\d{2})"
    r"(?:[.\-_]ex-?(?P<exhibit>\d{1,2}(?:[.\-_]\d{1,2})?))?\.x?html?(?:\.gz)?",
    re.IGNORECASE,
)

AccessionOf = Callable[[int, str, date], str]
"""From filer, form and filing day to the accession number; empty when it is not known."""


class FolderSource:
    """Reads files called `aapl-10-k-2024-11-01.html`, plain or with `.gz`.

    An exhibit of a form is called like it, with `.ex13` or `.ex99.1` before the ending.

    Args:
        folder: Where the files are; read anew at each question.
        texts: Keeps what was read.
        accession_of: Finds accession numbers, which the files do not have.
    """

    def __init__(
        self, folder: Path, *, texts: TextCache, accession_of: AccessionOf | None = None
    ) -> None:
        self._folder = folder
        self._texts = texts
        self._accession_of = accession_of

    @property
    def name(self) -> str:
        """For a person."""
        return "filings folder"

    async def find(self, company: Company, wanted: FilingWanted) -> tuple[FilingRef, ...]:
        """Return the forms of a company that fit, newest first.

        Raises:
            NotCovered: The folder has none.
        """
        found = await asyncio.to_thread(lambda: list(self._fitting(company, wanted)))
        if not found:
            raise NotCovered(
                f"The filings folder has no {wanted} of {company.ticker}"
                + (f" filed by {wanted.as_of}." if wanted.as_of else ".")
            )
        return tuple(sorted(found, key=lambda filing: filing.filed, reverse=True))

    async def exhibits(self, filing: FilingRef) -> tuple[Exhibit, ...]:
        """Return the exhibits that lie beside a form."""
        own = _NAME.fullmatch(filing.document)
        if own is None:
            return ()
        same = [
            name
            for name in self._names()
            if name["exhibit"]
            and all(name[k].lower() == own[k].lower() for k in ("ticker", "form", "filed"))
        ]
        return tuple(
            Exhibit(f"EX-{re.sub('[-_]', '.', name['exhibit'])}", name.string) for name in same
        )

    async def text(self, filing: FilingRef, document: str) -> FiledText:
        """Return a file's text.

        Raises:
            NotFound: There is no such file.
            InvalidRequest: It cannot be unpacked, or holds no text.
        """
        path = self._folder / Path(document).name
        try:
            seen = path.stat()
        except OSError:
            raise NotFound(f"The filings folder has no file {path.name}.") from None

        async def read() -> bytes:
            return await asyncio.to_thread(_content, path)

        return await self._texts.get(f"{path} {seen.st_mtime_ns} {seen.st_size}", read)

    def page(self, filing: FilingRef, document: str, anchor: str) -> str:
        """Return the filing's index page at the SEC: its own names of documents are not known."""
        return filing.url()

    def _fitting(self, company: Company, wanted: FilingWanted) -> Iterator[FilingRef]:
        tickers = {ticker.casefold() for ticker in (company.ticker, *company.tickers)}
        for name in self._names():
            form, filed = name["form"].upper(), date.fromisoformat(name["filed"])
            if name["exhibit"] or form != wanted.form or name["ticker"].casefold() not in tickers:
                continue
            if wanted.as_of and filed > wanted.as_of:
                continue
            try:
                cover = cover_of(_content(self._folder / name.string, COVER_BYTES))
            except InvalidRequest:
                continue  # a damaged file is as good as none
            if cover.cik not in (None, company.cik):
                continue
            year = cover.fiscal_year
            if wanted.fiscal_year and year != wanted.fiscal_year:
                continue
            if wanted.quarter and cover.quarter != wanted.quarter:
                continue
            accession = self._accession_of(company.cik, form, filed) if self._accession_of else ""
            yield FilingRef(
                company,
                form,
                filed,
                name.string,
                accession,
                fiscal_year=year,
                quarter=cover.quarter,
            )

    def _names(self) -> list[re.Match[str]]:
        try:
            names = sorted(path.name for path in self._folder.iterdir())
        except OSError:
            return []
        return [found for name in names if (found := _NAME.fullmatch(name))]


def _content(path: Path, most: int = -1) -> bytes:
    try:
        if path.suffix == ".gz":
            with gzip.open(path) as file:
                return file.read(most)
        with path.open("rb") as plain:
            return plain.read(most)
    except (EOFError, OSError, zlib.error) as error:
        raise InvalidRequest(f"{path.name} cannot be read: {error}.") from None
