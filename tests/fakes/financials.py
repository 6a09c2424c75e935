"""A provider of made-up series whose behaviour a test can set, and a directory to go with it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, Period, PeriodQuery
from research_agent.domain.sources import Filing
from research_agent.domain.tables import Row, SeriesTable
from research_agent.errors import NotFound
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.lines.line_items import StatementKind

APPLE = Company(320193, "AAPL", "Apple Inc.", "Nasdaq", ("AAPL",))
NVIDIA = Company(1045810, "NVDA", "NVIDIA Corp", "Nasdaq", ("NVDA",))
COCA_COLA = Company(21344, "KO", "Coca Cola Co", "NYSE", ("KO",))
VITA_COCO = Company(1482981, "COCO", "Vita Coco Company, Inc.", "Nasdaq", ("COCO",))
TSMC = Company(1046179, "TSM", "Taiwan Semiconductor Manufacturing Co Ltd", "NYSE", ("TSM",))

HANGS = 3600.0
"""Seconds no test waits for."""


def directory() -> CompanyDirectory:
    """Five companies, all covered but Vita Coco."""
    companies = (NVIDIA, APPLE, TSMC, COCA_COLA, VITA_COCO)
    covered = {company.cik: "full" for company in companies if company is not VITA_COCO}
    return CompanyDirectory(companies, coverage=covered)


@dataclass
class Fault:
    """What happens instead of an answer, so many times.

    Args:
        error: Raised; `None` to wait only.
        delay_s: Before the error or the answer.
        times: How often; afterwards all is well.
    """

    error: Exception | None = None
    delay_s: float = 0.0
    times: int = 1_000


@dataclass
class MadeUpFinancials:
    """Answers every call with revenue and net income, unless `faults` says otherwise.

    Args:
        faults: By `"TICKER.method"`, such as `"AAPL.income"` or `"NVDA.ratios"`.
        filed: By ticker, the day its figures were filed.
        annual_only: Tickers of companies without quarters.
        asked: Every call made, as `"TICKER.method.basis"`.
        queries: What each of them asked for.
    """

    faults: dict[str, Fault] = field(default_factory=dict)
    filed: dict[str, date] = field(default_factory=dict)
    annual_only: frozenset[str] = frozenset()
    asked: list[str] = field(default_factory=list)
    queries: list[PeriodQuery] = field(default_factory=list)
    name: str = "made-up"

    async def statement(
        self, company: Company, kind: StatementKind, query: PeriodQuery
    ) -> SeriesTable:
        return await self._answer(company, kind.value, query)

    async def ratios(self, company: Company, query: PeriodQuery) -> SeriesTable:
        return await self._answer(company, "ratios", query)

    async def earnings(self, company: Company, query: PeriodQuery) -> SeriesTable:
        return await self._answer(company, "earnings", query)

    async def segments(self, company: Company, query: PeriodQuery) -> SeriesTable:
        raise NotFound(f"Segments of {company} are not in the embedded pack.")

    async def series(
        self, company: Company, concepts: Sequence[str], query: PeriodQuery
    ) -> SeriesTable:
        return await self._answer(company, "series", query)

    async def _answer(self, company: Company, method: str, query: PeriodQuery) -> SeriesTable:
        self.asked.append(f"{company.ticker}.{method}.{query.basis}")
        self.queries.append(query)
        fault = self.faults.get(f"{company.ticker}.{method}")
        if fault is not None and fault.times > 0:
            fault.times -= 1
            await asyncio.sleep(fault.delay_s)
            if fault.error is not None:
                raise fault.error
        if company.ticker in self.annual_only and query.basis is not Basis.ANNUAL:
            raise NotFound(f"{company} files annual reports only: ask for annual figures.")
        return made_up_table(company, method, query, filed=self.filed.get(company.ticker))


def made_up_table(
    company: Company, method: str, query: PeriodQuery, *, filed: date | None = None
) -> SeriesTable:
    """Revenue of 1,000 million in 2024, 100 million less each year before; net income a tenth."""
    periods = tuple(_period(query.basis, back) for back in range(query.limit))
    filing = Filing(
        company.cik, f"{company.cik:010d}-25-000001", "10-K", filed or date(2025, 1, 31)
    )

    def cells(concept: str, value: Callable[[int], int]) -> tuple[Fact, ...]:
        return tuple(
            Fact(
                cik=company.cik,
                ticker=company.ticker,
                concept=concept,
                label=concept.replace("_", " ").capitalize(),
                value=Decimal(value(back)) * 1_000_000,
                unit="TWD" if company is TSMC else "USD",
                period=period,
                filing=filing,
            )
            for back, period in enumerate(periods)
        )

    unit = "TWD" if company is TSMC else "USD"
    rows = (
        Row("revenue", "Revenue", unit, cells("revenue", lambda back: 1000 - 100 * back)),
        Row("net_income", "Net income", unit, cells("net_income", lambda back: 100 - 10 * back)),
        Row("inventory", "Inventory", unit, tuple(Missing("not reported") for _ in periods)),
    )
    key = f"{method}({company.ticker},{query.basis},{query.limit},{query.end_gte},{query.vintage})"
    return SeriesTable(key, f"{method.capitalize()}, {query.basis}", company, periods, rows)


def _period(basis: Basis, back: int) -> Period:
    if basis is Basis.ANNUAL:
        year = 2024 - back
        return Period(date(year, 1, 1), date(year, 12, 31), f"FY{year}", basis)
    years, quarter = 2024 - back // 4, 4 - back % 4
    end = date(years, quarter * 3, 30)
    label = f"Q{quarter} FY{years}"
    if basis is Basis.TTM:
        return Period(None, end, f"TTM {label}", basis)
    return Period(date(years, quarter * 3 - 2, 1), end, label, basis)
