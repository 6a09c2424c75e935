"""Contexts, units and names of XBRL, the same in inline documents and in instances."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from research_agent.finance.xbrl.facts import EXACT, local_name

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = [
    "XBRLDI",
    "XBRLI",
    "XSI_NIL",
    "Context",
    "decimals_of",
    "read_contexts",
    "read_units",
    "usual_name",
]

XBRLI = "{http://www.xbrl.org/2003/instance}"
XBRLDI = "{http://xbrl.org/2006/xbrldi}"
XSI_NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"

_TAXONOMIES = (
    ("us-gaap", re.compile(r"/us-gaap/")),
    ("srt", re.compile(r"//fasb\.org/srt/")),
    ("dei", re.compile(r"/dei/")),
    ("country", re.compile(r"/country/")),
    ("ifrs-full", re.compile(r"/ifrs-full$")),
)
_STANDARD_HOSTS = re.compile(r"//(fasb\.org|xbrl\.us|xbrl\.sec\.gov|xbrl\.ifrs\.org)/")


@dataclass(frozen=True, slots=True)
class Context:
    """Who, when and which part.

    Args:
        cik: The filer; 0 when the identifier is not a number.
        start: First day; `None` for a moment.
        end: Last day.
        dimensions: Axis to member.
    """

    cik: int
    start: date | None
    end: date
    dimensions: Mapping[str, str]


def usual_name(name: str, namespaces: Mapping[str | None, str]) -> str:
    """Return a prefixed name under its taxonomy's usual prefix.

    A prefix is the filer's choice; the namespace tells the taxonomy, year by year.

    Args:
        name: `"us-gaap:Revenues"`, or a name of the default namespace without a prefix.
        namespaces: Prefix to namespace where the name stands.
    """
    prefix, _, local = name.strip().rpartition(":")
    uri = namespaces.get(prefix or None, "")
    if _STANDARD_HOSTS.search(uri):
        for usual, pattern in _TAXONOMIES:
            if pattern.search(uri):
                return f"{usual}:{local}"
    return f"{prefix}:{local}" if prefix else local


def decimals_of(text: str | None) -> int | None:
    """Return the `decimals` attribute as a number; `None` when absent or odd."""
    if text is None:
        return None
    if text.strip() == "INF":
        return EXACT
    try:
        return int(text)
    except ValueError:
        return None


def read_contexts(root: "_Element") -> dict[str, Context]:
    """Return every readable context below `root` by its id."""
    found = {}
    for element in root.iter(f"{XBRLI}context"):
        context = _context(element)
        if context is not None:
            found[element.get("id") or ""] = context
    return found


def _context(element: "_Element") -> Context | None:
    try:
        instant = _day(element, "instant")
        start, end = (None, instant) if instant else (_day(element, "startDate"), None)
        end = end or _day(element, "endDate")
    except ValueError:
        return None
    if end is None:
        return None
    identifier = element.findtext(f".//{XBRLI}identifier", "").strip()
    dimensions = dict(_dimensions(element))
    return Context(int(identifier) if identifier.isdigit() else 0, start, end, dimensions)


def _day(element: "_Element", name: str) -> date | None:
    text = element.findtext(f".//{XBRLI}{name}")
    return date.fromisoformat(text.strip()[:10]) if text and text.strip() else None


def _dimensions(element: "_Element") -> Iterable[tuple[str, str]]:
    for member in element.iter(f"{XBRLDI}explicitMember"):
        axis = usual_name(member.get("dimension") or "", member.nsmap)
        yield axis, usual_name(member.text or "", member.nsmap)
    for member in element.iter(f"{XBRLDI}typedMember"):
        axis = usual_name(member.get("dimension") or "", member.nsmap)
        yield axis, " ".join("".join(map(str, member.itertext())).split())


def read_units(root: "_Element") -> dict[str, str]:
    """Return every unit below `root` by its id, as companyfacts writes it: `"USD/shares"`."""
    return {element.get("id") or "": _unit(element) for element in root.iter(f"{XBRLI}unit")}


def _unit(element: "_Element") -> str:
    above = element.find(f".//{XBRLI}unitNumerator")
    below = element.find(f".//{XBRLI}unitDenominator")
    if above is None or below is None:
        return _measures(element)
    return f"{_measures(above)}/{_measures(below)}"


def _measures(element: "_Element") -> str:
    return "*".join(
        local_name((measure.text or "").strip()) for measure in element.iter(f"{XBRLI}measure")
    )
