"""Line items and ratios under one roof: what a person can ask for by name."""

from research_agent.errors import InvalidRequest
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.line_items import Kind, StatementKind
from research_agent.finance.ratios import RATIOS

__all__ = ["METRIC_KEYS", "check_metric", "is_ratio", "metric_group", "metric_kind", "metric_label"]

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
    if key in LINE_ITEMS or key in RATIOS:
        return key
    from rapidfuzz import process

    near = [name for name, _score, _index in process.extract(key, METRIC_KEYS, limit=4)]
    raise InvalidRequest(f"There is no metric called {key!r}: did you mean {', '.join(near)}?")


def is_ratio(key: str) -> bool:
    """Say whether `key` is computed rather than a statement line."""
    return key in RATIOS


def metric_label(key: str) -> str:
    """Return the metric in words."""
    return RATIOS[key].label if key in RATIOS else LINE_ITEMS[key].label


def metric_kind(key: str) -> Kind | None:
    """Return how a line item behaves over time; `None` for a ratio."""
    return LINE_ITEMS[key].kind if key in LINE_ITEMS else None


def metric_group(key: str) -> str:
    """Return the statement or the ratio group it is listed under."""
    if key in RATIOS:
        return RATIOS[key].group.value
    return _STATEMENT_NAMES[LINE_ITEMS[key].statement]
