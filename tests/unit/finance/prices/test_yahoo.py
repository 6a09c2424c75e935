"""Yahoo prices through the real yfinance, its session turned to a loopback server."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from research_agent.errors import ProviderError
from research_agent.finance.prices.yahoo import YahooPrices
from tests.fakes.faulty_server import Fault, FaultyServer, serving

pytest.importorskip("yfinance")
requests: Any = pytest.importorskip("requests")

DAYS = (date(2024, 7, 8), date(2024, 7, 9))
OPENS_AT = 1_720_445_400  # 2024-07-08 09:30 in New York


def chart(symbol: str) -> bytes:
    period = {"timezone": "EDT", "start": 1, "end": 2, "gmtoffset": -14400}
    meta = {
        "currency": "USD",
        "symbol": symbol,
        "exchangeTimezoneName": "America/New_York",
        "instrumentType": "EQUITY",
        "regularMarketTime": OPENS_AT + 86_400,
        "dataGranularity": "1d",
        "range": "",
        "validRanges": ["1d", "max"],
        "gmtoffset": -14400,
        "timezone": "EDT",
        "currentTradingPeriod": dict.fromkeys(("pre", "regular", "post"), period),
    }
    quote = {
        "open": [226.5, 227.0],
        "high": [228.0, 229.5],
        "low": [225.0, 226.25],
        "close": [227.82000732421875, 228.67999267578125],
        "volume": [59_085_900, 48_076_100],
    }
    result = {
        "meta": meta,
        "timestamp": [OPENS_AT, OPENS_AT + 86_400],
        "indicators": {"quote": [quote], "adjclose": [{"adjclose": [226.5, 227.25]}]},
    }
    return json.dumps({"chart": {"result": [result], "error": None}}).encode()


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    def find(path: str) -> bytes:
        return chart(path.partition("/chart/")[2].partition("?")[0]) if "chart" in path else b"c"

    with serving(find) as running:
        yield running


@pytest.fixture
def session(server: FaultyServer) -> Iterator[Callable[[], Any]]:
    """Make the session that yfinance sends through: every host is the loopback server."""

    class Loopback(requests.adapters.HTTPAdapter):  # type: ignore[misc]
        def send(self, request: Any, **options: Any) -> Any:
            parts = urlsplit(request.url)
            request.url = f"{server.url}/{parts.netloc}{parts.path}?{parts.query}"
            return super().send(request, **options)

    made = requests.Session()
    made.mount("https://", Loopback())
    yield lambda: made
    made.close()


async def test_prices_come_with_both_adjustments_told(
    tmp_path: Path, session: Callable[[], Any]
) -> None:
    """A 32-bit 227.82000732421875 is 227.82; the close is adjusted for splits alone."""
    source = YahooPrices(cache_dir=tmp_path, session=session)

    series = await source.daily("AAPL", *DAYS)

    assert [(bar.day, bar.close) for bar in series.bars] == [
        (DAYS[0], Decimal("227.82")),
        (DAYS[1], Decimal("228.68")),
    ]
    assert series.bars[1].adjusted == Decimal("227.25")
    assert "adjusted for splits, not for dividends" in series.basis


@pytest.mark.parametrize(
    "fault",
    [
        Fault("chart", 99, body=chart("MSFT")),
        Fault("chart", 99, body=b"<html>"),
        Fault("chart", 99, reset=True),
    ],
    ids=["another share", "no JSON", "reset"],
)
async def test_a_fault_is_one_sentence_and_no_price(
    tmp_path: Path, server: FaultyServer, session: Callable[[], Any], fault: Fault
) -> None:
    """Whatever yfinance raises becomes an error of ours."""
    server.spoil(fault)

    with pytest.raises(ProviderError, match="Yahoo Finance: "):
        await YahooPrices(cache_dir=tmp_path, session=session).daily("NVDA", *DAYS)
