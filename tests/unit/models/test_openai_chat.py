"""The adapter over the real SDK, against a scripted server."""

import asyncio
import subprocess
import sys

import pytest
from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    ToolMessage,
)
from langchain_core.tools import tool

from research_agent.errors import ConfigError
from research_agent.models.openai_chat import OpenAIChat
from tests.fakes.openai_server import Call, Fault, Reply, Rule, openai_server
from tests.unit.models.conftest import Connect, streamed


@tool
def lookup(ticker: str, limit: int | None = None) -> str:
    """Look a company up.

    Use its ticker.
    """
    return ticker


async def test_text_arrives_piece_by_piece(connect: Connect) -> None:
    """A person reads along; the last piece says why it ended and what it cost."""
    with openai_server([Reply("Revenue rose.", chunk_chars=4, usage=(7, 3))]) as server:
        pieces, whole = await streamed(connect(server))

    assert pieces == ["Reve", "nue ", "rose", "."]
    assert whole.text == "Revenue rose."
    assert whole.response_metadata == {"finish_reason": "stop", "model_name": "m"}
    assert whole.usage_metadata == {"input_tokens": 7, "output_tokens": 3, "total_tokens": 10}
    assert server.requests[0].body["stream_options"] == {"include_usage": True}


async def test_text_arrives_before_the_reply_is_over(connect: Connect) -> None:
    """The first piece is there while the server holds the second back."""
    with openai_server([Reply("ab", chunk_chars=1, chunk_delay_s=60)]) as server:
        async for piece in connect(server).astream("q"):
            first = piece.text
            break

    assert first == "a"


async def test_calls_come_whole_and_in_order(connect: Connect) -> None:
    """Calls may stream in pieces of any size, beside text; each is one call with its id."""
    calls = [Call("lookup", {"ticker": "BRK.B"}), Call("lookup", {"ticker": "É", "limit": 3})]
    with openai_server([Reply("Looking.", calls=calls, chunk_chars=3)]) as server:
        pieces, whole = await streamed(connect(server).bind_tools([lookup]))

    assert "".join(pieces) == "Looking."
    assert [(c["name"], c["args"], c["id"]) for c in whole.tool_calls] == [
        ("lookup", {"ticker": "BRK.B"}, "call_1"),
        ("lookup", {"ticker": "É", "limit": 3}, "call_2"),
    ]
    assert whole.response_metadata["finish_reason"] == "tool_calls"


@pytest.mark.parametrize("raw", ['{"ticker": "AA', '["AAPL"]', "AAPL"])
async def test_arguments_cut_off_are_no_call(connect: Connect, raw: str) -> None:
    """LangChain completes half an object; a call with half its arguments must not run."""
    reply = Reply(calls=[Call("lookup", raw, id="c1"), Call("lookup", {"ticker": "KO"}, id="c2")])
    with openai_server([reply, reply]) as server:
        model = connect(server)
        _, whole = await streamed(model)
        plain = await model.ainvoke("q")

    for message in (whole, plain):
        assert [call["id"] for call in message.tool_calls] == ["c2"]
        assert [call["id"] for call in message.invalid_tool_calls] == ["c1"]


@pytest.mark.parametrize("raw", ["", "null", "{}"])
async def test_a_call_without_arguments_is_a_call(connect: Connect, raw: str) -> None:
    """Servers write no argument in three ways."""
    with openai_server([Reply(calls=[Call("now", raw)])]) as server:
        _, whole = await streamed(connect(server))

    assert [call["args"] for call in whole.tool_calls] == [{}]


async def test_ids_the_conversation_has_are_given_out_once(connect: Connect) -> None:
    """Small servers begin with call_0 in every turn; a provider rejects an id used twice."""
    asked = AIMessage("", tool_calls=[{"name": "lookup", "args": {}, "id": "call_0"}])
    history = [HumanMessage("q"), asked, ToolMessage("x", tool_call_id="call_0")]
    twice = Reply(
        calls=[Call("a", {}, id="call_0"), Call("b", {}, id="same"), Call("c", {}, id="same")]
    )
    with openai_server([twice]) as server:
        reply = await connect(server).ainvoke(history)

    ids = [call["id"] for call in reply.tool_calls]
    assert len({"call_0", *ids}) == 4
    assert ids[1] == "same"


async def test_a_reply_in_one_piece_says_the_same(connect: Connect) -> None:
    """The inner router does not stream; it gets text, calls, reason and cost alike."""
    reply = Reply("Hm.", calls=[Call("lookup", {"ticker": "KO"})], usage=(9, 2))
    with openai_server([reply]) as server:
        message = await connect(server).bind_tools([lookup], tool_choice="any").ainvoke("q")

    assert message.text == "Hm."
    assert message.tool_calls[0]["args"] == {"ticker": "KO"}
    assert message.usage_metadata == {"input_tokens": 9, "output_tokens": 2, "total_tokens": 11}
    assert message.response_metadata["finish_reason"] == "tool_calls"
    assert not server.requests[0].stream
    assert server.requests[0].body["tool_choice"] == "required"


