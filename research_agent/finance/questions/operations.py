"""What a question wants done with the figures."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from research_agent.finance.questions.words import BARRIER, Span

__all__ = ["Operation", "OperationReading", "Rank", "Threshold", "read_operations"]


class Operation(StrEnum):
    """What is worked out from the figures of a metric."""

    VALUE = "value"
    GROWTH = "growth"
    """Change over the whole stretch, as a fraction of its start (points for margins)."""

    CAGR = "cagr"
    """Compound growth per year."""

    AVERAGE = "average"
    SUM = "sum"
    DIFFERENCE = "difference"
    """Between two metrics, two companies or two periods."""

    SHARE = "share"
    """One metric as a fraction of another."""

    RATIO = "ratio"
    """One metric divided by another."""


class Rank(StrEnum):
    """Which end of an order is asked for."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Threshold:
    """A yes-or-no question about a figure.

    Args:
        words: `"above"`, `"below"`, `"at least"` or `"at most"`.
        value: In whole units; a percentage as a fraction.
        text: The number as the question has it.
        percent: True when it was given in percent.
    """

    words: str
    value: Decimal
    text: str
    percent: bool = False

    def holds(self, value: Decimal) -> bool:
        """Say whether `value` is on the asked side."""
        if self.words == "above":
            return value > self.value
        if self.words == "at least":
            return value >= self.value
        return value < self.value if self.words == "below" else value <= self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationReading:
    """What was asked for.

    Args:
        operation: Of each company's figures.
        rank: Which one to name; `None` when none is to be.
        over_periods: True to rank the periods of a company ("in which year").
        compare: True when the companies are to be set side by side.
        trend: True when the course over time is asked for.
        sequential: True for growth on the quarter before rather than on the year before.
        yearly: True when the growth of each period is asked for, not that of the whole stretch.
        reversed_share: True for "what share of A was B": B is the part.
        threshold: A yes-or-no question.
        spans: Text understood.
    """

    operation: Operation = Operation.VALUE
    rank: Rank | None = None
    over_periods: bool = False
    compare: bool = False
    trend: bool = False
    sequential: bool = False
    yearly: bool = False
    reversed_share: bool = False
    threshold: Threshold | None = None
    spans: tuple[Span, ...] = ()


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)


_PER_YEAR = _compiled(r"\b(?:per year|a year|per annum|p\.a\.|annually|annuali[sz]ed)(?!\w)")
_CAGR = _compiled(
    r"\bcagrs?\b|\bcompound(?:ed)?(?: annual(?:i[sz]ed)?| yearly)?(?: growth)?(?: rates?)?\b"
    r"|\b(?:average )?annual(?:i[sz]ed)? (?:rate of )?growth(?: rates?)?\b|\bhow (?:fast|quickly)\b"
    r"|\baverage annual rate(?: of growth)?\b|\bannual(?:i[sz]ed)? rate\b"
)
_GROWTH = _compiled(
    r"\b(?:grow(?:n|s|ing|th)?|grew|increas(?:e|es|ed|ing)|rise|rises|rose|risen|rising|declin(?:e|es|ed|ing)"
    r"|decreas(?:e|es|ed|ing)|fall(?:en|s)?|fell|drop(?:ped|s)?|shr(?:ink|ank|unk)|chang(?:e|es|ed|ing)"
    r"|expand(?:ed|s)?|improv(?:e|ed|es|ement)|yoy|y[/-]y)\b"
    r"|\byear[- ](?:over|on)[- ]year\b|\bgrowth rate\b"
)
_SEQUENTIAL = _compiled(
    r"\b(?:qoq|q[/-]q|sequential(?:ly)?|quarter[- ](?:over|on)[- ]quarter|on the quarter)\b"
)
_YEARLY = _compiled(r"\byear[- ](?:over|on)[- ]year\b|\byoy\b|\by[/-]y\b|\brates\b")
_AVERAGE = _compiled(r"\b(?:on )?(?:average[ds]?|averaging|avg|mean)\b")
_SUM = _compiled(
    r"\b(?:sum(?: of)?|(?:in )?total(?:led|ing)?|combined|cumulative(?:ly)?|altogether|together|aggregate|add up|summed(?: up)?)\b"
)
_DIFFERENCE = _compiled(
    r"\b(?:differences?(?: between)?|how much (?:more|less|higher|lower|larger|bigger|smaller|greater)|gap(?: between)?"
    r"|minus|by how much|how many (?:more|fewer))\b"
)
_SHARE = _compiled(
    r"\b(?:as (?:an? |the )?)?(?:share|percent(?:age)?|per cent|proportion|fraction|portion|part) of\b|% of\b"
    r"|\brelative to\b|\bas a share\b"
)
_RATIO = _compiled(
    rf"\bratio (?:of|between)\b|\bdivided by\b|(?<={BARRIER})\s*/\s*(?={BARRIER})|\bto{{0,2}} {BARRIER}+ ratio\b"
    rf"|(?<={BARRIER}) over (?={BARRIER})|(?<={BARRIER}) to (?:the )?(?={BARRIER}+ ratio)"
)
_COMPARE = _compiled(
    r"\b(?:compar(?:e|es|ed|ing|ison)(?: (?:to|with|of|between))?|versus|vs\.?|against|side by side|head to head)(?!\w)"
)
_TREND = _compiled(
    r"\b(?:trends?|over time|evol(?:ve|ved|ution)|develop(?:ed|ment)?|histor(?:y|ical|ically)|trajectory|progress(?:ed|ion)?|course)\b"
)
_HIGHEST = _compiled(
    r"\b(?:highest|largest|biggest|greatest|best|most|top|max(?:imum)?|fastest|strongest|peak(?:ed)?|record"
    r"|higher|larger|bigger|greater|better|faster|more|lead(?:s|ing)?|stronger)\b"
)
_LOWEST = _compiled(
    r"\b(?:lowest|smallest|least|worst|min(?:imum)?|slowest|weakest|lower|smaller|worse|slower|less|fewest|fewer|weaker)\b"
)
_ORDER = _compiled(r"\b(?:rank(?:ed|ing|s)?|sort(?:ed)?|order(?:ed)? by)\b")
_OVER_PERIODS = _compiled(
    rf"\b(?:in|during|of)? ?(?:which|what) (?:fiscal )?(?:years?|quarters?|{BARRIER}+)(?= (?:did|was|were|had|has|saw|is))|^\s*when\b"
    r"|\b(?:which|what) (?:fiscal )?(?:year|quarter)\b|\bbest (?:year|quarter)\b|\bever\b|\ball[ -]time\b"
)
_THRESHOLD = re.compile(
    r"\b(?P<w>above|over|exceed(?:s|ed|ing)?|more\s+than|greater\s+than|higher\s+than|larger\s+than|bigger\s+than|at\s+least"
    r"|below|under|less\s+than|lower\s+than|smaller\s+than|at\s+most)\s+(?P<text>(?:us)?[$€£]?\s?(?P<n>[0-9][0-9,]*(?:\.[0-9]+)?)\s?"
    r"(?P<u>%|percent\b|per\s+cent\b|x\b|×|times\b|thousand\b|million\b|billion\b|trillion\b|bn\b|mn\b|tn\b|m\b|b\b)?)",
    re.IGNORECASE,
)
_POWERS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "bn": 9, "mn": 6, "tn": 12}
_POWERS |= {"m": 6, "b": 9}


