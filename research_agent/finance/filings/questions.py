"""From a question about the text of filings to what has to be read, by rules."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from research_agent.errors import InvalidRequest
from research_agent.finance.companies.mentions import Mention
from research_agent.finance.filings.filing import FilingWanted
from research_agent.finance.filings.request import FilingRead

__all__ = ["CompanyFinder", "asks_for_filing_text", "filing_reads", "names_filing_text"]

ANNUAL, QUARTERLY, CURRENT = "10-K", "10-Q", "8-K"


class CompanyFinder(Protocol):
    """Finds companies in free text."""

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Return them in order."""


@dataclass(frozen=True, slots=True)
class _Topic:
    """What people call an item.

    Args:
        words: As people write it.
        annual: Item of a 10-K.
        quarterly: Item of a 10-Q; empty where it has none.
    """

    words: re.Pattern[str]
    annual: str
    quarterly: str = ""


def _topic(words: str, annual: str, quarterly: str = "") -> _Topic:
    return _Topic(re.compile(rf"\b(?:{words})\b", re.IGNORECASE), annual, quarterly)


_TOPICS = (
    _topic(r"market[- ]risks?(?: disclosures?)?|interest rate risks?|currency risks?", "7A", "I-3"),
    _topic(r"risk factors?|(?:main |key |biggest |principal )?risks", "1A", "II-1A"),
    _topic(r"legal proceedings?|lawsuits?|litigations?|legal matters", "3", "II-1"),
    _topic(r"md&a|management['’]?s discussion(?: and analysis)?", "7", "I-2"),
    _topic(r"cyber ?security|data breach(?:es)?", "1C"),
    _topic(r"internal controls?|controls and procedures|material weakness(?:es)?", "9A", "I-4"),
    _topic(
        r"business (?:description|section|overview)|describe (?:its|the|their) business|competitors|competition",
        "1",
    ),
    _topic(
        r"share repurchase plan|issuer purchases|market for .{0,20}common (?:equity|stock)",
        "5",
        "II-2",
    ),
    _topic(
        r"accounting policies|notes to (?:the )?(?:financial )?statements|footnotes?",
        "notes",
        "notes",
    ),
    _topic(r"propert(?:y|ies) section|real estate it owns", "2"),
)
_FORMS = (
    (CURRENT, re.compile(r"\b8-?k\b|\bcurrent reports?\b|\bearnings (?:press )?releases?\b", re.I)),
    (QUARTERLY, re.compile(r"\b10-?q\b|\bquarterly (?:reports?|filings?)\b", re.I)),
    (ANNUAL, re.compile(r"\b10-?k\b|\bannual (?:reports?|filings?)\b", re.I)),
)
_ITEM = re.compile(r"\b(?:part\s+(i{1,2})\W+)?item\s+(\d{1,2}[abc]?(?:\.\d{2})?)\b", re.IGNORECASE)
_NOTE = re.compile(r"\bnote\s+(\d{1,2}|[A-T])\b", re.IGNORECASE)
_EXHIBIT = re.compile(r"\b(?:exhibit|ex-)\s?(\d{1,2}(?:\.\d{1,2})?)\b", re.IGNORECASE)
_QUARTER = re.compile(r"\bq([1-3])\b|\b(first|second|third)[- ]quarter\b", re.IGNORECASE)
_QUARTERS = {"first": 1, "second": 2, "third": 3}
_YEAR = re.compile(
    r"\b(?:fy|fiscal(?: year)?)\s?'?((?:19|20)\d{2}|\d{2})\b|\b((?:19|20)\d{2})\b", re.IGNORECASE
)
_SAYS = re.compile(
    r"\bfilings?\b.{0,40}\b(?:say|says|said|mention|mentions|describe|describes|discuss|state|disclose)\b|"
    r"\b(?:say|says|said|mention|mentions|describe|describes|discuss|discusses|discloses?)\b.{0,60}\b(?:filings?|reports?|10-?[kq]|8-?k)\b|"
    r"\b(?:10-?[kq]|8-?k|annual report|quarterly report)\b.{0,40}\b(?:say|says|said|mention|mentions|describe|describes|discuss|discusses|disclose|discloses)\b",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"\b(?:what|which|how|who|why|when|where|does|do|did|is|are|was|were|has|have|the|a|an|its|their|it|they|"
    r"of|in|on|for|about|to|from|with|and|by|at|any|say|says|said|mentions?|describes?|discuss(?:es)?|"
    r"discloses?|tell|me|show|give|list|read|find|summari[sz]e|latest|newest|most|recent|last|current|"
    r"companys?|filings?|filed|reports?|item|part|section|main|key|there)\b|['’]s\b|[?!.,;:\"“”()]",
    re.IGNORECASE,
)


