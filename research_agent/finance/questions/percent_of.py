"""A percentage of a metric: "10% of Apple's 2024 revenue" is a tenth of it, not the whole."""

import re
from collections.abc import Sequence

from research_agent.finance.questions.definitions import (
    Definition,
    DefinitionInput,
    unit_of_metric,
)
from research_agent.finance.questions.phrases import MetricMention
from research_agent.finance.questions.words import Span

__all__ = ["find_percent_of"]

_PERCENT_OF = re.compile(
    r"(?<![\w.,])(?P<n>[0-9]+(?:\.[0-9]+)?)\s?(?:%|percent\b|per cent\b) of\b", re.IGNORECASE
)
_COMPARED = re.compile(r"\b(?:than|above|over|below|under|least|most|exceed\w*)\s+$", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:['’]s?|\s|¦|the|its|their|total)*", re.IGNORECASE)


def find_percent_of(
    text: str, metrics: Sequence[MetricMention]
) -> tuple[Definition, list[Span]] | None:
    """Return the percentage as a formula and the words that ask for it, or `None`.

    Args:
        text: The question with barriers for companies and periods.
        metrics: The metrics named in it.
    """
    found = _PERCENT_OF.search(text)
    if found is None or _COMPARED.search(text[: found.start()]):
        return None
    behind = next((m for m in metrics if m.start >= found.end()), None)
    if behind is None or not _BETWEEN.fullmatch(text[found.end() : behind.start]):
        return None
    key = behind.keys[0]
    definition = Definition(
        "the percentage you named of it",
        f"{found['n']} / 100 * {key}",
        (DefinitionInput(key, key, opening=False),),
        unit_of_metric(key),
    )
    return definition, [found.span(), behind.span]
