"""Growth, differences, ratios, sums and averages of the run's facts, worked out again.

Only what the words announce is tried, only on the concepts, companies and periods they name,
and only a bounded number of times: a number that happens to fit is no evidence.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import permutations

from research_agent.domain.facts import Fact
from research_agent.evidence.arithmetic import (
    Trial,
    average,
    change,
    computed_fact,
    gap,
    growth,
    growth_per_year,
    lead,
    multiple,
    quotient,
    total,
)
from research_agent.evidence.claims import Claim
from research_agent.evidence.concept_names import is_rate_key
from research_agent.evidence.figures import PrintedUnit
from research_agent.evidence.matching import CALCULATION, sign_fits
from research_agent.evidence.readings import Reading, is_rate, readings
from research_agent.evidence.series import Series, SeriesIndex, pairs, windows
from research_agent.evidence.wording import Operation

__all__ = ["MAX_TRIALS", "Recomputer"]

MAX_TRIALS = 20_000
"""Computations tried for one answer."""

_MAX_TRIALS_PER_FIGURE = 1_500
_FREE_TRIALS = 3
_CHANCE_LIMIT = Decimal("0.6")

_RATIO_UNITS = (PrintedUnit.PERCENT, PrintedUnit.TIMES, PrintedUnit.PLAIN)
_QUOTIENTS: dict[str, tuple[str, str]] = {
    "gross_margin": ("gross_profit", "revenue"),
    "operating_margin": ("operating_income", "revenue"),
    "net_margin": ("net_income", "revenue"),
    "pretax_margin": ("pretax_income", "revenue"),
    "ebitda_margin": ("ebitda", "revenue"),
    "free_cash_flow_margin": ("free_cash_flow", "revenue"),
    "operating_cash_flow_margin": ("operating_cash_flow", "revenue"),
    "effective_tax_rate": ("income_tax", "pretax_income"),
    "current_ratio": ("current_assets", "current_liabilities"),
    "debt_to_equity": ("total_debt", "equity"),
    "debt_to_assets": ("total_debt", "total_assets"),
    "payout_ratio": ("dividends_paid", "net_income"),
    "interest_coverage": ("operating_income", "interest_expense"),
}


class Recomputer:
    """Looks for a computation over the run's facts that gives a printed figure."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._index = SeriesIndex(fact for fact in facts if fact.concept != CALCULATION)
        self._left = MAX_TRIALS

    def explain(self, claim: Claim) -> Fact | None:
        """Return the computed fact a claim states, or `None` when nothing announced gives it."""
        read: dict[str, tuple[Reading, ...]] = {}
        worked = (trial for trial in self._trials(claim) if trial is not None)
        for number, trial in enumerate(worked, 1):
            self._left -= 1
            if number > _MAX_TRIALS_PER_FIGURE or self._left < 0:
                return None
            if trial.unit not in read:
                read[trial.unit] = readings(claim, trial.unit)
            if _fits(claim, trial, number, read[trial.unit]):
                return computed_fact(trial)
        return None

    def _trials(self, claim: Claim) -> Iterator[Trial | None]:
        unit = claim.figure.unit
        said = claim.operations
        if unit is PrintedUnit.PERCENT or claim.stated_percent:
            yield from self._rates(claim)
        if unit in _RATIO_UNITS:
            yield from self._ratios(claim)
        several = len(claim.near_companies) > 1
        if unit is PrintedUnit.TIMES and (several or Operation.MULTIPLE in said):
            yield from self._multiples(claim)
        if claim.plain_level and not claim.role.is_change:
            return
        moves = claim.role.is_change or claim.in_table or claim.figure.number < 0
        moves = moves or unit is PrintedUnit.POINTS or Operation.SUBTRACTION in said
        if Operation.DIFFERENCE in said and moves:
            yield from self._differences(claim)
        if Operation.AVERAGE in said:
            yield from self._averages(claim)
        if Operation.SUM in said:
            yield from self._sums(claim)

    def _rates(self, claim: Claim) -> Iterator[Trial | None]:
        if claim.is_part:
            return
        if Operation.CAGR in claim.operations:
            yield from self._cagr(claim)
        figure = claim.figure
        said_rate = any(is_rate_key(key) for key in claim.concepts)
        moves = claim.role.is_change or claim.in_table or figure.number < 0 or not said_rate
        if Operation.GROWTH in claim.operations and moves:
            yield from self._growth(claim)

    def _series(self, claim: Claim) -> tuple[Series, ...]:
        return self._index.select(claim.companies, _concepts(claim))

    def _growth(self, claim: Claim) -> Iterator[Trial | None]:
        for series in self._series(claim):
            if not is_rate(series.unit):
                yield from (growth(*pair) for pair in pairs(claim, series))
        if claim.role.is_change:
            yield from (lead(*pair) for pair in self._across(claim) if not is_rate(pair[0].unit))

    def _cagr(self, claim: Claim) -> Iterator[Trial | None]:
        for series in self._series(claim):
            yield from (growth_per_year(*pair) for pair in pairs(claim, series, span=True))

    def _differences(self, claim: Claim) -> Iterator[Trial]:
        for series in self._series(claim):
            yield from (change(*pair, of_loss=claim.loss) for pair in pairs(claim, series))
        yield from (gap(*pair) for pair in self._across(claim))
        yield from (gap(*pair) for pair in self._concept_pairs(claim))

    def _multiples(self, claim: Claim) -> Iterator[Trial | None]:
        for series in self._series(claim):
            for before, after in pairs(claim, series, span=True):
                yield multiple(after, before)
        yield from (multiple(*pair) for pair in self._across(claim))

    def _ratios(self, claim: Claim) -> Iterator[Trial | None]:
        percent = claim.figure.unit is PrintedUnit.PERCENT or claim.stated_percent
        unit = "fraction" if percent else "ratio"
        keys = [key for key in claim.concepts or claim.unsaid_concepts if key in _QUOTIENTS]
        for key in sorted(keys):
            label = key.replace("_", " ").capitalize()
            for one, other in self._index.aligned(claim, *_QUOTIENTS[key]):
                yield quotient(one, other, unit=unit, label=label)
        if keys or Operation.RATIO not in claim.operations:
            return
        for one, other in self._concept_pairs(claim):
            if not is_rate(one.unit):
                yield quotient(one, other, unit=unit)

    def _across(self, claim: Claim) -> Iterator[tuple[Fact, Fact]]:
        return self._index.across(claim, _concepts(claim))

    def _concept_pairs(self, claim: Claim) -> Iterator[tuple[Fact, Fact]]:
        """Yield two concepts the sentence names, in the same unit at the same period end."""
        named = sorted(_stems(claim.near_concepts | claim.unsaid_concepts))
        for one, other in permutations(named, 2):
            for pair in self._index.aligned(claim, one, other):
                if pair[0].unit == pair[1].unit:
                    yield pair

    def _sums(self, claim: Claim) -> Iterator[Trial]:
        if not claim.role.is_change:
            for facts in self._index.together(claim, sorted(_concepts(claim))):
                if not is_rate(facts[0].unit):
                    yield total(facts)
        for series in self._series(claim):
            if not is_rate(series.unit) and series.facts[0].period.start is not None:
                yield from (total(facts) for facts in windows(claim, series))
        yield from (total(pair) for pair in self._concept_pairs(claim) if not is_rate(pair[0].unit))

    def _averages(self, claim: Claim) -> Iterator[Trial]:
        for series in self._series(claim):
            yield from (average(facts) for facts in windows(claim, series))
        if not claim.role.is_change:
            together = self._index.together(claim, sorted(_concepts(claim)))
            yield from (average(facts) for facts in together)


def _fits(claim: Claim, trial: Trial, number: int, read: Sequence[Reading]) -> bool:
    """Say whether a computation gives the figure, and not by trying often enough.

    A difference of percentages only counts for a figure in percentage points.
    """
    points = claim.figure.unit is PrintedUnit.POINTS
    if points != (trial.unit == "fraction" and is_rate(trial.inputs[0].unit) and trial.is_change):
        return False
    return any(
        printed.holds(trial.value)
        and (number <= _FREE_TRIALS or printed.width * number / 2 < _CHANCE_LIMIT)
        for printed in read
    ) and sign_fits(claim, trial.value, change=trial.is_change)


def _concepts(claim: Claim) -> frozenset[str]:
    return _stems(claim.concepts or claim.unsaid_concepts)


def _stems(keys: Iterable[str]) -> frozenset[str]:
    """Return `keys` with what a growth rate is the growth of."""
    found = set(keys)
    for key in keys:
        if key.endswith("_growth"):
            stem = key.removesuffix("_growth")
            found |= {stem, f"{stem}_diluted"}
    return frozenset(found)
