"""Short names of segments: as printed in the filing, or made of the member's own name."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from research_agent.finance.segments.country_names import COUNTRY_NAMES
from research_agent.finance.segments.slugs import plain_letters, slug_of
from research_agent.finance.xbrl.facts import Place, XbrlFact, local_name

__all__ = ["MemberName", "is_geographic", "member_names", "split_name"]

_STANDARD = {
    "ProductMember": "Products",
    "ServiceMember": "Services",
    "EMEAMember": "Europe, Middle East and Africa",
    "AsiaPacificMember": "Asia Pacific",
    "AmericasMember": "Americas",
    "EuropeMember": "Europe",
    "AsiaMember": "Asia",
    "LatinAmericaMember": "Latin America",
    "NorthAmericaMember": "North America",
    "SouthAmericaMember": "South America",
    "CorporateMember": "Corporate",
    "CorporateNonSegmentMember": "Corporate",
    "CorporateReconcilingItemsAndEliminationsMember": "Corporate and eliminations",
    "IntersegmentEliminationMember": "Eliminations",
    "ConsolidationEliminationsMember": "Eliminations",
    "MaterialReconcilingItemsMember": "Reconciling items",
    "SegmentReconcilingItemsMember": "Reconciling items",
}
"""Members of the standard taxonomies that mean the same in every filing, so one name for all."""

_UNLESS_PRINTED = {
    "NonUsMember": "Outside the United States",
    "AllOtherSegmentsMember": "All other",
    "ReportableSegmentAggregationBeforeOtherOperatingSegmentMember": "Reportable segments",
    "ServiceOtherMember": "Other services",
    "ProductAndServiceOtherMember": "Other",
}
"""Members that filers use for something of their own: the rest of the world, a venture arm."""

_SUFFIXES = re.compile(r"(Segments?|Member|Domain)+$")
_WORD_BREAKS = re.compile(
    r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z][A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|[_.]+"
)
_SMALL = {"And": "and", "Of": "of", "The": "the", "Or": "or", "For": "for", "In": "in"}
_GENERIC = re.compile(
    r"total|fiscal|revenues?|sales|income|assets|segments?|consolidated|eliminations?|year|quarter|months|"
    r"weeks|ended|cost|profit|earnings|amounts?|percent|change|dollars|millions|goodwill|depreciation|"
    r"expenses?|net|january|february|march|april|may|june|july|august|september|october|november|"
    r"december",
    re.IGNORECASE,
)  # fmt: skip
_EMPTY_WORDS = frozenset(
    "and the segment segments member net sales revenue revenues total consolidated".split()
)
_LEADING = re.compile(
    r"^total\s+(revenues from )?|^(net )?(sales|revenues?)\s*[–—-]\s*", re.IGNORECASE
)
_TOO_COMMON = frozenset({"other", "allother", "others"})
_SPELLED_OUT = {"us": "unitedstates", "usa": "unitedstates", "uk": "unitedkingdom"}
_TELLING = ("other", "restof", "excluding")
"""What makes "Other Americas" another place than "Americas"."""
_MARKS = re.compile(r"[®™©]|\s*\([^()]*\)$")
_MIN_LIKENESS = 72.0
_MIN_PARTIAL_LIKENESS = 85.0
_MAX_CAPITALS = 4
_MAX_NAME = 60
_MIN_SHARE = 0.4
"""How often words must stand beside a standard member to be its name here."""
_GEO_WORDS = frozenset(
    "america americas american europe european asia asian pacific africa african middle east china "
    "japan emea apac latam international domestic countries country regions region states kingdom "
    "us uk usa worldwide india korea australia zealand oceania world foreign mainland hong kong".split()
)
_GEO_FILLERS = frozenset(
    "and of the rest other all greater north south central eastern western latin united excluding "
    "outside including non remaining".split()
)


@dataclass(frozen=True, slots=True)
class MemberName:
    """The name of a member.

    Args:
        text: Short: `"Greater China"`.
        printed: Taken from the filing's pages, or the same in every filing; else guessed from
            the member's own name.
    """

    text: str
    printed: bool


def member_names(facts: Iterable[XbrlFact]) -> dict[str, MemberName]:
    """Name every member of a substantive or company-made axis in a document.

    The words in a figure's row or column name its segment when they are like the member's own
    name; a table may as well have the segments in columns and `"Net sales"` in the row.
    """
    words: dict[tuple[str, str], Counter[str]] = {}
    for fact in facts:
        for pair in fact.dimensions.items():
            seen = words.setdefault(pair, Counter())
            if fact.place is not None:
                seen.update(_words_beside(fact.place))
    names: dict[str, MemberName] = {}
    taken: dict[tuple[str, str], str] = {}
    for (axis, member), seen in words.items():
        name = _name(member, seen)
        other = taken.setdefault((axis, slug_of(name.text)), member)
        if other != member:
            name = MemberName(split_name(member), False)
        names.setdefault(member, name)
    return names


def _words_beside(place: Place) -> set[str]:
    """Return what may name the figure: its row, its columns, its section where the row is none.

    A product's rows may say "U.S." and "Worldwide" below its name; a row "All other" is not what
    the section above it is called.
    """
    words = {place.row, *place.headings}
    if not place.row or is_geographic(place.row) or _GENERIC.search(place.row):
        words.add(place.section)
    return words - {""}


def _name(member: str, seen: Mapping[str, int]) -> MemberName:
    prefix, _, local = member.rpartition(":")
    if prefix == "country" and local in COUNTRY_NAMES:
        return MemberName(COUNTRY_NAMES[local], True)
    if local in _STANDARD:
        return MemberName(_STANDARD[local], True)
    own = split_name(local)
    best = max(seen, key=lambda text: (_likeness(text, own), seen[text], -len(text)), default="")
    if best and _likeness(best, own) >= _MIN_LIKENESS:
        return MemberName(_tidy(best), True)
    if prefix == "us-gaap":
        plain = {t: n for t, n in seen.items() if _tidy(t) and not _GENERIC.search(_tidy(t))}
        common = max(plain, key=lambda text: (plain[text], -len(text)), default="")
        usual = common and plain[common] >= _MIN_SHARE * max(seen.values())
        if usual and len(common) <= _MAX_NAME:
            return MemberName(_tidy(common), True)
        if local in _UNLESS_PRINTED:
            return MemberName(_UNLESS_PRINTED[local], False)
    return MemberName(own, False)


def _likeness(text: str, own: str) -> float:
    """Say how much words on the page are a member's name, 0 to 100."""
    from rapidfuzz import fuzz

    printed, named = _letters(text), _letters(own)
    if len(printed) < 2 or len(text) > _MAX_NAME:
        return 0.0
    if any((word in printed) != (word in named) for word in _TELLING):
        return 0.0
    whole = fuzz.ratio(printed, named)
    if printed in _TOO_COMMON:
        return whole
    if len(printed) >= 4 and printed[:3] == named[:3] and len(printed) < len(named):
        partial = fuzz.partial_ratio(printed, named)
        if partial >= _MIN_PARTIAL_LIKENESS:
            return max(whole, _MIN_LIKENESS + partial / 100)
    return whole


