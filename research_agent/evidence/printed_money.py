"""Currencies and scales, as answers and table headers print them."""

import re
from decimal import Decimal

__all__ = ["CODES", "SCALES", "SYMBOLS", "currencies", "stated_currency", "stated_scale"]

SYMBOLS = {
    "US$": ("USD",),
    "NT$": ("TWD",),
    "HK$": ("HKD",),
    "CA$": ("CAD",),
    "C$": ("CAD",),
    "AU$": ("AUD",),
    "A$": ("AUD",),
    "S$": ("SGD",),
    "R$": ("BRL",),
    "$": ("USD",),
    "€": ("EUR",),
    "£": ("GBP",),
    "¥": ("JPY", "CNY"),
    "₩": ("KRW",),
    "₹": ("INR",),
}
_WORDS = {
    "dollar": ("USD",),
    "euro": ("EUR",),
    "pound": ("GBP",),
    "yen": ("JPY",),
    "yuan": ("CNY",),
    "rmb": ("CNY",),
    "won": ("KRW",),
    "rupee": ("INR",),
    "franc": ("CHF",),
}
CODES = (
    "USD EUR GBP JPY TWD CNY KRW INR CHF CAD AUD HKD DKK SEK NOK BRL SGD ILS MXN ZAR RUB TRY PLN"
).split()
SCALES = {
    "thousand": 3,
    "k": 3,
    "million": 6,
    "mln": 6,
    "mn": 6,
    "mm": 6,
    "m": 6,
    "billion": 9,
    "bln": 9,
    "bn": 9,
    "b": 9,
    "trillion": 12,
    "trn": 12,
    "tn": 12,
    "t": 12,
}
_CODE = "|".join(CODES)
_SYMBOL = "|".join(re.escape(symbol) for symbol in sorted(SYMBOLS, key=len, reverse=True))
_STATED_SCALE = re.compile(
    rf"(?:\bin|\(|[$€£]|\b(?:{_CODE})|,)\s*(?:[$€£]|(?:{_CODE}|US)\b)?\s*"
    r"(?P<scale>thousand|million|billion|trillion|mn|bn|mm|[mMbBkK]\b)s?\b"
)
_STATED_CURRENCY = re.compile(
    rf"(?P<symbol>{_SYMBOL})|\b(?P<code>{_CODE})\b|\b(?P<word>dollars?|euros?|pounds?)\b"
)


def stated_scale(text: str) -> Decimal | None:
    """Return the scale a caption or header states: 1,000,000 for "in millions" or "($M)"."""
    found = _STATED_SCALE.search(text)
    if found is None:
        return None
    return Decimal(10) ** SCALES[found["scale"].lower()]


def stated_currency(text: str) -> tuple[str, ...]:
    """Return the ISO codes of the first currency a caption or header states."""
    found = _STATED_CURRENCY.search(text)
    return currencies(found.group()) if found else ()


def currencies(text: str) -> tuple[str, ...]:
    """Return the ISO codes a printed currency can mean; empty for none known."""
    plain = text.replace("\\", "").strip()
    code = plain[:3].upper()
    if code in CODES:
        return (code,)
    if plain in SYMBOLS:
        return SYMBOLS[plain]
    if "Taiwan" in plain:
        return ("TWD",)
    if "Canadian" in plain:
        return ("CAD",)
    word = plain.lower().rsplit(" ", 1)[-1].rstrip("s")
    return _WORDS.get(word, ())
