"""The SEC as a live source of financials."""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery
from research_agent.errors import NotCovered, PackError, ResearchError
from research_agent.finance.figures import Figures
from research_agent.finance.providers.facts_provider import FactsProvider, in_thread
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.pulled_store import PulledStore
from research_agent.finance.sec.company_read import ORIGIN, CompanyRead, read_company
from research_agent.finance.sec.edgar import EdgarClient
from research_agent.finance.store import CoverageRow
from research_agent.finance.xbrl.companyfacts import FactRow
from research_agent.infra.progress import tell

if TYPE_CHECKING:
    from research_agent.finance.segments.part_figures import PartFigures
    from research_agent.finance.segments.segment_row import SegmentRow

__all__ = ["SecProvider"]

logger = logging.getLogger(__name__)

KEPT_COMPANIES = 16
KEPT_S = 900.0
"""A read is used again for so long; beyond it the disk cache decides."""
FAILED_S = 3.0
"""A failure answers everyone who asks for the company for so long: the client has tried thrice."""


@dataclass(slots=True)
class _Outcome:
    """The last read of a company, good or bad, until a moment of the monotonic clock."""

    until: float
    read: CompanyRead | None = None
    error: ResearchError | None = None


class SecProvider(FactsProvider):
    """Reads a company from EDGAR when it is asked about, and keeps it in the person's own store.

    A read is shared by everyone who asks for the company meanwhile, and goes on when the one who
    asked stops waiting, so that the next question finds it. Lives on one event loop.

    Args:
        edgar: Reads through the disk cache.
        keep: Where what was read is kept for good; `None` for nowhere.
    """

    name = "SEC"

    def __init__(self, edgar: EdgarClient, *, keep: PulledStore | None) -> None:
        self._edgar = edgar
        self._keep = keep
        self._rows = _ReadRows()
        self._tables = StoreProvider(self._rows)
        self._reading: dict[int, asyncio.Task[CompanyRead]] = {}
        self._outcomes: dict[int, _Outcome] = {}

    async def aclose(self) -> None:
        """Stop the reads that nobody waits for and close the connections."""
        for task in list(self._reading.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, ResearchError):
                await task
        await self._edgar.aclose()

    async def _figures(self, company: Company, query: PeriodQuery) -> Figures:
        await self._read(company)
        return await in_thread(lambda: self._tables.figures(company, query))

    async def _parts(self, company: Company, query: PeriodQuery) -> "PartFigures":
        raise NotCovered(
            f"The SEC's figures of {company} are not split: segments stand in the filings "
            "themselves, not in companyfacts."
        )

    def _notes(self, company: Company) -> tuple[str, ...]:
        outcome = self._outcomes.get(company.cik)
        return outcome.read.notes if outcome is not None and outcome.read is not None else ()

    async def _read(self, company: Company) -> None:
        """Make sure that the company's rows are in memory; raises like `read_company`."""
        outcome = self._outcomes.get(company.cik)
        spent = outcome is None or outcome.until < time.monotonic()
        if outcome is None or spent or (outcome.error is None and self._rows.lacks(company.cik)):
            task = self._reading.get(company.cik)
            if task is None:
                task = asyncio.create_task(self._fetch(company))
                self._reading[company.cik] = task
                task.add_done_callback(lambda _: self._reading.pop(company.cik, None))
                task.add_done_callback(_retrieved)
            tell(f"Reading {company} from the SEC…")
            read = await asyncio.shield(task)
            tell(
                f"The SEC sent {len(read.rows):,} figures of {company.ticker}, newest filing "
                f"{read.coverage.last_filed}"
            )
        elif outcome.error is not None:
            raise outcome.error

    async def _fetch(self, company: Company) -> CompanyRead:
        try:
            read = await read_company(self._edgar, company)
        except ResearchError as error:
            self._outcomes[company.cik] = _Outcome(time.monotonic() + FAILED_S, error=error)
            raise
        self._rows.take(read)
        lasts = KEPT_S if read.complete else FAILED_S
        self._outcomes[company.cik] = _Outcome(time.monotonic() + lasts, read=read)
        if self._keep is not None and read.complete:
            try:
                await asyncio.to_thread(self._keep.put, read.coverage, read.rows, origin=ORIGIN)
            except PackError as error:  # the answer is there all the same
                logger.warning("%s was read and could not be kept: %s", company.ticker, error)
        return read


class _ReadRows:
    """Rows of the companies read last, as a store."""

    def __init__(self) -> None:
        self._reads: OrderedDict[int, CompanyRead] = OrderedDict()

    def take(self, read: CompanyRead) -> None:
        self._reads[read.coverage.cik] = read
        self._reads.move_to_end(read.coverage.cik)
        while len(self._reads) > KEPT_COMPANIES:
            self._reads.popitem(last=False)

    def lacks(self, cik: int) -> bool:
        return cik not in self._reads

    def coverage(self) -> Mapping[int, CoverageRow]:
        return {cik: read.coverage for cik, read in self._reads.copy().items()}

    def rows(self, cik: int) -> tuple[FactRow, ...]:
        read = self._reads.get(cik)
        return read.rows if read is not None else ()

    def segment_rows(self, cik: int) -> "tuple[SegmentRow, ...]":
        return ()


def _retrieved(task: "asyncio.Task[CompanyRead]") -> None:
    """Look at a failure that nobody waited for; it is kept in the outcomes."""
    if not task.cancelled():
        task.exception()
