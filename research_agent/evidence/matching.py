"""Which fact of the run a claim is about: value, sign, unit, company, concept and period."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.evidence.claims import Claim
from research_agent.evidence.company_names import OTHER_COMPANY
from research_agent.evidence.concept_names import content_words
from research_agent.evidence.figures import PrintedUnit
from research_agent.evidence.period_names import PeriodName
from research_agent.evidence.readings import Reading, is_rate, readings
from research_agent.evidence.wording import Earlier, Role

__all__ = [
    "CALCULATION",
    "Facts",
    "about_company",
    "best_match",
    "in_period",
    "sign_fits",
]

CALCULATION = "calculation"
"""Concept of the facts that the `calculate` tool makes."""

_OUTFLOWS = frozenset(
    "capital_expenditure acquisitions purchases_of_investments shares_repurchased dividends_paid "
    "debt_repaid interest_paid income_taxes_paid treasury_stock".split()
)
_TRUST = {Origin.FILED: 3, Origin.DERIVED: 2, Origin.QUOTED: 1, Origin.COMPUTED: 0}
_BARE_WORDS = 3
_CHANCE_LIMIT = Decimal("0.02")
_YEAR_DAYS = (350, 380)
_QUARTER_DAYS = (80, 120)


class Facts:
    """The figures of a run, found by size within their unit."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        by_unit: dict[str, list[tuple[Decimal, int, Fact]]] = {}
        self.all: tuple[Fact, ...] = tuple(facts)
        for number, fact in enumerate(self.all):
            by_unit.setdefault(fact.unit, []).append((abs(fact.value), number, fact))
        self._sorted = {unit: sorted(entries) for unit, entries in by_unit.items()}
        self._sizes = {unit: [size for size, _, _ in e] for unit, e in self._sorted.items()}

    @property
    def units(self) -> Iterable[str]:
        """Every unit there is."""
        return self._sorted.keys()

    def within(self, unit: str, printed: Reading) -> Iterator[Fact]:
        """Yield the facts in `unit` that print like a figure."""
        sizes = self._sizes[unit]
        left, right = bisect_left(sizes, printed.low), bisect_right(sizes, printed.high)
        yield from (fact for _, _, fact in self._sorted[unit][left:right])


def best_match(claim: Claim, facts: Facts) -> Fact | None:
    """Return the fact that a claim states, or `None` when none agrees in every respect."""
    best: tuple[tuple[int, ...], Fact] | None = None
    for unit in facts.units:
        for printed in readings(claim, unit):
            for fact in facts.within(unit, printed):
                rank = _rank(claim, fact, printed, facts)
                if rank is not None and (best is None or rank > best[0]):
                    best = (rank, fact)
    return best[1] if best else None


def _rank(claim: Claim, fact: Fact, printed: Reading, facts: Facts) -> tuple[int, ...] | None:
    """Return how well a fact agrees, or `None` when it contradicts what the answer says."""
    if not about_company(claim, fact) or not _fact_sign_fits(claim, fact):
        return None
    points = claim.figure.unit is PrintedUnit.POINTS
    if (claim.role.is_change or points) and not _is_change(fact):
        return None
    calculated = fact.concept == CALCULATION
    own_name = CALCULATION in claim.concepts
    if (claim.averaged and not calculated) or (claim.plain_level and calculated and not own_name):
        return None
    if claim.is_part and fact.concept.endswith("_growth"):
        return None
    concept = _concept_rank(claim, fact, printed, facts)
    if concept == 0 or not in_period(claim, fact):
        return None
    hinted = any(name.covers(fact.period) for name in claim.hint_periods)
    origin = _TRUST[fact.origin]
    return (concept, int(hinted), origin, int(not fact.vintage), fact.end.toordinal())


def about_company(claim: Claim, fact: Fact) -> bool:
    """Say whether a fact is of a company the claim can be about."""
    if not claim.companies:
        return True
    whose = {fact.ticker, *(source.ticker for source in fact.inputs)} - {""}
    return bool(whose & claim.companies) or (not whose and OTHER_COMPANY not in claim.companies)


def sign_fits(claim: Claim, value: Decimal, *, change: bool) -> bool:
    """Say whether the printed sign and the words around it agree with the sign of `value`.

    Args:
        claim: What the answer says.
        value: Of a fact or a computation.
        change: True when `value` is itself a change, to which "fell" gives the sign; a level
            takes it from words such as "loss".
    """
    figure = claim.figure
    negative = figure.number < 0
    if figure.enclosed and not negative:
        if not claim.fills_cell:
            return True
        negative = True
    if change and claim.role is Role.DECREASE:
        negative = True
    if claim.loss and not change:
        negative = True
    return value == 0 or negative == (value < 0)


