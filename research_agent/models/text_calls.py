"""Tool calls that a model wrote into its text instead of making them."""

import json
import re
from collections.abc import Collection, Iterator
from typing import Any
from uuid import uuid4

from langchain_core.messages import ToolCall

from research_agent.models.arguments import arguments_of
from research_agent.models.thinking import without_thoughts

__all__ = ["extract_tool_calls"]

MAX_FALSE_STARTS = 1000
"""Braces that begin no JSON, after which the rest of a text is left alone."""

_TAG = re.compile(r"</?tool_call>")
_START = re.compile(r'\{\s*"')
_DECODER = json.JSONDecoder(strict=False)


def extract_tool_calls(text: str, names: Collection[str]) -> list[ToolCall]:
    """Return the calls a text contains, in their order, each with a new id.

    Calls in `<tool_call>` blocks, the last of which may be left open, win over JSON objects
    that stand elsewhere, fenced or bare. Read are `{"name": …, "arguments" or "parameters": …}`,
    `{"function": {"name": …, "arguments": …}}`, the same with the name in place of the object, and `{"tool_calls": […]}`; arguments are an
    object or JSON text of one. What a closed `<think>` block contains was considered, not asked
    for. The same call written twice is one call.

    Args:
        text: A reply without native calls.
        names: Tools the model may call; anything else is text.
    """
    if "{" not in text:
        return []
    text = without_thoughts(text)
    objects = list(_objects(text))
    return _calls(_in_blocks(text, objects), names) or _calls(
        [value for _, value in objects], names
    )


def _objects(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield every outermost JSON object with its position.

    Where an object breaks, the search goes on behind the break and not behind its brace, so
    that thousands of open braces cost no more than as many closed ones.
    """
    at = false_starts = 0
    while false_starts < MAX_FALSE_STARTS and (start := _START.search(text, at)):
        try:
            value, at = _DECODER.raw_decode(text, start.start())
        except ValueError as error:
            # Not every one has a position: a number may have too many digits for Python.
            false_starts += 1
            at = max(start.start() + 1, getattr(error, "pos", 0))
        except RecursionError:
            return
        else:
            yield start.start(), value


def _in_blocks(text: str, objects: list[tuple[int, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Keep the objects before which a `<tool_call>` was opened and not closed."""
    inside: list[dict[str, Any]] = []
    tags = list(_TAG.finditer(text))
    opened, passed = False, 0
    for start, value in objects:
        while passed < len(tags) and tags[passed].start() < start:
            opened = tags[passed].group() == "<tool_call>"
            passed += 1
        if opened:
            inside.append(value)
    return inside


def _calls(values: list[dict[str, Any]], names: Collection[str]) -> list[ToolCall]:
    calls: dict[str, ToolCall] = {}
    for name, arguments in (found for value in values for found in _named(value)):
        if name in names:
            key = json.dumps([name, arguments], sort_keys=True)
            call_id = f"call_{uuid4().hex[:24]}"
            calls.setdefault(key, ToolCall(name=name, args=arguments, id=call_id, type="tool_call"))
    return list(calls.values())


def _named(value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and arguments of each call an object stands for."""
    if not isinstance(value, dict):
        return
    if isinstance(listed := value.get("tool_calls"), list):
        for one in listed:
            yield from _named(one)
        return
    if isinstance(function := value.get("function"), dict):
        value = function
    given = value.get("arguments", value.get("parameters"))
    name, arguments = value.get("name", value.get("function")), arguments_of(given)
    if not isinstance(name, str) or given is None or arguments is None:
        return
    if not _is_schema(arguments):
        yield name, arguments


def _is_schema(arguments: dict[str, Any]) -> bool:
    """Say whether a small model repeated a tool's description in place of a call."""
    return arguments.get("type") == "object" and isinstance(arguments.get("properties"), dict)
