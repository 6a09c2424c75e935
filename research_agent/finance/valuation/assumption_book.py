"""The assumptions of one valuation, taken one by one as its models need them."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches

from research_agent.domain.facts import Fact
from research_agent.errors import InvalidRequest
from research_agent.finance.valuation.assumption import (
    SWITCH,
    YEARS,
    Assumption,
    Source,
    show_assumed,
)
from research_agent.finance.valuation.default_assumptions import DEFAULTS, Default

__all__ = ["AssumptionBook", "Suggestion", "read_overrides"]

_SET = "Set by the person."


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A value that suits the company better than the general default.

    Args:
        value: Outside the bounds of what can be set, the bound is taken.
        why: One sentence.
        basis: The figure it is, or was before it was kept within bounds; `None` when it follows
            from other assumptions.
    """

    value: Decimal
    why: str
    basis: Fact | None = None


class AssumptionBook:
    """Hands out assumptions and remembers which were used, in that order.

    The person's value wins over what the filings suggest, and that over our default.

    Args:
        overrides: The person's values by key.

    Raises:
        InvalidRequest: A key is unknown, or a value is outside its bounds.
    """

    def __init__(self, overrides: Mapping[str, Decimal]) -> None:
        self._overrides = {key: _checked(key, value) for key, value in overrides.items()}
        self._taken: dict[str, Assumption] = {}

    @property
    def taken(self) -> tuple[Assumption, ...]:
        """What the models used so far."""
        return tuple(self._taken.values())

    @property
    def unused(self) -> tuple[str, ...]:
        """Keys the person set that no model used."""
        return tuple(key for key in self._overrides if key not in self._taken)

    @property
    def scenario(self) -> str:
        """What the person set, as text: tells valuations of one company apart."""
        return ",".join(f"{key}={value}" for key, value in sorted(self._overrides.items()))

    def is_set(self, key: str) -> bool:
        """Say whether the person set `key`."""
        return key in self._overrides

    def take(self, key: str, suggestion: Suggestion | None = None) -> Assumption:
        """Return the assumption called `key`; the same one for every model.

        Args:
            key: One of `DEFAULTS`.
            suggestion: Needed where there is no general default and the person may not have
                set it.
        """
        if key not in self._taken:
            self._taken[key] = self._made(DEFAULTS[key], suggestion)
        return self._taken[key]

    def _made(self, default: Default, suggestion: Suggestion | None) -> Assumption:
        basis = None
        if default.key in self._overrides:
            value, why, source = self._overrides[default.key], _SET, Source.PERSON
        elif suggestion is not None:
            value = min(max(suggestion.value, default.low), default.high)
            why, basis = suggestion.why, suggestion.basis
            if value != suggestion.value:
                why += (
                    f" Kept at {show_assumed(value, default.unit)}, the bound of what can be set."
                )
            as_filed = basis is not None and value == basis.value
            source = Source.FACT if as_filed else Source.DEFAULT
        else:
            assert default.value is not None, f"{default.key} needs a suggestion"
            value, why, source = default.value, default.why, Source.DEFAULT
        return Assumption(
            key=default.key,
            label=default.label,
            value=value,
            unit=default.unit,
            low=default.low,
            high=default.high,
            source=source,
            why=why,
            basis=basis,
        )


def read_overrides(given: Mapping[str, str]) -> dict[str, Decimal]:
    """Read what a person wrote: `{"terminal_growth": "3%", "beta": "1.2"}`.

    Raises:
        InvalidRequest: A key is unknown, or a value is no number or outside its bounds.
    """
    return {key: _checked(key, _number(key, text)) for key, text in given.items()}


def _number(key: str, text: str) -> Decimal:
    plain = text.strip()
    try:
        value = Decimal(plain.removesuffix("%").strip())
    except InvalidOperation:
        raise InvalidRequest(f"{key}={text[:40]} is no number; write 0.025 or 2.5%.") from None
    return value / 100 if plain.endswith("%") else value


def _checked(key: str, value: Decimal) -> Decimal:
    default = DEFAULTS.get(key)
    if default is None:
        near = get_close_matches(key, DEFAULTS, n=1)
        hint = f"did you mean {near[0]}" if near else f"there are {', '.join(DEFAULTS)}"
        raise InvalidRequest(f"There is no assumption {key[:40]!r}: {hint}.")
    whole = default.unit in (YEARS, SWITCH)
    if not value.is_finite() or not default.low <= value <= default.high:
        low, high = (show_assumed(end, default.unit) for end in (default.low, default.high))
        bounds = (
            f"{default.low} or {default.high}" if default.unit == SWITCH else f"{low} to {high}"
        )
        hint = ", written as a fraction (0.025) or in percent (2.5%)"
        raise InvalidRequest(
            f"{key} can be {bounds}{hint if default.unit == 'fraction' else ''}; {value} is not."
        )
    if whole and value != value.to_integral_value():
        raise InvalidRequest(f"{key} must be a whole number; {value} is not.")
    return value
