"""Figures of an answer that stand in a web page the run has read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.web_passages import WebPassage, WebQuote
from research_agent.evidence.anchoring import governing
from research_agent.evidence.claims import Claim
from research_agent.evidence.concept_names import Lexicon, content_words
from research_agent.evidence.figures import PrintedFigure, PrintedUnit, find_figures
from research_agent.evidence.period_names import PeriodName, period_names
from research_agent.evidence.printed_money import stated_currency, stated_scale
from research_agent.evidence.wording import Role

__all__ = ["web_quote"]

MAX_EXCERPT = 240
_UP = re.compile(r"\b(?:up|rose|risen|rise|grew|grow|increas\w+|higher|gain\w*|climb\w*)\b", re.I)
_DOWN = re.compile(
    r"\b(?:down|fell|fall\w*|drop\w*|declin\w+|decreas\w+|lower|lost|slid|shrank)\b", re.I
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"“$])|\n+")
_PERCENTS = (PrintedUnit.PERCENT, PrintedUnit.POINTS)
_TOO_COMMON = frozenset(
    "share per up down rose fell increase decrease higher lower more than result financial "
    "annual quarterly first second third fourth said say announced new year".split()
)


@dataclass(frozen=True, slots=True)
class _Printed:
    """A figure of a page with the sentence or table row it stands in.

    Args:
        figure: Its offsets count in `sentence`.
        others: Every figure of the sentence.
        sentence: The sentence, or the row.
        start: Offset of the sentence in the passage.
        head: The cell above it in the table's head; empty when there is none.
    """

    figure: PrintedFigure
    others: tuple[PrintedFigure, ...]
    sentence: str
    start: int
    head: str


def web_quote(claim: Claim, passages: Sequence[WebPassage], lexicon: Lexicon) -> WebQuote | None:
    """Return where a claimed figure stands in the web text that the model was shown.

    The page must print the figure at least as exactly as the answer, in the same unit, and must
    not speak there of another line item, another year or the other direction. That is a
    quotation, not a check: the page itself can be wrong.

    Args:
        claim: A figure of the answer that no fact of the run accounts for.
        passages: In the order they were shown; a page read goes before a search result.
        lexicon: Knows the names of line items.
    """
    for passage in sorted(passages, key=lambda passage: passage.start is None):
        for printed in _printed(passage.text):
            if _same_figure(claim, printed, passage.text) and _same_matter(claim, printed, lexicon):
                return _quote(passage, printed)
    return None


def _quote(passage: WebPassage, printed: _Printed) -> WebQuote:
    at = printed.start + printed.figure.start
    return WebQuote(
        passage.source,
        printed=printed.sentence[printed.figure.start : printed.figure.end],
        excerpt=_excerpt(printed.sentence, printed.figure.start),
        start=None if passage.start is None else passage.start + at,
        page=passage.page,
    )


def _printed(text: str) -> Iterator[_Printed]:
    """Yield each figure of a passage, in order."""
    at, head = 0, ""
    for end in [*(found.end() for found in _SENTENCE_END.finditer(text)), len(text)]:
        sentence = text[at:end]
        row = sentence.count("|") >= 2
        if not row:
            head = ""
        elif period_names(sentence) and not head:
            head = sentence
        figures = find_figures(sentence, in_table=row)
        for figure in figures:
            yield _Printed(figure, figures, sentence, at, _cell_above(head, sentence, figure))
        at = end


def _cell_above(head: str, row: str, figure: PrintedFigure) -> str:
    """Return the head's cell over a figure; empty when head and row have no equal columns."""
    if head == row or head.count("|") != row.count("|"):
        return ""
    return head.split("|")[row[: figure.start].count("|")]


def _same_figure(claim: Claim, printed: _Printed, text: str) -> bool:
    """Say whether both print one value in one unit, allowing the answer to be coarser."""
    said, found = claim.figure, printed.figure
    unit, currencies, scale = found.unit, found.currencies, found.scale
    if unit is PrintedUnit.PLAIN:  # a table says once what its numbers are
        heading = text[: printed.start].replace("In ", "in ")
        scale = scale if found.scaled else (stated_scale(heading) or Decimal(1))
        if said.unit is PrintedUnit.MONEY:
            unit, currencies = said.unit, stated_currency(heading)
            if not currencies:
                return False
    if said.unit is not unit and not (said.unit in _PERCENTS and unit in _PERCENTS):
        return False
    if said.basis_points is not found.basis_points:
        return False
    if said.currencies and currencies and not set(said.currencies) & set(currencies):
        return False
    own_scale = said.scale if said.scaled else claim.stated_scale
    difference = abs(abs(said.number) * own_scale - abs(found.number) * scale)
    return difference <= said.step * own_scale / 2


def _same_matter(claim: Claim, printed: _Printed, lexicon: Lexicon) -> bool:
    """Say whether the page can be speaking of what the answer speaks of."""
    sentence, figure, figures = printed.sentence, printed.figure, printed.others
    names = governing(lexicon.find(sentence), figure, figures, sentence)
    concepts = frozenset(key for name in names for key in name.keys)
    if claim.concepts and concepts and not claim.concepts & concepts:
        return False
    shared = content_words(claim.words) & content_words(sentence)
    if not (shared - _TOO_COMMON or claim.concepts & concepts):
        return False
    periods = period_names(printed.head) or governing(
        period_names(sentence), figure, figures, sentence
    )
    years, own = _years(periods), _years(claim.periods)
    if years and own and not years & own:
        return False
    return not _contrary(claim, sentence)


def _contrary(claim: Claim, sentence: str) -> bool:
    """Say whether the answer lets rise what the page lets fall, or the reverse."""
    up, down = bool(_UP.search(sentence)), bool(_DOWN.search(sentence))
    if claim.role is Role.INCREASE:
        return down and not up
    return claim.role is Role.DECREASE and up and not down


def _years(names: Sequence[PeriodName]) -> frozenset[int]:
    return frozenset(
        year
        for name in names
        if (year := name.year or (name.day.year if name.day else None)) is not None
    )


def _excerpt(sentence: str, at: int) -> str:
    """Return the sentence, or what stands around the figure when it is long."""
    first = max(0, at - MAX_EXCERPT // 2) if len(sentence) > MAX_EXCERPT else 0
    cut = " ".join(sentence[first : first + MAX_EXCERPT].split())
    before, after = "…" if first else "", "…" if len(sentence) > first + MAX_EXCERPT else ""
    return f"{before}{cut}{after}"
