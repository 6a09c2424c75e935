"""What a printed figure can mean in the unit of a fact: percent are fractions, "billion" counts."""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.evidence.claims import Claim
from research_agent.evidence.figures import PrintedUnit
from research_agent.evidence.wording import Slack

__all__ = ["Reading", "is_rate", "readings"]

_ONE = Decimal(1)
_HUNDREDTH = Decimal("0.01")
_UNITLESS = ("", "number", "pure")
_PERCENTS = (PrintedUnit.PERCENT, PrintedUnit.POINTS)
_RATE_FACTORS = {
    ("fraction", PrintedUnit.PERCENT): _HUNDREDTH,
    ("fraction", PrintedUnit.POINTS): _HUNDREDTH,
    ("fraction", PrintedUnit.PLAIN): _ONE,
    ("ratio", PrintedUnit.PERCENT): _HUNDREDTH,
    ("ratio", PrintedUnit.PLAIN): _ONE,
    ("ratio", PrintedUnit.TIMES): _ONE,
    ("days", PrintedUnit.PLAIN): _ONE,
    ("days", PrintedUnit.DAYS): _ONE,
    ("percent", PrintedUnit.PERCENT): _ONE,
    ("percent", PrintedUnit.POINTS): _ONE,
    ("%", PrintedUnit.PERCENT): _ONE,
}
_RATE_UNITS = frozenset(unit for unit, _ in _RATE_FACTORS)


@dataclass(frozen=True, slots=True)
class Reading:
    """A printed figure in the unit of a fact: the absolute values it can stand for.

    Args:
        value: What it says, without sign.
        low: Smallest value that prints like it.
        high: Largest.
    """

    value: Decimal
    low: Decimal
    high: Decimal

    def holds(self, value: Decimal) -> bool:
        """Say whether `value` prints like the figure, whatever its sign."""
        return self.low <= abs(value) <= self.high

    @property
    def width(self) -> Decimal:
        """Relative width; how likely a random value of this size fits."""
        return (self.high - self.low) / self.value if self.value else Decimal(1)


def is_rate(unit: str) -> bool:
    """Tell ratios, rates and days from amounts."""
    return unit in _RATE_UNITS


def readings(claim: Claim, unit: str) -> tuple[Reading, ...]:
    """Return what the printed figure says in `unit`; empty when it cannot be in that unit."""
    figure = claim.figure
    return tuple(
        _with_slack(abs(figure.number) * factor, figure.step * factor, claim.slack)
        for factor in _factors(claim, unit)
    )


def _with_slack(value: Decimal, step: Decimal, slack: Slack) -> Reading:
    half = step / 2
    return Reading(
        value,
        value - (step if slack is Slack.BELOW else half),
        value + (step if slack is Slack.ABOVE else half),
    )


def _factors(claim: Claim, unit: str) -> tuple[Decimal, ...]:
    """Return what the printed number is to be multiplied by to be in `unit`."""
    figure = claim.figure
    printed = figure.unit
    if printed is PrintedUnit.PLAIN and claim.stated_percent and not figure.scaled:
        printed = PrintedUnit.PERCENT
    if figure.basis_points:
        return (Decimal("0.0001"),) if unit == "fraction" else ()
    if unit in _UNITLESS:
        scale = figure.scale if figure.scaled else claim.stated_scale
        return (_ONE, _HUNDREDTH) if printed in _PERCENTS else (scale,)
    if not is_rate(unit):
        return _amount_factors(claim, unit, printed)
    factor = _RATE_FACTORS.get((unit, printed))
    return () if factor is None or figure.scaled else (factor,)


def _amount_factors(claim: Claim, unit: str, printed: PrintedUnit) -> tuple[Decimal, ...]:
    figure = claim.figure
    scale = figure.scale if figure.scaled else claim.stated_scale
    if unit == "shares":
        return (scale,) if printed in (PrintedUnit.PLAIN, PrintedUnit.SHARES) else ()
    if printed not in (PrintedUnit.PLAIN, PrintedUnit.MONEY):
        return ()
    currency, _, per = unit.partition("/")
    said = figure.currencies or claim.stated_currencies
    if said and currency not in said:
        return ()
    if per:
        return () if figure.scaled else (Decimal(1),)
    return () if figure.per_share else (scale,)
