"""Read one model reply: its text, its calls, how it ended."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import uuid4

from langchain_core.messages import AIMessage, AIMessageChunk, ToolCall

from research_agent.models.text_calls import extract_tool_calls
from research_agent.tools.executor import Call

__all__ = ["Reply", "read_reply"]


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


def read_reply(chunk: AIMessageChunk | AIMessage, names: Collection[str]) -> Reply:
    """Sort out a complete reply.

    Args:
        chunk: All its pieces added up.
        names: Tools bound to the model; text is searched for calls of these only.
    """
    text = str(chunk.text)
    native = [Call(_id(call["id"]), call["name"], dict(call["args"])) for call in chunk.tool_calls]
    native += [
        Call(
            _id(call["id"]),
            call["name"] or "",
            problem=f"The arguments of {call['name']} were not valid JSON.",
        )
        for call in chunk.invalid_tool_calls
    ]
    if not native and names:
        written = extract_tool_calls(text, names)
        native = [Call(_id(call["id"]), call["name"], dict(call["args"])) for call in written]
        text = "" if written else text
    message = AIMessage(
        text,
        tool_calls=[ToolCall(name=c.name, args=c.arguments, id=c.call_id) for c in native],
        usage_metadata=chunk.usage_metadata,
    )
    finish = str(chunk.response_metadata.get("finish_reason") or "")
    return Reply(message, text, tuple(native), finish)


def _id(given: str | None) -> str:
    return given or f"call_{uuid4().hex[:12]}"
