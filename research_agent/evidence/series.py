"""The run's facts as series over time, and which of their points a claim compares or adds."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis
from research_agent.evidence.claims import Claim
from research_agent.evidence.company_names import OTHER_COMPANY
from research_agent.evidence.figures import PrintedUnit
from research_agent.evidence.matching import in_period
from research_agent.evidence.period_names import PeriodName
from research_agent.evidence.wording import Role

__all__ = ["Series", "SeriesIndex", "pairs", "windows"]

_YEAR_DAYS = (350, 380)
_SAME_TIME_DAYS = 185
_NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve".split(), 2
    )
}
_COUNT = re.compile(
    rf"\b(?P<n>[0-9]{{1,2}}|{'|'.join(_NUMBER_WORDS)})[\s-]+(?:fiscal\s+|full\s+|most\s+recent\s+)?"
    r"(?:years?|quarters?|periods?)\b",
    re.I,
)
_BASE = re.compile(
    r"\b(?:from|on|over|versus|vs\.?|than|against|compared\s+(?:with|to)|relative\s+to)\s+"
    r"(?:that\s+of\s+|its\s+|the\s+|in\s+)*$",
    re.I,
)
_REVERSED = re.compile(r"\s*(?:compared|relative|versus|against|next)\b", re.I)


@dataclass(frozen=True, slots=True)
class Series:
    """One concept of one company in one basis and vintage; facts oldest first."""

    ticker: str
    concept: str
    basis: Basis
    unit: str
    facts: tuple[Fact, ...]


class SeriesIndex:
    """Every series of the run, by company and concept."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        grouped: dict[tuple[str, str, Basis, str, str], dict[object, Fact]] = {}
        for fact in facts:
            key = (fact.ticker, fact.concept, fact.period.basis, fact.vintage, fact.unit)
            grouped.setdefault(key, {}).setdefault(fact.end, fact)
        self._series: dict[tuple[str, str], list[Series]] = {}
        for (ticker, concept, basis, _, unit), points in grouped.items():
            ordered = tuple(sorted(points.values(), key=lambda fact: fact.end))
            self._series.setdefault((ticker, concept), []).append(
                Series(ticker, concept, basis, unit, ordered)
            )
        self._tickers = tuple(dict.fromkeys(ticker for ticker, _ in self._series))

    def select(self, companies: Iterable[str], concepts: Iterable[str]) -> tuple[Series, ...]:
        """Return the series of these concepts; of every company when none is given."""
        wanted = sorted(set(concepts))
        return tuple(
            series
            for ticker in sorted(companies) or self._tickers
            for concept in wanted
            for series in self._series.get((ticker, concept), ())
        )

    def aligned(self, claim: Claim, one: str, other: str) -> Iterator[tuple[Fact, Fact]]:
        """Yield two concepts of one company at the same period end, newest first."""
        for left in self.select(claim.companies, (one,)):
            for right in self.select((left.ticker,), (other,)):
                if right.basis is left.basis:
                    by_end = {fact.end: fact for fact in right.facts}
                    for fact in reversed(left.facts):
                        if fact.end in by_end and in_period(claim, fact):
                            yield fact, by_end[fact.end]

    def across(self, claim: Claim, concepts: Iterable[str]) -> Iterator[tuple[Fact, Fact]]:
        """Yield one concept of two companies at about the same time.

        The company named first comes first, as in "Apple earned $10 billion more than …";
        both ways round when the words give no direction.
        """
        wanted = tuple(concepts)
        for first, second in _company_pairs(claim):
            for left in self.select((first,), wanted):
                for right in self.select((second,), (left.concept,)):
                    if right.basis is left.basis and right.unit == left.unit:
                        yield from _same_time(claim, left, right)

    def together(self, claim: Claim, concepts: Iterable[str]) -> Iterator[tuple[Fact, ...]]:
        """Yield one concept of every company named, at about the same time."""
        named = [ticker for ticker in claim.near_companies if ticker != OTHER_COMPANY]
        companies = named if len(named) > 1 else list(self._tickers)
        if len(companies) < 2:
            return
        for concept in concepts:
            for lead in self.select(companies[:1], (concept,)):
                for fact in reversed(lead.facts):
                    if in_period(claim, fact):
                        others = [self._near(fact, ticker, lead) for ticker in companies[1:]]
                        found = [one for one in others if one is not None]
                        if len(found) == len(others):
                            yield (fact, *found)

    def _near(self, fact: Fact, ticker: str, like: Series) -> Fact | None:
        candidates = [
            one
            for series in self.select((ticker,), (like.concept,))
            if series.basis is like.basis and series.unit == like.unit
            for one in series.facts
            if _at_same_time(fact, one)
        ]
        same = [one for one in candidates if one.period.label == fact.period.label]
        return next(iter(same or candidates), None)


