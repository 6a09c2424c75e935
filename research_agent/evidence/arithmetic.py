"""Arithmetic over facts as answers do it, each result with its formula and its inputs."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import Period
from research_agent.evidence.matching import CALCULATION

__all__ = [
    "Trial",
    "average",
    "change",
    "computed_fact",
    "gap",
    "growth",
    "growth_per_year",
    "lead",
    "multiple",
    "quotient",
    "total",
]


@dataclass(frozen=True, slots=True)
class Trial:
    """One computation.

    Args:
        value: The result, in `unit`.
        unit: As in `Fact`.
        label: What it is, in words.
        formula: With `{0}`, `{1}` … for the inputs.
        inputs: The facts used.
        is_change: True when its sign says up or down.
    """

    value: Decimal
    unit: str
    label: str
    formula: str
    inputs: tuple[Fact, ...]
    is_change: bool = False


def growth(before: Fact, after: Fact) -> Trial | None:
    """Return relative growth; `None` where the base is not positive.

    A loss that gets larger has grown: of two negative values the growth is that of their size.
    """
    if before.value == 0 or (before.value < 0) != (after.value < 0):
        return None
    value = after.value / before.value - 1
    label = f"Growth of {_low(before)}"
    return Trial(value, "fraction", label, "{1} / {0} - 1", (before, after), is_change=True)


def growth_per_year(before: Fact, after: Fact) -> Trial | None:
    """Return compound growth per year; `None` below two years or without positive values."""
    years = round((after.end - before.end).days / 365.25)
    if years < 2 or before.value <= 0 or after.value <= 0:
        return None
    value = (after.value / before.value) ** (Decimal(1) / years) - 1
    formula = f"({{1}} / {{0}}) ^ (1/{years}) - 1"
    label = f"Growth per year of {_low(before)}"
    return Trial(value, "fraction", label, formula, (before, after), is_change=True)


def change(before: Fact, after: Fact, *, of_loss: bool = False) -> Trial:
    """Return the change in the unit of the facts; of two losses, that of their size."""
    value = after.value - before.value
    if of_loss and before.value < 0 and after.value < 0:
        value = -value
    label = f"Change of {_low(before)}"
    return Trial(value, before.unit, label, "{1} - {0}", (before, after), is_change=True)


def gap(one: Fact, other: Fact) -> Trial:
    """Return the first less the second."""
    value = one.value - other.value
    label = f"Difference in {_low(one)}"
    if one.concept != other.concept:
        label = f"{one.label} less {_low(other)}"
    return Trial(value, one.unit, label, "{0} - {1}", (one, other), is_change=True)


def lead(one: Fact, other: Fact) -> Trial | None:
    """Return by what fraction the first is above the second; `None` without positive base."""
    if other.value <= 0:
        return None
    value, label = one.value / other.value - 1, f"Lead in {_low(one)}"
    return Trial(value, "fraction", label, "{0} / {1} - 1", (one, other), is_change=True)


def multiple(one: Fact, other: Fact) -> Trial | None:
    """Return how many times the second the first is; `None` without positive base."""
    if other.value <= 0:
        return None
    label = f"Multiple of {_low(one)}"
    return Trial(one.value / other.value, "ratio", label, "{0} / {1}", (one, other))


def quotient(one: Fact, other: Fact, *, unit: str, label: str = "") -> Trial | None:
    """Return one concept over another as `"fraction"` or `"ratio"`; `None` over zero."""
    if other.value == 0:
        return None
    label = label or f"{one.label} to {_low(other)}"
    return Trial(one.value / other.value, unit, label, "{0} / {1}", (one, other))


def total(facts: Sequence[Fact]) -> Trial:
    """Return the sum."""
    value = sum((fact.value for fact in facts), Decimal(0))
    return Trial(value, facts[0].unit, f"Sum of {_all(facts)}", _terms(facts), tuple(facts))


def average(facts: Sequence[Fact]) -> Trial:
    """Return the arithmetic mean."""
    value = sum((fact.value for fact in facts), Decimal(0)) / len(facts)
    formula = f"({_terms(facts)}) / {len(facts)}"
    return Trial(value, facts[0].unit, f"Average of {_all(facts)}", formula, tuple(facts))


def computed_fact(trial: Trial) -> Fact:
    """Return a computation as a fact, its formula over names that tell the inputs apart."""
    inputs = trial.inputs
    same_company = len({fact.ticker for fact in inputs}) == 1
    return Fact(
        cik=inputs[0].cik if same_company else 0,
        ticker=inputs[0].ticker if same_company else "",
        concept=CALCULATION,
        label=trial.label,
        value=trial.value,
        unit=trial.unit,
        period=_span(inputs),
        origin=Origin.COMPUTED,
        formula=trial.formula.format(*_names(inputs)),
        inputs=inputs,
    )


def _terms(facts: Sequence[Fact]) -> str:
    return " + ".join(f"{{{place}}}" for place in range(len(facts)))


def _low(fact: Fact) -> str:
    """Return a label for the middle of a sentence; abbreviations such as EPS stay."""
    first = fact.label.partition(" ")[0]
    return fact.label if first[1:].isupper() else fact.label[:1].lower() + fact.label[1:]


def _all(facts: Sequence[Fact]) -> str:
    return " and ".join(dict.fromkeys(_low(fact) for fact in facts))


def _names(inputs: Sequence[Fact]) -> list[str]:
    """Name each input by what tells it from the others; by its label when they share all."""
    parts = [(fact.ticker, fact.label, fact.period.label) for fact in inputs]
    telling = [place for place in range(3) if len({one[place] for one in parts}) > 1] or [1]
    return [" ".join(one[place] for place in telling) for one in parts]


def _span(inputs: Sequence[Fact]) -> Period:
    """Return one period over those of the inputs."""
    ordered = sorted((fact.period for fact in inputs), key=lambda period: period.end)
    first, last = ordered[0], ordered[-1]
    if first.label == last.label:
        return last
    starts = [period.start for period in ordered if period.start is not None]
    label = f"{first.label} to {last.label}"
    return Period(min(starts, default=None), last.end, label, last.basis)