def asks_for_filing_text(question: str) -> bool:
    """Say whether only the text of a filing can answer a question, no figure of it."""
    topic = any(topic.words.search(question) for topic in _TOPICS)
    return topic or names_filing_text(question)


def names_filing_text(question: str) -> bool:
    """Say whether a question asks in so many words what a filing or an item of it says."""
    return bool(_ITEM.search(question) or _SAYS.search(question))


def filing_reads(
    query: str, *, directory: CompanyFinder, today: date, as_of: date | None = None
) -> tuple[FilingRead, ...]:
    """Return what to read for a question: one filing of each company named.

    Args:
        query: Names companies in any way.
        directory: Finds them.
        today: Years after it are no fiscal years.
        as_of: Nothing filed later is read.

    Raises:
        InvalidRequest: It names no company.
    """
    mentions = directory.mentions(query)
    companies = tuple({mention.company.cik: mention.company for mention in mentions}.values())
    if not companies:
        raise InvalidRequest("The question names no company whose filings could be read: name one.")
    rest = _without(query, [(mention.start, mention.end) for mention in mentions])
    form, rest = _form(rest)
    quarter, rest = _quarter(rest)
    year, rest = _year(rest, today)
    if not form:
        form = QUARTERLY if quarter else ANNUAL
    items, rest = _items(rest, form)
    words = " ".join(_FILLER.sub(" ", rest).split())
    wanted = FilingWanted(form, year, quarter if form == QUARTERLY else None, as_of)
    return tuple(FilingRead(company, wanted, items, words) for company in companies)


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text


def _form(text: str) -> tuple[str, str]:
    for form, words in _FORMS:
        if words.search(text):
            return form, words.sub(" ", text)
    return "", text


def _quarter(text: str) -> tuple[int | None, str]:
    found = _QUARTER.search(text)
    if found is None:
        return None, text
    quarter = int(found[1]) if found[1] else _QUARTERS[found[2].lower()]
    return quarter, _without(text, [found.span()])


def _year(text: str, today: date) -> tuple[int | None, str]:
    for found in _YEAR.finditer(text):
        year = int(found[1] or found[2])
        year += 2000 if year < 100 else 0
        if year <= today.year + 1:
            return year, _without(text, [found.span()])
    return None, text


def _items(text: str, form: str) -> tuple[tuple[str, ...], str]:
    """Return the items a question means, and the text without their names."""
    named: dict[str, None] = {}
    spans = []
    for found in _ITEM.finditer(text):
        part = f"{found[1].upper()}-" if found[1] else ""
        named[f"{part}{found[2].upper()}"] = None
        spans.append(found.span())
    for pattern, prefix in ((_NOTE, "note "), (_EXHIBIT, "EX-")):
        for found in pattern.finditer(text):
            named[f"{prefix}{found[1].lower()}"] = None
            spans.append(found.span())
    text = _without(text, spans)
    if form == CURRENT:
        return tuple(named), text
    for topic in _TOPICS:
        key = topic.annual if form == ANNUAL else topic.quarterly
        if key and topic.words.search(text):
            named[key] = None
            text = topic.words.sub(" ", text)
    return tuple(named), text
