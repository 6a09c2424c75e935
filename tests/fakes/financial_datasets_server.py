"""The API of Financial Datasets on loopback, with the figures of the embedded pack in its shapes.

Names of fields, nesting and signs follow the API's OpenAPI description: payments are negative,
lines a company does not report are 0, a quarter of the fourth kind comes under the annual report.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from functools import cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.finance.columns import Slot
from research_agent.finance.figures import Figures
from tests.fakes.faulty_server import FaultyServer, serving
from tests.traps.pack import directory, provider

__all__ = ["COVERED", "financial_datasets_serving"]

COVERED = ("AAPL", "KO", "TSM")
"""Companies the look-alike has; of any other it says 404."""

_INCOME = {
    "revenue": "revenue",
    "cost_of_revenue": "cost_of_revenue",
    "gross_profit": "gross_profit",
    "operating_expense": "operating_expenses",
    "selling_general_and_administrative_expenses": "selling_general_and_administrative",
    "research_and_development": "research_and_development",
    "operating_income": "operating_income",
    "ebit": "operating_income",
    "income_tax_expense": "income_tax",
    "net_income": "net_income",
    "earnings_per_share": "eps_basic",
    "earnings_per_share_diluted": "eps_diluted",
    "weighted_average_shares": "weighted_shares_basic",
    "weighted_average_shares_diluted": "weighted_shares_diluted",
}
_BALANCE = {
    "total_assets": "total_assets",
    "current_assets": "current_assets",
    "cash_and_equivalents": "cash",
    "inventory": "inventory",
    "current_liabilities": "current_liabilities",
    "total_liabilities": "total_liabilities",
    "shareholders_equity": "equity",
    "total_debt": "total_debt",
}
_CASH_FLOW = {
    "net_income": "net_income",
    "depreciation_and_amortization": "depreciation_and_amortization",
    "net_cash_flow_from_operations": "operating_cash_flow",
    "capital_expenditure": "-capital_expenditure",
    "net_cash_flow_from_investing": "investing_cash_flow",
    "dividends_and_other_cash_distributions": "-dividends_paid",
    "net_cash_flow_from_financing": "financing_cash_flow",
    "free_cash_flow": "free_cash_flow",
}
_STATEMENTS = {
    "/financials/income-statements": ("income_statements", _INCOME),
    "/financials/balance-sheets": ("balance_sheets", _BALANCE),
    "/financials/cash-flow-statements": ("cash_flow_statements", _CASH_FLOW),
}
_NEVER_REPORTED = "net_income_discontinued_operations"


@contextmanager
def financial_datasets_serving() -> Iterator[FaultyServer]:
    """Serve statements, ratios, results, segments, filings, prices, news, trades and holders."""
    with serving(_body) as server:
        yield server


def _body(path: str) -> bytes | None:
    url = urlsplit(path)
    asked = {name: values[-1] for name, values in parse_qs(url.query).items()}
    answer = _answer(url.path, asked)
    return None if answer is None else orjson.dumps(answer)


def _answer(path: str, asked: dict[str, str]) -> dict[str, Any] | None:
    ticker = asked.get("ticker", "").upper()
    if path == "/news" and not ticker:
        return {"news": [_headline("SPY", at) for at in range(int(asked.get("limit", "5")))]}
    if ticker not in COVERED:
        return None
    if path in _STATEMENTS:
        key, fields = _STATEMENTS[path]
        return {key: _limited(_statement(ticker, asked["period"], tuple(fields.items())), asked)}
    more: dict[str, Callable[[], dict[str, Any]]] = {
        "/filings": lambda: {"filings": list(_filings(ticker))},
        "/financial-metrics": lambda: {
            "financial_metrics": _limited(_metrics(ticker, asked["period"]), asked)
        },
        "/financials/segments": lambda: {
            "segmented_financials": _limited(_segments(ticker, asked["period"]), asked)
        },
        "/earnings": lambda: {"earnings": _earnings(ticker)[: 2 * int(asked["limit"])]},
        "/prices": lambda: {"ticker": ticker, "prices": list(_prices(asked))},
        "/prices/snapshot": lambda: {"snapshot": _snapshot(ticker)},
        "/financial-metrics/snapshot": lambda: {
            "snapshot": {"ticker": ticker, "market_cap": 3_100_000_000_000, "current_ratio": 0.87}
        },
        "/news": lambda: {
            "news": [_headline(ticker, at) for at in range(int(asked.get("limit", "5")))]
        },
        "/insider-trades": lambda: {"insider_trades": _trades(ticker)[: int(asked["limit"])]},
        "/institutional-holdings": lambda: {
            "institutional_holdings": _holders(ticker)[: int(asked["limit"])]
        },
    }
    return more[path]() if path in more else None


def _limited(rows: tuple[dict[str, Any], ...], asked: dict[str, str]) -> list[dict[str, Any]]:
    """The newest rows inside the bounds."""
    low, high = asked.get("report_period_gte", ""), asked.get("report_period_lte", "9999")
    inside = [row for row in rows if low <= row["report_period"] <= high]
    return inside[: int(asked.get("limit", "4"))]


@cache
def _figures(ticker: str) -> Figures:
    return provider().figures(directory().resolve(ticker), PeriodQuery())


def _slots(ticker: str, period: str) -> list[Slot]:
    return list(_figures(ticker).columns.slots(Basis(period)))[:12]


def _value(ticker: str, concept: str, slot: Slot) -> float:
    """A figure as the API writes it: payments negative, 0 where there is none."""
    cell = _figures(ticker).cell(concept.removeprefix("-"), slot)
    if not isinstance(cell, Fact):
        return 0.0
    value = -cell.value if concept.startswith("-") else cell.value
    return int(value) if value == value.to_integral_value() else float(value)


def _head(ticker: str, period: str, slot: Slot) -> dict[str, Any]:
    revenue = _figures(ticker).cell("revenue", slot)
    filing = next(revenue.filings(), None) if isinstance(revenue, Fact) else None
    label = slot.period.label.removeprefix("TTM ")
    quarter, _, year = label.partition(" FY")
    return {
        "ticker": ticker,
        "report_period": slot.period.end.isoformat(),
        "fiscal_period": f"{year}-{quarter}" if year else f"{label.removeprefix('FY')}-FY",
        "period": period,
        "currency": _figures(ticker).facts.currency,
        "accession_number": filing.accession if filing else None,
        "filing_url": filing.url if filing else None,
    }


@cache
def _statement(
    ticker: str, period: str, fields: tuple[tuple[str, str], ...]
) -> tuple[dict[str, Any], ...]:
    return tuple(
        {
            **_head(ticker, period, slot),
            **{name: _value(ticker, concept, slot) for name, concept in fields},
            _NEVER_REPORTED: 0.0,
        }
        for slot in _slots(ticker, period)
    )


def _filings(ticker: str) -> Iterator[dict[str, Any]]:
    seen = set()
    for period in ("annual", "quarterly"):
        for slot in _slots(ticker, period):
            revenue = _figures(ticker).cell("revenue", slot)
            for filing in revenue.filings() if isinstance(revenue, Fact) else ():
                if filing.accession not in seen:
                    seen.add(filing.accession)
                    yield {
                        "cik": filing.cik,
                        "ticker": ticker,
                        "accession_number": filing.accession,
                        "filing_type": filing.form,
                        "filing_date": filing.filed.isoformat(),
                        "url": filing.url,
                    }


@cache
def _metrics(ticker: str, period: str) -> tuple[dict[str, Any], ...]:
    rows = []
    for slot in _slots(ticker, period):
        revenue = _value(ticker, "revenue", slot)
        rows.append(
            {
                **_head(ticker, period, slot),
                "gross_margin": _value(ticker, "gross_profit", slot) / revenue,
                "operating_margin": _value(ticker, "operating_income", slot) / revenue,
                "net_margin": _value(ticker, "net_income", slot) / revenue,
                "current_ratio": 0.87,
                "price_to_earnings_ratio": 31.4,
                "operating_cycle": 49.5,
                "a_ratio_of_tomorrow": 1.25,
            }
        )
    return tuple(rows)


@cache
def _segments(ticker: str, period: str) -> tuple[dict[str, Any], ...]:
    """Two products that make up nine tenths of revenue, as where a third is not split off."""
    rows = []
    for slot in _slots(ticker, period):
        revenue = int(_value(ticker, "revenue", slot))
        rows.append(
            {
                **_head(ticker, period, slot),
                "income_statement": {
                    "revenue": {
                        "product": [
                            {"label": "Hardware", "value": revenue * 6 // 10},
                            {"label": "Services & other", "value": revenue * 3 // 10},
                        ]
                    },
                    "operating_income": None,
                },
                "balance_sheet": {"goodwill": {"segment": [{"label": "Americas", "value": 7}]}},
                "cash_flow_statement": None,
            }
        )
    return tuple(rows)


@cache
def _earnings(ticker: str) -> list[dict[str, Any]]:
    """Each quarter as the report tells it, before it the release, with its own estimates."""
    rows = []
    for slot in _slots(ticker, "quarterly"):
        head = _head(ticker, "quarterly", slot)
        del head["period"]
        result = {
            "revenue": _value(ticker, "revenue", slot),
            "net_income": _value(ticker, "net_income", slot),
            "earnings_per_share": _value(ticker, "eps_diluted", slot),
            "capital_expenditure": _value(ticker, "-capital_expenditure", slot),
        }
        release = {
            **head,
            "accession_number": f"0000000000-{slot.period.end:%y}-000{slot.quarter:03d}",
            "source_type": "8-K",
            "filing_date": (slot.period.end + timedelta(days=30)).isoformat(),
            "filing_window": "AFTER_HOURS",
            "signals": [{"type": "EPS_BEAT", "headline": "EPS beat by 3%", "details": {}}],
            "quarterly": {
                **result,
                "estimated_revenue": 90_000_000_000,
                "revenue_surprise": "BEAT",
                "revenue_surprise_pct": 0.021,
                "gross_margin_yoy_chg_bps": 150.0,
            },
        }
        report = {
            **head,
            "source_type": "10-K" if slot.quarter == 4 else "10-Q",
            "filing_date": (slot.period.end + timedelta(days=34)).isoformat(),
            "quarterly": result,
        }
        rows += [release, report]
    return rows


def _prices(asked: dict[str, str]) -> Iterator[dict[str, Any]]:
    """100, 101, 102 … on weekdays, stamped with midnight of summer in New York, in winter too."""
    day, last = date.fromisoformat(asked["start_date"]), date.fromisoformat(asked["end_date"])
    close = 100
    while day <= last:
        if day.weekday() < 5:
            yield {
                "open": close - 0.5,
                "close": float(close),
                "high": close + 1.5,
                "low": close - 1.25,
                "volume": 1_000_000 + close,
                "time": f"{day}T04:00:00Z",
            }
            close += 1
        day += timedelta(days=1)


def _snapshot(ticker: str) -> dict[str, Any]:
    return {
        "ticker": ticker,
        "price": 202.5,
        "day_change": 2.5,
        "day_change_percent": 1.25,
        "time": "2026-07-14T00:30:00Z",
        "time_milliseconds": 1_784_000_000_000,
    }


def _headline(ticker: str, at: int) -> dict[str, Any]:
    return {
        "ticker": ticker,
        "title": f"{ticker} story {at} <b>of the day</b>",
        "source": "Wire",
        "date": "2026-07-10",
        "url": f"https://example.com/{ticker.lower()}/{at}",
    }


def _trades(ticker: str) -> list[dict[str, Any]]:
    return [
        {
            "ticker": ticker,
            "issuer": "The Issuer",
            "name": f"Insider {at}",
            "title": "Director",
            "is_board_director": True,
            "transaction_date": "2026-06-0%d" % at,
            "transaction_shares": 1000 * at,
            "transaction_price_per_share": 150.25,
            "transaction_value": 150_250 * at,
            "shares_owned_before_transaction": 9000,
            "shares_owned_after_transaction": 9000 - 1000 * at,
            "security_title": "Common Stock",
            "transaction_type": "Open market sale",
            "filing_date": "2026-06-10",
        }
        for at in range(1, 4)
    ]


def _holders(ticker: str) -> list[dict[str, Any]]:
    return [
        {
            "ticker": ticker,
            "name_of_issuer": "THE ISSUER INC",
            "cusip": "037833100",
            "report_period": "2026-03-31",
            "filing_date": "2026-05-15",
            "form_type": "13F-HR",
            "accession_number": "0000950123-26-00001%d" % at,
            "title_of_class": "COM",
            "put_call": None,
            "shares": 1_000_000 * at,
            "value_usd": 200_000_000 * at,
            "reported_price": 200.0,
            "filer_cik": "000010209%d" % at,
            "filer_name": f"HOLDER {at} LLC",
        }
        for at in range(1, 4)
    ]
