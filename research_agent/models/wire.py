"""LangChain messages and tools in the words of the chat completions protocol."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from research_agent.models.schemas import compact_schema, tidy

__all__ = ["call_ids", "tool_choice_to_wire", "tool_to_wire", "wire_messages"]


def wire_messages(messages: Sequence[BaseMessage]) -> list[dict[str, Any]]:
    """Convert a conversation, in its order.

    Raises:
        TypeError: A message is of a kind this package never writes.
    """
    return [_message(message) for message in messages]


def call_ids(messages: Sequence[BaseMessage]) -> set[str]:
    """Return the id of every tool call in a conversation."""
    return {
        call["id"] or ""
        for message in messages
        if isinstance(message, AIMessage)
        for call in [*message.tool_calls, *message.invalid_tool_calls]
    }


def _message(message: BaseMessage) -> dict[str, Any]:
    match message:
        case SystemMessage():
            return {"role": "system", "content": message.text}
        case HumanMessage():
            return {"role": "user", "content": message.text}
        case ToolMessage():
            return {
                "role": "tool",
                "tool_call_id": message.tool_call_id,
                "content": message.text,
            }
        case AIMessage():
            return _reply(message)
        case _:
            raise TypeError(f"a {message.type} message cannot be sent to a model")


def _reply(message: AIMessage) -> dict[str, Any]:
    calls = [
        _call(call["id"], call["name"], _compact_json(call["args"])) for call in message.tool_calls
    ]
    # Chat templates parse the arguments again and fail on what the model got wrong; the call's
    # error result tells it what that was.
    calls += [_call(call["id"], call["name"], "{}") for call in message.invalid_tool_calls]
    if not calls:
        return {"role": "assistant", "content": message.text}
    return {"role": "assistant", "content": message.text or None, "tool_calls": calls}


def _call(call_id: str | None, name: str | None, arguments: str) -> dict[str, Any]:
    return {
        "id": call_id or "",
        "type": "function",
        "function": {"name": name or "", "arguments": arguments},
    }


def _compact_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def tool_to_wire(tool: Any) -> dict[str, Any]:
    """Describe a tool in as few tokens as say all of it.

    Args:
        tool: Whatever `convert_to_openai_tool` takes: a LangChain tool, a pydantic model, a
            function, or a description that is in the wire format already.
    """
    from langchain_core.utils.function_calling import convert_to_openai_tool

    described = convert_to_openai_tool(tool)
    function = dict(described["function"])
    if "description" in function:
        function["description"] = tidy(function["description"])
    if "parameters" in function:
        function["parameters"] = compact_schema(function["parameters"])
    return {"type": "function", "function": function}


def tool_choice_to_wire(choice: str | bool | Mapping[str, Any] | None) -> Any:
    """Translate LangChain's `tool_choice`; a tool's name becomes a call of that tool."""
    if choice is None or isinstance(choice, Mapping):
        return choice
    if choice is True or choice == "any":
        return "required"
    if choice is False:
        return "none"
    if choice in {"auto", "none", "required"}:
        return choice
    return {"type": "function", "function": {"name": choice}}
