"""Several companies side by side on one basis."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from research_agent.domain.companies import Company
from research_agent.domain.periods import MAX_PERIODS, Basis, Period, PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.errors import InvalidRequest, NotFound, ResearchError
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.metrics import check_metric
from research_agent.finance.providers.provider import FinancialsProvider

__all__ = [
    "MAX_COMPANIES",
    "MAX_METRICS",
    "MIN_COMPANIES",
    "Comparison",
    "ComparisonBasis",
    "ComparisonRequest",
    "calendar_year",
    "compare",
]

MIN_COMPANIES, MAX_COMPANIES = 2, 8
MAX_METRICS = 12
_QUARTERS = 4


class ComparisonBasis(StrEnum):
    """What one column is."""

    FISCAL = "fiscal"
    """Each company's own fiscal years; their ends may lie months apart."""

    QUARTERLY = "quarterly"
    """Each company's own quarters."""

    TTM = "ttm"
    """Trailing twelve months at each quarter end."""

    CALENDAR = "calendar"
    """The twelve months that end nearest to each 31 December, at most 46 days away."""


_SERIES_BASIS = {
    ComparisonBasis.FISCAL: Basis.ANNUAL,
    ComparisonBasis.QUARTERLY: Basis.QUARTERLY,
    ComparisonBasis.TTM: Basis.TTM,
    ComparisonBasis.CALENDAR: Basis.TTM,
}


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """What to compare.

    Args:
        companies: Tickers or names, 2 to 8.
        metrics: Keys of line items and ratios, 1 to 12.
        basis: What one column is.
        limit: How many columns, newest first.
        as_of: Only filings the SEC had received by this day; `None` for all.
    """

    companies: tuple[str, ...]
    metrics: tuple[str, ...]
    basis: ComparisonBasis = ComparisonBasis.FISCAL
    limit: int = 5
    as_of: date | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Companies side by side.

    Args:
        request: What was asked.
        companies: Those that were found and have figures, in the order asked.
        tables: One for each of them: a row for each metric, periods newest first.
        problems: One sentence for each company that could not be shown, and cautions.
    """

    request: ComparisonRequest
    companies: tuple[Company, ...]
    tables: tuple[SeriesTable, ...]
    problems: tuple[str, ...] = ()


async def compare(
    provider: FinancialsProvider, directory: CompanyDirectory, request: ComparisonRequest
) -> Comparison:
    """Fetch every company at once; one that fails costs only its own part.

    Raises:
        InvalidRequest: Too few or too many companies or metrics, or an unknown metric.
        NotFound: No company could be shown; the sentence gives every reason.
    """
    _check(request)
    companies, problems = _resolved(directory, request.companies)
    found = await asyncio.gather(
        *(_table(provider, company, request) for company in companies), return_exceptions=True
    )
    shown, tables = [], []
    for company, result in zip(companies, found, strict=True):
        if isinstance(result, ResearchError):
            problems.append(str(result))
        elif isinstance(result, BaseException):
            raise result
        else:
            shown.append(company)
            tables.append(result)
    if not tables:
        raise NotFound(" ".join(problems))
    problems += _cautions(tables)
    return Comparison(request, tuple(shown), tuple(tables), tuple(problems))


def calendar_year(end: date) -> int | None:
    """Return the year whose 31 December is within 46 days of `end`, or `None`."""
    for year in (end.year - 1, end.year):
        if abs((end - date(year, 12, 31)).days) <= 46:
            return year
    return None


def _check(request: ComparisonRequest) -> None:
    count = len(request.companies)
    if not MIN_COMPANIES <= count <= MAX_COMPANIES:
        raise InvalidRequest(
            f"Compare {MIN_COMPANIES} to {MAX_COMPANIES} companies; {count} given."
        )
    if not 1 <= len(request.metrics) <= MAX_METRICS:
        raise InvalidRequest(f"Choose 1 to {MAX_METRICS} metrics; {len(request.metrics)} given.")
    for metric in request.metrics:
        check_metric(metric)


def _resolved(directory: CompanyDirectory, names: Iterable[str]) -> tuple[list[Company], list[str]]:
    companies: dict[int, Company] = {}
    problems: list[str] = []
    for name in names:
        try:
            company = directory.resolve(name)
        except NotFound as error:
            problems.append(str(error))
        else:
            companies.setdefault(company.cik, company)
    return list(companies.values()), problems


async def _table(
    provider: FinancialsProvider, company: Company, request: ComparisonRequest
) -> SeriesTable:
    basis = _SERIES_BASIS[request.basis]
    if request.basis is not ComparisonBasis.CALENDAR:
        query = PeriodQuery(basis=basis, limit=request.limit, as_of=request.as_of)
        return await provider.series(company, request.metrics, query)
    wide = min((request.limit + 1) * _QUARTERS, MAX_PERIODS)
    query = PeriodQuery(basis=basis, limit=wide, as_of=request.as_of)
    table = await provider.series(company, request.metrics, query)
    return _aligned(table, request.limit)


def _aligned(table: SeriesTable, limit: int) -> SeriesTable:
    """Keep the columns nearest to the ends of calendar years and head them with the year."""
    nearest: dict[int, int] = {}
    for place, period in enumerate(table.periods):
        year = calendar_year(period.end)
        if year is None:
            continue
        known = nearest.get(year)
        if known is None or _distance(period, year) < _distance(table.periods[known], year):
            nearest[year] = place
    places = [nearest[year] for year in sorted(nearest, reverse=True)][:limit]
    if not places:
        raise NotFound(f"{table.company} has no twelve months that end near a 31 December.")
    return replace(
        table,
        key=f"calendar:{table.key}",
        title=table.title.replace("trailing twelve months", "calendar-aligned twelve months"),
        periods=tuple(table.periods[place] for place in places),
        rows=tuple(
            replace(row, cells=tuple(row.cells[place] for place in places)) for row in table.rows
        ),
    )


def _distance(period: Period, year: int) -> int:
    return abs((period.end - date(year, 12, 31)).days)


def _cautions(tables: list[SeriesTable]) -> list[str]:
    units = {row.unit for table in tables for row in table.rows}
    currencies = sorted({unit.removesuffix("/shares") for unit in units if unit[:3].isupper()})
    cautions = []
    if len(currencies) > 1:
        cautions.append(
            f"Amounts are in {' and '.join(currencies)} as filed, not converted: compare ratios, "
            "not amounts."
        )
    cautions += [f"{table.company.ticker}: {note}" for table in tables for note in table.notes]
    return cautions
