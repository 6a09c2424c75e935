"""Every identity of every company of a store, counted."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from multiprocessing import get_context
from pathlib import Path

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery, Vintage
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.figures import Figures
from research_agent.finance.identities.identity import IdentityResult, Status
from research_agent.finance.identities.report import check_identities
from research_agent.finance.pack import COMPANIES_FILE
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.segments.part_figures import PartFigures
from research_agent.finance.store import CoverageRow, FactStore

__all__ = ["CompanyCheck", "FailedCheck", "StoreCheck", "check_store"]

MIN_COMPANIES_FOR_PROCESSES = 8
"""For fewer, starting processes costs more than it saves."""
_TOLD_EVERY = 10


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """An identity that does not hold and that nothing in the filings explains.

    Args:
        ticker: The company.
        period: Label of the period.
        vintage: Latest or as reported.
        key: Of the identity.
        label: It in words.
        left: What stands alone.
        right: What it must equal, or not exceed.
        difference: Left less right.
        filings: Pages of the filings behind it.
    """

    ticker: str
    period: str
    vintage: str
    key: str
    label: str
    left: Decimal
    right: Decimal
    difference: Decimal
    filings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CompanyCheck:
    """The identities of one company, under both vintages.

    Args:
        ticker: The company.
        seconds: How long it took.
        counts: How many checks, by identity (without the line) and outcome.
        reasons: How many were explained, by explanation.
        failures: Those that failed.
    """

    ticker: str
    seconds: float
    counts: dict[tuple[str, Status], int]
    reasons: dict[str, int]
    failures: tuple[FailedCheck, ...]

    def count(self, *outcomes: Status) -> int:
        """How many checks ended so."""
        return sum(number for (_, outcome), number in self.counts.items() if outcome in outcomes)


@dataclass(frozen=True, slots=True)
class StoreCheck:
    """The identities of a whole store.

    Args:
        companies: One for each company, the slowest first.
    """

    companies: tuple[CompanyCheck, ...]

    def count(self, *outcomes: Status) -> int:
        """How many checks ended so."""
        return sum(company.count(*outcomes) for company in self.companies)

    @property
    def run(self) -> int:
        """How many could be checked."""
        return self.count(Status.PASSED, Status.EXPLAINED, Status.FAILED)

    @property
    def failures(self) -> tuple[FailedCheck, ...]:
        """Those that failed, company by company."""
        return tuple(failure for company in self.companies for failure in company.failures)

    def by_identity(self) -> dict[str, Counter[Status]]:
        """Return the outcomes of each identity, in the order of the statements."""
        found: dict[str, Counter[Status]] = {}
        for company in self.companies:
            for (key, outcome), number in company.counts.items():
                found.setdefault(key, Counter())[outcome] += number
        return found

    def by_reason(self) -> Counter[str]:
        """Return how many checks each explanation explains."""
        found: Counter[str] = Counter()
        for company in self.companies:
            found.update(company.reasons)
        return found


def check_store(
    folder: Path, *, progress: Callable[[str], None] = lambda _: None, processes: int | None = None
) -> StoreCheck:
    """Check the identities of every company of a store, latest and as reported.

    Args:
        folder: Of the store.
        progress: Told a line now and then.
        processes: How many to spread the work over; by default one for each core.

    Raises:
        PackError: The store cannot be read.
    """
    store = FactStore(folder)
    try:
        coverage = sorted(store.coverage().values(), key=lambda row: -row.facts)
        companies = _named(folder, coverage)
    finally:
        store.close()
    found = []
    with _workers(folder, len(companies), processes) as check:
        for number, checked in enumerate(check(companies), 1):
            found.append(checked)
            if number % _TOLD_EVERY == 0 or number == len(companies):
                progress(f"{number} of {len(companies)} companies checked")
    return StoreCheck(tuple(sorted(found, key=lambda company: -company.seconds)))


def _named(folder: Path, coverage: Sequence[CoverageRow]) -> list[Company]:
    """Return the companies of the store; one that the list does not have goes by its number."""
    known: dict[int, Company] = {}
    if (folder / COMPANIES_FILE).is_file():
        directory = CompanyDirectory.load(
            folder, coverage={row.cik: row.coverage for row in coverage}
        )
        known = {company.cik: company for company in directory.covered()}
    return [
        known.get(row.cik) or Company(row.cik, f"CIK{row.cik}", f"CIK {row.cik}")
        for row in coverage
    ]


_Check = Callable[[Sequence[Company]], Iterable[CompanyCheck]]


@contextmanager
def _workers(folder: Path, companies: int, processes: int | None) -> Iterator[_Check]:
    count = processes or os.cpu_count() or 1
    if count == 1 or companies < MIN_COMPANIES_FOR_PROCESSES:
        checker = _Checker(folder)
        try:
            yield lambda wanted: map(checker.check, wanted)
        finally:
            checker.close()
        return
    executor: Executor
    # Not forked: a copy of a process with a database and threads in it may hang.
    with ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_open, initargs=(folder,)
    ) as executor:
        yield lambda wanted: executor.map(_check, wanted)


class _Checker:
    """Checks companies of one store."""

    def __init__(self, folder: Path) -> None:
        self._store = FactStore(folder)
        self._provider = StoreProvider(self._store)

    def check(self, company: Company) -> CompanyCheck:
        """Check one company."""
        started = time.monotonic()
        counts: Counter[tuple[str, Status]] = Counter()
        reasons: Counter[str] = Counter()
        failures: list[FailedCheck] = []
        facts = self._provider.figures(company, PeriodQuery()).facts
        segments = self._store.segment_rows(company.cik)
        for vintage in Vintage:
            query = PeriodQuery(vintage=vintage)
            figures = Figures(company, facts, query)
            parts = PartFigures(company, figures, segments, query)
            for result in check_identities(figures, parts=parts).results:
                counts[result.key.split(".")[0], result.status] += 1
                if result.status is Status.EXPLAINED:
                    reasons[result.explanation] += 1
                elif result.status is Status.FAILED:
                    failures.append(_failed(company, vintage, result))
        seconds = round(time.monotonic() - started, 3)
        return CompanyCheck(company.ticker, seconds, dict(counts), dict(reasons), tuple(failures))

    def close(self) -> None:
        """Release the store."""
        self._store.close()


def _failed(company: Company, vintage: Vintage, result: IdentityResult) -> FailedCheck:
    filings = {filing.url: None for fact in result.facts for filing in fact.filings()}
    zero = Decimal(0)
    return FailedCheck(
        ticker=company.ticker,
        period=result.period.label,
        vintage=vintage.value,
        key=result.key,
        label=result.label,
        left=result.left if result.left is not None else zero,
        right=result.right if result.right is not None else zero,
        difference=result.difference if result.difference is not None else zero,
        filings=tuple(filings),
    )


_checkers: list[_Checker] = []
"""The one of this process, once it was opened."""


def _open(folder: Path) -> None:
    _checkers[:] = [_Checker(folder)]


def _check(company: Company) -> CompanyCheck:
    return _checkers[0].check(company)
