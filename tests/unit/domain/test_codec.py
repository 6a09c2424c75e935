import json
from datetime import date
from decimal import Decimal

import pytest

from research_agent.domain.answers import Answer, Figure, FigureStatus, Usage
from research_agent.domain.codec import decode, encode
from research_agent.domain.companies import Company
from research_agent.domain.events import Answered, Event, RunStarted, ToolRequested
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.domain.sources import Filing, WebSource
from research_agent.domain.tables import Row, SeriesTable

PERIOD = Period(date(2022, 9, 25), date(2023, 9, 30), "FY2023", Basis.ANNUAL)
FACT = Fact(
    cik=320193,
    ticker="AAPL",
    concept="revenue",
    label="Revenue",
    value=Decimal("383285000000.10"),
    unit="USD",
    period=PERIOD,
    filing=Filing(320193, "0000320193-23-000106", "10-K", date(2023, 11, 3)),
    tag="us-gaap:Revenues",
)
MARGIN = Fact(
    cik=320193,
    ticker="AAPL",
    concept="m",
    label="M",
    value=Decimal(1) / 3,
    unit="fraction",
    period=PERIOD,
    origin=Origin.COMPUTED,
    formula="a ÷ b",
    inputs=(FACT,),
)
TABLE = SeriesTable(
    "k", "T", Company(320193, "AAPL", "Apple", "", ("AAPL",)), (PERIOD,),
    (Row("revenue", "Revenue", "USD", (FACT,)), Row("x", "X", "USD", (Missing("not reported"),))),
)  # fmt: skip
EVENTS = [
    RunStarted("r", "q?", "offline analyst", "2026-01-01T00:00:00Z", "2026-01-01"),
    ToolRequested("c1", "get_financials", {"query": "x", "deep": [1, {"a": None}]}),
    Answered(
        Answer(
            "It was $1.",
            (Figure(7, 9, "$1", FigureStatus.VERIFIED, FACT), Figure(0, 2, "It", FigureStatus.UNVERIFIED)),
            (TABLE,),
            (MARGIN,),
            (WebSource("t", "https://example.com", None),),
            partial=True,
            usage=Usage(1, 2, 3, 0.5),
            analyst="m",
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize("event", EVENTS, ids=lambda e: type(e).__name__)
def test_an_event_survives_json_exactly(event: Event) -> None:
    """Traces, replays and other processes see the very same values, decimals included."""
    assert decode(Event, json.loads(json.dumps(encode(event)))) == event


def test_data_of_another_kind_is_refused() -> None:
    """A damaged trace is an error, not a half-filled event."""
    with pytest.raises(ValueError, match="no alternative"):
        decode(Event, {"type": "Unheard"})
