"""Read one model reply: its text, its calls, how it ended."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, AIMessageChunk, ToolCall

from research_agent.models.arguments import arguments_of
from research_agent.models.replies import unused_id
from research_agent.models.text_calls import extract_tool_calls
from research_agent.tools.executor import Call

__all__ = [
    "MAX_ARGUMENT_CHARACTERS",
    "MAX_WRITTEN_CALLS",
    "Reply",
    "has_asked_enough",
    "read_reply",
]

MAX_ARGUMENT_CHARACTERS = 100_000
"""Longer arguments are refused and left out of events, trace and history."""
MAX_WRITTEN_CALLS = 4
"""Calls in the text of one reply after which a small model that does not stop is cut off."""

_AFTER_CALLS = re.compile(r"</tool_call>|</tools>|```|\}\s*\n")
_MORE_CALLS = '<{[`}],"'
_TAIL_CHARACTERS = 12


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model said.

    Args:
        message: For the history; its calls and `calls` are the same, in the same order.
        text: Its text without calls written into it.
        calls: What it asked for, badly written arguments included.
        finish: The provider's finish reason; only to tell a cut or filtered reply.
    """

    message: AIMessage
    text: str
    calls: tuple[Call, ...]
    finish: str


def has_asked_enough(text: str, names: Collection[str]) -> bool:
    """Say whether a reply that began with calls written as text needs no further reading.

    Small models go on after a call: with the result they imagine, or with the same call again.
    """
    if text.lstrip()[:1] not in ("<", "{", "[", "`") or '"' not in text:
        return False
    tail = _AFTER_CALLS.split(text)[-1].strip()
    went_on = len(tail) >= _TAIL_CHARACTERS and tail[0] not in _MORE_CALLS
    if not went_on and text.count('"name"') < MAX_WRITTEN_CALLS:
        return False
    return len(extract_tool_calls(text, names)) >= (1 if went_on else MAX_WRITTEN_CALLS)


def read_reply(
    chunk: AIMessageChunk | AIMessage, names: Collection[str], *, taken: Collection[str] = ()
) -> Reply:
    """Sort out a complete reply.

    Args:
        chunk: All its pieces added up.
        names: Tools of the run; text is searched for calls of these only.
        taken: Call ids of the conversation; a call that comes with one of them gets another,
            so that each call pairs with one result.
    """
    text = str(chunk.text)
    ids = set(taken)
    calls = [
        _call(unused_id(call_id, ids), name, arguments) for call_id, name, arguments in _made(chunk)
    ]
    if not calls and names:
        written = extract_tool_calls(text, names)
        calls = [_call(unused_id(w["id"], ids), w["name"], w["args"]) for w in written]
        text = "" if written else text
    message = AIMessage(
        text,
        tool_calls=[ToolCall(name=c.name, args=c.arguments, id=c.call_id) for c in calls],
        usage_metadata=chunk.usage_metadata,
    )
    finish = str(chunk.response_metadata.get("finish_reason") or "")
    return Reply(message, text, tuple(calls), finish)


def _made(chunk: AIMessageChunk | AIMessage) -> Iterator[tuple[str | None, str, object]]:
    """Yield id, name and arguments of each native call, as given.

    A streamed call is read from its pieces: LangChain completes half an object when it joins
    them, so that a call cut off in the middle would run with half its arguments.
    """
    if isinstance(chunk, AIMessageChunk):
        for piece in chunk.tool_call_chunks:
            yield piece["id"], piece["name"] or "", piece["args"]
        return
    for call in chunk.tool_calls:
        yield call["id"], call["name"], call["args"]
    for broken in chunk.invalid_tool_calls:
        yield broken["id"], broken["name"] or "", broken["args"] or "{"


def _call(call_id: str, name: str, given: object) -> Call:
    arguments = arguments_of(given)
    if arguments is None:
        return Call(call_id, name, problem="The arguments are not a JSON object.")
    if _too_long(arguments):
        problem = f"The arguments exceed {MAX_ARGUMENT_CHARACTERS:,} characters."
        return Call(call_id, name, problem=problem)
    return Call(call_id, name, arguments)


def _too_long(arguments: dict[str, Any]) -> bool:
    lengths = (len(key) + len(str(value)) for key, value in arguments.items())
    return sum(lengths) > MAX_ARGUMENT_CHARACTERS
