"""Checks arguments against a JSON schema, for tools whose shape is not ours."""

from collections.abc import Mapping
from typing import Any

__all__ = ["schema_problem"]


def schema_problem(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Say in one sentence what does not fit; empty when all does.

    An argument that the schema does not name is refused, unless it allows others outright.
    """
    import jsonschema

    known = schema.get("properties", {})
    if not schema.get("additionalProperties"):
        unknown = [name for name in arguments if name not in known]
        if unknown:
            return f"{', '.join(unknown)[:200]}: there is no such argument."
    try:
        jsonschema.validate(dict(arguments), dict(schema))
    except jsonschema.ValidationError as error:
        place = ".".join(map(str, error.absolute_path)) or "arguments"
        return f"{place}: {error.message[:200]}."
    return ""
