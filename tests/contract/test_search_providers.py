"""One suite for every search provider: its real SDK against a server that answers as it likes."""

import json
import logging
import time
from collections.abc import AsyncIterator, Callable
from datetime import date
from functools import partial
from typing import Any

import pytest

from research_agent.errors import AuthError, ProviderError, ProviderTimeout, RateLimited
from research_agent.search.exa import Exa
from research_agent.search.langsearch import LangSearch
from research_agent.search.perplexity import Perplexity
from research_agent.search.provider import SearchProvider
from research_agent.search.provider_http import MAX_ANSWER_BYTES
from research_agent.search.result import Recency, SearchQuery, SearchResult
from research_agent.search.tavily import Tavily
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

KEY = "sk-Very0Secret1Key2"
PATIENT_S, BRIEF_S = 10.0, 0.5
"""What a search gets: a busy machine must not look like a slow service, where time is not the matter."""
TODAY = date(2026, 11, 30)
KINDS: dict[str, Callable[..., SearchProvider]] = {
    "exa": Exa,
    "perplexity": Perplexity,
    "tavily": Tavily,
    "langsearch": LangSearch,
}

Connect = Callable[..., SearchProvider]


@pytest.fixture(params=list(KINDS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def connect(name: str) -> AsyncIterator[Connect]:
    made: list[SearchProvider] = []

    def of(server: WebServer, timeout_s: float = PATIENT_S) -> SearchProvider:
        made.append(KINDS[name](key=KEY, base_url=server.url, timeout_s=timeout_s))
        return made[-1]

    yield of
    for provider in made:
        await provider.aclose()


def query(text: str = "latest news on Example", **given: Any) -> SearchQuery:
    return SearchQuery(**{"text": text, "limit": 5, "recency": None, "today": TODAY, **given})


async def answered(connect: Connect, name: str, reply: Reply) -> tuple[SearchResult, ...]:
    with web_server({PATHS[name]: reply}) as server:
        return await connect(server).search(query())


async def failed(connect: Connect, name: str, reply: Reply) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await answered(connect, name, reply)
    error = caught.value
    assert error.provider == name
    assert str(error).startswith(f"{name}: ")
    assert "\n" not in str(error)
    assert error.__cause__ is None  # an SDK's error can quote the request's headers
    return error


async def test_a_good_answer_becomes_results_of_one_shape(connect: Connect, name: str) -> None:
    """Title, plain address, day and text, whatever the service calls them."""
    found = await answered(connect, name, Reply(200, ANSWERS[name]))

    first, second = FOUND
    assert found == (
        SearchResult(
            first.title, "https://www.example.com/news/q4", date(2026, 10, 29), first.text, name
        ),
        SearchResult(second.title, second.url, None, second.text, name),
    )


async def test_the_request_says_what_is_asked_and_by_whom(connect: Connect, name: str) -> None:
    """The words, how many, how old; the key in its header and nowhere else."""
    with web_server({PATHS[name]: Reply(200, ANSWERS[name])}) as server:
        await connect(server).search(query("Apple's news", recency=Recency.WEEK))
        (request,) = server.requests

    sent = request.json
    assert request.method == "POST"
    assert sent["query"] == "Apple's news"
    assert 5 in sent.values()
    aged = {"2026-11-23", "week", "oneWeek"}
    assert len(aged & {str(value) for value in sent.values()}) == 1
    assert KEY in "".join(request.headers.values())
    assert KEY.encode() not in request.body


async def test_a_packed_answer_is_read(connect: Connect, name: str) -> None:
    """Services compress; the size limit must not stand in the way."""
    found = await answered(connect, name, Reply(200, ANSWERS[name], gzipped=True))

    assert len(found) == 2


async def test_no_page_is_an_empty_tuple(connect: Connect, name: str) -> None:
    """The chain decides what that means; it is no failure of the service."""
    assert await answered(connect, name, Reply(200, empty_answer(name))) == ()


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"<html>Welcome to the proxy</html>", id="a page"),
        pytest.param(b"", id="nothing"),
        pytest.param(b'{"results": [', id="cut off"),
        pytest.param([], id="a list"),
        pytest.param({"unexpected": 1}, id="other fields"),
        pytest.param({"results": 7, "data": 7}, id="a number for the list"),
        pytest.param({"results": ["x"], "data": {"webPages": {"value": ["x"]}}}, id="words"),
        pytest.param(b"[" * 50_000, id="too deep"),
    ],
)
async def test_an_answer_of_another_shape_is_a_failure(
    connect: Connect, name: str, body: Any
) -> None:
    """Neither a crash nor an empty success."""
    if name == "tavily" and body == {"unexpected": 1}:
        # Its SDK puts an empty list where the service sends none.
        assert await answered(connect, name, Reply(200, body)) == ()
        return
    error = await failed(connect, name, Reply(200, body))

    assert error.reason == "the answer is not in the format it should have"


@pytest.mark.parametrize("status", [401, 402, 403])
async def test_a_refused_key_or_account_is_an_auth_error(
    connect: Connect, name: str, status: int
) -> None:
    """It names the status and the setting to look at, and keeps the key out."""
    reply = Reply(status, {"error": f"the key {KEY} is not valid", "detail": {"error": "no"}})
    error = await failed(connect, name, reply)

    assert isinstance(error, AuthError)
    assert f"HTTP {status}" in error.reason
    assert KEY not in str(error)
    assert f"{name.upper()}_API_KEY" in error.reason or "credit" in error.reason


