import asyncio
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest
from langchain_core.messages import ToolMessage
from pydantic import ValidationError

from research_agent.errors import AllProvidersFailed, ConfigError, InvalidRequest, NotFound
from research_agent.evidence.context import RUN_CONTEXT_KEY, RunContext
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.web_evidence import WebArtifact
from research_agent.infra.settings import Settings
from research_agent.models.wire import tool_to_wire
from research_agent.runtime.web import search_chain, web_specs
from research_agent.search.chain import SearchChain
from research_agent.tools.registry import Risk, ToolRegistry, ToolSpec
from research_agent.tools.web_search import OUTPUT_CAP, WebSearchArguments, web_search_spec
from tests.fakes.search_servers import (
    ANSWERS,
    FOUND,
    HANGS,
    PATHS,
    Reply,
    WebServer,
    empty_answer,
    web_server,
)
from tests.fakes.token_count import token_count

TODAY = date(2026, 11, 30)


@dataclass
class Search:
    """`web_search` over the real chain and SDKs; the services are two servers on loopback."""

    chain: SearchChain
    exa: WebServer
    tavily: WebServer
    said: list[str] = field(default_factory=list)

    async def ask(self, **arguments: Any) -> tuple[str, WebArtifact]:
        spec = web_search_spec(self.chain)
        context = RunContext(TODAY, Ledger(), self.said.append)
        call = {"type": "tool_call", "id": "c1", "name": spec.name, "args": arguments}
        reply = await spec.tool.ainvoke(call, {"configurable": {RUN_CONTEXT_KEY: context}})
        assert isinstance(reply, ToolMessage)
        return str(reply.content), reply.artifact


@pytest.fixture
async def search() -> AsyncIterator[Search]:
    with (
        web_server({PATHS["exa"]: Reply(200, ANSWERS["exa"])}) as exa,
        web_server({PATHS["tavily"]: Reply(200, ANSWERS["tavily"])}) as tavily,
    ):
        settings = Settings.load(
            exa_api_key="k1-secret-key",
            exa_base_url=exa.url,
            tavily_api_key="k2-secret-key",
            tavily_base_url=tavily.url,
            search_timeout_s=20.0,  # the first search loads an SDK, on a busy machine
        )
        chain = search_chain(settings)
        assert chain is not None
        yield Search(chain, exa, tavily)
        await chain.aclose()


async def test_pages_come_as_marked_text_with_their_sources(search: Search) -> None:
    """The model reads titles, addresses and snippets; the run keeps each page as a source."""
    content, artifact = await search.ask(query="latest news on Example")

    head, opening, *lines, closing = content.splitlines()
    assert head == "2 pages found by exa."
    assert opening.startswith("<web-text ")
    assert closing.startswith("</web-text ")
    assert lines == [  # a regulator's page moves up
        "Commission acts",
        "https://www.sec.gov/news/42",
        FOUND[1].text,
        "Example reports fourth quarter (2026-10-29)",
        "https://www.example.com/news/q4",
        FOUND[0].text,
    ]
    assert [page.url for page in artifact.web] == [lines[1], lines[4]]
    assert artifact.warnings == ()
    assert search.said == ["Searching the web with exa…"]


async def test_a_snippet_is_a_passage_of_its_page_at_no_known_place(search: Search) -> None:
    """A figure quoted from it is traced to the search result, no further."""
    _, artifact = await search.ask(query="news")

    assert {(one.source.title, one.text, one.start) for one in artifact.passages} == {
        (page.title, page.text, None) for page in FOUND
    }
    assert artifact.facts == ()
    assert artifact.tables == ()


async def test_the_pages_get_into_the_ledger(search: Search) -> None:
    """From there answers, reports and the screen take them."""
    _, artifact = await search.ask(query="news")
    ledger = Ledger()
    ledger.add(artifact)

    assert set(ledger.web) == set(artifact.web)


async def test_a_provider_that_failed_is_a_warning_of_the_call(search: Search) -> None:
    """The person learns why the preferred one was not used (TRAPS 48); once, for a refused key."""
    search.exa.script = {PATHS["exa"]: Reply(401, {"error": "bad key k1-secret-key"})}
    _, first = await search.ask(query="news")
    _, second = await search.ask(query="other news")

    assert first.warnings == (
        "Web search: exa: HTTP 401: the key was refused (bad key …); check EXA_API_KEY.",
    )
    assert second.warnings == ()
    assert len(search.exa.requests) == 1
    assert first.web[0].url


async def test_age_is_passed_on(search: Search) -> None:
    """Counted from the day of the run, not from the clock."""
    await search.ask(query="news", recency="week")

    assert search.exa.requests[0].json["startPublishedDate"] == "2026-11-23"


async def test_when_nobody_delivers_every_reason_is_told(search: Search) -> None:
    """In one sentence, without a key."""
    search.exa.script = {PATHS["exa"]: Reply(500, b"")}
    search.tavily.script = {PATHS["tavily"]: Reply(429, b"", headers={"Retry-After": "30"})}
    with pytest.raises(AllProvidersFailed) as caught:
        await search.ask(query="news")

    assert str(caught.value) == (
        "web search: exa: HTTP 500; tavily: HTTP 429: too many requests; it wants a pause of 30 s"
    )


