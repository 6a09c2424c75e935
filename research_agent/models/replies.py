"""What a chat completions server sends, as LangChain messages.

Works on plain dictionaries, so that nothing of the SDK leaves the adapter, and takes nothing
for granted: servers leave out ids, indexes and counts, or repeat them.
"""

import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk

from research_agent.models.arguments import arguments_of

__all__ = ["StreamedReply", "reply_from", "unused_id"]


def unused_id(wanted: str | None, taken: set[str]) -> str:
    """Return `wanted`, or a new id where it is missing or taken; the result is taken after."""
    call_id = wanted if wanted and wanted not in taken else f"call_{uuid4().hex[:24]}"
    taken.add(call_id)
    return call_id


def reply_from(completion: Mapping[str, Any], *, taken: set[str]) -> AIMessage:
    """Read a reply that came in one piece.

    Args:
        completion: The body of a reply that has at least one choice.
        taken: Call ids of the conversation, see `StreamedReply`.

    Returns:
        Text, calls, and calls whose arguments are no JSON object in `invalid_tool_calls`;
        `finish_reason` in `response_metadata`; `usage_metadata` where the server counted.
    """
    reply = StreamedReply(taken=taken)
    text = reply.take(completion)
    rest = reply.last()
    return AIMessage(
        content=text,
        tool_calls=rest.tool_calls,
        invalid_tool_calls=rest.invalid_tool_calls,
        response_metadata=rest.response_metadata,
        usage_metadata=rest.usage_metadata,
    )


class _Call:
    """One tool call, as far as it has arrived."""

    def __init__(self, server_id: str | None) -> None:
        self.server_id = server_id
        self.name = ""
        self.arguments = ""

    def is_over(self, server_id: str | None, *, starts: bool) -> bool:
        """Say whether a piece with this id, or with a name when it `starts`, is another call."""
        if server_id and self.server_id:
            return server_id != self.server_id
        return starts and bool(self.arguments) and arguments_of(self.arguments) is not None


class StreamedReply:
    """A reply that arrives in pieces.

    Text is handed on at once. A tool call is kept until the end and then handed over whole:
    LangChain completes half an object when it joins pieces, so that a call cut off in the
    middle would run with half its arguments.

    Args:
        taken: Call ids of the conversation; a server that starts over with `call_0` at every
            turn gets other ids, so that each call pairs with one result.
    """

    def __init__(self, *, taken: set[str]) -> None:
        self._taken = taken
        self._calls: list[_Call] = []
        self._at_index: dict[int, _Call] = {}
        self._finish_reason: str | None = None
        self._usage: UsageMetadata | None = None
        self._counted_at_end = False
        self._model: str | None = None

    @property
    def complete(self) -> bool:
        """True when the server has said that it is done."""
        return self._finish_reason is not None or self._counted_at_end

    def take(self, chunk: Mapping[str, Any]) -> str:
        """Take in one chunk, or a whole completion, and return the text it adds."""
        self._model = chunk.get("model") or self._model
        # Some servers count in every chunk; the last count is the one that holds.
        self._usage = _usage(chunk.get("usage")) or self._usage
        choices = chunk.get("choices") or ()
        if not choices:
            self._counted_at_end = self._usage is not None
            return ""
        self._finish_reason = choices[0].get("finish_reason") or self._finish_reason
        delta = choices[0].get("delta") or choices[0].get("message") or {}
        for piece in delta.get("tool_calls") or ():
            self._take_call(piece)
        return _text(delta)

    def _take_call(self, piece: Mapping[str, Any]) -> None:
        function = piece.get("function") or {}
        call = self._slot(piece, starts=bool(function.get("name")))
        call.name = call.name or function.get("name") or ""
        arguments = function.get("arguments")
        if isinstance(arguments, str):
            call.arguments += arguments
        elif arguments is not None:
            call.arguments += json.dumps(arguments)

    def _slot(self, piece: Mapping[str, Any], *, starts: bool) -> _Call:
        """Find the call a piece belongs to; some servers number every call 0, some none."""
        index, server_id = piece.get("index"), piece.get("id")
        current = self._at_index.get(index) if index is not None else None
        if index is None and self._calls and not starts:
            current = self._calls[-1]
        if current is None or current.is_over(server_id, starts=starts):
            current = _Call(server_id)
            self._calls.append(current)
        if index is not None:
            self._at_index[index] = current
        return current

    def last(self) -> AIMessageChunk:
        """Return the final piece: every tool call, the counts and the reason for the end."""
        return AIMessageChunk(
            content="",
            tool_call_chunks=[
                tool_call_chunk(
                    name=call.name,
                    args=_whole_arguments(call.arguments),
                    id=unused_id(call.server_id, self._taken),
                    index=index,
                )
                for index, call in enumerate(self._calls)
            ],
            response_metadata=_metadata({"model": self._model}, self._finish_reason),
            usage_metadata=self._usage,
            chunk_position="last",
        )


def _whole_arguments(raw: str) -> str:
    """Return JSON of the arguments; of a string, which is never taken for a call, when broken."""
    arguments = arguments_of(raw)
    return json.dumps(raw if arguments is None else arguments, ensure_ascii=False)


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content") or message.get("refusal") or ""
    if isinstance(content, str):
        return content
    parts = [part.get("text") or "" for part in content if isinstance(part, Mapping)]
    return "".join(part for part in parts if isinstance(part, str))


def _usage(counted: Mapping[str, Any] | None) -> UsageMetadata | None:
    if not counted:
        return None
    sent, received = counted.get("prompt_tokens") or 0, counted.get("completion_tokens") or 0
    return UsageMetadata(input_tokens=sent, output_tokens=received, total_tokens=sent + received)


def _metadata(body: Mapping[str, Any], finish_reason: str | None) -> dict[str, Any]:
    known = {"finish_reason": finish_reason, "model_name": body.get("model")}
    return {key: value for key, value in known.items() if value}
