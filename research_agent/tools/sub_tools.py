"""The eight sub-tools behind `get_financials`: a routed call in, series of figures out."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from pydantic import ValidationError

from research_agent.domain.companies import Company
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.errors import InvalidRequest, NotFound
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.earnings_days import with_filed_days
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.providers.provider import FinancialsProvider
from research_agent.finance.providers.provider_chain import first_source_only
from research_agent.finance.routing import RoutedCall
from research_agent.tools.sub_tool_arguments import (
    EarningsArguments,
    KeyRatioArguments,
    PeriodArguments,
    RatioArguments,
    SeriesArguments,
    SubToolArguments,
)

__all__ = ["SUB_TOOL_ARGUMENTS", "SubCall", "prepare"]

MAX_READERS = 8
"""Companies read at the same time when every company's newest quarter is wanted."""

MAX_PROBLEMS = 3

SUB_TOOL_ARGUMENTS: Mapping[str, type[SubToolArguments]] = {
    "get_income_statements": SeriesArguments,
    "get_balance_sheets": SeriesArguments,
    "get_cash_flow_statements": SeriesArguments,
    "get_all_financial_statements": SeriesArguments,
    "get_earnings": EarningsArguments,
    "get_key_ratios": KeyRatioArguments,
    "get_historical_key_ratios": RatioArguments,
    "get_financial_segments": PeriodArguments,
}

_STATEMENTS = {
    "get_income_statements": StatementKind.INCOME,
    "get_balance_sheets": StatementKind.BALANCE,
    "get_cash_flow_statements": StatementKind.CASH_FLOW,
}
_NOUNS = {
    "get_income_statements": "income statements",
    "get_balance_sheets": "balance sheets",
    "get_cash_flow_statements": "cash flow statements",
    "get_earnings": "earnings",
    "get_key_ratios": "key ratios",
    "get_historical_key_ratios": "historical ratios",
    "get_financial_segments": "segments",
}


@dataclass(frozen=True, slots=True)
class SubCall:
    """One read of one series; two equal ones deliver the same.

    Args:
        tool: The sub-tool; never `get_all_financial_statements`, which is three reads.
        company: Whose figures; `None` for the newest quarters of every company.
        query: Which periods.
        ratios: Keys of ratios instead of the usual ones.
    """

    tool: str
    company: Company | None
    query: PeriodQuery
    ratios: tuple[str, ...] = ()

    def __str__(self) -> str:
        who = self.company.ticker if self.company else "newest"
        return f"{who} {_NOUNS[self.tool]}"

    def known_by(self, day: date | None) -> "SubCall":
        """Return the same read without what was filed after `day`; itself for `None`."""
        if day is None or (self.query.as_of is not None and self.query.as_of <= day):
            return self
        return replace(self, query=replace(self.query, as_of=day))

    async def run(
        self, provider: FinancialsProvider, directory: CompanyDirectory
    ) -> tuple[SeriesTable, ...]:
        """Read it.

        Raises:
            NotFound: The source has no such figures; the sentence says why.
            InvalidRequest: The bounds make no sense.
            ProviderError: The source failed.
        """
        if self.company is None:
            return await _newest_quarters(provider, directory, self.query)
        if self.ratios:
            return (await _named_ratios(provider, self.company, self.query, self.ratios),)
        return (await _READS[self.tool](provider, self.company, self.query),)