def read_operations(
    text: str,
    *,
    metric_starts: Sequence[int] = (),
    several_companies: bool = False,
    growth_named: bool = False,
) -> OperationReading:
    """Read the operation from what is left of a question once its nouns are barriers.

    Args:
        text: Companies, metrics and periods replaced by barriers.
        metric_starts: Where the metrics stood, in order.
        several_companies: True when "higher" compares companies.
        growth_named: True when a metric is a growth already ("revenue growth per year").
    """
    spans: list[Span] = []
    threshold, text = _threshold(text, spans)

    def says(pattern: re.Pattern[str]) -> bool:
        found = [match.span() for match in pattern.finditer(text)]
        spans.extend(found)
        return bool(found)

    over_periods = says(_OVER_PERIODS)
    share = _SHARE.search(text)
    spans += [share.span()] if share else []
    difference = says(_DIFFERENCE)
    sequential = says(_SEQUENTIAL)
    operation = _operation(
        cagr=says(_CAGR),
        per_year=(per_year := says(_PER_YEAR)),
        growth=says(_GROWTH) or sequential or (per_year and growth_named),
        average=says(_AVERAGE),
        total=says(_SUM),
        difference=difference,
        share=share is not None,
        ratio=says(_RATIO),
    )
    compare, trend = says(_COMPARE), says(_TREND)
    highest, lowest, ordered = says(_HIGHEST), says(_LOWEST), says(_ORDER)
    rank = Rank.ORDER if ordered else Rank.LOWEST if lowest else Rank.HIGHEST if highest else None
    if difference or not (several_companies or over_periods):
        rank = None
    return OperationReading(
        operation=operation,
        rank=rank,
        over_periods=over_periods,
        compare=compare,
        trend=trend,
        sequential=sequential,
        yearly=bool(_YEARLY.search(text)),
        reversed_share=share is not None and _stands_first(share.start(), metric_starts),
        threshold=threshold,
        spans=tuple(spans),
    )


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
    found = _THRESHOLD.search(text)
    if found is None:
        return None, text
    unit = (found["u"] or "").lower()
    percent = unit.startswith(("%", "per"))
    value = Decimal(found["n"].replace(",", "")) * Decimal(10) ** _POWERS.get(unit, 0)
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


def _stands_first(place: int, metric_starts: Sequence[int]) -> bool:
    """True for "what share of revenue was R&D", where the words come before both metrics."""
    return len(metric_starts) > 1 and place < metric_starts[0]
