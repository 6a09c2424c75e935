"""Parts of a company in the words of a question: businesses, products, regions, and "by segment"."""

import re
from dataclasses import dataclass, replace

from research_agent.finance.questions.words import BARRIER, Span

__all__ = ["PartName", "PartsReading", "read_parts"]

_WORDS = (
    r"iphones?|ipads?|macs?|macbooks?|wearables(?:,? home,? and accessories)?|services?|products?(?= (?:net )?(?:revenue|sales|gross))|"
    r"(?:google )?cloud|aws|amazon web services|azure|youtube(?: ads?| advertising)?|google (?:search|network|services|other)|search|"
    r"instagram|whatsapp|reality labs|family of apps|advertising|ads|subscriptions?|online stores|physical stores|"
    r"data ?cent(?:er|re)s?|gaming|graphics|networking|professional visuali[sz]ation|automotive|hardware|software|"
    r"licen[sc]ing|office|windows|linkedin|xbox|studios?|parks|streaming|retail|wholesale|e-?commerce|sam['’]?s club|"
    r"pharmaceuticals?|medtech|innovative medicine|beauty|grooming|health ?care|fabric (?:and|&) home care|baby,? feminine,? (?:and|&) family care|"
    r"(?:greater |mainland )?china|hong kong|japan|taiwan|singapore|korea|europe|emea|americas|rest of (?:the )?(?:world|asia pacific)|"
    r"asia(?:[ -]pacific)?|apac|latam|india|germany|france|canada|mexico|brazil|united kingdom|north america|latin america|"
    r"united states|international(?:ly)?|domestic(?:ally)?|overseas|foreign(?! (?:exchange|currenc|tax))"
)
_NO_PART = r"(?! (?:makers?|manufacturers?|compan(?:y|ies)|giants?|owners?|expenses?|costs?|statements?|exchange|tax(?:es)?|charges?|spending|assets?\b))"
_PART = re.compile(rf"\b(?:{_WORDS})\b(?!-){_NO_PART}".replace(" ", r"\s"), re.IGNORECASE)
_COUNTRY = re.compile(
    r"\bU\.S\.(?:A\.)?(?!\w)|\b(?:USA|US|UK|EU)\b(?![$]|\s(?:dollars?|GAAP|billions?|millions?|companies|company|listed|stocks?))"
)
_EXCLUDING = re.compile(
    r"\b(?:excluding|excl\.?|except(?: for)?|without|outside(?: of)?|other than|apart from|ex|non)[\s-]+(?:the\s+)?(?:¦+(?:['’]s?)?\s+)?$",
    re.IGNORECASE,
)
_BEFORE_COUNTRY = re.compile(
    r"\b(?:in|the|from|of|for|non-?|ex-?|excluding|outside|except|without)\s*$|^\W*$", re.IGNORECASE
)
_OWNERS = {
    "AAPL": r"iphones?|ipads?|macbooks?",
    "AMZN": r"aws|amazon web services",
    "GOOGL": r"youtube.*|google .*",
    "META": r"instagram|whatsapp|reality labs|family of apps",
    "MSFT": r"azure|linkedin|xbox",
    "WMT": r"sam['’]?s club",
}
_AXES = {
    "segment": "business",
    "division": "business",
    "business": "business",
    "businesses": "business",
    "business unit": "business",
    "unit": "business",
    "operating segment": "business",
    "product": "product",
    "product line": "product",
    "product category": "product",
    "product group": "product",
    "service": "product",
    "region": "geography",
    "geography": "geography",
    "geographies": "geography",
    "geographic area": "geography",
    "geographical area": "geography",
    "country": "geography",
    "countries": "geography",
    "market": "geography",
    "customer": "customer",
}
_AXIS = (
    r"operating segment|segment|division|business unit|business(?:es)?|product (?:line|category|group)|product|"
    r"region|geograph(?:y|ies)|geographic(?:al)? area|countr(?:y|ies)|customer"
)
_BY_AXIS = re.compile(
    rf"\b(?:by|per|across|for each|each|all|every)(?: (?:its|the|of|their|reportable|operating|main))* (?P<axis>{_AXIS})s?\b"
    rf"|\b(?:which|what)(?: (?:of|is|was|are|were|its|the|their|reportable|main)| {BARRIER}+(?:['’]s?)?)*"
    rf"(?: (?:fastest|slowest|best|worst|biggest|largest|smallest|highest|lowest|most|least|growing|selling|profitable|important))*"
    rf" (?P<axis2>{_AXIS}|market|service)s?\b(?!{BARRIER})"
    rf"|(?:^|(?<=\W))(?P<axis3>geographic|segment|product|regional|business) (?:breakdown|mix|split|revenues?|sales|results|data|information)\b"
    rf"|\b(?:largest|biggest|smallest|fastest[ -]growing|slowest[ -]growing|most profitable|best[ -]selling) (?P<axis4>{_AXIS}|market)s?\b"
    rf"|\b(?P<axis5>segments|divisions|business units|product lines|geographies|regions)\b".replace(
        " ", r"\s"
    ),
    re.IGNORECASE,
)
_NOT_AN_AXIS = re.compile(r"^\s*(?:costs?|of products|margin)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PartName:
    """A part of a company as the question names it.

    Args:
        text: As written, `"Greater China"`.
        start: Offset of its first character.
        end: Offset behind its last one.
        owner: Ticker of the one company that has it ("iPhone"); empty otherwise.
        sure: False for words that nothing else understood and that may be one.
        excluded: True when all but this part is meant: "outside the US", "excluding China".
    """

    text: str
    start: int
    end: int
    owner: str = ""
    sure: bool = True
    excluded: bool = False

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class PartsReading:
    """What a question says about parts of a company.

    Args:
        names: Parts named.
        axis: `"business"`, `"product"`, `"geography"` or `"customer"` when all parts of that kind
            are asked for; empty otherwise.
        spans: Text understood.
    """

    names: tuple[PartName, ...] = ()
    axis: str = ""
    spans: tuple[Span, ...] = ()


def read_parts(text: str, *, question: str) -> PartsReading:
    """Find parts in `text`.

    Args:
        text: The question with companies, definitions and periods as barriers.
        question: The same, whole: "Google Cloud" is a part though Google is a company.
    """
    names = [_named(found) for found in _PART.finditer(text)]
    names += [
        PartName(found.group(), found.start(), found.end())
        for found in _COUNTRY.finditer(text)
        if _stands_as_country(text, found)
    ]
    names = [_with_exclusion(_with_company_word(name, question), text) for name in names]
    axis, axis_spans = _axis(text)
    names = [n for n in names if not any(a < n.end and n.start < b for a, b in axis_spans)]
    names.sort(key=lambda name: name.start)
    return PartsReading(tuple(names), axis, (*(n.span for n in names), *axis_spans))


def _named(found: re.Match[str]) -> PartName:
    low = " ".join(found.group().lower().split())
    owner = next((t for t, words in _OWNERS.items() if re.fullmatch(words, low)), "")
    return PartName(found.group(), found.start(), found.end(), owner)


def _with_company_word(name: PartName, question: str) -> PartName:
    """Give "Cloud" of "Google Cloud" its first word back: the company's name took it."""
    if name.text[:3].lower() == "sam":
        return name
    before = re.search(r"\b(?:google|walmart)\s$", question[: name.start], re.IGNORECASE)
    if before is None:
        return name
    return PartName(
        question[before.start() : name.end], name.start, name.end, name.owner, name.sure
    )


def _with_exclusion(name: PartName, text: str) -> PartName:
    """Read "outside the US" and "excluding China" as all but that part."""
    before = _EXCLUDING.search(text[: name.start])
    return replace(name, start=before.start(), excluded=True) if before else name


def _stands_as_country(text: str, found: re.Match[str]) -> bool:
    """Tell "revenue in the US" from "US company"."""
    if found.group().startswith("U.S."):
        return True
    after = text[found.end() : found.end() + 12].lstrip()
    beside = bool(re.match(r"(?:net )?(?:revenue|sales|segment|market|operating)", after))
    return beside or bool(_BEFORE_COUNTRY.search(text[: found.start()]))


def _axis(text: str) -> tuple[str, list[Span]]:
    spans: list[Span] = []
    axis = ""
    for found in _BY_AXIS.finditer(text):
        word = next(value for value in found.groupdict().values() if value).lower()
        if _NOT_AN_AXIS.match(text[found.end() :]):
            continue
        axis = axis or _axis_of(word)
        spans.append(found.span())
    return axis, spans


def _axis_of(word: str) -> str:
    plain = " ".join(word.split())
    if plain in ("geographic", "regional"):
        return "geography"
    return _AXES.get(plain) or _AXES.get(plain.removesuffix("s"), "business")