async def test_a_server_that_refuses_to_count_streams_is_asked_without(connect: Connect) -> None:
    """`stream_options` is young; the refusal costs one request, once for the model's life."""
    script = [
        Rule(
            Fault(400, "Unknown parameter: 'stream_options'"),
            when=lambda request: "stream_options" in request.body,
        ),
        Rule(Reply("fine", usage=None)),
    ]
    with openai_server(script) as server:
        model = connect(server)
        first, whole = await streamed(model)
        second, _ = await streamed(model)

    assert (first, second) == (["fine"], ["fine"])
    assert whole.usage_metadata is None
    assert len(server.requests) == 3


async def test_a_server_that_does_not_stream_is_read_anyway(connect: Connect) -> None:
    """Some proxies ignore `stream`; the reply is the same, in one piece."""
    reply = Reply("Hi.", calls=[Call("lookup", {"ticker": "KO"})], ignore_stream=True)
    with openai_server([reply]) as server:
        pieces, whole = await streamed(connect(server))

    assert pieces == ["Hi."]
    assert whole.tool_calls[0]["args"] == {"ticker": "KO"}


async def test_a_filtered_reply_is_left_to_the_loop(connect: Connect) -> None:
    """What to do about a content filter or a length limit is not the adapter's to decide."""
    script = [Reply("", finish_reason="content_filter"), Reply("a", finish_reason="length")]
    with openai_server(script) as server:
        model = connect(server)
        _, filtered = await streamed(model)
        _, cut = await streamed(model)

    assert filtered.response_metadata["finish_reason"] == "content_filter"
    assert cut.response_metadata["finish_reason"] == "length"


async def test_parameters_bound_go_out_as_they_are(connect: Connect) -> None:
    """The router asks for a JSON schema this way."""
    form = {"type": "json_schema", "json_schema": {"name": "Plan", "schema": {"type": "object"}}}
    with openai_server([Rule(Reply("{}"), schema="Plan")]) as server:
        reply = await connect(server).bind(response_format=form).ainvoke("q")

    assert reply.text == "{}"
    assert server.requests[0].body["response_format"] == form


async def test_cancelling_ends_the_request_at_the_server(connect: Connect) -> None:
    """A stopped run must not go on costing tokens."""
    with openai_server([Reply("x" * 400, chunk_chars=1, chunk_delay_s=0.02)]) as server:
        reading = asyncio.create_task(streamed(connect(server)))
        await asyncio.sleep(0.3)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        for _ in range(100):
            if server.requests[0].gone:
                break
            await asyncio.sleep(0.02)

    assert server.requests[0].gone


async def test_a_slow_reader_is_not_cancelled_by_the_time_limit(connect: Connect) -> None:
    """A limit around the whole stream would cancel whatever the caller does between two pieces."""
    with openai_server([Reply("ab", chunk_chars=1)]) as server:
        texts = []
        async for piece in connect(server, timeout_s=0.5).astream("q"):
            texts.append(piece.text)
            if piece.chunk_position == "last":
                await asyncio.sleep(0.6)

    assert "".join(texts) == "ab"


def test_a_synchronous_call_works_without_and_within_an_event_loop() -> None:
    """LangChain's plain `invoke` is there for scripts."""
    with openai_server([Reply("one"), Reply("two")]) as server:
        model = OpenAIChat(model="m", base_url=server.base_url)

        async def within() -> str:
            return model.invoke("q").text

        assert (model.invoke("q").text, asyncio.run(within())) == ("one", "two")


def test_an_answer_is_signed_with_the_name_of_the_model() -> None:
    """The dashboard says who answered."""
    assert OpenAIChat(model="gpt-x").display_name == "gpt-x"
    assert OpenAIChat(model="gpt-x", display_name="House model").display_name == "House model"


@pytest.mark.parametrize(
    ("given", "setting"),
    [
        ({"api_key": "sk-ключ"}, "OPENAI_API_KEY"),
        ({"api_key": "sk-a\nb"}, "OPENAI_API_KEY"),
        ({"base_url": "http://localhost:80a0/v1"}, "OPENAI_BASE_URL"),
    ],
)
def test_what_cannot_be_sent_is_refused_at_once(given: dict[str, str], setting: str) -> None:
    """An HTTP client fails on these deep inside, quoting the header it could not send."""
    with pytest.raises(ConfigError, match=setting) as caught:
        OpenAIChat(model="m", **given)

    assert "sk-" not in str(caught.value)


def test_a_key_is_never_shown() -> None:
    """A model in a log line or a debugger shows no secret."""
    model = OpenAIChat(model="m", api_key="sk-secret-1", base_url="http://u:pw@host:1/v1")

    shown = f"{model!r} {model} {model._identifying_params} {model._endpoint!r}"
    assert "sk-secret-1" not in shown
    assert "pw" not in shown


def test_the_sdk_is_loaded_by_the_first_request_only() -> None:
    """Loading it takes longer than the command line's help may."""
    code = (
        "import sys, research_agent.models.openai_chat, research_agent.models.structured;"
        "print('openai' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"
