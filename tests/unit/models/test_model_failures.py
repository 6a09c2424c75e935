"""What a failing server costs, and what a person is told (against a scripted server)."""

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from research_agent.errors import (
    AuthError,
    InvalidRequest,
    ModelError,
    ProviderError,
    ProviderTimeout,
    RateLimited,
    ResearchError,
)
from research_agent.models.openai_chat import OpenAIChat
from tests.fakes.openai_server import Call, Fault, Reply, Rule, openai_server
from tests.unit.models.conftest import Connect, streamed

ASK_TIMEOUT_S = 10.0


async def failure(model: OpenAIChat, error: type[ResearchError], *, stream: bool) -> str:
    """Ask, expect exactly this error, and return its sentence."""
    with pytest.raises(error) as caught:
        async with asyncio.timeout(ASK_TIMEOUT_S):
            await (streamed(model) if stream else model.ainvoke("q"))
    assert type(caught.value) is error
    assert caught.value.__cause__ is None
    assert "sk-secret-1" not in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 529, 0])
async def test_a_passing_failure_is_asked_again(
    connect: Connect, status: int, stream: bool
) -> None:
    """Overload, conflicts and lost connections pass; the third attempt answers."""
    with openai_server([Fault(status), Fault(status), Reply("ok")]) as server:
        model = connect(server)
        if stream:
            pieces, _ = await streamed(model)
        else:
            pieces = [(await model.ainvoke("q")).text]

    assert pieces == ["ok"]
    assert len(server.requests) == 3


@pytest.mark.parametrize("stream", [True, False])
async def test_a_failure_that_stays_costs_three_requests(connect: Connect, stream: bool) -> None:
    """A person waiting for minutes for a server that is down learns nothing."""
    with openai_server([Rule(Fault(503, "overloaded"))]) as server:
        said = await failure(connect(server), ProviderError, stream=stream)

    assert "HTTP 503 (overloaded); try again in a moment." in said
    assert len(server.requests) == 3


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(
    ("fault", "error", "advice"),
    [
        (Fault(401, "Incorrect API key: sk-secret-1"), AuthError, "check OPENAI_API_KEY"),
        (Fault(402), AuthError, "check its billing"),
        (Fault(429, code="insufficient_quota"), AuthError, "check its billing"),
        (Fault(403), AuthError, "check OPENAI_MODEL and the rights of OPENAI_API_KEY"),
        (Fault(404), ProviderError, "no model 'm' at this address; check OPENAI_MODEL"),
        (Fault(400, "tools?\nsk-secret-1"), InvalidRequest, "refused with HTTP 400 (tools? …)"),
        (Fault(422, "no " + "x" * 5000), InvalidRequest, "set another OPENAI_MODEL"),
        (Fault(400, code="content_filter"), ModelError, "put the question otherwise"),
    ],
)
async def test_a_failure_that_waiting_cannot_mend_is_told_at_once(
    connect: Connect, fault: Fault, error: type[ResearchError], advice: str, stream: bool
) -> None:
    """One request, and a sentence that says what to do."""
    with openai_server([Rule(fault)]) as server:
        said = await failure(connect(server), error, stream=stream)

    assert advice in said
    assert len(said) < 500
    assert len(server.requests) == 1


async def test_without_a_key_the_advice_is_to_set_one(connect: Connect) -> None:
    """Checking a key one never had is poor advice."""
    with openai_server([Rule(Fault(401))]) as server:
        said = await failure(connect(server, api_key=None), AuthError, stream=False)

    assert said.endswith("a key is needed; set OPENAI_API_KEY.")


@pytest.mark.parametrize(
    "fault",
    [
        Fault(400, "This model's maximum context length is 8192 tokens", "context_length_exceeded"),
        Fault(
            400, "the request exceeds the available context size", type="exceed_context_size_error"
        ),
        Fault(413, "Request too large"),
        Fault(500, "prompt is too long"),
    ],
)
async def test_a_conversation_too_long_is_told_apart(connect: Connect, fault: Fault) -> None:
    """The loop shortens the conversation and asks again; no retry would help."""
    with openai_server([Rule(fault)]) as server:
        model = connect(server)
        with pytest.raises(ModelError) as caught:
            await model.ainvoke("q")

    assert caught.value.kind == "context_length"
    assert len(server.requests) == 1