def prepare(call: RoutedCall, directory: CompanyDirectory) -> tuple[SubCall, ...]:
    """Check a routed call and find its company.

    Returns:
        One read, or three for `get_all_financial_statements`.

    Raises:
        InvalidRequest: No such sub-tool, or arguments it does not take.
        UnknownCompany: `ticker` names no single company.
    """
    shape = SUB_TOOL_ARGUMENTS.get(call.tool)
    if shape is None:
        raise InvalidRequest(f"There is no sub-tool {call.tool}.")
    try:
        arguments = shape.model_validate(call.arguments)
    except ValidationError as error:
        raise InvalidRequest(f"{call.tool}: {_problems(error)}.") from None
    name = getattr(arguments, "ticker", None)
    company = directory.resolve(name) if name is not None else None
    query = arguments.query
    if call.tool == "get_all_financial_statements":
        return tuple(SubCall(tool, company, query) for tool in _STATEMENTS)
    if call.tool == "get_key_ratios":
        query = replace(query, basis=Basis.TTM, limit=1)
    return (SubCall(call.tool, company, query, getattr(arguments, "ratios", ())),)


def _problems(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(
        f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}"
        for problem in found[:MAX_PROBLEMS]
    )


_Read = Callable[[FinancialsProvider, Company, PeriodQuery], Awaitable[SeriesTable]]


def _statement(kind: StatementKind) -> _Read:
    async def read(
        provider: FinancialsProvider, company: Company, query: PeriodQuery
    ) -> SeriesTable:
        return await provider.statement(company, kind, query)

    return read


async def _earnings(
    provider: FinancialsProvider, company: Company, query: PeriodQuery
) -> SeriesTable:
    return with_filed_days(await _or_annual(provider.earnings, company, query))


async def _key_ratios(
    provider: FinancialsProvider, company: Company, query: PeriodQuery
) -> SeriesTable:
    return await _or_annual(provider.ratios, company, query)


async def _named_ratios(
    provider: FinancialsProvider, company: Company, query: PeriodQuery, keys: tuple[str, ...]
) -> SeriesTable:
    async def read(company: Company, query: PeriodQuery) -> SeriesTable:
        return await provider.series(company, keys, query)

    return await _or_annual(read, company, query)


async def _ratios(
    provider: FinancialsProvider, company: Company, query: PeriodQuery
) -> SeriesTable:
    return await provider.ratios(company, query)


async def _segments(
    provider: FinancialsProvider, company: Company, query: PeriodQuery
) -> SeriesTable:
    return await provider.segments(company, query)


_READS: Mapping[str, _Read] = {
    **{tool: _statement(kind) for tool, kind in _STATEMENTS.items()},
    "get_earnings": _earnings,
    "get_key_ratios": _key_ratios,
    "get_historical_key_ratios": _ratios,
    "get_financial_segments": _segments,
}


async def _or_annual(
    read: Callable[[Company, PeriodQuery], Awaitable[SeriesTable]],
    company: Company,
    query: PeriodQuery,
) -> SeriesTable:
    """Read by quarter or twelve months, and by year for a company that files no quarters."""
    try:
        return await read(company, query)
    except NotFound as no_quarters:
        try:
            return await read(company, replace(query, basis=Basis.ANNUAL))
        except NotFound:
            raise no_quarters from None


async def _newest_quarters(
    provider: FinancialsProvider, directory: CompanyDirectory, query: PeriodQuery
) -> tuple[SeriesTable, ...]:
    """Return the newest quarter of each company, last filed first, for as many as the limit."""
    readers = asyncio.Semaphore(MAX_READERS)
    newest = replace(query, basis=Basis.QUARTERLY, limit=1)

    async def read(company: Company) -> SeriesTable | None:
        async with readers:
            try:
                return with_filed_days(await provider.earnings(company, newest))
            except NotFound:
                return None  # files no quarters

    with first_source_only():
        tables = await asyncio.gather(*map(read, directory.covered()))
    found = [table for table in tables if table is not None]
    if not found:
        raise NotFound("No company with quarterly figures is there; name a company.")
    found.sort(key=lambda table: (_filed(table), table.periods[0].end), reverse=True)
    return tuple(found[: query.limit])


def _filed(table: SeriesTable) -> date:
    """Return the day the newest filing behind a table came in."""
    filed = (filing.filed for fact in table.facts() for filing in fact.filings())
    return max(filed, default=date.min)
