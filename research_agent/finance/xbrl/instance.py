"""Numeric facts out of an XBRL instance document (`.xml`)."""

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from research_agent.errors import InvalidRequest
from research_agent.finance.xbrl.contexts import (
    XBRLI,
    XSI_NIL,
    Context,
    decimals_of,
    read_contexts,
    read_units,
    usual_name,
)
from research_agent.finance.xbrl.facts import XbrlDocument, XbrlFact

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["read_instance"]

_ROOT = f"{XBRLI}xbrl"


def read_instance(raw: bytes, *, name: str) -> XbrlDocument:
    """Read the facts of one instance.

    Args:
        raw: The document.
        name: Of its file, for messages.

    Returns:
        A document without facts when the XML is something else (a linkbase, a schema).

    Raises:
        InvalidRequest: It is not XML.
    """
    from lxml import etree

    parser = etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(raw, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise InvalidRequest(f"{name} is not XML: {error}.") from error
    contexts = read_contexts(root) if root.tag == _ROOT else {}
    units = read_units(root) if contexts else {}
    facts: list[XbrlFact] = []
    unread: list[str] = []
    said: dict[str, tuple[str, Context]] = {}
    for element in root:
        context = contexts.get(element.get("contextRef") or "")
        if context is None or element.get(XSI_NIL) in ("true", "1"):
            continue
        tag = _tag(element)
        if element.get("unitRef") is None:
            if tag.startswith("dei:") and not context.dimensions:
                said.setdefault(tag.removeprefix("dei:"), ((element.text or "").strip(), context))
            continue
        unit = units.get(element.get("unitRef") or "")
        try:
            value = Decimal((element.text or "").strip())
        except InvalidOperation:
            unread.append(f"{tag}: {element.text!r}")
            continue
        if unit is not None:
            decimals = decimals_of(element.get("decimals"))
            where = (context.start, context.end)
            facts.append(XbrlFact(tag, unit, *where, value, decimals, context.dimensions))
    return _document(name, said, tuple(facts), tuple(unread))


def _tag(element: "_Element") -> str:
    if not isinstance(element.tag, str):
        return ""
    local = element.tag.rpartition("}")[2]
    return usual_name(f"{element.prefix}:{local}" if element.prefix else local, element.nsmap)


def _document(
    name: str,
    said: dict[str, tuple[str, Context]],
    facts: tuple[XbrlFact, ...],
    unread: tuple[str, ...],
) -> XbrlDocument:
    def text(key: str) -> str:
        return said[key][0] if key in said else ""

    cover = said["DocumentType"][1] if "DocumentType" in said else None
    year = text("DocumentFiscalYearFocus")
    return XbrlDocument(
        name=name,
        cik=cover.cik if cover else 0,
        form=text("DocumentType"),
        period_end=cover.end if cover else None,
        fiscal_year=int(year) if year.isdigit() else 0,
        fiscal_period=text("DocumentFiscalPeriodFocus"),
        registrant=text("EntityRegistrantName"),
        facts=facts,
        unread=unread,
    )
