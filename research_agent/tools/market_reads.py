"""Reads of the market at the same time: each with its own time and one retry, failing alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from research_agent.domain.companies import Company
from research_agent.errors import (
    InvalidRequest,
    NotFound,
    ProviderTimeout,
    ResearchError,
)
from research_agent.finance.companies.directory import CompanyDirectory
from research_agent.finance.market.desk import MarketDesk
from research_agent.finance.market.part import MarketPart
from research_agent.finance.market.routing import MarketCall
from research_agent.tools.retried_reads import all_at_once, retried

__all__ = ["MAX_READS", "MarketGathered", "gather_market"]

MAX_READS = 12
MAX_LIMIT = 20
MAX_YEARS = 60


@dataclass(frozen=True, slots=True)
class MarketGathered:
    """What came of a list of calls.

    Args:
        parts: In the order of the calls.
        failures: What did not come.
    """

    parts: tuple[MarketPart, ...]
    failures: tuple[ResearchError, ...]


async def gather_market(
    calls: Sequence[MarketCall],
    *,
    desk: MarketDesk,
    directory: CompanyDirectory,
    today: date,
    as_of: date | None,
    timeout_s: float,
    progress: Callable[[str], None],
) -> MarketGathered:
    """Run calls at the same time; equal ones once.

    Args:
        calls: Chosen by a router.
        desk: Where it all comes from.
        directory: Finds the companies.
        today: The run's; prices of that day are no closes yet.
        as_of: What was known later is not seen.
        timeout_s: For each read, its second attempt included.
        progress: Told what is read.
    """
    failures: list[ResearchError] = []
    wanted: dict[MarketCall, Company] = {}
    for call in calls[:MAX_READS]:
        try:
            wanted[call] = directory.resolve(call.ticker)
        except (InvalidRequest, NotFound) as error:
            failures.append(error)
    if len(calls) > MAX_READS:
        failures.append(
            InvalidRequest(f"Only the first {MAX_READS} reads were made; ask for less.")
        )
    for call, company in wanted.items():
        progress(f"Reading {company.ticker} {call.tool.removeprefix('get_').replace('_', ' ')}…")
    day = today if as_of is None else min(today, as_of)
    parts, failed = await all_at_once(
        _read(call, company, desk, day, as_of, timeout_s) for call, company in wanted.items()
    )
    failures += failed
    return MarketGathered(tuple(parts), tuple({str(e): e for e in failures}.values()))


async def _read(
    call: MarketCall,
    company: Company,
    desk: MarketDesk,
    today: date,
    as_of: date | None,
    timeout_s: float,
) -> MarketPart:
    late = f"{call.tool} of {company.ticker} took longer than {timeout_s:g} s"
    return await retried(
        lambda: _once(call, company, desk, today, as_of),
        timeout_s=timeout_s,
        late=ProviderTimeout("market data", late),
    )


async def _once(
    call: MarketCall, company: Company, desk: MarketDesk, today: date, as_of: date | None
) -> MarketPart:
    limit = min(max(call.limit, 1), MAX_LIMIT)
    ticker = _class_of(call.ticker, company)
    match call.tool:
        case "get_prices":
            first, last = _days(call, today)
            return await desk.prices(company, ticker, first, last, today=today)
        case "get_price_snapshot":
            return await desk.snapshot(company, ticker, today=today)
        case "get_market_cap":
            return await desk.market_cap(company, today=today, as_of=as_of)
        case "get_valuation_ratios":
            return await desk.valuation_ratios(company, today=today, as_of=as_of)
        case "get_news":
            return await desk.news(company, limit=limit, as_of=as_of)
        case "get_insider_trades":
            return await desk.insider_trades(company, limit=limit, as_of=as_of)
        case "get_institutional_holders":
            return await desk.holders(company, limit=limit, as_of=as_of)
    raise InvalidRequest(f"There is no sub-tool {call.tool}.")


def _class_of(name: str, company: Company) -> str:
    """Return the class of shares a call names, else the primary one."""
    plain = name.upper().replace(".", "-").replace("/", "-").strip()
    return plain if plain in company.tickers else company.ticker


def _days(call: MarketCall, today: date) -> tuple[date, date]:
    last = min(call.last or today, today)
    first = call.first or last.replace(year=last.year - 1, day=min(last.day, 28))
    if first > last:
        raise InvalidRequest(f"No price can be of a day after {first} and before {last}.")
    if last.year - first.year > MAX_YEARS:
        raise InvalidRequest(f"Ask for at most {MAX_YEARS} years of prices at once.")
    return first, last