def _fact_sign_fits(claim: Claim, fact: Fact) -> bool:
    change = _is_change(fact)
    plain = replace(claim, loss=False) if is_rate(fact.unit) else claim
    if sign_fits(plain, fact.value, change=change):
        return True
    if fact.concept == CALCULATION:
        return claim.role.is_change and (fact.value > 0 or len(claim.near_companies) > 1)
    printed_minus = claim.figure.number < 0 or claim.figure.enclosed
    return printed_minus and fact.value > 0 and fact.concept in _OUTFLOWS


def in_period(claim: Claim, fact: Fact) -> bool:
    """Say whether a fact is of a period the claim names; always true when it names none."""
    if not claim.periods:
        return True
    periods = [fact.period]
    if fact.concept == CALCULATION:
        periods += [source.period for source in fact.inputs]
    if claim.earlier is not Earlier.YES and any(_covered(claim, one) for one in periods):
        return True
    return claim.earlier is not Earlier.NO and any(_one_before(claim, one) for one in periods)


def _covered(claim: Claim, period: Period) -> bool:
    return any(
        name.covers(period, quarters=claim.quarters, ttm=claim.ttm) for name in claim.periods
    )


def _one_before(claim: Claim, period: Period) -> bool:
    """Say whether `period` is a year, or a quarter, before one the claim names."""
    for name in claim.periods:
        if name.spans:
            if name.covers(period, quarters=claim.quarters, ttm=claim.ttm):
                return True
        elif any(
            before.covers(period, quarters=claim.quarters, ttm=claim.ttm)
            for before in _names_before(name, period)
        ):
            return True
    return False


def _names_before(name: PeriodName, period: Period) -> Iterator[PeriodName]:
    if name.day is not None:
        spans = (_YEAR_DAYS, _QUARTER_DAYS) if period.basis is Basis.QUARTERLY else (_YEAR_DAYS,)
        for low, high in spans:
            if timedelta(low) <= name.day - period.end <= timedelta(high):
                yield replace(name, day=period.end)
        return
    if name.year is not None:
        yield replace(name, year=name.year - 1)
        if name.quarter is not None:
            back = name.quarter == 1
            yield replace(name, year=name.year - int(back), quarter=4 if back else name.quarter - 1)


def _is_change(fact: Fact) -> bool:
    """Say whether a fact is itself a change over time or the result of a calculation."""
    return (
        fact.concept == CALCULATION
        or fact.concept.endswith("_growth")
        or fact.concept.startswith(("increase_in", "net_change"))
    )


def _concept_rank(claim: Claim, fact: Fact, printed: Reading, facts: Facts) -> int:
    """Return 3 for a concept the sentence names, down to 0 for one it contradicts."""
    keys = _concepts_of(fact)
    if claim.concepts & keys:
        return 3
    label = content_words(fact.label)
    overlap = len(label & claim.content)
    alike = overlap > 0 and 2 * overlap >= len(label)
    if fact.concept == CALCULATION:
        named = claim.concepts | claim.unsaid_concepts
        if alike or named & keys or not named:
            return 2
        return 1 if _beyond_chance(claim, printed, facts) else 0
    if claim.concepts:
        return 0
    if alike or claim.unsaid_concepts & keys:
        return 2
    bare = not claim.unsaid_concepts and len(claim.content) <= _BARE_WORDS
    return 1 if bare and _beyond_chance(claim, printed, facts) else 0


def _concepts_of(fact: Fact) -> frozenset[str]:
    """Return the concepts under which a sentence can speak of a fact."""
    keys = {fact.concept}
    if fact.concept.endswith("_growth"):
        stem = fact.concept.removesuffix("_growth")
        keys |= {stem, f"{stem}_diluted", f"{stem}_basic"}
    if fact.concept == CALCULATION:
        keys |= {source.concept for source in fact.inputs}
    return frozenset(keys)


def _beyond_chance(claim: Claim, printed: Reading, facts: Facts) -> bool:
    """Say whether a figure is too precise to fit one of the facts in question by accident."""
    among = sum(1 for fact in facts.all if about_company(claim, fact) and in_period(claim, fact))
    return printed.width * among / 2 < _CHANCE_LIMIT
