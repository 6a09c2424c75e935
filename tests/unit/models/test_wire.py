"""Conversations and tools as they go out, read at a scripted server."""

import pytest
from langchain_core.messages import (
    AIMessage,
    ChatMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.tools import tool

from research_agent.models.wire import tool_choice_to_wire
from tests.fakes.openai_server import Call, Reply, openai_server
from tests.unit.models.conftest import Connect, streamed


@tool
def lookup(ticker: str, limit: int | None = None) -> str:
    """Look a company up.

    Use its ticker.
    """
    return ticker


async def test_the_conversation_goes_out_in_the_wire_format(connect: Connect) -> None:
    """Null content beside calls, results by id: what strict servers insist on."""
    history = [
        SystemMessage("Be exact."),
        HumanMessage("q"),
        AIMessage("", tool_calls=[{"name": "lookup", "args": {"ticker": "KO"}, "id": "c1"}]),
        ToolMessage("62", tool_call_id="c1"),
    ]
    with openai_server([Reply("ok")]) as server:
        await connect(server, temperature=0.0).bind_tools([lookup]).ainvoke(history)

    body = server.requests[0].body
    assert body["messages"] == [
        {"role": "system", "content": "Be exact."},
        {"role": "user", "content": "q"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "lookup", "arguments": '{"ticker":"KO"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "62"},
    ]
    assert body["temperature"] == 0.0
    assert body["tools"] == [
        {
            "type": "function",
            "function": {
                "name": "lookup",
                "description": "Look a company up.\n\nUse its ticker.",
                "parameters": {
                    "type": "object",
                    "properties": {"ticker": {"type": "string"}, "limit": {"type": "integer"}},
                    "required": ["ticker"],
                },
            },
        }
    ]


async def test_a_streamed_reply_can_be_sent_back(connect: Connect) -> None:
    """The loop appends what it got; a broken call goes back as one with no arguments."""
    broken = Reply(calls=[Call("lookup", '{"ti', id="c1")])
    with openai_server([broken, Reply("ok")]) as server:
        model = connect(server)
        _, whole = await streamed(model)
        await model.ainvoke([HumanMessage("q"), whole, ToolMessage("bad", tool_call_id="c1")])

    sent = server.requests[1].messages[1]["tool_calls"]
    assert sent == [
        {"id": "c1", "type": "function", "function": {"name": "lookup", "arguments": "{}"}}
    ]


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        (None, None),
        ("auto", "auto"),
        ("none", "none"),
        (False, "none"),
        ("any", "required"),
        (True, "required"),
        ("lookup", {"type": "function", "function": {"name": "lookup"}}),
    ],
)
def test_a_tool_choice_is_translated(given: str | bool | None, sent: object) -> None:
    """LangChain and the protocol use different words."""
    assert tool_choice_to_wire(given) == sent


async def test_no_tools_are_no_parameter(connect: Connect) -> None:
    """Servers refuse an empty list; the last request of a run is made without tools."""
    with openai_server([Reply("ok")]) as server:
        await connect(server).bind_tools([], tool_choice="auto").ainvoke("q")

    assert set(server.requests[0].body) == {"model", "messages"}


async def test_a_message_of_another_kind_is_a_bug(connect: Connect) -> None:
    """Dropping it silently would change the conversation."""
    with (
        openai_server([]) as server,
        pytest.raises(TypeError, match="a chat message cannot be sent"),
    ):
        await connect(server).ainvoke([ChatMessage(content="x", role="critic")])

    assert server.requests == []
