"""A value of a known shape from a model that writes text."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from langchain_core.language_models.base import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.runnables import Runnable, RunnableConfig
from pydantic import BaseModel, ValidationError

from research_agent.domain.answers import Usage
from research_agent.errors import InvalidRequest, ModelError
from research_agent.models.schemas import compact_schema, strict_schema
from research_agent.models.thinking import without_thoughts
from research_agent.models.usage import usage_of

__all__ = ["MalformedReply", "ask_structured", "parse_structured", "response_format"]

Shape = TypeVar("Shape", bound=BaseModel)

MAX_PROBLEMS = 5
"""Validation errors named in a message; the first few explain the rest."""


class MalformedReply(ModelError):
    """A model did not keep to the schema, asked twice.

    Args:
        message: One sentence.
        usage: What both requests cost, for the run's total.
    """

    def __init__(self, message: str, *, usage: Usage) -> None:
        super().__init__("malformed", message)
        self.usage = usage


async def ask_structured(
    model: Runnable[LanguageModelInput, AIMessage],
    messages: Sequence[BaseMessage],
    schema: type[Shape],
    *,
    strict: bool = True,
    config: RunnableConfig | None = None,
) -> tuple[Shape, Usage]:
    """Ask for a value; a reply that does not fit goes back once with what is wrong with it.

    The schema goes out as `response_format`. A server that refuses that gets it in words.

    Args:
        model: Any LangChain chat model.
        messages: The conversation that asks for the value.
        schema: Its shape.
        strict: See `response_format`.
        config: Passed on to the model.

    Returns:
        The value and the cost of all requests.

    Raises:
        MalformedReply: The second reply did not fit either.
        ModelError: Of kind `"content_filter"`, or as the model raises it.
        ProviderError: The service failed.
    """
    ask: Runnable[LanguageModelInput, AIMessage] = model.bind(
        response_format=response_format(schema, strict=strict)
    )
    conversation = list(messages)
    try:
        reply = await ask.ainvoke(conversation, config)
    except InvalidRequest:
        ask = model
        conversation.append(HumanMessage(_in_words(schema)))
        reply = await ask.ainvoke(conversation, config)
    spent = usage_of(reply)
    try:
        return _parsed(reply, schema), spent
    except ModelError as error:
        if error.kind != "malformed":
            raise
        wrong = f"{error} {_in_words(schema)}"
    conversation += [AIMessage(reply.text), HumanMessage(wrong)]
    reply = await ask.ainvoke(conversation, config)
    spent += usage_of(reply)
    try:
        return _parsed(reply, schema), spent
    except ModelError as error:
        if error.kind != "malformed":
            raise
        raise MalformedReply(str(error), usage=spent) from None


def _parsed(reply: AIMessage, schema: type[Shape]) -> Shape:
    if reply.response_metadata.get("finish_reason") == "content_filter":
        raise ModelError(
            "content_filter", "The model's content filter stopped this; put the question otherwise."
        )
    return parse_structured(reply.text, schema)


def _in_words(schema: type[BaseModel]) -> str:
    shape = json.dumps(compact_schema(schema.model_json_schema()), separators=(",", ":"))
    return f"Reply with one JSON object and nothing else, of this JSON schema: {shape}"


def parse_structured(text: str, schema: type[Shape]) -> Shape:
    """Find and validate the JSON in a reply.

    Tried in turn: all of the text, a fence marked `json`, any fence, and from the first `{` to
    the last `}`. Where a model thinks aloud first, only what follows counts.

    Raises:
        ModelError: Of kind `"malformed"`; the sentence says what does not fit.
    """
    problem = "there is no JSON object in it"
    for candidate in _candidates(without_thoughts(text)):
        try:
            return schema.model_validate_json(candidate)
        except ValidationError as error:
            problem = _problem(error)
    raise ModelError("malformed", f"The reply is not a valid {schema.__name__}: {problem}.")


def _candidates(text: str) -> Iterator[str]:
    yield text
    for mark in ("```json", "```"):
        _, opened, rest = text.partition(mark)
        if opened:
            yield rest.partition("```")[0]
    start, end = text.find("{"), text.rfind("}")
    if 0 <= start < end:
        yield text[start : end + 1]


def _problem(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(
        f"{'.'.join(map(str, p['loc'])) or 'reply'}: {p['msg']}" for p in problems[:MAX_PROBLEMS]
    )


def response_format(schema: type[BaseModel], *, strict: bool = True) -> dict[str, Any]:
    """Return the `response_format` that makes a server keep to a schema.

    Args:
        schema: The shape to keep to.
        strict: Ask for the strict mode: every field is required and no other is allowed. A
            schema with an open object (`dict[str, …]`) cannot be strict and is sent as it is.
            Not strict lets a model leave out what has a default, which saves it tokens.
    """
    full = schema.model_json_schema()
    closed = strict_schema(full) if strict else None
    return {
        "type": "json_schema",
        "json_schema": {
            "name": schema.__name__,
            "schema": compact_schema(full) if closed is None else closed,
            "strict": closed is not None,
        },
    }
