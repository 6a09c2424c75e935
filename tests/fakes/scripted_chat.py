"""A chat model inside the process that says what it was told to."""

import asyncio
from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

TOKENS = {"input_tokens": 700, "output_tokens": 40, "total_tokens": 740}


class ScriptedChat(BaseChatModel):
    """Plays replies in order: text, a whole message, an exception to raise, or seconds to wait.

    `asked` holds the messages and `options` the keyword arguments of each request.
    """

    replies: list[Any]
    _asked: list[list[BaseMessage]] = PrivateAttr(default_factory=list)
    _options: list[dict[str, Any]] = PrivateAttr(default_factory=list)

    def __init__(self, *replies: Any) -> None:
        super().__init__(replies=list(replies))

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def asked(self) -> Sequence[Sequence[BaseMessage]]:
        return self._asked

    @property
    def options(self) -> Sequence[dict[str, Any]]:
        return self._options

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        raise NotImplementedError("asked synchronously")

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self._asked.append(messages)
        self._options.append(kwargs)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, float):
            await asyncio.sleep(reply)
            reply = ""
        if isinstance(reply, str):
            reply = AIMessage(reply, usage_metadata=TOKENS)
        return ChatResult(generations=[ChatGeneration(message=reply)])