@pytest.mark.parametrize("form", ["seconds", "milliseconds", "date"])
async def test_the_wait_a_server_asks_for_is_kept(connect: Connect, form: str) -> None:
    """Coming back sooner would be refused again."""
    headers = {
        "seconds": {"Retry-After": "0.6"},
        "milliseconds": {"retry-after-ms": "600"},
        # A date has whole seconds, so that two seconds from now may be one.
        "date": {"Retry-After": format_datetime(datetime.now(UTC) + timedelta(seconds=2), True)},
    }
    with openai_server([Fault(429, headers=headers[form]), Reply("ok")]) as server:
        await connect(server).ainvoke("q")

    first, second = server.requests
    assert second.at - first.at > 0.5


@pytest.mark.parametrize("said", ["soon", "-1", "Wed, 21 Oct 2015 07:28:00 GMT"])
async def test_a_wait_that_makes_no_sense_is_a_short_one(connect: Connect, said: str) -> None:
    """Servers send dates that have passed, and words."""
    with openai_server([Fault(503, headers={"Retry-After": said}), Reply("ok")]) as server:
        reply = await connect(server).ainvoke("q")

    assert reply.text == "ok"


async def test_a_wait_longer_than_the_budget_is_not_begun(connect: Connect) -> None:
    """Thirty seconds of silence before the same error help nobody."""
    with openai_server([Rule(Fault(429, headers={"Retry-After": "31"}))]) as server:
        model = connect(server)
        with pytest.raises(RateLimited, match="try again in 31 s") as caught:
            await model.ainvoke("q")

    assert caught.value.retry_after == 31
    assert len(server.requests) == 1


@pytest.mark.parametrize("stream", [True, False])
async def test_a_retry_that_hangs_ends_with_the_budget(connect: Connect, stream: bool) -> None:
    """All retries of a request share one budget, not a time limit each."""
    with openai_server([Fault(503), Rule(Fault(hang=True))]) as server:
        model = connect(server, retry_budget_s=0.5, timeout_s=60)
        await failure(model, ProviderTimeout, stream=stream)

    assert len(server.requests) == 2


@pytest.mark.parametrize("stream", [True, False])
async def test_a_server_that_never_answers_is_a_timeout(connect: Connect, stream: bool) -> None:
    """The message names the setting that allows more time."""
    with openai_server([Rule(Fault(hang=True))]) as server:
        model = connect(server, timeout_s=1.0, retry_budget_s=0.5)
        said = await failure(model, ProviderTimeout, stream=stream)

    assert "no answer within 1 s; try again" in said
    assert "RESEARCH_AGENT_MODEL_TIMEOUT_S" in said
    assert len(server.requests) == 1


async def test_a_stream_that_stalls_is_a_timeout(connect: Connect) -> None:
    """The limit is for the whole reply, not for its first byte."""
    with openai_server([Reply("ab", chunk_chars=1, chunk_delay_s=30)]) as server:
        model = connect(server, timeout_s=1.0, retry_budget_s=0.5)
        await failure(model, ProviderTimeout, stream=True)


async def test_no_server_at_the_address_is_said_so() -> None:
    """Port 9 of loopback is closed: three attempts, one sentence."""
    model = OpenAIChat(model="m", base_url="http://127.0.0.1:9/v1", backoff_s=0.01)

    said = await failure(model, ProviderError, stream=False)

    assert said == "127.0.0.1:9: no connection; check the network and OPENAI_BASE_URL."
    await model.aclose()


@pytest.mark.parametrize("stream", [True, False])
async def test_an_address_of_something_else_is_said_so(connect: Connect, stream: bool) -> None:
    """A base URL without /v1 often shows a web page, with HTTP 200."""
    page = Reply(raw=b"<html>Hello</html>", content_type="text/html")
    with openai_server([Rule(page)]) as server:
        said = await failure(connect(server), ProviderError, stream=stream)

    assert "check OPENAI_BASE_URL, which mostly ends in /v1" in said
    assert len(server.requests) == 1


