"""Read from the words of a question what is to be done with the figures."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from research_agent.finance.questions.operation_patterns import (
    AVERAGE,
    CAGR,
    COMPARE,
    DIFFERENCE,
    DOWN,
    FRACTIONS,
    GROWTH,
    HIGHEST,
    LESS,
    LOWEST,
    MORE,
    ORDER,
    OVER_PERIODS,
    PART_SHARE,
    PART_THRESHOLD,
    PER_YEAR,
    POWERS,
    QUANTIFIERS,
    RATIO,
    SEQUENTIAL,
    SHARE,
    SUM,
    THRESHOLD,
    TREND,
    UP,
    YEARLY,
    YES_NO,
)
from research_agent.finance.questions.operations import (
    Direction,
    Operation,
    OperationReading,
    Rank,
    Threshold,
)
from research_agent.finance.questions.words import BARRIER, Span

__all__ = ["read_operations"]


def read_operations(
    text: str,
    *,
    metric_spans: Sequence[Span] = (),
    several_companies: bool = False,
    growth_named: bool = False,
    parts: int = 0,
    question: str = "",
) -> OperationReading:
    """Read the operation from what is left of a question once its nouns are barriers.

    Args:
        text: Companies, metrics and periods replaced by barriers.
        metric_spans: Where the metrics stood, in order.
        several_companies: True when "higher" compares companies.
        growth_named: True when a metric is a growth already ("revenue growth per year").
        parts: How many parts of a company can be told apart: several when all of a kind are
            asked for ("by segment"), so that "highest" ranks them.
        question: As asked; its first word says whether it wants yes or no, and "every year"
            stands in it though the periods are barriers in `text`.
    """
    spans: list[Span] = []
    threshold, text = _threshold(text, spans)

    def says(pattern: re.Pattern[str]) -> bool:
        found = [match.span() for match in pattern.finditer(text)]
        spans.extend(found)
        return bool(found)

    over_periods = says(OVER_PERIODS)
    share = SHARE.search(text) or (PART_SHARE.search(text) if parts else None)
    spans += [share.span()] if share else []
    of_two = len(metric_spans) > 1 or parts > 0
    difference = says(DIFFERENCE) or _joined_by(text, metric_spans, "less")
    sequential = says(SEQUENTIAL)
    operation = _operation(
        cagr=says(CAGR),
        per_year=(per_year := says(PER_YEAR)),
        growth=says(GROWTH) or sequential or (per_year and growth_named),
        average=says(AVERAGE),
        total=says(SUM),
        difference=difference,
        share=share is not None and of_two,
        ratio=of_two and (says(RATIO) or _joined_by(text, metric_spans, "to")),
    )
    compare, trend = says(COMPARE), says(TREND)
    highest, lowest, ordered = says(HIGHEST), says(LOWEST), says(ORDER)
    rank = Rank.ORDER if ordered else Rank.LOWEST if lowest else Rank.HIGHEST if highest else None
    if difference or not (several_companies or over_periods or parts > 1):
        rank = None
    yes_no = bool(YES_NO.match(question))
    quantifier = next((q for q, pattern in QUANTIFIERS if pattern.search(question)), None)
    spans += [m.span() for _, pattern in QUANTIFIERS for m in pattern.finditer(text)]
    return OperationReading(
        operation=operation,
        rank=rank,
        over_periods=over_periods,
        compare=compare,
        trend=trend,
        sequential=sequential,
        yearly=bool(YEARLY.search(text)),
        reversed_share=share is not None and _stands_first(share.start(), metric_spans),
        threshold=threshold,
        direction=_direction(text) if yes_no else None,
        quantifier=quantifier,
        yes_no=yes_no,
        spans=tuple(spans),
    )


def _direction(text: str) -> Direction | None:
    """Say which way "did it grow", "was it higher in 2023 than in 2022" ask about."""
    order = (
        (UP, Direction.UP),
        (DOWN, Direction.DOWN),
        (MORE, Direction.UP),
        (LESS, Direction.DOWN),
    )
    return next((way for pattern, way in order if pattern.search(text)), None)


def _operation(
    *,
    cagr: bool,
    per_year: bool,
    growth: bool,
    average: bool,
    total: bool,
    difference: bool,
    share: bool,
    ratio: bool,
) -> Operation:
    order = (
        (cagr or (per_year and growth), Operation.CAGR),
        (average, Operation.AVERAGE),
        (share, Operation.SHARE),
        (ratio, Operation.RATIO),
        (growth, Operation.GROWTH),
        (difference, Operation.DIFFERENCE),
        (total, Operation.SUM),
    )
    return next((operation for said, operation in order if said), Operation.VALUE)


def _threshold(text: str, spans: list[Span]) -> tuple[Threshold | None, str]:
    found = THRESHOLD.search(text)
    if found is None:
        return _part_threshold(text, spans)
    unit = (found["u"] or "").lower()
    percent = unit.startswith(("%", "per"))
    value = Decimal(found["n"].replace(",", "")) * Decimal(10) ** POWERS.get(unit, 0)
    low = " ".join(found["w"].lower().split())
    if low in ("at least", "at most"):
        words = low
    else:
        words = (
            "below" if low.startswith(("below", "under", "less", "lower", "smaller")) else "above"
        )
    spans.append(found.span())
    blank = BARRIER * (found.end() - found.start())
    shown = found["text"].strip()
    threshold = Threshold(words, value / 100 if percent else value, shown, percent)
    return threshold, text[: found.start()] + blank + text[found.end() :]


def _part_threshold(text: str, spans: list[Span]) -> tuple[Threshold | None, str]:
    """Read "more than half" and "at least a third" as percentages."""
    found = PART_THRESHOLD.search(text)
    if found is None:
        return None, text
    low = " ".join(found["w"].lower().split())
    words = {"at least": low, "at most": low, "less than": "below", "under": "below"}.get(
        low, "above"
    )
    shown = " ".join(found["text"].split())
    plain = shown.lower()
    value = FRACTIONS[found["n"].lower() if found["n"] else "half" if "half" in plain else plain]
    spans.append(found.span())
    blank = BARRIER * (found.end() - found.start())
    return Threshold(words, value, shown, percent=True), text[: found.start()] + blank + text[
        found.end() :
    ]


def _joined_by(text: str, metric_spans: Sequence[Span], word: str) -> bool:
    """True for "total debt to equity": two metrics with that word between them and no other."""
    gaps = (text[a[1] : b[0]].split() for a, b in pairwise(metric_spans))
    return any(gap in ([word], [word, "the"]) for gap in gaps)


def _stands_first(place: int, metric_spans: Sequence[Span]) -> bool:
    """True for "what share of revenue was R&D", where the words come before both metrics."""
    return len(metric_spans) > 1 and place < metric_spans[0][0]
