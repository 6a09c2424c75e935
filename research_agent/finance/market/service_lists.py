"""News, insider trades and institutional holders of a company, as Financial Datasets lists them."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.domain.sources import WebSource
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.domain.web_passages import WebPassage
from research_agent.errors import NotCovered
from research_agent.finance.financial_datasets.client import (
    FINANCIAL_DATASETS,
    FinancialDatasetsClient,
    Record,
)
from research_agent.finance.financial_datasets.values import day_of, decimal_of, source_of
from research_agent.finance.market.part import MarketPart
from research_agent.finance.prices.window import day_period
from research_agent.finance.segments.slugs import slug_of

__all__ = ["holders", "insider_trades", "news"]

MAX_TITLE = 300
FILED_AFTER = timedelta(days=46)
"""Institutions may file their holdings 45 days after the quarter; before that nobody knew them."""

_TRADE = (
    ("insider_shares_traded", "Insider shares traded", "transaction_shares", "shares"),
    ("insider_price", "Insider trade price", "transaction_price_per_share", "USD/shares"),
    ("insider_value", "Insider trade value", "transaction_value", "USD"),
    ("insider_shares_before", "Shares owned before", "shares_owned_before_transaction", "shares"),
    ("insider_shares_owned", "Shares owned after", "shares_owned_after_transaction", "shares"),
)


async def news(
    client: FinancialDatasetsClient, company: Company, *, limit: int, as_of: date | None
) -> MarketPart:
    """Return headlines as web sources; with `as_of`, those dated by that day only.

    Raises:
        NotCovered: There are none.
        ProviderError: The service failed.
    """
    what = f"news of {company}"
    records = await client.records(
        "/news", "news", ticker=company.ticker, what=what, limit=_asked(limit, as_of)
    )
    passages = []
    for record in records:
        url, day = str(record.get("url") or ""), day_of(record, "date", "published_at")
        known = as_of is None or (day is not None and day <= as_of)
        title = " ".join(str(record.get("title") or "").split())[:MAX_TITLE]
        if title and known and url.startswith(("https://", "http://")):
            publisher = " ".join(str(record.get("source") or "").split())[:60]
            shown = f"{title} ({publisher})" if publisher else title
            passages.append(WebPassage(WebSource(title, url, day), shown))
    kept = passages[:limit]
    if not kept:
        raise NotCovered(f"{FINANCIAL_DATASETS} has no {what}{_by(as_of)}.")
    return MarketPart((f"{len(kept)} headlines about {company}.",), passages=tuple(kept))


async def insider_trades(
    client: FinancialDatasetsClient, company: Company, *, limit: int, as_of: date | None
) -> MarketPart:
    """Return trades of insiders, newest first, one column each; raises like `news`."""
    what = f"insider trades of {company}"
    records = await client.records(
        "/insider-trades",
        "insider_trades",
        ticker=company.ticker,
        what=what,
        limit=_asked(limit, as_of),
    )
    dated = [
        (day, record)
        for record in records
        if (day := day_of(record, "transaction_date", "filing_date")) and _filed(record, as_of)
    ]
    chosen = sorted(dated, key=lambda pair: pair[0], reverse=True)[:limit]
    if not chosen:
        raise NotCovered(f"{FINANCIAL_DATASETS} has no {what}{_by(as_of)}.")
    periods = [_trade_period(day, record, place) for place, (day, record) in enumerate(chosen, 1)]
    rows = []
    for concept, label, field, unit in _TRADE:
        cells = tuple(
            _fact(company, concept, label, unit, record.get(field), period, record)
            for period, (_, record) in zip(periods, chosen, strict=True)
        )
        if any(isinstance(cell, Fact) for cell in cells):
            rows.append(Row(concept, label, unit, cells))
    table = SeriesTable(
        key=f"fd:insider_trades({company.ticker},{limit},{as_of})",
        title="Insider trades",
        company=company,
        periods=tuple(periods),
        rows=tuple(rows),
        notes=("Shares sold are negative; figures as Financial Datasets gives them.",),
    )
    return MarketPart((f"The newest {len(chosen)} insider trades of {company}.",), (table,))


async def holders(
    client: FinancialDatasetsClient, company: Company, *, limit: int, as_of: date | None
) -> MarketPart:
    """Return institutional holders, largest first, a row of shares and one of value each."""
    what = f"institutional holders of {company}"
    records = await client.records(
        "/institutional-holdings",
        "institutional_holdings",
        ticker=company.ticker,
        what=what,
        limit=max(limit, 10),
    )
    dated = [(day, r) for r in records if (day := day_of(r, "report_period"))]
    known = [(d, r) for d, r in dated if as_of is None or d + FILED_AFTER <= as_of]
    if not known:
        raise NotCovered(f"{FINANCIAL_DATASETS} has no {what}{_by(as_of)}.")
    newest = max(day for day, _ in known)
    of_day = [record for day, record in known if day == newest]
    of_day.sort(key=_size, reverse=True)
    rows = [row for record in of_day[:limit] for row in _holder_rows(company, record, newest)]
    table = SeriesTable(
        key=f"fd:holders({company.ticker},{limit},{as_of})",
        title="Institutional holders",
        company=company,
        periods=(day_period(newest),),
        rows=tuple(rows),
        notes=("Holdings as filed for the quarter; figures as Financial Datasets gives them.",),
    )
    line = f"{min(limit, len(of_day))} institutional holders of {company} on {newest}."
    return MarketPart((line,), (table,))


def _asked(limit: int, as_of: date | None) -> int:
    return limit if as_of is None else 100


def _by(as_of: date | None) -> str:
    return f" that was known by {as_of}" if as_of else ""


def _filed(record: Record, as_of: date | None) -> bool:
    filed = day_of(record, "filing_date")
    return as_of is None or (filed is not None and filed <= as_of)


def _trade_period(day: date, record: Record, place: int) -> Period:
    who = " ".join(str(record.get("name") or "unnamed").split())[:40]
    return Period(None, day, f"{day} {who} no. {place}", Basis.ANNUAL)


def _size(record: Record) -> Any:
    number = decimal_of(record.get("shares"))
    return number if not isinstance(number, Missing) else -1


def _holder_rows(company: Company, record: Record, day: date) -> Sequence[Row]:
    name = " ".join(str(record.get("filer_name") or record.get("investor") or "unnamed").split())
    told = record.get("value_usd", record.get("market_value"))
    slug = slug_of(name)[:50] or "unnamed"
    rows = []
    for kind, value, unit in (("shares", record.get("shares"), "shares"), ("value", told, "USD")):
        concept, label = f"holder_{slug}_{kind}", f"{name}, {kind} held"
        cell = _fact(company, concept, label, unit, value, day_period(day), record)
        rows.append(Row(concept, label, unit, (cell,)))
    return rows


def _fact(
    company: Company,
    concept: str,
    label: str,
    unit: str,
    value: Any,
    period: Period,
    record: Record,
) -> Cell:
    number = decimal_of(value)
    if isinstance(number, Missing):
        return number
    return Fact(
        cik=company.cik,
        ticker=company.ticker,
        concept=concept,
        label=label,
        value=number,
        unit=unit,
        period=period,
        origin=Origin.QUOTED,
        source=source_of(record, company.cik, f"{company.ticker} ownership"),
    )
