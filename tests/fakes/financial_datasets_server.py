"""Answers of Financial Datasets in its own shapes, with figures worked out from the ticker."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.fakes.faulty_server import FaultyServer, serving

__all__ = ["KNOWN", "LAST_TRADING_DAY", "financial_datasets", "share_prices", "statement_value"]

KNOWN = frozenset({"AAPL", "GOOGL", "GOOG", "NVDA", "BRK-B", "BRK-A", "AMD"})
LAST_TRADING_DAY = date(2026, 7, 13)
_NAMES = ("NORTH", "SOUTH", "EAST", "WEST")
_ENDS = ((3, 31), (6, 30), (9, 30), (12, 31))


def statement_value(ticker: str, field: str, end: str) -> int:
    """Return the amount every statement field has: a different one for each field and period."""
    digest = hashlib.sha256(f"{ticker} {field} {end}".encode()).hexdigest()
    return 1_000_000 * (1 + int(digest[:5], 16))


def share_prices(ticker: str, first: date, last: date) -> list[dict[str, Any]]:
    """Return bars of every weekday from `first` to `last`, none after the last trading day."""
    bars: list[dict[str, Any]] = []
    day = first
    while day <= min(last, LAST_TRADING_DAY):
        if day.weekday() < 5:
            close = _close(ticker, day)
            bars.append(
                {
                    "ticker": ticker,
                    "open": round(close - 0.5, 2),
                    "close": close,
                    "high": round(close + 1.25, 2),
                    "low": round(close - 1.5, 2),
                    "volume": 1_000_000 + day.toordinal() % 1000,
                    "time": f"{day}T04:00:00Z",
                }
            )
        day += timedelta(days=1)
    return bars


def _close(ticker: str, day: date) -> float:
    base = 1000 * len(ticker) if ticker.startswith("BRK") else 100 + 10 * len(ticker)
    return round(base + (day.toordinal() % 97) * 0.37 + (day.toordinal() - 739_000) * 0.01, 2)


def _periods(period: str, limit: int) -> list[tuple[str, str]]:
    if period == "annual":
        return [(f"{2025 - back}-12-31", f"{2025 - back}-FY") for back in range(limit)]
    found = []
    for back in range(limit):
        year, quarter = divmod(2025 * 4 + 3 - back, 4)
        month, day = _ENDS[quarter]
        found.append((f"{year}-{month:02d}-{day}", f"{year}-Q{quarter + 1}"))
    return found


_FIELDS = {
    "income_statements": "revenue cost_of_revenue gross_profit operating_expense research_and_development operating_income "
    "interest_expense ebit income_tax_expense net_income earnings_per_share weighted_average_shares",
    "balance_sheets": "total_assets current_assets cash_and_equivalents goodwill_and_intangible_assets total_liabilities "
    "shareholders_equity total_debt outstanding_shares",
    "cash_flow_statements": "net_income net_cash_flow_from_operations capital_expenditure "
    "dividends_and_other_cash_distributions free_cash_flow",
    "financial_metrics": "price_to_earnings_ratio gross_margin return_on_equity debt_to_equity free_cash_flow_per_share",
}


def _records(kind: str, ticker: str, query: dict[str, str]) -> list[dict[str, Any]]:
    period = query.get("period", "ttm")
    found = []
    for end, fiscal in _periods(period, int(query.get("limit", 4))):
        if end < query.get("report_period_gte", "") or end > query.get("report_period_lte", "9"):
            continue
        record: dict[str, Any] = {
            "ticker": ticker,
            "report_period": end,
            "fiscal_period": fiscal,
            "period": period,
            "currency": "USD",
            "accession_number": "0000320193-26-000123",
            "filing_url": f"https://www.sec.gov/Archives/edgar/data/320193/{ticker}-{end}.htm",
        }
        for field in _FIELDS[kind].split():
            record[field] = _value(kind, ticker, field, end)
        found.append(record)
    return found


def _value(kind: str, ticker: str, field: str, end: str) -> float | None:
    amount = statement_value(ticker, field, end)
    if kind == "financial_metrics":
        return amount % 10_007 / 1000
    if field == "earnings_per_share":
        return 6.13
    if field == "goodwill_and_intangible_assets":
        return None
    return -amount if field in ("capital_expenditure",) else amount


def _answer(path: str) -> Any:
    parts = urlsplit(path)
    query = dict(parse_qsl(parts.query))
    ticker = query.get("ticker", "").upper()
    if ticker not in KNOWN:
        return None
    limit = int(query.get("limit", 4))
    match parts.path:
        case "/financials/income-statements":
            return {"income_statements": _records("income_statements", ticker, query)}
        case "/financials/balance-sheets":
            return {"balance_sheets": _records("balance_sheets", ticker, query)}
        case "/financials/cash-flow-statements":
            return {"cash_flow_statements": _records("cash_flow_statements", ticker, query)}
        case "/financial-metrics":
            return {"financial_metrics": _records("financial_metrics", ticker, query)}
        case "/financial-metrics/snapshot":
            return {"snapshot": {"ticker": ticker, "market_cap": 2_900_000_000_000}}
        case "/earnings":
            return {"earnings": [_earnings(ticker, *one) for one in _periods("quarterly", limit)]}
        case "/financials/segments":
            return {"segmented_financials": [_segments(ticker, r) for r in _segment_records(query)]}
        case "/prices":
            first, last = (date.fromisoformat(query[f"{end}_date"]) for end in ("start", "end"))
            return {"ticker": ticker, "prices": share_prices(ticker, first, last)}
        case "/prices/snapshot":
            return {"snapshot": _snapshot(ticker)}
        case "/news":
            return {"news": [_news(ticker, number) for number in range(min(limit, 5))]}
        case "/insider-trades":
            return {"insider_trades": [_trade(ticker, number) for number in range(min(limit, 3))]}
        case "/institutional-holdings":
            return {"institutional_holdings": [_holding(number) for number in range(min(limit, 4))]}
    return None


def _earnings(ticker: str, end: str, fiscal: str) -> dict[str, Any]:
    return {
        "ticker": ticker,
        "report_period": end,
        "fiscal_period": fiscal,
        "currency": "USD",
        "source_type": "8-K",
        "filing_date": str(date.fromisoformat(end) + timedelta(days=30)),
        "accession_number": "0000320193-26-000001",
        "quarterly": {
            "revenue": 1.24e11,
            "revenue_surprise": "BEAT",
            "revenue_surprise_pct": 0.021,
            "net_income": 3.6e10,
            "earnings_per_share": 2.40,
        },
    }


def _segment_records(query: dict[str, str]) -> list[tuple[str, str]]:
    return _periods(query.get("period", "annual"), int(query.get("limit", 4)))


def _segments(ticker: str, period: tuple[str, str]) -> dict[str, Any]:
    products = [{"label": "Hardware", "value": 700_000_000}, {"label": "Services", "value": None}]
    return {
        "ticker": ticker,
        "report_period": period[0],
        "fiscal_period": period[1],
        "income_statement": {"revenue": {"product": products}},
    }


def _snapshot(ticker: str) -> dict[str, Any]:
    return {
        "ticker": ticker,
        "price": _close(ticker, LAST_TRADING_DAY),
        "day_change": 1.2,
        "day_change_percent": 0.61,
        "time": f"{LAST_TRADING_DAY}T20:00:00Z",
    }


def _news(ticker: str, number: int) -> dict[str, Any]:
    return {
        "ticker": ticker,
        "title": f"{ticker} headline {number}",
        "source": "Wire",
        "date": f"2026-07-1{number}",
        "url": f"https://example.com/{ticker}/{number}",
    }


def _trade(ticker: str, number: int) -> dict[str, Any]:
    return {
        "ticker": ticker,
        "name": f"{_NAMES[number]} JANE",
        "title": "Director",
        "transaction_date": f"2026-06-1{number}",
        "transaction_shares": -1000 * (number + 1),
        "transaction_price_per_share": 200.5,
        "transaction_value": 200_500 * (number + 1),
        "shares_owned_after_transaction": 5000,
        "filing_date": f"2026-06-1{number + 2}",
    }


def _holding(number: int) -> dict[str, Any]:
    return {
        "filer_name": f"{_NAMES[number]} ADVISORS LLC",
        "filer_cik": f"{number:010d}",
        "shares": 1000 * (number + 1),
        "value_usd": 1_000_000 * (number + 1),
        "report_period": "2026-03-31",
    }


@contextmanager
def financial_datasets() -> Iterator[FaultyServer]:
    """Run the service on loopback for the length of a test; 404 for a company it does not know."""

    def find(path: str) -> bytes | None:
        found = _answer(path)
        return None if found is None else json.dumps(found).encode()

    with serving(find) as server:
        yield server