def pairs(claim: Claim, series: Series, *, span: bool = False) -> Iterator[tuple[Fact, Fact]]:
    """Yield (earlier, later) points whose change a claim can mean, likeliest first.

    Args:
        claim: What the answer says.
        series: Where the points are.
        span: True when the change runs over several periods: whole stretches come first.
    """
    steps, stretches = list(_steps(claim, series)), list(_stretches(claim, series))
    ordered = [*stretches, *steps] if span else [*steps, *stretches]
    yield from dict.fromkeys((before, after) for before, after in ordered if before.end < after.end)


def windows(claim: Claim, series: Series) -> Iterator[tuple[Fact, ...]]:
    """Yield the points whose sum or average a claim can mean, likeliest first."""
    for names in (claim.periods, claim.near_periods, claim.hint_periods):
        named = _covered(claim, series, names)
        if len(named) > 1:
            yield named
    count = _count(claim.words)
    last = _covered(claim, series, claim.periods)
    until = series.facts.index(last[-1]) + 1 if last else len(series.facts)
    if count is not None and until >= count:
        yield series.facts[until - count : until]
    if not claim.periods and len(series.facts) > 1:
        yield series.facts


def _steps(claim: Claim, series: Series) -> Iterator[tuple[Fact, Fact]]:
    """Yield changes from one period to the next: over a year, and from quarter to quarter."""
    named = _covered(claim, series, claim.periods) or (
        _covered(claim, series, claim.hint_periods) or series.facts[-1:]
        if not claim.periods
        else ()
    )
    for fact in reversed(named):
        yield from ((before, fact) for before in series.facts if _a_year_apart(before, fact))
        at = series.facts.index(fact)
        if series.basis is Basis.QUARTERLY and at > 0:
            yield series.facts[at - 1], fact
    for fact in _covered(claim, series, _base_names(claim)):
        yield from ((fact, after) for after in series.facts if _a_year_apart(fact, after))
        yield fact, series.facts[-1]


def _stretches(claim: Claim, series: Series) -> Iterator[tuple[Fact, Fact]]:
    """Yield changes over the whole of what the words span."""
    names = claim.near_periods or claim.hint_periods
    count = _count(claim.words)
    for name in names:
        if name.spans and (covered := _covered(claim, series, (name,))):
            yield covered[0], covered[-1]
    single = tuple(name for name in names if not name.spans)
    if len(single) > 1:
        points = _covered(claim, series, single)
        base_named = claim.figure.unit is PrintedUnit.TIMES  # "4.8 times its FY2023 level"
        until_here = points if base_named else _covered(claim, series, claim.periods) or points
        stretches = [pair for pair in combinations(points, 2) if pair[1] in until_here]
        yield from sorted(stretches, key=lambda pair: pair[0].end - pair[1].end)
    last = _covered(claim, series, single[-1:])
    until = series.facts.index(last[-1]) if last else len(series.facts) - 1
    if count is not None:
        for back in (count, count - 1):
            if until - back >= 0:
                yield series.facts[until - back], series.facts[until]
    if not names and len(series.facts) > 1:
        yield series.facts[0], series.facts[-1]


def _base_names(claim: Claim) -> tuple[PeriodName, ...]:
    """Return the periods a change is counted from: "up 8% from FY2022"."""
    return tuple(
        name for name in claim.near_periods if _BASE.search(claim.words[: name.start][-40:])
    )


def _covered(claim: Claim, series: Series, names: Sequence[PeriodName]) -> tuple[Fact, ...]:
    return tuple(
        fact
        for fact in series.facts
        if any(name.covers(fact.period, quarters=claim.quarters, ttm=claim.ttm) for name in names)
    )


def _company_pairs(claim: Claim) -> Iterator[tuple[str, str]]:
    named = [ticker for ticker in claim.near_companies if ticker != OTHER_COMPANY]
    if claim.role in (Role.LEVEL, Role.CHANGE) and not claim.in_table:
        yield from permutations(named, 2)
    elif claim.in_table or _REVERSED.match(claim.words):
        yield from permutations(reversed(named), 2)
    else:
        yield from combinations(named, 2)


def _same_time(claim: Claim, left: Series, right: Series) -> Iterator[tuple[Fact, Fact]]:
    for fact in reversed(left.facts):
        if in_period(claim, fact):
            near = [other for other in right.facts if _at_same_time(fact, other)]
            same = [other for other in near if other.period.label == fact.period.label]
            yield from ((fact, other) for other in (same or near)[:2])


def _at_same_time(one: Fact, other: Fact) -> bool:
    same_label = one.period.label == other.period.label
    return same_label or abs((one.end - other.end).days) <= _SAME_TIME_DAYS


def _a_year_apart(before: Fact, after: Fact) -> bool:
    low, high = _YEAR_DAYS
    return low <= (after.end - before.end).days <= high


def _count(words: str) -> int | None:
    """Return N of "last N years" or "N-year"; `None` when there is none."""
    found = _COUNT.search(words)
    if found is None:
        return None
    text = found["n"].lower()
    number = _NUMBER_WORDS.get(text) or int(text)
    return number if number > 1 else None
