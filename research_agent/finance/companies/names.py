"""When two spellings name the same company: keys for names and for tickers.

A key is lower case, without accents, punctuation and legal form: "The Coca-Cola Company" and
"COCA COLA CO" share `"coca cola"`, "J.P. Morgan" and "JP Morgan" share `"jp morgan"`.
"""

import re
import unicodedata
from collections.abc import Iterator

__all__ = [
    "GENERIC_TAILS",
    "LEGAL_WORDS",
    "is_generic",
    "name_key",
    "name_keys",
    "short_keys",
    "ticker_key",
    "written_key",
]

LEGAL_WORDS = frozenset(
    "ab adr ads ag as asa bv co company corp corporation cv gmbh holding holdings inc "
    "incorporated limited llc llp lp ltd nv oyj plc sa sab sarl se spa".split()
)
"""Last words of a name that say only what kind of legal person it is."""

GENERIC_TAILS = frozenset(
    "com communications computer enterprises entertainment financial global group "
    "industries international labs laboratories media motors motor networks pharmaceutical "
    "pharmaceuticals platforms resources scientific semiconductor semiconductors software "
    "solutions stores systems technologies technology therapeutics us usa wholesale".split()
)
"""Last words people leave out: "Meta Platforms", "Micron Technology", "Uber Technologies"."""

_GENERIC_WORDS = GENERIC_TAILS | frozenset(
    "advanced alpha america american applied boston california cincinnati atlantic bancorp bank best big black blue brands britain british "
    "canada canadian capital central china chinese city community continental credit digital "
    "direct dynamic dynamics eagle east eastern electric energy equity europe european federal "
    "fidelity first fund general gold golden grand great green home income independence india "
    "infinity innovative insurance integrated investment investors israel japan johnson key "
    "liberty life martin medical metropolitan micro mid modern mutual national natural net new "
    "north northern old one open pacific pan partners people peoples pioneer premier prime "
    "public pure real red royal select silver smart smith south southern star state summit sun "
    "super texas trust union united universal us valley vanguard virginia washington west "
    "western white william williams world "
    "a an and at by co de for in la of on or the to".split()
)

_MARKS_WITH_MEANING = (("'", ""), ("&", " and "), ("+", " plus "))
_OTHER_MARKS = re.compile(r"[\W_]+")
_INITIALS = re.compile(r"\b[a-z](?: [a-z]\b)+")
_POSSESSIVE = re.compile(r"['’]s\b|(?<=s)['’](?!\w)", re.IGNORECASE)
_DOTTED = re.compile(r"\b(\w)\.(?=\w\b)")


def name_key(name: str) -> str:
    """Return the key of a company name; empty when it has no letter or digit.

    A possessive keeps its s: "McDonald's" and "McDonalds" share a key; `name_keys` also gives
    the one without.
    """
    return _without_legal_form(_words(name))


def written_key(name: str) -> str:
    """Return `name` as a key that keeps the legal form: "Toro Co" is not "Toro Corp."."""
    return " ".join(_words(name))


def name_keys(name: str) -> Iterator[str]:
    """Yield the keys `name` may be meant by: as written, then without its possessive s."""
    key = name_key(name)
    yield key
    if "'" in name or "’" in name:
        bare = _POSSESSIVE.sub("", name)
        if bare != name and (other := name_key(bare)) != key:
            yield other


def short_keys(key: str) -> Iterator[str]:
    """Yield what remains of `key` as generic last words go: "meta platforms" gives "meta".

    Never a word too generic to stand for one company.
    """
    words = key.split()
    while len(words) > 1 and words[-1] in GENERIC_TAILS:
        words.pop()
        while len(words) > 1 and (words[-1] == "and" or words[-1] in LEGAL_WORDS):
            words.pop()
        shorter = " ".join(words)
        if len(shorter) > 2 and not is_generic(shorter):
            yield shorter


def is_generic(key: str) -> bool:
    """Say whether no word of `key` tells one company from another: "american", "bank of"."""
    return all(word in _GENERIC_WORDS for word in key.split())


def ticker_key(ticker: str) -> str:
    """Return a ticker in the SEC's spelling: `brk.b`, `BRK/B` and `BRK B` give `"BRK-B"`."""
    return re.sub(r"[./\s-]+", "-", ticker.strip().lstrip("$").upper()).strip("-")


def _words(name: str) -> list[str]:
    plain = name.replace("’", "'").casefold()
    if not plain.isascii():
        decomposed = unicodedata.normalize("NFKD", plain)
        plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    if "." in plain:
        plain = _DOTTED.sub(r"\1", plain)
    for mark, meaning in _MARKS_WITH_MEANING:
        plain = plain.replace(mark, meaning)
    words = _OTHER_MARKS.sub(" ", plain).split()
    if len(words) > 2 and words[-2] == "class" and words[-1] in {"a", "b", "c"}:
        words = words[:-2]
    if "&" in name or not any(len(word) == 1 for word in words):
        return words
    return _INITIALS.sub(lambda run: run[0].replace(" ", ""), " ".join(words)).split()


def _without_legal_form(words: list[str]) -> str:
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    end = len(words)
    while end > 1 and (words[end - 1] in LEGAL_WORDS or words[end - 1] == "and"):
        end -= 1
        if words[end - 1 : end + 1] == ["de", "cv"] and end > 2:
            end -= 1
    return " ".join(words[:end])
