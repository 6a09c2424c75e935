"""Main model → get_financials → router → sub-tools → answer, through the real openai SDK."""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import bpe_openai
import pytest

from research_agent.domain.answers import FigureStatus
from research_agent.domain.companies import Company
from research_agent.domain.events import (
    Answered,
    Event,
    Failed,
    TextDelta,
    ToolFinished,
    WarningRaised,
)
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.errors import ConfigError
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.providers.provider_chain import ProviderChain
from research_agent.finance.providers.store_provider import StoreProvider
from research_agent.finance.store import FactStore
from research_agent.infra.settings import PACK_DIR, Settings
from research_agent.runtime import Runtime
from tests.fakes.openai_server import Call, Fault, OpenAIServer, Reply, Rule, openai_server

TODAY = date(2026, 1, 15)
QUESTION = "What was Apple's revenue in fiscal 2023?"
ANSWER = "Apple's revenue in FY2023 (year ended 2023-09-30) was $383,285 million."
ASKS = Rule(
    Reply(calls=[Call("get_financials", {"query": QUESTION})]), tool="get_financials", turn=0
)
ROUTES = {
    "calls": [
        {
            "tool": "get_income_statements",
            "ticker": "AAPL",
            "period": "annual",
            "limit": 3,
            "report_period_gte": "2023-01-01",
        }
    ]
}


def router(reply: object) -> Rule:
    text = reply if isinstance(reply, str) else json.dumps(reply)
    return Rule(Reply(text=text), not_tool="get_financials")


@contextmanager
def runtime(tmp_path: Path, server: OpenAIServer, **settings: object) -> Iterator[Runtime]:
    made = Runtime.from_settings(
        Settings.load(
            openai_api_key="test-key",
            openai_base_url=server.base_url,
            openai_model="scripted",
            home=tmp_path,
            **settings,
        ),
        today=lambda: TODAY,
    )
    try:
        yield made
    finally:
        made.close()


def ask(made: Runtime, question: str = QUESTION) -> list[Event]:
    return list(made.runs.follow(made.runs.start(question)))


def run(
    tmp_path: Path, script: Sequence[Rule | Reply | Fault], **settings: object
) -> tuple[list[Event], OpenAIServer]:
    with openai_server(script) as server, runtime(tmp_path, server, **settings) as made:
        return ask(made), server


def of(kind: type, events: list[Event]) -> list[object]:
    return [event for event in events if isinstance(event, kind)]


def test_the_whole_path_streams_and_every_figure_is_traced(tmp_path: Path) -> None:
    """One main call, one router call, one sub-tool, one answer, each figure linked to its filing."""
    events, server = run(
        tmp_path, [ASKS, router(ROUTES), Rule(Reply(text=ANSWER, chunk_chars=9), min_turn=1)]
    )
    final = events[-1]

    assert isinstance(final, Answered)
    assert final.answer.text == ANSWER
    assert [(f.text, f.status) for f in final.answer.figures] == [
        ("$383,285 million", FigureStatus.VERIFIED)
    ]
    fact = final.answer.figures[0].fact
    assert fact is not None
    assert (
        fact.url
        == "https://www.sec.gov/Archives/edgar/data/320193/000032019323000106/0000320193-23-000106-index.htm"
    )
    assert len(of(TextDelta, events)) > 5
    assert len(server.requests) == 3
    assert final.answer.usage.requests == 3
    assert len(list((tmp_path / "runs").glob("*.jsonl"))) == 1


@pytest.mark.parametrize(
    "nonsense",
    [
        "I would rather not.",
        '{"calls": [{"tool": "rm_rf", "ticker": "AAPL"}]}',
        '{"calls": []}',
        "[[[[",
        "",
    ],
)
def test_a_router_that_returns_nonsense_falls_back_to_rules(tmp_path: Path, nonsense: str) -> None:
    """The person gets the figure all the same, and the warning says how it was routed."""
    events, _ = run(tmp_path, [ASKS, router(nonsense), Rule(Reply(text=ANSWER), min_turn=1)])
    final = events[-1]

    assert isinstance(final, Answered)
    assert [f.status for f in final.answer.figures] == [FigureStatus.VERIFIED]


def test_a_router_that_fails_falls_back_to_rules(tmp_path: Path) -> None:
    """HTTP 500 for ever from the router's model costs time, not the answer."""
    broken = Rule(Fault(500), not_tool="get_financials")
    events, _ = run(
        tmp_path, [ASKS, broken, Rule(Reply(text=ANSWER), min_turn=1)], retry_budget_s=1.0
    )
    final = events[-1]

    assert isinstance(final, Answered)
    assert [f.status for f in final.answer.figures] == [FigureStatus.VERIFIED]


def test_one_sub_tool_that_hangs_costs_its_timeout_and_only_its_part(tmp_path: Path) -> None:
    """Apple's balance sheet hangs; the income statement arrives, and the warning says which part is missing."""
    calls = {
        "calls": [
            {"tool": "get_income_statements", "ticker": "AAPL", "period": "annual", "limit": 3},
            {"tool": "get_balance_sheets", "ticker": "AAPL", "period": "annual", "limit": 3},
        ]
    }
    script = [ASKS, router(calls), Rule(Reply(text=ANSWER), min_turn=1)]
    with openai_server(script) as server, runtime(tmp_path, server, sub_tool_timeout_s=2.0) as made:
        hang_balance_sheets(made)
        events = ask(made)
    final = events[-1]
    tool = of(ToolFinished, events)[0]

    assert isinstance(final, Answered)
    assert [t.title for t in final.answer.tables] == ["Income statement, annual"]
    assert isinstance(tool, ToolFinished)
    assert tool.code == "ok"
    assert 2.0 <= tool.seconds < 10
    assert any(
        "alance" in w.message for w in of(WarningRaised, events) if isinstance(w, WarningRaised)
    )