async def test_when_nobody_knows_a_page_nothing_is_invented(search: Search) -> None:
    """TRAPS 42: models invent sources for nothing."""
    search.exa.script = {PATHS["exa"]: Reply(200, empty_answer("exa"))}
    search.tavily.script = {PATHS["tavily"]: Reply(200, empty_answer("tavily"))}
    with pytest.raises(NotFound, match="No web page was found"):
        await search.ask(query="zzzz")


async def test_an_empty_query_is_refused_before_anyone_is_asked(search: Search) -> None:
    """It would cost a search."""
    with pytest.raises(InvalidRequest, match="query is empty"):
        await search.ask(query="  ")
    assert search.exa.requests == []


async def test_stopping_a_search_stops_its_request(search: Search) -> None:
    """Within a moment, although the service hangs."""
    search.exa.script = {PATHS["exa"]: Reply(200, b"", delay_s=HANGS)}
    task = asyncio.create_task(search.ask(query="news"))
    await asyncio.sleep(0.2)
    before = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert time.monotonic() - before < 1.0
    assert search.tavily.requests == []


@pytest.mark.parametrize(
    "arguments",
    [{}, {"query": ""}, {"query": "x" * 401}, {"query": "x", "recency": "hour"}, {"q": "x"}],
)
def test_arguments_are_checked_before_anything_runs(arguments: dict[str, Any]) -> None:
    """T1: unknown, missing and impossible ones are refused."""
    with pytest.raises(ValidationError):
        WebSearchArguments.model_validate(arguments)


def specs(**given: Any) -> dict[str, ToolSpec]:
    settings = Settings.load(**given)
    return {spec.name: spec for spec in web_specs(settings, search_chain(settings))}


def test_without_a_key_there_is_no_web_search() -> None:
    """T2: what cannot work is not offered; pages can be read without a key."""
    assert list(specs()) == ["web_fetch"]
    assert list(specs(exa_api_key="")) == ["web_fetch"]
    assert list(specs(langsearch_api_key="k")) == ["web_search", "web_fetch"]


def test_only_providers_with_a_key_take_part_and_the_preferred_one_is_first() -> None:
    """S1; the order of the others is fixed."""
    keys = {f"{name}_api_key": "k" for name in ("langsearch", "tavily", "exa", "perplexity")}
    every = search_chain(Settings.load(**keys))
    two = search_chain(Settings.load(exa_api_key="k", tavily_api_key="k", search_provider="tavily"))

    assert every is not None
    assert two is not None
    assert every.names == ("exa", "perplexity", "tavily", "langsearch")
    assert two.names == ("tavily", "exa")


def test_keys_and_addresses_come_under_their_usual_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without our prefix, as each service's own documentation has them."""
    for name in ("EXA", "PERPLEXITY", "TAVILY", "LANGSEARCH"):
        monkeypatch.setenv(f"{name}_API_KEY", "k")
        monkeypatch.setenv(f"{name}_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("RESEARCH_AGENT_SEARCH_PROVIDER", "langsearch")
    chain = search_chain(Settings.load())

    assert chain is not None
    assert chain.names == ("langsearch", "exa", "perplexity", "tavily")


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"exa_api_key": "k", "exa_base_url": "api.exa.ai"}, "EXA_BASE_URL"),
        ({"tavily_api_key": "k\u00e9y"}, "TAVILY_API_KEY"),
        ({"search_provider": "bing"}, "search_provider"),
        ({"search_budget_s": 0}, "search_budget_s"),
    ],
)
def test_a_setting_that_cannot_work_is_named_before_any_search(
    given: dict[str, Any], named: str
) -> None:
    """One sentence; the key itself is not in it."""
    with pytest.raises(ConfigError, match=named) as caught:
        search_chain(Settings.load(**given))
    assert "k\u00e9y" not in str(caught.value)


def test_both_tools_reach_out_and_are_granted_for_research_only() -> None:
    """`readonly` runs stay off the network."""
    registry = ToolRegistry(specs(exa_api_key="k").values())

    assert registry.granted("readonly").names == ()
    assert registry.granted("research").names == ("web_search", "web_fetch")
    for spec in registry.granted("research").specs:
        assert spec.risk is Risk.NETWORK
        assert spec.concurrency_safe


def test_the_tool_outlasts_the_chain_so_that_its_reasons_are_heard() -> None:
    """A time limit of the executor would hide which provider hung."""
    spec = specs(exa_api_key="k", search_budget_s=30.0)["web_search"]

    assert spec.timeout_s > 30.0
    assert spec.output_cap == OUTPUT_CAP


def test_both_tools_cost_few_tokens() -> None:
    """Each turn pays for them: 1,400 are all that prompt and schemas may take (SPEC F1)."""
    wire = [tool_to_wire(spec.tool) for spec in specs(exa_api_key="k").values()]

    assert token_count(json.dumps(wire)) <= 260
