"""Printed numbers of inline XBRL: what a transformation format makes of the text.

The rules are those of the Inline XBRL Transformation Registry (versions 1 to 5) and of the SEC's
own registry, for the formats that numeric facts use. Signs, scales and nil are not the format's.
"""

import re
from decimal import Decimal, InvalidOperation

__all__ = ["printed_number"]

_ZERO = frozenset({"fixed-zero", "zerodash", "numdash"})
_DOT = frozenset(
    {"", "num-dot-decimal", "num-dot-decimal-apos", "numdotdecimal", "numcommadot", "numspacedot"}
)
_COMMA = frozenset(
    {"num-comma-decimal", "num-comma-decimal-apos", "numcommadecimal", "numdotcomma", "numspacecomma"}
)  # fmt: skip
_WORDS = frozenset({"numwordsen"})
_BLANKS = re.compile(r"[\s\u00a0\u2009\u202f'’]+")
_NUMBER = re.compile(r"\d+(\.\d*)?|\.\d+")
_ONES = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
} | {"no": 0, "none": 0, "nil": 0, "a": 1}
_TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_POWERS = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def printed_number(text: str, transformation: str) -> Decimal | None:
    """Return the number printed, without sign and scale.

    Args:
        text: `"201,183"`, `"—"`, `"four"`.
        transformation: Name of the format without its prefix, `"num-dot-decimal"`; empty when
            the fact has none.

    Returns:
        `None` when the text is not a number of that format.
    """
    if transformation in _ZERO:
        return Decimal(0)
    if transformation in _WORDS:
        return _number_in_words(text)
    if transformation in _DOT:
        plain = _BLANKS.sub("", text).replace(",", "")
    elif transformation in _COMMA:
        plain = _BLANKS.sub("", text).replace(".", "").replace(",", ".")
    else:
        return None
    if not _NUMBER.fullmatch(plain):
        return None
    try:
        return Decimal(plain)
    except InvalidOperation:
        return None


def _number_in_words(text: str) -> Decimal | None:
    """Read English number words: `"one hundred and twenty-five thousand"`."""
    total = group = 0
    words = text.lower().replace("-", " ").replace(",", " ").split()
    if not words:
        return None
    for word in words:
        if word in _ONES:
            group += _ONES[word]
        elif word in _TENS:
            group += _TENS[word]
        elif word == "hundred":
            group = max(group, 1) * 100
        elif word in _POWERS:
            total += max(group, 1) * _POWERS[word]
            group = 0
        elif word != "and":
            return None
    return Decimal(total + group)
