"""What a reader must know beside the figures: derivations, calendars, what is missing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from research_agent.analyst.printed import printed
from research_agent.analyst.selection import Point, fiscal_year
from research_agent.analyst.wording import (
    be,
    is_balance,
    period_words,
    point_words,
    possessive,
    short_name,
)
from research_agent.analyst.work import Work
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, Vintage
from research_agent.finance.metrics import is_part
from research_agent.finance.questions import Presentation

__all__ = ["remarks"]

_MAX_FORMULAS = 4
_EARLY_MONTHS = 5  # a fiscal year that ends by May lies mostly in the calendar year before
_APART = timedelta(days=45)
_LATE_QUARTER = timedelta(days=200)
_LATE_YEAR = timedelta(days=480)
"""A newer period has ended and its report was due: ours are not the newest there are."""
_MAX_DEPTH = 4
_MONTHS = re.compile(r"\b([369])M ")
_ASIDE = re.compile(r" \([^()]*(?:\([^()]*\)[^()]*)*\bnow\)")  # figures no tool returned
_NUMBERS = {"3": "three", "6": "six", "9": "nine"}


def remarks(
    work: Work, points: Sequence[Point], *, worked_out: Sequence[Fact] = (), told: str = ""
) -> list[str]:
    """Return one sentence for each thing worth knowing, none twice.

    Args:
        work: The figures.
        points: Those the answer shows.
        worked_out: Results of calculations it shows.
        told: What was said already; a reason that stands there is not repeated.
    """
    facts = [point.fact for point in points if point.fact is not None]
    found = [
        *_other_calendar(work, points),
        *_formulas(facts),
        *_derivations(facts),
        *_vintage(work),
        *_cautions(work, facts),
        *_ends_apart(work, points),
        *_currencies(work.parsed.presentation, facts, worked_out),
        *_stale(work, points),
        *_missing(points, told),
    ]
    return list(dict.fromkeys(found))


def _other_calendar(work: Work, points: Sequence[Point]) -> Iterator[str]:
    """Say so when "in 2023" named a fiscal year that lies mostly in 2022, and give the next."""
    asked = work.parsed.periods
    plain = asked.basis is Basis.ANNUAL and not (asked.fiscal or asked.calendar or asked.span)
    if not (plain and asked.labels) or len(points) > _MAX_FORMULAS:
        return
    for point in points:
        period = point.period
        if period is None or period.basis is not Basis.ANNUAL or is_balance(point.concept):
            continue
        if period.end.year != fiscal_year(period) or period.end.month > _EARLY_MONTHS:
            continue
        later = work.series[point.company.cik, point.concept]
        after = next((p for p in later.cells if fiscal_year(p) == fiscal_year(period) + 1), None)
        sentence = (
            f"{possessive(short_name(point.company))} {period.label} ended {period.end}, so most "
            f"of it lies in calendar {period.end.year - 1}"
        )
        fact = later.point(after).fact if after else None
        if after is None or fact is None:
            yield f"{sentence}."
            continue
        shown = printed(fact.value, fact.unit, work.parsed.presentation)
        name = point_words(point)
        yield f"{sentence}; {name} in {period_words(after)} {be(point)} {shown}."


def _formulas(facts: Iterable[Fact]) -> Iterator[str]:
    """Give the formula of each ratio and of lines that are sums of others."""
    seen: dict[str, str] = {}
    for fact in facts:
        if is_part(fact.concept):
            continue  # a cost shown with its sign turned: no formula worth telling
        if fact.formula and "FY" not in fact.formula and fact.concept not in seen:
            seen[fact.concept] = f"{fact.label.partition(' (')[0]} = {fact.formula}."
    yield from seen.values()


def _derivations(facts: Iterable[Fact]) -> Iterator[str]:
    """Say which periods were not filed as such."""
    found: dict[str, str] = {}
    for fact in facts:
        for inner in _within(fact, 0):
            if inner.origin is Origin.DERIVED and "FY" in inner.formula and not inner.filing:
                found.setdefault(inner.period.label, inner.formula)
    shown = [
        f"{label} = {_MONTHS.sub(_months, formula).replace('4 × ', 'four times ')}"
        for label, formula in list(found.items())[:_MAX_FORMULAS]
    ]
    if shown:
        more = "; the others likewise" if len(found) > _MAX_FORMULAS else ""
        yield f"Derived, not filed as such: {'; '.join(shown)}{more}."


def _months(found: re.Match[str]) -> str:
    return f"{_NUMBERS[found[1]]} months of "


def _within(fact: Fact, depth: int) -> Iterator[Fact]:
    """Yield a figure and those it was made of in the same words: TTM, then its quarters."""
    yield fact
    if depth < _MAX_DEPTH and fact.period.basis is not Basis.ANNUAL:
        for inner in fact.inputs:
            if inner.period.basis is not Basis.ANNUAL:
                yield from _within(inner, depth + 1)


def _vintage(work: Work) -> Iterator[str]:
    parsed = work.parsed
    if parsed.vintage is Vintage.AS_REPORTED:
        yield "Figures are as first reported; later filings may have recast them."
    if parsed.as_of is not None:
        yield f"Only filings received by {parsed.as_of} are used."


def _cautions(work: Work, facts: Sequence[Fact]) -> Iterator[str]:
    """Pass on the notes of the figures shown, and breaks between their periods."""
    for fact in facts:
        if fact.note:
            yield f"{fact.label.partition(' (')[0]}: {fact.note}"
    labels = {fact.period.label for fact in facts}
    names = {fact.label for fact in facts}
    for table in work.tables:
        for note in table.notes:
            first = note.partition(" and earlier")[0]
            if len(labels) > 1 and first in labels and any(name in note for name in names):
                yield _ASIDE.sub("", note)


def _ends_apart(work: Work, points: Sequence[Point]) -> Iterator[str]:
    """Say that fiscal years of peers cover different months."""
    if len(work.parsed.companies) < 2:
        return
    ends: dict[str, list[Point]] = {}
    for point in points:
        if point.period is not None:
            ends.setdefault(point.label, []).append(point)
    for same in ends.values():
        days = sorted(point.period.end for point in same if point.period)
        if days[-1] - days[0] > _APART:
            yield "The companies' fiscal periods end on different days, so they cover different months."
            return


def _stale(work: Work, points: Sequence[Point]) -> Iterator[str]:
    """Say how old the newest figures are, where the newest were asked for and newer ones may exist."""
    asked = work.parsed.periods
    if asked.labels or asked.last is not None or asked.end is not None:
        return
    day = work.parsed.as_of or work.parsed.today
    newest: dict[str, Point] = {}
    for point in points:
        if point.period is not None and point.fact is not None:
            best = newest.setdefault(short_name(point.company), point)
            if best.period is not None and point.period.end > best.period.end:
                newest[short_name(point.company)] = point
    for name, point in newest.items():
        period = point.period
        late = _LATE_YEAR if period is not None and period.basis is Basis.ANNUAL else _LATE_QUARTER
        if period is not None and day - period.end > late:
            yield f"The newest such figures of {name} here are of {period_words(period)}."


def _currencies(
    asked: Presentation, facts: Sequence[Fact], worked_out: Sequence[Fact]
) -> Iterator[str]:
    units = {fact.unit.removesuffix("/shares") for fact in (*facts, *worked_out)}
    held = sorted(unit for unit in units if len(unit) == 3 and unit.isupper())
    if asked.currency and held and held != [asked.currency]:
        yield (
            f"Figures are in {' and '.join(held)} as filed: I have no exchange rates and convert "
            "nothing."
        )
    elif len(held) > 1:
        yield f"Amounts are in {' and '.join(held)} as filed, not converted: compare ratios, not amounts."


def _missing(points: Sequence[Point], told: str) -> Iterator[str]:
    """Say for each figure that is not there why; periods with the same reason together."""
    reasons: dict[tuple[str, str, str], list[str]] = {}
    for point in points:
        if isinstance(point.cell, Missing) and point.cell.reason not in told:
            key = (short_name(point.company), point_words(point), point.cell.reason)
            reasons.setdefault(key, []).append(point.label)
    for (name, what, reason), labels in reasons.items():
        when = "" if labels[0] in reason else f" for {', '.join(labels)}"
        yield f"Missing: {possessive(name)} {what}{when}: {reason}."
