"""Figures as people read them: exact with its unit, or short for a sentence."""

from decimal import ROUND_HALF_UP, Decimal

from research_agent.domain.facts import Fact

__all__ = ["currency_prefix", "round_half_up", "show_fact", "show_short", "show_value"]

_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
_MILLION = Decimal(10) ** 6
_SHORT_SCALES = (
    (Decimal(10) ** 12, "trillion", 2),
    (Decimal(10) ** 9, "billion", 1),
    (Decimal(10) ** 6, "million", 1),
)


def round_half_up(value: Decimal, places: int) -> Decimal:
    """Round to `places` decimals, halves away from zero, as printed accounts do."""
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def currency_prefix(currency: str) -> str:
    """Return what stands before an amount: `"$"`, `"€"`, or `"TWD "`."""
    return _SYMBOLS.get(currency, f"{currency} ")


def show_value(value: Decimal, unit: str) -> str:
    """Show `value` without losing a digit of what was filed.

    Money is in millions where it is filed in millions or thousands (`"$383,285 million"`,
    `"TWD 2,894,307.7 million"`), fractions as percent with two decimals, ratios as `"1.23×"`.
    """
    if unit == "fraction":
        return f"{round_half_up(value * 100, 2):,}%"
    if unit == "ratio":
        return f"{round_half_up(value, 2):,}×"
    if unit == "days":
        return f"{round_half_up(value, 1):,} days"
    if unit == "shares":
        return f"{_in_millions(value)} shares"
    if unit.endswith("/shares"):
        return _money(value, unit.removesuffix("/shares"), _per_share(value))
    return _money(value, unit, _in_millions(abs(value)))


def show_short(value: Decimal, unit: str) -> str:
    """Show `value` for reading: `"$383.3 billion"`, `"44.1%"`, `"$6.13"`, `"15.3 billion shares"`."""
    if unit == "fraction":
        return f"{round_half_up(value * 100, 1):,}%"
    if unit == "ratio" or unit == "days" or unit.endswith("/shares"):
        return show_value(value, unit)
    short = _scaled(abs(value))
    if unit == "shares":
        return f"{short} shares"
    return _money(value, unit, short)


def show_fact(fact: Fact) -> str:
    """Show a fact's value exactly."""
    return show_value(fact.value, fact.unit)


def _money(value: Decimal, currency: str, amount: str) -> str:
    sign = "-" if value < 0 else ""
    return f"{sign}{currency_prefix(currency)}{amount.lstrip('-')}"


def _per_share(value: Decimal) -> str:
    filed = -int(value.normalize().as_tuple().exponent) if value else 0
    places = filed if 2 < filed <= 4 else 2  # more decimals than that come from a division
    return f"{round_half_up(value, places):,}"


def _in_millions(value: Decimal) -> str:
    if value % 1000 == 0:
        return f"{_trim(value / _MILLION)} million" if value else "0"
    return f"{_trim(value)}"


def _trim(value: Decimal) -> str:
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _scaled(value: Decimal) -> str:
    for scale, name, places in _SHORT_SCALES:
        if value >= scale:
            return f"{round_half_up(value / scale, places):,} {name}"
    return _trim(round_half_up(value, 0))