@pytest.mark.parametrize("body", [b"{}", b"[]", b'{"choices": []}', b'{"choices": null}', b"{"])
async def test_a_body_without_a_reply_is_said_so(connect: Connect, body: bytes) -> None:
    """HTTP 200 promises nothing."""
    with openai_server([Rule(Reply(raw=body))]) as server:
        await failure(connect(server), ProviderError, stream=False)


async def test_an_error_under_http_200_is_an_error(connect: Connect) -> None:
    """Some gateways answer 200 whatever happens behind them."""
    busy = Reply(raw=b'{"error": {"code": 429, "message": "busy"}}')
    with openai_server([busy, Reply("ok")]) as server:
        reply = await connect(server).ainvoke("q")

    assert reply.text == "ok"


@pytest.mark.parametrize(
    "reply",
    [Reply("abcd", chunk_chars=1, cut_after=2), Reply("abcd", chunk_chars=1, error_after=2)],
)
async def test_a_reply_that_breaks_off_is_not_begun_again(connect: Connect, reply: Reply) -> None:
    """The person has read the beginning; a second one below it would be a mess."""
    with openai_server([Rule(reply)]) as server:
        model = connect(server)
        seen: list[str] = []

        async def read() -> None:
            async for piece in model.astream("q"):
                seen.append(piece.text)

        with pytest.raises(ProviderError, match="the reply broke off in the middle") as caught:
            await read()

    assert type(caught.value) is ProviderError
    assert seen[:2] == ["a", "b"]
    assert len(server.requests) == 1


@pytest.mark.parametrize("broken", [{"cut_after": 1}, {"error_after": 1}])
async def test_a_reply_nobody_has_seen_is_asked_for_again(
    connect: Connect, broken: dict[str, Any]
) -> None:
    """Half a tool call was shown to no one, so that losing it costs time only."""
    call = Call("lookup", {"ticker": "AAPL"})
    with openai_server([Reply(calls=[call], **broken), Reply(calls=[call])]) as server:
        _, whole = await streamed(connect(server))

    assert [c["args"] for c in whole.tool_calls] == [{"ticker": "AAPL"}]
    assert len(server.requests) == 2


async def test_a_stream_that_ends_unfinished_is_no_answer(connect: Connect) -> None:
    """A server that dies may close the stream in good order, in the middle of a figure."""
    half = b'data: {"choices": [{"index": 0, "delta": {"content": "Revenue was $38"}}]}\n\n'
    with openai_server([Rule(Reply(raw=half, content_type="text/event-stream"))]) as server:
        await failure(connect(server), ProviderError, stream=True)


async def test_an_overlong_context_in_a_stream_is_told_apart(connect: Connect) -> None:
    """Servers of one's own find out late and say it as an event."""
    error = {"code": 400, "type": "exceed_context_size_error", "message": "too big"}
    with openai_server([Rule(Reply("a", error_after=0, error=error))]) as server:
        model = connect(server)
        with pytest.raises(ModelError) as caught:
            await streamed(model)

    assert caught.value.kind == "context_length"
    assert len(server.requests) == 1


async def test_garbage_in_a_stream_is_an_error(connect: Connect) -> None:
    """What is no JSON cannot be a reply."""
    garbage = Reply(raw=b"data: {oops\n\n", content_type="text/event-stream")
    with openai_server([Rule(garbage)]) as server:
        await failure(connect(server), ProviderError, stream=True)


async def test_a_cancelled_pause_ends_at_once(connect: Connect) -> None:
    """Stop works while the adapter waits to ask again, too."""
    with openai_server([Rule(Fault(503, headers={"Retry-After": "20"}))]) as server:
        asking = asyncio.create_task(connect(server).ainvoke("q"))
        await asyncio.sleep(0.3)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            async with asyncio.timeout(1):
                await asking

    assert len(server.requests) == 1
