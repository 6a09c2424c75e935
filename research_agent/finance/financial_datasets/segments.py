"""Figures of parts of a company as Financial Datasets splits them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from research_agent.domain.companies import Company
from research_agent.domain.facts import Missing
from research_agent.domain.tables import Cell, Row
from research_agent.finance.financial_datasets.fields import FieldMeaning
from research_agent.finance.financial_datasets.tables import Column, quoted
from research_agent.finance.segments.slugs import slug_of

__all__ = ["segment_rows"]

_AXES = {"segment": "business", "region": "geography", "geographic": "geography"}
_METRICS = {"operating_income_loss": "operating_income"}


def segment_rows(company: Company, columns: Sequence[Column], currency: str) -> tuple[Row, ...]:
    """Return a row for each figure of each part, in the order the service has them.

    Two parts of one name in one period make the name ambiguous: the row is n/a there.
    """
    found: dict[str, tuple[FieldMeaning, dict[int, list[Any]]]] = {}
    for place, column in enumerate(columns):
        for metric, axis, label, value in _parts(column.record):
            concept = f"{metric}_{axis}_{slug_of(label)}"
            words = f"{label}, {metric.replace('_', ' ')} by {axis}"
            _, values = found.setdefault(concept, (FieldMeaning(concept, words, currency), {}))
            values.setdefault(place, []).append(value)
    return tuple(
        Row(
            concept,
            meaning.label,
            meaning.unit,
            tuple(
                _cell(company, meaning, values.get(place, []), column)
                for place, column in enumerate(columns)
            ),
        )
        for concept, (meaning, values) in found.items()
    )


def _cell(company: Company, meaning: FieldMeaning, values: Sequence[Any], column: Column) -> Cell:
    if len(set(map(str, values))) > 1:
        return Missing("the service gives several figures of this name")
    return quoted(
        company,
        meaning,
        values[0] if values else None,
        period=column.period,
        source=column.source,
        field=meaning.concept,
    )


def _parts(record: Mapping[str, Any]) -> Iterator[tuple[str, str, str, Any]]:
    """Yield metric, axis, name of the part and value.

    The service nests statement → metric → axis → list of `label` and `value`.
    """
    for statement in record.values():
        if not isinstance(statement, dict):
            continue
        for metric, axes in statement.items():
            for axis, parts in axes.items() if isinstance(axes, dict) else ():
                for part in parts if isinstance(parts, list) else ():
                    if isinstance(part, dict) and part.get("label"):
                        yield (
                            _METRICS.get(str(metric), str(metric)),
                            _AXES.get(str(axis), str(axis)),
                            str(part["label"]),
                            part.get("value"),
                        )
