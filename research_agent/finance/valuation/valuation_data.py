"""A valuation as plain data, each figure in full once and by its reference elsewhere.

A figure holds the figures it was made from, and those theirs: written out in place, a valuation
would repeat the same quarters hundreds of times.
"""

import dataclasses
from typing import Any

from research_agent.domain.codec import encode
from research_agent.domain.facts import Fact
from research_agent.finance.valuation.valuation import Valuation

__all__ = ["valuation_data"]


def valuation_data(valuation: Valuation) -> dict[str, Any]:
    """Return what `encode` makes of a valuation, but for its figures.

    Returns:
        A figure in place is its reference (`"AAPL.wacc.FY2025"`); `"figures"` holds them all by
        reference, the references of their inputs under `"inputs"`. `"computed"` is left out, as
        it is among them.
    """
    figures: dict[str, Any] = {}
    plain = {
        field.name: _plain(getattr(valuation, field.name), figures)
        for field in dataclasses.fields(valuation)
        if field.name != "computed"
    }
    for fact in valuation.computed:
        _enter(fact, figures)
    return {"type": "Valuation", **plain, "figures": figures}


def _plain(value: Any, figures: dict[str, Any]) -> Any:
    if isinstance(value, Fact):
        return _enter(value, figures)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {
            "type": type(value).__name__,
            **{field.name: _plain(getattr(value, field.name), figures) for field in fields},
        }
    if isinstance(value, tuple):
        return [_plain(one, figures) for one in value]
    return encode(value)


def _enter(fact: Fact, figures: dict[str, Any]) -> str:
    name = _name(fact)
    if name not in figures:
        figures[name] = {}  # entered before its inputs, which never lead back to it
        alone = encode(dataclasses.replace(fact, inputs=()))
        alone["inputs"] = [_enter(one, figures) for one in fact.inputs]
        figures[name] = alone
    return name


def _name(fact: Fact) -> str:
    """Return the reference; of a filed part of a figure of the same name, with its accession."""
    return f"{fact.ref}#{fact.filing.accession}" if fact.filing is not None else fact.ref
