"""A question about many companies as a screen, by rules: "most profitable banks", "top 10 by …"."""

import re
from dataclasses import dataclass
from itertools import pairwise

from research_agent.finance.questions.phrases import metric_mentions
from research_agent.finance.questions.words import Span
from research_agent.finance.screening.industries import SECTOR_NAMES, SECTOR_SYNONYMS
from research_agent.finance.screening.parser import parse_screen
from research_agent.finance.screening.syntax import Screen
from research_agent.finance.screening.tokens import ScreenSyntaxError

__all__ = ["Translation", "translate"]

_NUMBER = (
    r"[$€£]?\s?-?\d[\d,]*(?:\.\d+)?\s*(?:%|percent\b|thousand\b|million\b|billion\b|trillion\b|(?:k|mn?|bn?|tn?)\b)?"
    r"(?:\s?x\b)?"
)
_SIGNS = (
    (">=", r"at least|no less than|not less than|minimum(?: of)?|>=|≥"),
    ("<=", r"at most|no more than|not more than|up to|maximum(?: of)?|<=|≤"),
    (">", r"above|over|greater than|more than|higher than|larger than|exceed(?:s|ing)?|>"),
    ("<", r"below|under|less than|lower than|smaller than|fewer than|<"),
)
_TEST = re.compile(
    r"(?P<between>between\s+(?P<low>NUMBER)\s*and\s*(?P<high>NUMBER))|".replace("NUMBER", _NUMBER)
    + "|".join(
        rf"(?P<s{place}>(?<!\w)(?:{words})\s*(?P<n{place}>{_NUMBER}))"
        for place, (_sign, words) in enumerate(_SIGNS)
    )
    + r"|(?P<sign>\b(?:positive|negative)\b)",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\b(?:top|first|best|largest|biggest|bottom|worst)\s+(\d{1,3})\b|\b(\d{1,3})\s+(?=(?:most|largest|biggest|highest|lowest|fastest|best|smallest|least)\b)",
    re.I,
)
_ORDER = re.compile(
    r"\b(?:(?:order(?:ed)?|sort(?:ed)?|rank(?:ed)?)\s+by|by|highest|largest|biggest|greatest|top|most|best|lowest|smallest|least|bottom|worst)\s+(?:(?:the|their|ttm|annual)\s+)*(?=\w)",
    re.I,
)
_LOW = re.compile(r"\b(?:lowest|smallest|least|bottom|worst)\b", re.I)
_ASCENDING = re.compile(r"\basc(?:ending)?\b", re.I)
_IDIOMS = (
    (r"\b(?:most|least) profitable\b", "net_margin"),
    (r"\b(?:fastest|slowest)[- ]growing\b", "revenue_growth"),
    (r"\bmost (?:indebted|leveraged)\b|\bhighest leverage\b", "debt_to_equity"),
    (r"\b(?:largest|biggest|smallest)\b", "revenue"),
)
_TTM = re.compile(
    r"\bttm\b|\btrailing (?:twelve|12)[- ]months?\b|\blast (?:twelve|12) months\b", re.I
)
_MANY = re.compile(
    r"\b(?:compan(?:y|ies)|stocks?|firms?|business(?:es)?|names|screen|top|filers|corporations?)\b"
    r"|^\s*(?:which|find|list|show|who)\b",
    re.I,
)
_IDLE = frozenset(
    "a an and any are as at be by companies company corporation corporations do does find firm firms first for from"
    " give has have having i in industry is it list listed me most names of on or order ordered please rank ranked screen"
    " sector show sort sorted stock stocks that the their them there those to top trailing twelve ttm us was were what"
    " which who whose with show all business businesses best desc descending ascending months last where but also had largest biggest highest lowest smallest".split()
)
_JOINED = re.compile(r"\bor\b|\beither\b", re.I)
_WORD = re.compile(r"[A-Za-z0-9%$][\w%$&'’-]*")


@dataclass(frozen=True, slots=True)
class Translation:
    """A screen read from a question.

    Args:
        screen: What was understood.
        not_read: Words that were not, in their order; they narrow nothing.
        exact: True when the text was a filter already.
    """

    screen: Screen
    not_read: tuple[str, ...] = ()
    exact: bool = False


def translate(question: str) -> Translation | None:
    """Return the screen a question asks for; `None` when it asks for no screen.

    A text that is a screen already is taken as it stands.

    Raises:
        ScreenSyntaxError: A number does not fit its metric ("net margin above 15").
    """
    try:
        return Translation(parse_screen(question), exact=True)
    except ScreenSyntaxError:
        pass
    return _Reading(question.strip().rstrip("?.! ")).translation()