def hang_balance_sheets(made: Runtime) -> None:
    provider = made.financials
    assert isinstance(provider, ProviderChain)
    statement: Callable[..., object] = provider.statement

    async def hanging(company: Company, kind: StatementKind, query: PeriodQuery) -> SeriesTable:
        if kind is StatementKind.BALANCE:
            await asyncio.sleep(60)
        return await statement(company, kind, query)  # type: ignore[misc,no-any-return]

    provider.statement = hanging  # type: ignore[method-assign]


def test_a_model_that_fails_for_ever_ends_in_a_sentence_within_three_requests(
    tmp_path: Path,
) -> None:
    """No endless retries, no traceback."""
    events, server = run(tmp_path, [Rule(Fault(500))], retry_budget_s=5.0)
    final = events[-1]

    assert isinstance(final, Failed)
    assert final.code == "provider_error"
    assert len(server.requests) == 3
    assert "Traceback" not in final.message


def test_a_wrong_key_is_said_at_once_and_never_shown(tmp_path: Path) -> None:
    """401 is not retried, and the sentence says which setting to look at."""
    events, server = run(tmp_path, [Rule(Fault(401))])
    final = events[-1]

    assert isinstance(final, Failed)
    assert final.code == "auth"
    assert "OPENAI_API_KEY" in final.message
    assert "test-key" not in final.message
    assert len(server.requests) == 1


def test_tool_calls_written_as_text_run_like_native_ones(tmp_path: Path) -> None:
    """Small local models write their calls into the text."""
    written = f'<tool_call>{{"name": "get_financials", "arguments": {{"query": "{QUESTION}"}}}}</tool_call>'
    asks = Rule(Reply(text=written), tool="get_financials", turn=0)
    events, _ = run(tmp_path, [asks, router(ROUTES), Rule(Reply(text=ANSWER), min_turn=1)])

    assert isinstance(events[-1], Answered)
    assert [f.status for f in events[-1].answer.figures] == [FigureStatus.VERIFIED]


def test_a_wrong_figure_goes_back_once_and_stays_marked_when_it_comes_again(tmp_path: Path) -> None:
    """The model may correct itself; what it insists on is shown as unverified, never as fact."""
    wrong = ANSWER.replace("383,285", "383,258")
    stubborn, _ = run(tmp_path / "a", [ASKS, router(ROUTES), Rule(Reply(text=wrong), min_turn=1)])
    fixed, _ = run(
        tmp_path / "b",
        [
            ASKS,
            router(ROUTES),
            Rule(Reply(text=wrong), min_turn=1, times=1),
            Rule(Reply(text=ANSWER), min_turn=1),
        ],
    )

    assert isinstance(stubborn[-1], Answered)
    assert [f.status for f in stubborn[-1].answer.figures] == [FigureStatus.UNVERIFIED]
    assert isinstance(fixed[-1], Answered)
    assert [f.status for f in fixed[-1].answer.figures] == [FigureStatus.VERIFIED]


def tokens(value: object) -> int:
    text = (
        value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    )
    return len(bpe_openai.get_encoding("o200k_base").encode(text))


def test_prompts_are_small(tmp_path: Path) -> None:
    """System prompt + schemas ≤ 1,400 tokens, router ≤ 1,000, a one-company question ≤ 4,500 in all."""
    _, server = run(tmp_path, [ASKS, router(ROUTES), Rule(Reply(text=ANSWER), min_turn=1)])
    main, routing, last = (json.loads(r.raw) for r in server.requests)

    assert tokens(main["messages"][0]["content"]) + tokens(main["tools"]) <= 1400
    assert (
        tokens(routing["messages"][0]["content"]) + tokens(routing.get("response_format", {}))
        <= 1000
    )
    prompts = sum(
        tokens(request["messages"])
        + tokens(request.get("tools", []))
        + tokens(request.get("response_format", {}))
        for request in (main, routing, last)
    )
    assert prompts <= 4500


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"openai_model": "m"}, "OPENAI_API_KEY"),
        ({"openai_base_url": "http://127.0.0.1:9/v1"}, "OPENAI_MODEL"),
        ({"openai_base_url": "", "openai_model": "m"}, "OPENAI_BASE_URL must be an address"),
        (
            {"openai_base_url": "http://127.0.0.1:9/v1/chat/completions", "openai_model": "m"},
            "use http://127.0.0.1:9/v1",
        ),
    ],
)
def test_a_half_set_up_model_is_refused_before_any_request(
    settings: dict[str, str], said: str
) -> None:
    """Every missing setting at once, with the fix."""
    with pytest.raises(ConfigError, match=said):
        Runtime.from_settings(Settings.load(**settings))


async def test_the_store_serves_ten_years_of_statements(tmp_path: Path) -> None:
    """What the dashboard asks for most, for a company with every figure."""
    provider = StoreProvider(FactStore(PACK_DIR))
    company = Company(320193, "AAPL", "Apple Inc.")
    table = await provider.statement(company, StatementKind.INCOME, PeriodQuery(limit=10))

    assert len(table.periods) == 10
    assert sum(1 for _ in table.facts()) > 150
