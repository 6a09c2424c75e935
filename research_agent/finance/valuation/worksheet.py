"""Makes the computed figures of one valuation, each with its formula and what went into it."""

from datetime import date
from decimal import Decimal

from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import Basis, Period
from research_agent.finance.valuation.assumption import SWITCH, YEARS, Assumption, Source
from research_agent.finance.valuation.inputs import ValuationInputs

__all__ = ["Worksheet", "forecast_period"]

_ORIGIN = {
    Source.DEFAULT: "our default, not market data",
    Source.PERSON: "set by the person",
    Source.FACT: "taken from filings",
}
_COMPANY_OWN = frozenset(
    "tax_rate revenue_growth operating_margin terminal_operating_margin reinvestment_rate"
    " dividend_growth return_on_equity terminal_return_on_equity book_growth".split()
)
"""Assumed values of what filings also state; nobody may take one for the other."""


class Worksheet:
    """Makes figures of one company as of the end of its base year.

    Args:
        inputs: Whose figures they are, and in which vintage.
    """

    def __init__(self, inputs: ValuationInputs) -> None:
        self._inputs = inputs
        base = inputs.base
        self._period = Period(None, base.end, base.label, base.basis)
        self._vintage = f"as_of_{inputs.as_of.isoformat()}" if inputs.as_of else ""
        self._made: dict[tuple[str, str], Fact] = {}
        self._assumed: dict[str, Fact] = {}

    @property
    def made(self) -> tuple[Fact, ...]:
        """Every figure made so far, assumptions included, in the order made."""
        return (*self._assumed.values(), *self._made.values())

    def money(self, key: str, label: str, value: Decimal, formula: str, *inputs: Fact) -> Fact:
        """Make an amount in the company's currency."""
        return self.figure(key, label, value, self._inputs.currency, formula, *inputs)

    def rate(self, key: str, label: str, value: Decimal, formula: str, *inputs: Fact) -> Fact:
        """Make a fraction."""
        return self.figure(key, label, value, "fraction", formula, *inputs)

    def per_share(self, key: str, label: str, value: Decimal, formula: str, *inputs: Fact) -> Fact:
        """Make an amount per share."""
        return self.figure(key, label, value, self._inputs.per_share, formula, *inputs)

    def figure(
        self,
        key: str,
        label: str,
        value: Decimal,
        unit: str,
        formula: str,
        *inputs: Fact,
        period: Period | None = None,
    ) -> Fact:
        """Make any figure; one that was made before is handed out again.

        Args:
            key: Its concept.
            label: In words.
            value: In `unit`.
            unit: As in `Fact`.
            formula: Over the labels of the inputs, with the assumed numbers in it.
            inputs: The figures it was worked out from.
            period: A forecast year; the end of the base year when `None`.
        """
        fact = self._fact(key, label, value, unit, formula, inputs, period or self._period)
        return self._made.setdefault((key, fact.period.label), fact)

    def assumed(self, assumption: Assumption) -> Fact | None:
        """Return an assumption as an input of figures; `None` for a count of years or a switch."""
        if assumption.unit in (YEARS, SWITCH):
            return None
        if assumption.key not in self._assumed:
            key, label = assumption.key, assumption.label
            self._assumed[assumption.key] = self._fact(
                f"assumed_{key}",
                f"Assumed {label[0].lower()}{label[1:]}" if key in _COMPANY_OWN else label,
                assumption.value,
                assumption.unit,
                _origin(assumption),
                () if assumption.basis is None else (assumption.basis,),
                self._period,
                note=assumption.why,
            )
        return self._assumed[assumption.key]

    def all_assumed(self, *assumptions: Assumption) -> tuple[Fact, ...]:
        """Return the assumptions among `assumptions` that are figures."""
        facts = (self.assumed(assumption) for assumption in assumptions)
        return tuple(fact for fact in facts if fact is not None)

    def _fact(
        self,
        key: str,
        label: str,
        value: Decimal,
        unit: str,
        formula: str,
        inputs: tuple[Fact, ...],
        period: Period,
        *,
        note: str = "",
    ) -> Fact:
        company = self._inputs.company
        return Fact(
            cik=company.cik,
            ticker=company.ticker,
            concept=key,
            label=label,
            value=value,
            unit=unit,
            period=period,
            origin=Origin.COMPUTED,
            formula=formula,
            inputs=inputs,
            vintage=self._vintage,
            note=note,
        )


def _origin(assumption: Assumption) -> str:
    bounded = assumption.source is Source.DEFAULT and assumption.basis is not None
    return (
        "a figure of the filings, kept within our bounds" if bounded else _ORIGIN[assumption.source]
    )


def forecast_period(base: Period, number: int) -> Period:
    """Return the forecast year `number` years after the base year: `"Year 1"`."""
    before, end = _years_later(base.end, number - 1), _years_later(base.end, number)
    return Period(before, end, f"Year {number}", Basis.ANNUAL)


def _years_later(day: date, years: int) -> date:
    leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year + years, day=28 if leap_day else day.day)
