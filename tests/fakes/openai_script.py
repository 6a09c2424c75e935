"""What the scripted model of `openai_server` is told to answer, and what it was asked."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Call", "Fault", "Reply", "Request", "Rule"]


@dataclass(frozen=True)
class Call:
    """A tool call of a reply.

    Args:
        name: The tool.
        arguments: An object, or a string that is sent as it is (broken JSON, for one).
        id: Left out, each call gets an id of its own.
    """

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)
    id: str | None = None

    @property
    def text(self) -> str:
        """The arguments as they are sent."""
        return self.arguments if isinstance(self.arguments, str) else json.dumps(self.arguments)


@dataclass(frozen=True)
class Reply:
    """HTTP 200 with a completion, streamed when the request asked for that.

    Args:
        text: The content.
        calls: Tool calls, after the text.
        finish_reason: `None` for the usual `"stop"` or `"tool_calls"`.
        usage: Prompt and completion tokens; `None` sends no count at all. Left out, a quarter
            of the bytes is counted.
        delay_s: Before anything is sent.
        chunk_chars: Size of the pieces of text and of call arguments, when streaming.
        chunk_delay_s: Between two pieces.
        cut_after: Close the connection after that many pieces, when streaming.
        error_after: Send `data: {"error": …}` after that many pieces, when streaming.
        error: What to send then.
        ignore_stream: Answer in one piece although a stream was asked for.
        raw: Send these bytes as the body in place of a completion.
        content_type: Of `raw`.
    """

    text: str = ""
    calls: Sequence[Call] = ()
    finish_reason: str | None = None
    usage: tuple[int, int] | None = (-1, -1)
    delay_s: float = 0.0
    chunk_chars: int = 40
    chunk_delay_s: float = 0.0
    cut_after: int | None = None
    error_after: int | None = None
    error: Mapping[str, Any] = field(
        default_factory=lambda: {"code": 500, "message": "it broke", "type": "server_error"}
    )
    ignore_stream: bool = False
    raw: bytes | None = None
    content_type: str = "application/json"

    @property
    def reason(self) -> str:
        """The `finish_reason` that is sent."""
        return self.finish_reason or ("tool_calls" if self.calls else "stop")

    def counted(self, request: "Request") -> dict[str, int]:
        """Return the `usage` that is sent."""
        sent, received = self.usage or (0, 0)
        if sent < 0:
            said = self.text + "".join(call.name + call.text for call in self.calls)
            sent, received = max(1, len(request.raw) // 4), max(1, len(said) // 4)
        return {
            "prompt_tokens": sent,
            "completion_tokens": received,
            "total_tokens": sent + received,
        }


@dataclass(frozen=True)
class Fault:
    """A failure in place of a reply.

    Args:
        status: The HTTP status; 0 closes the connection without a word.
        message: Of the error body.
        code: Of the error body, `"insufficient_quota"` for one.
        type: Of the error body.
        headers: `{"Retry-After": "3"}` for one.
        delay_s: Before the failure.
        hang: Never answer; ends when the client goes away or the server is closed.
    """

    status: int = 500
    message: str = "it broke"
    code: str | int | None = None
    type: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    hang: bool = False


@dataclass(frozen=True)
class Rule:
    """A reply, or a failure, and the requests it is for; what is left out is not looked at.

    Args:
        reply: What to answer.
        tool: A tool of this name is offered.
        not_tool: No tool of this name is offered.
        turn: So many replies with tool calls are in the conversation.
        min_turn: At least so many.
        schema: The name of the `response_format`; `""` for a request without one.
        contains: This text is somewhere in the request's body.
        when: Anything else.
        times: How often the rule may be used; `None` for ever.
    """

    reply: "Reply | Fault | Callable[[Request], Reply | Fault]"
    tool: str | None = None
    not_tool: str | None = None
    turn: int | None = None
    min_turn: int | None = None
    schema: str | None = None
    contains: str | None = None
    when: "Callable[[Request], bool] | None" = None
    times: int | None = None

    def fits(self, request: "Request") -> bool:
        """Say whether the rule is for `request`."""
        return (
            (self.tool is None or self.tool in request.tools)
            and (self.not_tool is None or self.not_tool not in request.tools)
            and (self.turn is None or self.turn == request.turn)
            and (self.min_turn is None or self.min_turn <= request.turn)
            and (self.schema is None or self.schema == request.schema)
            and (self.contains is None or self.contains in request.raw.decode())
            and (self.when is None or self.when(request))
        )


@dataclass
class Request:
    """A request as it came in.

    Args:
        path: `"/v1/chat/completions"`.
        headers: Names in lower case.
        raw: The body's bytes, for counting.
        body: The body, parsed.
        at: Seconds of the monotonic clock.
        gone: True when the client went away before the answer was out.
    """

    path: str
    headers: dict[str, str]
    raw: bytes
    body: dict[str, Any]
    at: float
    gone: bool = False

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation, in the wire format."""
        return list(self.body.get("messages", []))

    @property
    def tools(self) -> list[str]:
        """Names of the tools offered."""
        return [tool["function"]["name"] for tool in self.body.get("tools", [])]

    @property
    def turn(self) -> int:
        """How many replies with tool calls are in the conversation."""
        return sum(bool(message.get("tool_calls")) for message in self.messages)

    @property
    def schema(self) -> str:
        """The name of the `response_format`, `""` without one."""
        form = self.body.get("response_format") or {}
        return str((form.get("json_schema") or {}).get("name", form.get("type", "")))

    @property
    def stream(self) -> bool:
        """Whether a stream was asked for."""
        return bool(self.body.get("stream"))
