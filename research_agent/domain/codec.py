"""Domain values to JSON and back, exactly.

Dataclasses become objects; a field that may hold several classes carries `"type"`. Dates are
ISO strings, decimals are strings, so that nothing is rounded on the way.
"""

import dataclasses
import types
import typing
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union

__all__ = ["decode", "encode"]

T = TypeVar("T")


def encode(value: Any) -> Any:
    """Return `value` as JSON-serialisable plain data.

    Args:
        value: A domain dataclass, or plain data holding some.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: encode(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {"type": type(value).__name__, **fields}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    return value


def decode(kind: Any, data: Any) -> Any:
    """Rebuild a value of type `kind` (a class or a union of dataclasses) from `encode`'s output.

    Raises:
        ValueError: `data` does not fit `kind`.
    """
    origin = typing.get_origin(kind)
    if kind is Any:
        return data
    if origin in (Union, types.UnionType):
        return _decode_union(typing.get_args(kind), data)
    if origin is tuple:
        item = typing.get_args(kind)[0]
        return tuple(decode(item, one) for one in data)
    if origin is dict:
        return dict(data)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        hints = _hints(kind)
        given = {name: decode(hint, data[name]) for name, hint in hints.items() if name in data}
        return kind(**given)
    return _decode_plain(kind, data)


def _decode_plain(kind: Any, data: Any) -> Any:
    if kind is date:
        return date.fromisoformat(data)
    if kind is Decimal or (isinstance(kind, type) and issubclass(kind, Enum)):
        return kind(data)
    if kind is float and isinstance(data, int):
        return float(data)
    if isinstance(kind, type) and isinstance(data, kind):
        return data
    raise ValueError(f"{data!r} is not a {kind}")


def _decode_union(kinds: tuple[Any, ...], data: Any) -> Any:
    if data is None and type(None) in kinds:
        return None
    if isinstance(data, dict) and "type" in data:
        for kind in kinds:
            if getattr(kind, "__name__", "") == data["type"]:
                return decode(kind, data)
    plain = [kind for kind in kinds if kind is not type(None)]
    if len(plain) == 1:
        return decode(plain[0], data)
    raise ValueError(f"no alternative of {kinds} fits {data!r}")


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return typing.get_type_hints(kind)
