"""JSON schemas as models need them: short for tools, closed for strict output."""

import inspect
from collections.abc import Callable
from typing import Any

__all__ = ["compact_schema", "strict_schema", "tidy"]

_LITERAL = {"enum", "const", "required", "examples"}
"""Keywords that hold values or names, not schemas."""

_NOT_SHOWN = ("title", "minLength", "maxLength", "minItems", "maxItems", "maxProperties")

_NOT_STRICT = {"title", "default", "examples", "discriminator", "minLength", "maxLength"}
"""Keywords a strict server refuses; validation here checks what they said."""


def tidy(text: str) -> str:
    """Drop the indentation of a docstring and the blanks at the ends of its lines."""
    return "\n".join(line.rstrip() for line in inspect.cleandoc(text).splitlines())


def compact_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Leave out titles, size limits, null defaults and null alternatives.

    A model that leaves an optional argument out says as much as with a null, in fewer tokens
    on both ways. Sizes are checked when a call comes back; as part of the schema they make a
    server that builds a grammar from it (llama-server) refuse every request.
    """
    compact = _each(_without_null(schema), compact_schema)
    for key in _NOT_SHOWN:
        compact.pop(key, None)
    if compact.get("default", ...) is None:
        del compact["default"]
    if isinstance(compact.get("description"), str):
        compact["description"] = tidy(compact["description"])
    return compact


def strict_schema(schema: dict[str, Any]) -> dict[str, Any] | None:
    """Require every property and allow no other, as OpenAI's strict mode demands.

    Returns:
        `None` when the schema holds an open object (`dict[str, …]`), which cannot be strict.
    """
    return None if _has_open_object(schema) else _closed(schema)


def _closed(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    closed = _each({key: value for key, value in schema.items() if key not in _NOT_STRICT}, _closed)
    if "oneOf" in closed:
        closed["anyOf"] = closed.pop("oneOf")
    if "properties" in closed:
        closed["required"] = list(closed["properties"])
        closed["additionalProperties"] = False
    return closed


def _has_open_object(schema: Any) -> bool:
    if isinstance(schema, list):
        return any(map(_has_open_object, schema))
    if not isinstance(schema, dict):
        return False
    is_open = schema.get("type") == "object" and "properties" not in schema
    return is_open or any(map(_has_open_object, schema.values()))


def _each(
    schema: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any]:
    """Apply `change` to every schema directly inside `schema`."""
    changed: dict[str, Any] = {}
    for key, value in schema.items():
        if key in {"properties", "$defs"}:
            changed[key] = {name: change(part) for name, part in value.items()}
        elif isinstance(value, dict) and key not in _LITERAL:
            changed[key] = value if key == "default" else change(value)
        elif isinstance(value, list) and key not in _LITERAL:
            changed[key] = [change(part) if isinstance(part, dict) else part for part in value]
        else:
            changed[key] = value
    return changed


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    choices = schema.get("anyOf")
    if not isinstance(choices, list) or {"type": "null"} not in choices:
        return schema
    rest = [choice for choice in choices if choice != {"type": "null"}]
    others = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**rest[0], **others} if len(rest) == 1 else {**others, "anyOf": rest}
