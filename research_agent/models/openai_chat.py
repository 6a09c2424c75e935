"""Any server that speaks OpenAI's chat completions, as a LangChain chat model."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any

from langchain_core.callbacks import (
    AsyncCallbackManagerForLLMRun,
    CallbackManagerForLLMRun,
)
from langchain_core.language_models.base import LanguageModelInput
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from pydantic import Field, PrivateAttr, SecretStr, model_validator

from research_agent.models.connections import Connections
from research_agent.models.failures import (
    AttemptFailed,
    Endpoint,
    broken_off,
    check_endpoint,
    cut_short,
    failure_in,
    not_a_completion,
    translated,
)
from research_agent.models.replies import StreamedReply, reply_from
from research_agent.models.retries import Retries
from research_agent.models.wire import call_ids, tool_choice_to_wire, tool_to_wire, wire_messages

__all__ = ["OpenAIChat"]


class OpenAIChat(BaseChatModel):
    """A model behind `/chat/completions`; streams, calls tools, and asks again when that helps.

    Every request raises, of `research_agent.errors`: `AuthError` (key, rights, credit),
    `RateLimited`, `ProviderTimeout`, `ProviderError` (also an answer that broke off),
    `InvalidRequest` (the server cannot do what was asked), and `ModelError` of kind
    `"context_length"` or `"content_filter"`. Replies carry `finish_reason` in
    `response_metadata` and, where the server counts, `usage_metadata`.

    Args:
        model: Name the server knows it by.
        api_key: `None` for a server that wants none.
        base_url: Up to and without `/chat/completions`; `None` for OpenAI itself.
        timeout_s: For one request, all of it.
        max_retries: Of one request, see `Retries`.
        retry_budget_s: For all retries of one request.
        backoff_s: Longest pause before the first retry.
        temperature: `None` leaves it to the server; several models refuse any.
        display_name: Who an answer says it is from; the model's name unless given.

    Raises:
        ConfigError: The key or the address cannot be sent at all.
    """

    model: str
    api_key: SecretStr | None = None
    base_url: str | None = Field(None, repr=False)  # may hold a password
    timeout_s: float = Field(120.0, gt=0)
    max_retries: int = Field(2, ge=0)
    retry_budget_s: float = Field(30.0, gt=0)
    backoff_s: float = Field(0.5, ge=0)
    temperature: float | None = None
    display_name: str = ""

    _endpoint: Endpoint = PrivateAttr()
    _connections: Connections = PrivateAttr()
    _counts_streams: bool = PrivateAttr(True)

    @model_validator(mode="after")
    def _check(self) -> "OpenAIChat":
        # A key pasted with its line end would be refused as a header, not as a key.
        key = self.api_key.get_secret_value().strip() if self.api_key else ""
        self._endpoint = Endpoint(self.model, self.base_url, key)
        check_endpoint(self._endpoint)
        self._connections = Connections(self._endpoint, timeout_s=self.timeout_s)
        self.display_name = self.display_name or self.model
        return self

    @property
    def _llm_type(self) -> str:
        return "openai-chat"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        server = self._endpoint.name
        return {"model": self.model, "server": server, "temperature": self.temperature}

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | bool | Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Offer tools to the model.

        Args:
            tools: LangChain tools, or anything `convert_to_openai_tool` takes.
            tool_choice: `"auto"`, `"none"`, `"any"` or `"required"`, or the name of the one tool
                to call; servers of one's own often ignore all but the first.
            **kwargs: Further parameters of the request, such as `response_format`.
        """
        if tools:
            kwargs["tools"] = [tool_to_wire(tool) for tool in tools]
            if tool_choice is not None:
                kwargs["tool_choice"] = tool_choice_to_wire(tool_choice)
        return self.bind(**kwargs)

    async def aclose(self) -> None:
        """Close the connections of the running event loop; the next request opens new ones."""
        await self._connections.aclose()

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        async def ask() -> ChatResult:
            try:
                return await self._agenerate(messages, stop, **kwargs)
            finally:
                await self.aclose()

        # In a thread of its own, because the caller's may have a running event loop.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, ask()).result()

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        request = self._request(messages, stop, kwargs)
        retries = self._retries()
        while True:
            try:
                completion = await self._complete(request, retries.allowed_s(self.timeout_s))
            except AttemptFailed as failed:
                await retries.pause(failed)
            else:
                reply = reply_from(completion, taken=call_ids(messages))
                return ChatResult(generations=[ChatGeneration(message=reply)])

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        request = self._request(messages, stop, kwargs)
        taken = call_ids(messages)
        retries = self._retries()
        while True:
            emitted = False
            try:
                async with aclosing(self._pieces(request, taken, retries)) as pieces:
                    async for piece in pieces:
                        emitted = True
                        yield ChatGenerationChunk(message=piece)
            except AttemptFailed as failed:
                if emitted:
                    raise broken_off(failed, self._endpoint) from None
                await retries.pause(failed)
            else:
                return

    async def _complete(self, request: dict[str, Any], allowed_s: float) -> Mapping[str, Any]:
        """Make one request that is answered in one piece."""
        with translated(self._endpoint, seconds=allowed_s):
            async with asyncio.timeout(allowed_s):
                answer = await self._connections.client().chat.completions.create(**request)
        return self._checked(answer)

    async def _pieces(
        self, request: dict[str, Any], taken: set[str], retries: Retries
    ) -> AsyncGenerator[AIMessageChunk, None]:
        """Make one request that is answered in pieces; the last has calls, counts and reason."""
        until = asyncio.get_running_loop().time() + self.timeout_s
        allowed_s = retries.allowed_s(self.timeout_s)
        with translated(self._endpoint, seconds=allowed_s):
            async with asyncio.timeout(allowed_s):
                stream = await self._open_stream(request)
        try:
            reply = StreamedReply(taken=taken)
            if "text/event-stream" not in stream.response.headers.get("content-type", ""):
                body = await self._unstreamed(stream, until)
                if text := reply.take(body):
                    yield AIMessageChunk(content=text)
                yield reply.last()
                return
            while (chunk := await self._next(stream, until)) is not None:
                if text := reply.take(chunk.to_dict(warnings=False)):
                    yield AIMessageChunk(content=text)
            if not reply.complete:
                raise cut_short(self._endpoint)
            yield reply.last()
        finally:
            await stream.close()

    async def _open_stream(self, request: dict[str, Any]) -> Any:
        import openai

        completions = self._connections.client().chat.completions
        request = {**request, "stream": True}
        if not self._counts_streams:
            return await completions.create(**request)
        try:
            return await completions.create(**request, stream_options={"include_usage": True})
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            if "stream_options" not in error.message and "include_usage" not in error.message:
                raise
            self._counts_streams = False
            return await completions.create(**request)

    async def _next(self, stream: Any, until: float) -> Any:
        """Return the next chunk or `None` at the end.

        The limit is set for each chunk alone: around a `yield` it would cancel the caller's work.
        """
        with translated(self._endpoint, seconds=self.timeout_s):
            async with asyncio.timeout_at(until):
                return await anext(stream, None)

    async def _unstreamed(self, stream: Any, until: float) -> Mapping[str, Any]:
        """Read the answer of a server that does not stream although it was asked to."""
        with translated(self._endpoint, seconds=self.timeout_s):
            async with asyncio.timeout_at(until):
                return self._checked(json.loads(await stream.response.aread()))

    def _checked(self, answer: Any) -> Mapping[str, Any]:
        """Return the body of a completion; what else comes with HTTP 200 is a failure."""
        body = answer.to_dict(warnings=False) if hasattr(answer, "to_dict") else answer
        if isinstance(body, Mapping):
            if body.get("choices"):
                return body
            if body.get("error"):
                raise failure_in(body, self._endpoint)
        raise not_a_completion(self._endpoint)

    def _request(
        self, messages: list[BaseMessage], stop: list[str] | None, extra: dict[str, Any]
    ) -> dict[str, Any]:
        given = {"temperature": self.temperature, "stop": stop, **extra}
        return {
            "model": self.model,
            "messages": wire_messages(messages),
            **{key: value for key, value in given.items() if value is not None},
        }

    def _retries(self) -> Retries:
        return Retries(
            max_retries=self.max_retries,
            budget_s=self.retry_budget_s,
            backoff_s=self.backoff_s,
        )