class _Reading:
    """One reading of one question."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._used: list[Span] = []
        self._mentions = [one for one in metric_mentions(text) if len(one.keys) == 1]
        self._prefix = "ttm." if _TTM.search(text) else ""

    def translation(self) -> Translation | None:
        tests = self._tests()
        sector = self._sector()
        count = self._count()
        order = self._order({span for span, _ in tests}, sector)
        about_many = bool(sector or count or _MANY.search(self._text))
        if not about_many or not (tests or order or sector):
            return None
        return Translation(parse_screen(self._filter(tests, sector, order, count)), self._left())

    def _filter(self, tests: list[tuple[Span, str]], sector: str, order: str, count: int) -> str:
        parts = [words for _, words in tests]
        joins = [
            " or " if _JOINED.search(self._text[one[1] : other[0]]) else " and "
            for (one, _), (other, _) in pairwise(tests)
        ]
        condition = "".join(part + join for part, join in zip(parts, [*joins, ""], strict=False))
        if sector:
            quoted = f'sector = "{sector}"'
            condition = f"({condition}) and {quoted}" if condition else quoted
        ordered = f"order by {order}" if order else ""
        return " ".join(filter(None, (condition, ordered, f"limit {count}" if count else "")))

    def _tests(self) -> list[tuple[Span, str]]:
        """Return each condition with where it stands; its metric is the nearest one before, else after."""
        found, free = [], list(self._mentions)
        for match in _TEST.finditer(self._text):
            before = [one for one in free if one.end <= match.start()]
            after = [one for one in free if one.start >= match.end()]
            ahead = match["sign"] or (after and self._belongs(match.end(), after[0].start))
            named = after[:1] if ahead and after else before[-1:] or after[:1]
            if not named:
                continue
            mention = named[0]
            free.remove(mention)
            span = (min(match.start(), mention.start), max(match.end(), mention.end))
            self._used += [match.span(), mention.span]
            found.append((span, f"{self._prefix}{mention.keys[0]} {_written(match)}"))
        return sorted(found)

    def _belongs(self, end: int, start: int) -> bool:
        """Say whether "over $100 billion in revenue" or "at least 20% revenue growth" stands there."""
        return self._text[end:start].strip().lower() in ("", "in", "of", "in annual", "annual")

    def _sector(self) -> str:
        for name, sector in _sector_words():
            pattern = rf"\b{re.escape(name)}\b"
            for match in re.finditer(pattern, self._text, re.I):
                inside = any(
                    one.start < match.end() and match.start() < one.end for one in self._mentions
                )
                if not inside:
                    self._used.append(match.span())
                    return sector
        return ""

    def _count(self) -> int:
        match = _COUNT.search(self._text)
        if match is None:
            return 0
        self._used.append(match.span())
        return int(match[1] or match[2])

    def _order(self, tests: set[Span], sector: str) -> str:
        for pattern, key in _IDIOMS[:-1]:
            if match := re.search(pattern, self._text, re.I):
                self._used.append(match.span())
                lowest = match.group().lower().startswith(("least", "slowest"))
                return f"{self._prefix}{key}{'' if lowest else ' desc'}"
        tested = [one for one in self._mentions if any(a <= one.start < b for a, b in tests)]
        for match in _ORDER.finditer(self._text):
            near = [one for one in self._mentions if one.start >= match.end() - 1]
            if near and near[0] not in tested and near[0].start - match.end() <= 1:
                self._used += [match.span(), near[0].span]
                low = _LOW.search(match.group()) or _ASCENDING.search(self._text)
                return f"{self._prefix}{near[0].keys[0]}{'' if low else ' desc'}"
        pattern, key = _IDIOMS[-1]
        others = [one for one in self._mentions if one not in tested]
        if others and sector:  # "the gross margin of banks": shown, highest first
            self._used.append(others[0].span)
            return f"{self._prefix}{others[0].keys[0]} desc"
        if match := re.search(pattern, self._text, re.I):
            self._used.append(match.span())
            lowest = match.group().lower() == "smallest"
            return f"{self._prefix}{key}{'' if lowest else ' desc'}"
        return ""

    def _left(self) -> tuple[str, ...]:
        words = []
        for match in _WORD.finditer(self._text):
            used = any(start < match.end() and match.start() < end for start, end in self._used)
            if (
                not used
                and match.group().lower() not in _IDLE
                and not _TTM.fullmatch(match.group())
            ):
                words.append(match.group())
        return tuple(words)


def _written(match: re.Match[str]) -> str:
    if match["sign"]:
        return "> 0" if match["sign"].lower() == "positive" else "< 0"
    if match["between"]:
        return f"between {_plain(match['low'])} and {_plain(match['high'])}"
    place, sign = next(
        (place, sign) for place, (sign, _) in enumerate(_SIGNS) if match[f"s{place}"]
    )
    return f"{sign} {_plain(match[f'n{place}'])}"


def _plain(number: str) -> str:
    return re.sub(r"\s?x$", "", number.strip(), flags=re.I)


def _sector_words() -> list[tuple[str, str]]:
    """Return what people call sectors, longest first; "shops" and "finance" are words of the list."""
    named = {name.lower(): name for name in SECTOR_NAMES} | SECTOR_SYNONYMS
    plurals = {"insurer": "insurers", "bank": "banks", "utility": "utilities"}
    named |= {plural: name for name, plural in plurals.items()}
    named.pop("other", None)
    return sorted(named.items(), key=lambda pair: -len(pair[0]))