@pytest.mark.parametrize(
    ("header", "seconds"), [("7", 7.0), ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0), (None, None)]
)
async def test_too_many_requests_keep_their_retry_after(
    connect: Connect, name: str, header: str | None, seconds: float | None
) -> None:
    """Two of the SDKs drop it; the chain needs it to leave the service alone for so long."""
    headers = {"Retry-After": header} if header else {}
    error = await failed(connect, name, Reply(429, {"error": "slow down"}, headers=headers))

    assert isinstance(error, RateLimited)
    assert error.retry_after == seconds


@pytest.mark.parametrize("status", [400, 404, 500, 502, 503])
async def test_another_status_is_named(connect: Connect, name: str, status: int) -> None:
    """And asked for once: the next provider is the retry."""
    with web_server({PATHS[name]: Reply(status, b"<h1>Internal error</h1>")}) as server:
        with pytest.raises(ProviderError, match=f"{name}: HTTP {status}"):
            await connect(server).search(query())
        assert len(server.requests) == 1


async def test_a_redirect_is_not_followed(connect: Connect, name: str) -> None:
    """The key must not go where an answer points."""
    with web_server({}) as other:
        reply = Reply(307, b"", headers={"Location": f"{other.url}/steal"})
        error = await failed(connect, name, reply)
        assert other.requests == []

    assert error.reason == "HTTP 307"


async def test_a_service_that_hangs_costs_the_time_allowed(connect: Connect, name: str) -> None:
    """One SDK alone would wait for ten minutes."""
    before = time.monotonic()
    brief = partial(connect, timeout_s=BRIEF_S)
    error = await failed(brief, name, Reply(200, ANSWERS[name], delay_s=HANGS))

    assert isinstance(error, ProviderTimeout)
    assert error.reason == "no answer within 0.5 s"
    assert time.monotonic() - before < 5.0


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        pytest.param({"error": "index is down"}, ProviderError, "index is down", id="text"),
        pytest.param({"error": {"message": "oops"}}, ProviderError, "oops", id="object"),
        pytest.param({"error": {"code": 402, "message": "x"}}, AuthError, "credit", id="code"),
        pytest.param({"success": False, "message": "no"}, ProviderError, "no", id="success"),
        pytest.param({"code": 401, "msg": "wrong"}, AuthError, "key", id="Bing's manner"),
        pytest.param({"code": "429", "msg": "x"}, RateLimited, "too many", id="code in text"),
        pytest.param({"error": "Monthly quota exceeded"}, AuthError, "credit", id="quota"),
        pytest.param({"error": "Too many requests"}, RateLimited, "too many", id="limit"),
        pytest.param({"error": "Invalid API key"}, AuthError, "refused", id="key"),
        pytest.param({"error": True, "results": []}, ProviderError, "no reason", id="mute"),
    ],
)
async def test_an_error_under_http_200_is_a_failure(
    connect: Connect, name: str, body: Any, kind: type[ProviderError], words: str
) -> None:
    """TRAPS 49: it looks like success, to one SDK even like an empty one."""
    error = await failed(connect, name, Reply(200, body))

    assert type(error) is kind
    assert words in error.reason


@pytest.mark.parametrize("gzipped", [False, True])
async def test_an_answer_without_end_is_cut(connect: Connect, name: str, gzipped: bool) -> None:
    """No SDK limits what it reads; packed, a few kilobytes can be gigabytes."""
    huge = b'{"results": "' + b" " * (MAX_ANSWER_BYTES + 1) + b'"}'
    error = await failed(connect, name, Reply(200, huge, gzipped=gzipped))

    assert error.reason == "the answer is larger than 4 MB"


async def test_an_answer_that_is_not_utf_8_is_a_failure(connect: Connect, name: str) -> None:
    """JSON is UTF-8; guessing another encoding would change figures' signs and currencies."""
    latin = '{"results": [{"title": "Société Générale"}]}'.encode("latin-1")
    error = await failed(connect, name, Reply(200, latin))

    assert error.reason == "the answer is not in the format it should have"


async def test_a_service_that_is_not_there_is_a_failure(connect: Connect, name: str) -> None:
    """A closed port stands for a network that is down."""
    with web_server({}) as server:
        provider = connect(server)
    with pytest.raises(ProviderError, match=f"{name}: no connection to the service"):
        await provider.search(query())


async def test_a_page_without_an_address_is_left_out(connect: Connect, name: str) -> None:
    """What nobody can open is no source; the others stay."""
    text = json.dumps(ANSWERS[name]).replace(FOUND[0].url, "javascript:alert(1)")
    found = await answered(connect, name, Reply(200, text.encode()))

    assert [result.url for result in found] == [FOUND[1].url]


@pytest.mark.parametrize("echo", [KEY, KEY[:8] + "…", "sk-Very***Key2", KEY[-8:]])
async def test_no_key_is_in_a_message_or_a_log(
    connect: Connect, name: str, echo: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Services repeat keys, whole or in part, and SDKs log what they send."""
    caplog.set_level(logging.DEBUG)
    for status in (200, 400, 401, 500):
        error = await failed(connect, name, Reply(status, {"error": f"bad key {echo} sent"}))
        assert echo not in str(error)
        assert echo not in repr(error)

    assert KEY not in caplog.text


async def test_the_connection_is_kept_for_the_next_search(connect: Connect, name: str) -> None:
    """A new client would build its TLS settings and its connection anew, ~30 ms."""
    with web_server({PATHS[name]: Reply(200, ANSWERS[name])}) as server:
        provider = connect(server)
        for _ in range(3):
            await provider.search(query())

        assert (len(server.requests), server.connections) == (3, 1)
