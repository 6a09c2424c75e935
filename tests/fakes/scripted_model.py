"""A chat model that streams what a test wrote, and complains when the test was wrong about it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models.base import LanguageModelInput
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import ToolCallChunk, tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from pydantic import PrivateAttr

from research_agent.agent.run_state import history_problems

__all__ = ["Asked", "Call", "Reply", "ScriptedModel", "calls"]


@dataclass(frozen=True)
class Call:
    """A tool call of a reply; arguments given as a string are streamed as they are."""

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)
    call_id: str | None = None


@dataclass(frozen=True)
class Reply:
    """One reply.

    Args:
        text: Streamed word by word.
        calls: Streamed after the text, each in two pieces.
        finish: The finish reason.
        usage: Tokens sent and received; `None` when the server does not count.
        error: Raised after the text and the calls, before the end.
        hangs: Never ends once text and calls are out.
        ignores_cancel: A hanging reply goes on hanging when it is cancelled.
    """

    text: str = ""
    calls: Sequence[Call] = ()
    finish: str = "stop"
    usage: tuple[int, int] | None = (10, 5)
    error: Exception | None = None
    hangs: bool = False
    ignores_cancel: bool = False


@dataclass(frozen=True)
class Asked:
    """One request: its messages, and the tools that were offered."""

    messages: Sequence[BaseMessage]
    tools: tuple[str, ...]


def calls(*made: Call) -> Reply:
    """A reply that asks for tools and says nothing."""
    return Reply(calls=made, finish="tool_calls")


class ScriptedModel(BaseChatModel):
    """Plays `Reply`s in order; a string is a reply of that text, an exception is raised at once.

    Call `check()` at the end of a test: it fails when replies were left over, when there were
    more requests than replies, and when a request's history would have been refused.
    """

    display_name: str = "scripted model"
    _replies: list[Reply] = PrivateAttr(default_factory=list)
    _asked: list[Asked] = PrivateAttr(default_factory=list)
    _refusals: list[str] = PrivateAttr(default_factory=list)
    _unscripted: list[str] = PrivateAttr(default_factory=list)
    _free: asyncio.Event = PrivateAttr(default_factory=asyncio.Event)

    def __init__(self, *replies: Reply | str | Exception) -> None:
        super().__init__()
        self._replies = [_reply(one) for one in replies]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def asked(self) -> Sequence[Asked]:
        """The requests so far."""
        return self._asked

    @property
    def refusals(self) -> Sequence[str]:
        """Why a provider would have refused a request; empty when it would not."""
        return self._refusals

    def check(self) -> None:
        """Fail when the script and the run did not fit each other."""
        left = [f"not asked for: {reply}" for reply in self._replies]
        complaints = [*self._refusals, *self._unscripted, *left]
        assert not complaints, "\n".join(complaints)

    def let_go(self) -> None:
        """End every reply that hangs, also those that ignore being cancelled."""
        self._free.set()

    def bind_tools(
        self, tools: Sequence[Any], *, tool_choice: Any = None, **kwargs: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        return self.bind(tools=[tool.name for tool in tools], **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        raise NotImplementedError("asked without streaming")

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        self._refusals += history_problems(list(messages))
        self._asked.append(Asked(list(messages), tuple(kwargs.get("tools", ()))))
        if not self._replies:
            self._unscripted.append(f"request {len(self._asked)} was not in the script")
            yield _chunk("(the script is over)")
            return
        reply = self._replies.pop(0)
        for word in _words(reply.text):
            yield _chunk(word)
            await asyncio.sleep(0)
        for pieces in _call_pieces(reply.calls, turn=len(self._asked)):
            yield ChatGenerationChunk(message=AIMessageChunk("", tool_call_chunks=[pieces]))
        if reply.hangs:
            await self._hang(stubborn=reply.ignores_cancel)
        if reply.error is not None:
            raise reply.error
        yield ChatGenerationChunk(message=_end(reply))

    async def _hang(self, *, stubborn: bool) -> None:
        while not self._free.is_set():
            with contextlib.suppress(*([asyncio.CancelledError] if stubborn else [])):
                await self._free.wait()


def _reply(given: Reply | str | Exception) -> Reply:
    if isinstance(given, Reply):
        return given
    return Reply(given) if isinstance(given, str) else Reply(error=given)


def _words(text: str) -> list[str]:
    return [word + " " for word in text.split(" ")[:-1]] + [text.split(" ")[-1]]


def _chunk(text: str) -> ChatGenerationChunk:
    return ChatGenerationChunk(message=AIMessageChunk(text))


def _call_pieces(made: Sequence[Call], *, turn: int) -> list[ToolCallChunk]:
    pieces = []
    for place, call in enumerate(made):
        given = call.arguments
        text = given if isinstance(given, str) else json.dumps(given)
        call_id = f"call_{turn}_{place}" if call.call_id is None else call.call_id
        half = len(text) // 2
        pieces.append(tool_call_chunk(name=call.name, args=text[:half], id=call_id, index=place))
        pieces.append(tool_call_chunk(args=text[half:], index=place))
    return pieces


def _end(reply: Reply) -> AIMessageChunk:
    usage = None
    if reply.usage is not None:
        sent, received = reply.usage
        usage = UsageMetadata(
            input_tokens=sent, output_tokens=received, total_tokens=sent + received
        )
    return AIMessageChunk(
        "", response_metadata={"finish_reason": reply.finish}, usage_metadata=usage
    )
