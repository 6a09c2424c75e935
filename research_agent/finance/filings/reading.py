"""Reads filings: finds one, takes its items, follows what they refer to, picks the passages."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from research_agent.errors import InvalidRequest, NotFound, ResearchError
from research_agent.finance.filings.document import FiledText
from research_agent.finance.filings.filing import FilingRef
from research_agent.finance.filings.item_sections import item_sections
from research_agent.finance.filings.items import item_matches, items_of
from research_agent.finance.filings.note_sections import note_sections
from research_agent.finance.filings.passages import (
    SectionPassage,
    best_passages,
    section_passages,
)
from research_agent.finance.filings.references import reference_of, referred_sections
from research_agent.finance.filings.request import FilingRead
from research_agent.finance.filings.section import Section
from research_agent.finance.filings.source import FilingsSource, JoinedSource

__all__ = ["FilingPassage", "FilingReading", "read_filing"]

MAX_PASSAGES = 40
"""Kept of one read, before the caller cuts them to what can be shown."""


@dataclass(frozen=True, slots=True)
class FilingPassage:
    """A stretch of a filing's text, untrusted like everything a filer writes.

    Args:
        filing: Where it stands.
        item: `"Item 1A Risk Factors"`, `"Note 7 Debt"`.
        text: Exactly `[start:end]` of the document's text.
        start: Offset of its first character.
        anchor: Nearest id in the HTML at or before it; empty when there is none.
        page: Sheet of the document, counted from 1, not as printed.
        url: Where a person can open it.
        document: Its name, for an exhibit; empty for the form itself.
    """

    filing: FilingRef
    item: str
    text: str
    start: int
    anchor: str
    page: int
    url: str
    document: str = ""


@dataclass(frozen=True, slots=True)
class FilingReading:
    """What one read brought.

    Args:
        read: What was asked.
        filing: What was read.
        passages: Best first when words were looked for, else in the document's order.
        remarks: What the reader has to know: references followed or not, words not found.
    """

    read: FilingRead
    filing: FilingRef
    passages: tuple[FilingPassage, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """A section with the document it stands in; `document` is empty for the form itself."""

    text: FiledText
    section: Section
    document: str = ""


async def read_filing(read: FilingRead, source: JoinedSource) -> FilingReading:
    """Read the newest filing that fits.

    Raises:
        NotFound: There is no such filing, or no such item in it.
        InvalidRequest: The filing holds no text.
        ProviderError: The source failed.
    """
    opened, found = await source.open(read.company, read.wanted)
    filing = found[0]
    text = await opened.text(filing, filing.document)
    items = await asyncio.to_thread(item_sections, text, filing.form)
    notes = await asyncio.to_thread(note_sections, text, items)
    parts = [
        _Part(text, section) for section in (*items, *notes) if _is_wanted(section, read, items)
    ]
    remarks: list[str] = []
    parts += await _exhibits_wanted(read, filing, opened, remarks)
    if read.items and not parts:
        raise NotFound(_not_there(read, filing, items))
    parts += await _followed(parts, read, filing, opened, text, notes, remarks)
    if not parts:  # a form without items: all of it
        whole = Section(filing.form, "", 0, len(text.text), text.anchor_at(0), 1)
        parts = [_Part(text, whole)]
    passages = await asyncio.to_thread(_picked, parts, read, remarks)
    return FilingReading(
        read,
        filing,
        tuple(_passage(part, at, filing, opened) for part, at in passages[:MAX_PASSAGES]),
        tuple(dict.fromkeys(remarks)),
    )


def _is_wanted(section: Section, read: FilingRead, items: Sequence[Section]) -> bool:
    if read.items:
        return any(item_matches(section.item, item) for item in read.items)
    # A note stands inside an item, and its text must not come twice.
    return not section.item.startswith("note ") or not any(
        item.start <= section.start < item.end for item in items
    )


def _not_there(read: FilingRead, filing: FilingRef, items: Sequence[Section]) -> str:
    asked = " or ".join(read.items)
    there = ", ".join(section.item for section in items) or "none that can be told apart"
    known = {item.number for item in items_of(filing.form)}
    hint = "" if known else f"; a {filing.form} has no items"
    return f"{filing.title} has no item {asked}{hint}: its items are {there}."


async def _exhibits_wanted(
    read: FilingRead, filing: FilingRef, source: FilingsSource, remarks: list[str]
) -> list[_Part]:
    """Return exhibits asked for, and those of an 8-K, whose text is mostly there."""
    asked = [item for item in read.items if "99" in item or item.casefold().startswith("ex")]
    if not asked and (read.items or filing.form != "8-K"):
        return []
    parts = []
    try:
        for exhibit in await source.exhibits(filing):
            plain = exhibit.kind.startswith("EX-99") if not asked else False
            if plain or any(item_matches(exhibit.kind, item) for item in asked):
                text = await source.text(filing, exhibit.document)
                whole = Section(
                    exhibit.kind, exhibit.title, 0, len(text.text), text.anchor_at(0), 1
                )
                parts.append(_Part(text, whole, exhibit.document))
    except ResearchError as error:
        remarks.append(f"The exhibits of {filing.title} could not be read: {error}")
    return parts


async def _followed(
    parts: Sequence[_Part],
    read: FilingRead,
    filing: FilingRef,
    source: FilingsSource,
    text: FiledText,
    notes: Sequence[Section],
    remarks: list[str],
) -> list[_Part]:
    """Return what the items refer to: notes of the form, parts of exhibit 13."""
    followed: list[_Part] = []
    annual_report: tuple[FiledText, str, tuple[Section, ...]] | None = None
    for part in parts:
        reference = reference_of(part.text, part.section)
        if reference is None or part.document:
            continue
        name = part.section.name
        if not reference.exhibit:
            if not read.items:
                continue  # all of the form is read, its notes too
            inside = referred_sections(text, reference, notes, item=part.section.item)
            known = {found.section for found in (*parts, *followed)}
            followed += [_Part(text, section) for section in inside if section not in known]
            if inside:
                remarks.append(f"{name} refers to {', '.join(note.name for note in inside)}.")
            continue
        try:
            annual_report = annual_report or await _annual_report(filing, source)
        except ResearchError as error:
            remarks.append(f"{name} refers to exhibit 13, which could not be read: {error}")
            continue
        report, document, report_notes = annual_report
        found = referred_sections(report, reference, report_notes, item=part.section.item)
        followed += [_Part(report, section, document) for section in found]
        where = ", ".join(section.title for section in found) or "a part that was not found there"
        remarks.append(f"{name} refers to exhibit 13: {where}.")
    return followed


async def _annual_report(
    filing: FilingRef, source: FilingsSource
) -> tuple[FiledText, str, tuple[Section, ...]]:
    for exhibit in await source.exhibits(filing):
        if exhibit.kind == "EX-13" or exhibit.kind.startswith("EX-13."):
            text = await source.text(filing, exhibit.document)
            return text, exhibit.document, await asyncio.to_thread(note_sections, text)
    raise NotFound(f"The {source.name} has no exhibit 13 of {filing.title}.")


def _picked(
    parts: Sequence[_Part], read: FilingRead, remarks: list[str]
) -> list[tuple[_Part, SectionPassage]]:
    """Return passages of the parts: the best for the words, else each part from its beginning."""
    by_document: dict[str, list[tuple[_Part, SectionPassage]]] = {}
    for part in parts:
        cut = [(part, passage) for passage in section_passages(part.text, part.section)]
        by_document.setdefault(part.document, []).extend(cut)
    everything = [pair for pairs in by_document.values() for pair in pairs]
    if not read.words.strip():
        return everything
    ranked: list[tuple[_Part, SectionPassage]] = []
    for pairs in by_document.values():
        owner = {(passage.section, passage.start): part for part, passage in pairs}
        found = best_passages(pairs[0][0].text, [passage for _, passage in pairs], read.words)
        ranked += [(owner[passage.section, passage.start], passage) for passage in found]
    ranked.sort(key=lambda pair: -pair[1].score)
    if ranked:
        return ranked
    if not read.items:
        raise InvalidRequest(f'Nothing in {read} speaks of "{read.words}": use other words.')
    remarks.append(f'No passage of {read} has the words "{read.words}"; shown from its beginning.')
    return everything


def _passage(
    part: _Part, at: SectionPassage, filing: FilingRef, source: FilingsSource
) -> FilingPassage:
    anchor = part.text.anchor_at(at.start)
    return FilingPassage(
        filing,
        at.section.name,
        part.text.text[at.start : at.end],
        at.start,
        anchor,
        part.text.page_at(at.start),
        source.page(filing, part.document or filing.document, anchor),
        part.document,
    )
