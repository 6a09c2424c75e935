"""Companies, metrics and periods in the words of a sentence."""

import re
from collections.abc import Sequence

from research_agent.analyst.selection import Point
from research_agent.domain.companies import Company
from research_agent.domain.periods import Basis, Period
from research_agent.finance.lines.line_items import Kind
from research_agent.finance.metrics import metric_kind, metric_label
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.finance.ratios.ratio import Timing
from research_agent.finance.ratios.sector_rule import in_sentence

__all__ = [
    "at_period",
    "be",
    "is_balance",
    "listed",
    "metric_words",
    "period_words",
    "point_label",
    "point_words",
    "possessive",
    "short_name",
]

_LEGAL = re.compile(
    r"(?:,?\s+(?:Inc|Corp|Corporation|Incorporated|Company|Co|Ltd|Limited|plc|PLC|N\.?V|S\.?A|SE|AG|LLC|LP|& Co)\.?)+$"
)
_TAIL = re.compile(r"(?:\s+(?:Holdings?|Group|Class [A-C])|,\s*|\s*&|\.com)$")
_PLURAL = re.compile(
    r"(?:assets|liabilities|expenses|shares?, (?:basic|diluted)|receivable|inventories|deposits|loans|earned|dividends|"
    r"paid|charges|securities|interests|investments|acquisitions|revenues|earnings|repurchased|shares outstanding|payable|borrowings)$",
    re.IGNORECASE,
)


def short_name(company: Company) -> str:
    """Return the name as people say it: "Apple", "Procter & Gamble"."""
    name = _LEGAL.sub("", company.name)
    trimmed = _TAIL.sub("", name)
    return trimmed if len(trimmed) > 2 else name or company.ticker


def possessive(name: str) -> str:
    """Return "Apple's", "Advanced Micro Devices'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def metric_words(key: str) -> str:
    """Return the metric inside a sentence: "revenue", "diluted EPS", "R&D to revenue"."""
    return in_sentence(metric_label(key).partition(" (")[0])


def point_label(point: Point) -> str:
    """Return what a figure is, as a heading has it: "Revenue", "Services revenue"."""
    return point.name or metric_label(point.concept)


def point_words(point: Point) -> str:
    """Return what a figure is inside a sentence; the name of a part keeps its capitals."""
    return point.name or metric_words(point.concept)


def be(point: Point) -> str:
    """Return "was" or "were"; a ratio is one figure whatever its name ("return on assets")."""
    if point.concept in RATIOS and not point_words(point).startswith("days "):
        return "was"
    whole = point_words(point)
    return "were" if _PLURAL.search(whole.split(",")[0]) or _PLURAL.search(whole) else "was"


def is_balance(key: str) -> bool:
    """Say whether the figure is of a moment rather than of a stretch of time."""
    if key in RATIOS:
        inputs = RATIOS[key].inputs
        return all(i.timing is Timing.CURRENT and _instant(i.key) for i in inputs)
    return _instant(key)


def _instant(key: str) -> bool:
    return metric_kind(key) in (Kind.INSTANT, Kind.INSTANT_SHARES)


def period_words(period: Period, *, balance: bool = False) -> str:
    """Return "FY2023 (year ended 2023-09-30)"; for a balance "the end of FY2022 (2022-09-24)"."""
    if balance and period.basis is Basis.TTM:
        return f"{period.end} ({period.label})"
    if balance:
        return f"the end of {period.label} ({period.end})"
    if period.basis is Basis.TTM:
        return f"{period.label} (twelve months ended {period.end})"
    noun = "year" if period.basis is Basis.ANNUAL else "quarter"
    return f"{period.label} ({noun} ended {period.end})"


def at_period(point: Point) -> str:
    """Return "in FY2023 (year ended …)", "at the end of …", or the label when nothing is there."""
    if point.period is None:
        return f"in {point.label}"
    balance = is_balance(point.concept)
    before = "in"
    if balance:
        before = "on" if point.period.basis is Basis.TTM else "at"
    return f"{before} {period_words(point.period, balance=balance)}"


def listed(items: Sequence[str]) -> str:
    """Return "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
