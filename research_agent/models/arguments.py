"""The arguments of a tool call, read strictly: half an object is no object."""

import json
from typing import Any

__all__ = ["arguments_of"]


def arguments_of(given: object) -> dict[str, Any] | None:
    """Return the arguments a model gave, or `None` when they are no JSON object.

    Args:
        given: An object, or JSON text of one. Some models encode the text twice, and write
            nothing or `null` for a tool that takes no arguments; both are accepted.
    """
    value = given
    for _ in range(2):
        if not isinstance(value, str):
            break
        try:
            value = json.loads(value) if value.strip() else None
        except (ValueError, RecursionError):
            return None
    if value is None:
        return {}
    return value if isinstance(value, dict) else None
