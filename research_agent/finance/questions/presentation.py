"""The unit and the rounding a question asks for."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from research_agent.finance.questions.period_patterns import number_of
from research_agent.finance.questions.words import Span

__all__ = ["Presentation", "read_presentation"]

_CURRENCIES = {
    "usd": "USD",
    "us$": "USD",
    "$": "USD",
    "dollar": "USD",
    "us dollar": "USD",
    "eur": "EUR",
    "euro": "EUR",
    "€": "EUR",
    "gbp": "GBP",
    "pound": "GBP",
    "£": "GBP",
    "twd": "TWD",
    "nt$": "TWD",
    "jpy": "JPY",
    "yen": "JPY",
    "cny": "CNY",
    "rmb": "CNY",
    "yuan": "CNY",
}
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_SCALES |= {"k": 3, "m": 6, "mn": 6, "mm": 6, "bn": 9, "b": 9, "tn": 12}
_CURRENCY = r"us\$|nt\$|[$€£]|(?:usd|us\sdollars?|dollars?|eur|euros?|gbp|pounds?|twd|jpy|yen|cny|rmb|yuan)(?![a-z])"
_SCALE = r"thousands?|millions?|billions?|trillions?|bn|mn|mm|tn|b|m|k"
_COUNT = r"no|zero|one|two|three|four|five|six|[0-9]"
_NEAREST = {"tenth": 1, "hundredth": 2, "cent": 2, "percent": 0, "percentage point": 0, "dollar": 0}

_UNIT = re.compile(
    rf"\b(?:expressed |stated |shown |given |answer )?in (?:whole )?(?:(?P<c1>{_CURRENCY})\s?)?(?P<scale>{_SCALE})(?![a-z])"
    rf"(?:\s(?:of\s)?(?P<c2>{_CURRENCY}))?|\bin (?P<c3>{_CURRENCY})"
    rf"|\((?:(?P<c4>{_CURRENCY})\s?)?(?P<scale2>thousands?|millions?|billions?|bn|mn)\)",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"(?:\b(?:in|as) (?:a )?(?:percent(?:age)?|per cent)\b|\b(?:in|as) (?:a )?%)(?! of)(?: (?:terms|form))?",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"\bas a (?:decimal|fraction|multiple|plain number)\b", re.IGNORECASE)
_PLACES = re.compile(
    rf"(?:\b(?:rounded|round) (?:it )?)?(?:\b(?:to|with|at|,) )?\b(?P<n>{_COUNT})[ -]"
    r"(?:decimals?(?: (?:places?|digits?|points?))?|digits? after the (?:decimal )?point|d\.?p\b\.?)",
    re.IGNORECASE,
)
_ROUNDED = re.compile(
    r"\b(?:(?:rounded|round) )?(?:it )?to the nearest (?:whole )?(?P<near>trillion|billion|million|thousand|"
    r"tenth|hundredth|cent|percentage point|percent|dollar)s?\b|\b(?:please )?round(?:ed)?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """How a figure is to be printed; what is not set is left to the writer.

    Args:
        scale: 1,000,000 for "in millions".
        currency: ISO code asked for; empty when none is.
        places: Decimals, rounded half up.
        percent: True when percent was asked for.
        plain: True when a fraction is to stay one ("as a decimal").
    """

    scale: Decimal | None = None
    currency: str = ""
    places: int | None = None
    percent: bool = False
    plain: bool = False


def read_presentation(text: str) -> tuple[Presentation, list[Span]]:
    """Return what `text` says about unit and rounding, and where it says so."""
    asked = Presentation()
    spans: list[Span] = []
    for found in _UNIT.finditer(text):
        groups = found.groupdict()
        currency = next((groups[c] for c in ("c1", "c2", "c3", "c4") if groups[c]), "")
        scale = groups["scale"] or groups["scale2"]
        asked = replace(
            asked,
            currency=_currency(currency) or asked.currency,
            scale=_scale(scale) if scale else asked.scale,
        )
        spans.append(found.span())
    for found in _PERCENT.finditer(text):
        asked = replace(asked, percent=True)
        spans.append(found.span())
    for found in _PLAIN.finditer(text):
        asked = replace(asked, plain=True)
        spans.append(found.span())
    for found in _PLACES.finditer(text):
        word = found["n"].lower()
        asked = replace(asked, places=0 if word == "no" else number_of(word))
        spans.append(found.span())
    for found in _ROUNDED.finditer(text):
        asked = _nearest(asked, (found["near"] or "").lower())
        spans.append(found.span())
    return asked, spans


def _nearest(asked: Presentation, near: str) -> Presentation:
    if near in _SCALES:
        return replace(asked, scale=_scale(near), places=0)
    if near:
        return replace(asked, places=_NEAREST[near])
    return asked


def _currency(text: str) -> str:
    low = " ".join(text.lower().split())
    return _CURRENCIES.get(low) or _CURRENCIES.get(low.removesuffix("s"), "")


def _scale(text: str) -> Decimal:
    low = text.lower()
    power = _SCALES.get(low) or _SCALES[low.removesuffix("s")]
    return Decimal(10) ** power
