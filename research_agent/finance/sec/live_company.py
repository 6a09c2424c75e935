"""One company as the SEC has it now, read once and shared by everyone who asks."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import date
from threading import Lock
from typing import Any

from research_agent.domain.periods import Vintage
from research_agent.errors import ConfigError, InvalidRequest, NotCovered, NotFound, ProviderError
from research_agent.finance.builder import FULL_FILE_MIN_TAGS
from research_agent.finance.catalog import WANTED_TAGS
from research_agent.finance.companyfacts import FactRow, parse_companyfacts
from research_agent.finance.figures import Figures
from research_agent.finance.sec.edgar import EdgarClient, EdgarDocument

__all__ = ["LiveCompanies", "LiveCompany"]

FRESH_S = 3600.0
"""How long a company stays in memory before the SEC, or its copy on disk, is asked again."""
STALE_S = 60.0
"""The same for a stale copy: whoever asks in that time need not wait for the SEC to fail again."""
_KEPT_COMPANIES = 16
_HOUR_S, _DAY_HOURS = 3600.0, 48


@dataclass(frozen=True, slots=True)
class LiveCompany:
    """What the SEC has of one company.

    Args:
        cik: The filer.
        name: As the filer is called in its submissions; empty when they could not be read.
        rows: Every filed value.
        full_through: Newest filing; `None` when the answer is a cut-down copy.
        sic: Industry code; `None` when not known.
        notes: What a reader of its figures has to know; empty when all is fresh.
        figures: What was made of the rows, by vintage and `as_of`.
    """

    cik: int
    name: str
    rows: tuple[FactRow, ...]
    full_through: date | None
    sic: int | None
    notes: tuple[str, ...]
    figures: dict[tuple[Vintage, date | None], Figures] = field(default_factory=dict)


class LiveCompanies:
    """Companies read from the SEC, the most recently used ones kept.

    Args:
        edgar: Reads them; its answers are on disk too.
        clock: Seconds that only go forward; tests pass their own.
    """

    def __init__(self, edgar: EdgarClient, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._edgar = edgar
        self._clock = clock
        self._lock = Lock()
        self._kept: OrderedDict[int, tuple[float, LiveCompany]] = OrderedDict()
        self._coming: dict[int, Future[LiveCompany | None]] = {}

    def known(self, cik: int) -> LiveCompany | None:
        """Return a company that is in memory and not too old."""
        with self._lock:
            until, company = self._kept.get(cik, (0.0, None))
            if company is None or self._clock() >= until:
                return None
            self._kept.move_to_end(cik)
            return company

    async def get(self, cik: int) -> LiveCompany:
        """Return a company; several who ask at once, from any event loop, share one reading.

        Raises:
            NotCovered: The SEC has no figures of it.
            ConfigError: There is no contact to give.
            ProviderError: The SEC did not deliver and there is no copy.
        """
        while True:
            company = self.known(cik)
            if company is not None:
                return company
            with self._lock:
                coming = self._coming.get(cik)
                if coming is None:
                    mine: Future[LiveCompany | None] = Future()
                    self._coming[cik] = mine
            if coming is None:
                return await self._bring(cik, mine)
            brought = await asyncio.shield(asyncio.wrap_future(coming))
            if brought is not None:
                return brought

    async def _bring(self, cik: int, mine: "Future[LiveCompany | None]") -> LiveCompany:
        company: LiveCompany | None = None
        failure: BaseException | None = None
        try:
            company = await _read(self._edgar, cik)
            self._keep(company)
        except (NotFound, ProviderError) as error:
            failure = error
            raise
        finally:
            with self._lock:
                del self._coming[cik]
            if failure is not None:
                mine.set_exception(failure)
            else:
                mine.set_result(company)  # None: this reader was cancelled, another takes over
        return company

    def _keep(self, company: LiveCompany) -> None:
        with self._lock:
            until = self._clock() + (STALE_S if company.notes else FRESH_S)
            self._kept[company.cik] = (until, company)
            self._kept.move_to_end(company.cik)
            while len(self._kept) > _KEPT_COMPANIES:
                self._kept.popitem(last=False)


async def _read(edgar: EdgarClient, cik: int) -> LiveCompany:
    try:
        facts = await edgar.company_facts(cik)
    except NotFound:
        raise NotCovered(
            f"The SEC has no figures of CIK {cik}: it has filed none in machine-readable form."
        ) from None
    try:
        parsed = await asyncio.to_thread(
            parse_companyfacts, facts.value, WANTED_TAGS, name=f"the answer on CIK {cik}"
        )
    except InvalidRequest as error:
        raise ProviderError("SEC", str(error)) from error
    if not parsed.rows:
        raise NotCovered(f"The SEC has no statement figures of CIK {cik}.")
    filer, notes = await _filer(edgar, cik)
    full = parsed.tag_count >= FULL_FILE_MIN_TAGS
    return LiveCompany(
        cik,
        str(filer.get("name") or ""),
        parsed.rows,
        max(row.filed for row in parsed.rows) if full else None,
        int(filer["sic"]) if filer.get("sic") else None,
        (*_stale(facts), *notes),
    )


async def _filer(edgar: EdgarClient, cik: int) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the submissions; figures can be had without them, and a note says what is lost."""
    try:
        return (await edgar.submissions(cik)).value, ()
    except (ConfigError, NotFound, ProviderError) as error:
        return {}, (
            "The SEC's record of the company could not be read, so its industry is told from its "
            f"figures alone: {error}",
        )


def _stale(found: EdgarDocument) -> tuple[str, ...]:
    if not found.stale_because:
        return ()
    hours = found.age_s / _HOUR_S
    age = f"{hours:.0f} hours" if hours < _DAY_HOURS else f"{hours / 24:.0f} days"
    return (
        f"Figures are a copy of the SEC's from {age} ago, as it could not be asked anew: "
        f"{found.stale_because}",
    )
