"""Numeric facts out of the HTML of a filing (inline XBRL).

The reader is our own, on lxml, because the libraries that read XBRL did not fit. edgartools
(5.62, two seconds to import) reads instances but fails on inline HTML given as a file. Arelle
(2.47, one second to import and six times as long as this reader for a report) reads the HTML, but
without the filing's taxonomies, which a copy of a filing does not have, it takes no fact for a
number. Neither keeps the words printed beside a figure, the only good name of a segment in a
filing without linkbases.

Read are scale, sign, format, nil, nested facts, continued text, divided units, explicit and typed
dimensions. Footnotes and relationships are not figures and are left out.
"""

from decimal import Decimal
from typing import TYPE_CHECKING

from research_agent.errors import InvalidRequest
from research_agent.finance.xbrl.contexts import (
    XSI_NIL,
    Context,
    decimals_of,
    read_contexts,
    read_units,
    usual_name,
)
from research_agent.finance.xbrl.facts import XbrlDocument, XbrlFact, local_name
from research_agent.finance.xbrl.inline_numbers import printed_number
from research_agent.finance.xbrl.inline_places import TablePlaces, mark_line_breaks

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["read_inline"]

_IX = "{http://www.xbrl.org/2013/inlineXBRL}"
_NAMED_BLANK = (b"&nbsp;", b"&#160;")


def read_inline(raw: bytes, *, name: str) -> XbrlDocument:
    """Read the facts of one HTML document.

    Args:
        raw: The document.
        name: Of its file, for messages.

    Returns:
        A document without facts when the HTML has no inline XBRL.

    Raises:
        InvalidRequest: It is not HTML that can be parsed.
    """
    root = _parsed(raw, name)
    contexts = read_contexts(root)
    units = read_units(root)
    mark_line_breaks(root)
    places = TablePlaces()
    facts: list[XbrlFact] = []
    unread: list[str] = []
    for element in root.iter(f"{_IX}nonFraction"):
        context = contexts.get(element.get("contextRef") or "")
        unit = units.get(element.get("unitRef") or "")
        if context is None or unit is None or element.get(XSI_NIL) in ("true", "1"):
            continue
        value = _value(element)
        tag = usual_name(element.get("name") or "", element.nsmap)
        if value is None:
            unread.append(f"{tag}: {_text(element)!r} ({element.get('format', 'no format')})")
            continue
        facts.append(
            XbrlFact(
                tag,
                unit,
                context.start,
                context.end,
                value,
                decimals_of(element.get("decimals")),
                context.dimensions,
                places.of(element),
            )
        )
    return _document(root, contexts, name, tuple(facts), tuple(unread))


def _parsed(raw: bytes, name: str) -> "_Element":
    from lxml import etree

    parser = etree.XMLParser(huge_tree=True, recover=True, resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(raw.replace(*_NAMED_BLANK), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise InvalidRequest(f"{name} is not HTML that can be read: {error}.") from error
    if root is None:
        raise InvalidRequest(f"{name} is empty.")
    return root


def _value(element: "_Element") -> Decimal | None:
    number = printed_number(_text(element), local_name(element.get("format") or ""))
    if number is None:
        return None
    scale = element.get("scale") or "0"
    try:
        value = number.scaleb(int(scale))
    except ValueError:
        return None
    return -value if element.get("sign") == "-" else value


def _text(element: "_Element") -> str:
    return "".join(str(part) for part in element.itertext()).strip()


def _document(
    root: "_Element",
    contexts: dict[str, Context],
    name: str,
    facts: tuple[XbrlFact, ...],
    unread: tuple[str, ...],
) -> XbrlDocument:
    said: dict[str, str] = {}
    cover: Context | None = None
    for element in root.iter(f"{_IX}nonNumeric"):
        tag = usual_name(element.get("name") or "", element.nsmap)
        if not tag.startswith("dei:"):
            continue
        context = contexts.get(element.get("contextRef") or "")
        if context is None or context.dimensions:
            continue
        said.setdefault(tag.removeprefix("dei:"), _continued(root, element))
        if tag == "dei:DocumentType":
            cover = cover or context
    year = said.get("DocumentFiscalYearFocus", "")
    return XbrlDocument(
        name=name,
        cik=cover.cik if cover else 0,
        form=said.get("DocumentType", ""),
        period_end=cover.end if cover else None,
        fiscal_year=int(year) if year.isdigit() else 0,
        fiscal_period=said.get("DocumentFiscalPeriodFocus", ""),
        registrant=said.get("EntityRegistrantName", ""),
        facts=facts,
        unread=unread,
    )


def _continued(root: "_Element", element: "_Element") -> str:
    """Return the text of an element and of its continuations."""
    parts = []
    seen: set[str] = set()
    part: _Element | None = element
    while part is not None:
        parts.append(_text(part))
        following = part.get("continuedAt")
        if not following or following in seen:
            break
        seen.add(following)
        part = next((e for e in root.iter(f"{_IX}continuation") if e.get("id") == following), None)
    return " ".join(" ".join(parts).split())
