"""Names in a screen: metrics by key or by what people call them, and what a company can be."""

from collections.abc import Iterable
from functools import cache

from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.lines.line_items import Kind
from research_agent.finance.metrics import METRIC_KEYS, metric_label
from research_agent.finance.questions.phrases import metric_mentions
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.finance.screening.industries import SECTOR_NAMES, SECTOR_SYNONYMS

__all__ = [
    "Dimension",
    "is_money",
    "metric_dimension",
    "metric_keys",
    "nearest_metrics",
    "nearest_sectors",
    "sector_named",
]

MAX_NEAREST = 3
MIN_LIKENESS = 55
"""Of 100; names less alike are no help."""

Dimension = str
"""`"money"`, `"money/shares"`, `"shares"`, `"days"`, `"fraction"` or `"ratio"`."""

_KIND_DIMENSIONS = {
    Kind.FLOW: "money",
    Kind.INSTANT: "money",
    Kind.INSTANT_SHARES: "shares",
    Kind.AVERAGE_SHARES: "shares",
    Kind.PER_SHARE: "money/shares",
    Kind.PER_SHARE_FLOW: "money/shares",
}


@cache
def metric_keys(name: str) -> tuple[str, ...]:
    """Return the metrics a name means: one, several ("margins"), or none when it is unknown."""
    key = "_".join(name.lower().replace("-", " ").replace("_", " ").split())
    if key in LINE_ITEMS or key in RATIOS:
        return (key,)
    for spelling in (name, name.replace("_", " "), name.replace("-", " ")):
        mentions = metric_mentions(spelling)
        if len(mentions) == 1 and mentions[0].span == (0, len(spelling)):
            return mentions[0].keys
    return ()


def metric_dimension(key: str) -> Dimension:
    """Return what a metric is measured in, whatever the company's currency."""
    return RATIOS[key].unit if key in RATIOS else _KIND_DIMENSIONS[LINE_ITEMS[key].kind]


def is_money(key: str) -> bool:
    """Say whether a metric is in a currency, as a whole or per share."""
    return metric_dimension(key).startswith("money")


def nearest_metrics(name: str) -> tuple[str, ...]:
    """Return the keys of the metrics whose key or label is most like `name`, nearest first."""
    wanted = " ".join(name.lower().replace("_", " ").split())
    found = _nearest(wanted, [*_spoken()])
    return tuple(dict.fromkeys(_spoken()[spoken] for spoken in found))[:MAX_NEAREST]


@cache
def _spoken() -> dict[str, str]:
    names = {key.replace("_", " "): key for key in METRIC_KEYS}
    return {metric_label(key).lower(): key for key in METRIC_KEYS} | names


def sector_named(name: str) -> str:
    """Return the sector, division or template a name means; empty when there is none."""
    low = " ".join(name.lower().replace("&", "and").split())
    if low in SECTOR_SYNONYMS:
        return SECTOR_SYNONYMS[low]
    return next((known for known in SECTOR_NAMES if known.lower() == low), "")


def nearest_sectors(name: str) -> tuple[str, ...]:
    """Return the sectors most like `name`, nearest first."""
    return tuple(_nearest(name.lower(), SECTOR_NAMES))[:MAX_NEAREST]


def _nearest(name: str, names: Iterable[str]) -> list[str]:
    from rapidfuzz import fuzz, process, utils

    found = process.extract(
        name,
        list(names),
        scorer=fuzz.WRatio,
        processor=utils.default_process,
        limit=2 * MAX_NEAREST,
        score_cutoff=MIN_LIKENESS,
    )
    return [spoken for spoken, _score, _place in found]
