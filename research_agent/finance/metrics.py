"""Line items, ratios and figures of parts under one roof: what a person can ask for by name.

A figure of a part is named after its metric, what it is split by and the part itself:
`revenue_product_services`. Which parts there are is the company's affair, so these names are known
by their shape and are not listed in `METRIC_KEYS`.
"""

from typing import TYPE_CHECKING

from research_agent.errors import InvalidRequest
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.lines.line_items import Kind, StatementKind
from research_agent.finance.ratios.every_ratio import RATIOS

if TYPE_CHECKING:
    from research_agent.finance.segments.concepts import SegmentConcept

__all__ = [
    "METRIC_KEYS",
    "check_metric",
    "is_part",
    "is_ratio",
    "metric_group",
    "metric_kind",
    "metric_label",
]

_PARTS = "Segments"

METRIC_KEYS: tuple[str, ...] = (*LINE_ITEMS, *RATIOS)

_STATEMENT_NAMES = {
    StatementKind.INCOME: "Income statement",
    StatementKind.BALANCE: "Balance sheet",
    StatementKind.CASH_FLOW: "Cash flow statement",
}


def check_metric(key: str) -> str:
    """Return `key` when it names a metric.

    Raises:
        InvalidRequest: It does not; the sentence names the nearest ones.
    """
    if key in LINE_ITEMS or key in RATIOS or is_part(key):
        return key
    from rapidfuzz import process

    near = [name for name, _score, _index in process.extract(key, METRIC_KEYS, limit=4)]
    raise InvalidRequest(f"There is no metric called {key!r}: did you mean {', '.join(near)}?")


def is_part(key: str) -> bool:
    """Say whether `key` names a figure of a part of a company."""
    return _part(key) is not None


def _part(key: str) -> "SegmentConcept | None":
    if key in LINE_ITEMS or key in RATIOS:
        return None
    from research_agent.finance.segments.concepts import SegmentConcept

    return SegmentConcept.parse(key)


def is_ratio(key: str) -> bool:
    """Say whether `key` is computed rather than a statement line."""
    return key in RATIOS


def metric_label(key: str) -> str:
    """Return the metric in words."""
    if key in RATIOS:
        return RATIOS[key].label
    part = _part(key)
    return part.label if part else LINE_ITEMS[key].label


def metric_kind(key: str) -> Kind | None:
    """Return how a line item or a part's figure behaves over time; `None` for a ratio."""
    if key in LINE_ITEMS:
        return LINE_ITEMS[key].kind
    part = _part(key)
    return part.metric.kind if part else None


def metric_group(key: str) -> str:
    """Return the statement or the ratio group it is listed under."""
    if key in RATIOS:
        return RATIOS[key].group.value
    if is_part(key):
        return _PARTS
    return _STATEMENT_NAMES[LINE_ITEMS[key].statement]