def _letters(text: str) -> str:
    plain = plain_letters(text).lower().replace("u.s.", "us")
    words = [_SPELLED_OUT.get(word, word) for word in re.findall(r"[a-z0-9]+", plain)]
    return "".join(word for word in words if word not in _EMPTY_WORDS) or "".join(words)


def _tidy(text: str) -> str:
    plain = re.sub(r"\s+segments?$", "", _MARKS.sub("", text).strip(" :"), flags=re.IGNORECASE)
    plain = _LEADING.sub("", plain)
    shown = plain.title() if plain.isupper() and len(plain) > _MAX_CAPITALS else plain
    return shown[:1].upper() + shown[1:] if shown[:2].islower() else shown


def split_name(member: str) -> str:
    """Return a member's own name as words: `GreaterChinaSegmentMember` is `"Greater China"`."""
    local = local_name(member)
    core = _SUFFIXES.sub("", local) or local
    words = [word for word in _WORD_BREAKS.split(core) if word]
    return " ".join(_SMALL.get(word, word) if at else word for at, word in enumerate(words))


def is_geographic(name: str) -> bool:
    """Say whether a name is a country, a continent or a group of them, and nothing else."""
    if name in COUNTRY_NAMES.values():
        return True
    words = slug_of(name).split("_")
    rest = [word for word in words if word not in _GEO_FILLERS]
    return bool(rest) and all(word in _GEO_WORDS for word in rest)
