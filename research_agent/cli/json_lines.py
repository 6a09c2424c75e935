"""Values of the domain as JSON, one to a line."""

import json
from collections.abc import Mapping
from typing import Any

import click

from research_agent.domain.codec import encode
from research_agent.domain.sources import filing_url

__all__ = ["echo_json", "json_line"]


def json_line(value: Any) -> str:
    """Return `value` as one line of JSON in the codec's form, each filing with its `url`."""
    return json.dumps(_with_urls(encode(value)), ensure_ascii=False, separators=(",", ":"))


def echo_json(value: Any) -> None:
    """Print `value` on its own line of stdout at once."""
    click.echo(json_line(value))


def _with_urls(data: Any) -> Any:
    if isinstance(data, list):
        return [_with_urls(item) for item in data]
    if not isinstance(data, Mapping):
        return data
    plain = {key: _with_urls(item) for key, item in data.items()}
    if plain.get("type") == "Filing":
        plain["url"] = filing_url(plain["cik"], plain["accession"])
    return plain
