"""Reads the claims of an answer: its own words first, then its row, its caption, its heading."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from research_agent.evidence.anchoring import N, Spanned, attached, governing
from research_agent.evidence.claims import Claim
from research_agent.evidence.company_names import CompanyName, CompanyNames
from research_agent.evidence.concept_names import ConceptName, Lexicon, content_words, is_rate_key
from research_agent.evidence.figures import PrintedFigure, PrintedUnit, find_figures
from research_agent.evidence.passages import Passage, PassageKind
from research_agent.evidence.period_names import PeriodName, period_names
from research_agent.evidence.printed_money import stated_currency, stated_scale
from research_agent.evidence.wording import (
    Earlier,
    Role,
    continues_list,
    earlier,
    operations,
    role,
    says_loss,
    slack,
)

__all__ = ["read_claims"]

_MAX_STEPS_BACK = 12
_PRONOUN = re.compile(r"\W*(?:its?|the\s+company(?:['’]s)?|they|their|this)\b", re.I)
_UNLIKE = re.compile(r"\W*(?:unlike|compared|while|whereas|both|between|versus|relative)\b", re.I)


@dataclass(frozen=True, slots=True)
class Said:
    """The names one passage contains."""

    companies: tuple[CompanyName, ...]
    concepts: tuple[ConceptName, ...]
    periods: tuple[PeriodName, ...]


def read_claims(page: Sequence[Passage], names: CompanyNames, lexicon: Lexicon) -> Iterator[Claim]:
    """Yield one claim for each figure of a page, in order."""
    return _ClaimReader(page, names, lexicon).read()


class _ClaimReader:
    def __init__(self, page: Sequence[Passage], names: CompanyNames, lexicon: Lexicon) -> None:
        self._page = page
        self._names = names
        self._lexicon = lexicon
        self._said: dict[str, Said] = {}

    def read(self) -> Iterator[Claim]:
        for passage in self._page:
            said = self._names_in(passage.text)
            figures = find_figures(
                passage.text, said.periods, in_table=passage.kind is PassageKind.CELL
            )
            last: Claim | None = None
            for figure in figures:
                last = self._claim(passage, said, figure, figures, last)
                yield last

    def _names_in(self, text: str) -> Said:
        if text not in self._said:
            concepts = self._lexicon.find(text)
            periods = period_names(text)
            named: list[Spanned] = [*concepts, *periods]
            taken = [(name.start, name.end) for name in named]
            companies = self._names.find(text, taken=taken)
            self._said[text] = Said(companies, concepts, periods)
        return self._said[text]

    def _claim(
        self,
        passage: Passage,
        said: Said,
        figure: PrintedFigure,
        figures: Sequence[PrintedFigure],
        last: Claim | None,
    ) -> Claim:
        text = passage.text
        before = text[
            max((f.end for f in figures if f.end <= figure.start), default=0) : figure.start
        ]
        all_before, after = text[: figure.start], text[figure.end :]
        around = [self._names_in(one) for one in _labels(passage)]
        near = (said, *around)
        words = " | ".join((text, *_labels(passage)))
        own_companies = _own(said.companies, figure, figures, text) or _all_companies(around)
        own_concepts = _strong(_own(_fitting(said.concepts, figure), figure, figures, text))
        concepts = _keys(own_concepts) or _keys(_fitting(_all_concepts(around), figure))
        counted = tuple(name for name in said.periods if name.counts)
        periods = self._periods(passage, counted, figure, figures) or _all_periods(around)
        inherited = self._inherited(passage, figure)
        firm, hints = self._inherited_periods(passage) if not periods else ((), ())
        scale, currency, percent = self._stated(passage)
        return Claim(
            figure=figure,
            stated_scale=scale,
            stated_currencies=currency,
            stated_percent=percent,
            start=passage.start + figure.start,
            end=passage.start + figure.end,
            companies=_tickers(self._subject(passage, said, figure))
            or _tickers(own_companies)
            or self._inherited_companies(passage),
            near_companies=tuple(
                dict.fromkeys(name.ticker for one in near for name in one.companies)
            ),
            concepts=concepts,
            near_concepts=_keys([name for one in near for name in one.concepts]),
            unsaid_concepts=frozenset() if concepts else inherited,
            periods=periods or firm,
            near_periods=_all_periods(near) or firm or self._header_periods(passage),
            hint_periods=hints,
            content=content_words(words),
            role=_role(text, said, figure, last),
            loss=_says_loss(before, after, passage)
            or any(says_loss(text[name.start : name.end], "") for name in own_concepts),
            slack=slack(all_before),
            earlier=_earlier(passage, figure, figures, periods),
            operations=operations(words),
            quarters="quarter" in words.lower()
            or any(n.quarter for one in near for n in one.periods),
            ttm=any(one in words.lower() for one in ("ttm", "ltm", "trailing", "twelve months")),
            in_table=passage.kind is PassageKind.CELL,
            fills_cell=passage.kind is PassageKind.CELL
            and text.strip(" *_[]") == text[figure.start : figure.end],
            words=words,
        )

    def _subject(
        self, passage: Passage, said: Said, figure: PrintedFigure
    ) -> tuple[CompanyName, ...]:
        """Return the company that "its" or "the company" at the start of a sentence stands for."""
        named_before = any(name.start < figure.start for name in said.companies)
        if named_before or not _PRONOUN.match(passage.text):
            return ()
        for above, _ in self._chain(passage):
            if found := self._names_in(above.text).companies:
                return found if _UNLIKE.match(above.text) else found[:1]
        return ()

    def _periods(
        self,
        passage: Passage,
        names: Sequence[PeriodName],
        figure: PrintedFigure,
        figures: Sequence[PrintedFigure],
    ) -> tuple[PeriodName, ...]:
        """Return the figure's periods; for "from A to B in FY2023" both have the one at the end."""
        text = passage.text
        own = _own(names, figure, figures, text)
        if own or not names or earlier(text[: figure.start], text[figure.end :]) is Earlier.NO:
            return own
        return tuple(names[:1])

    def _header_periods(self, passage: Passage) -> tuple[PeriodName, ...]:
        return _all_periods([self._names_in(header) for header in passage.headers])

    def _chain(self, passage: Passage) -> Iterator[tuple[Passage, bool]]:
        """Yield what stands before a passage, nearest first, and whether in the same block."""
        same = True
        for _ in range(_MAX_STEPS_BACK):
            if passage.previous is None:
                return
            same = same and passage.same_block
            passage = self._page[passage.previous]
            yield passage, same

    def _inherited_companies(self, passage: Passage) -> frozenset[str]:
        for above, _ in self._chain(passage):
            if found := self._names_in(above.text).companies:
                return _tickers(found)
        return frozenset()

    def _inherited(self, passage: Passage, figure: PrintedFigure) -> frozenset[str]:
        """Return the concepts a figure takes from the headers to its left or from above."""
        for header in reversed(passage.headers[: passage.place]):
            if found := self._lexicon.find(header):
                return _keys(found)
        for above, _ in self._chain(passage):
            if found := _fitting(self._names_in(above.text).concepts, figure):
                return _keys(found)
        return frozenset()

    def _inherited_periods(
        self, passage: Passage
    ) -> tuple[tuple[PeriodName, ...], tuple[PeriodName, ...]]:
        for above, same in self._chain(passage):
            found = tuple(name for name in self._names_in(above.text).periods if name.counts)
            if found:
                return (found, ()) if same else ((), found)
        return (), ()

    def _stated(self, passage: Passage) -> tuple[Decimal, tuple[str, ...], bool]:
        """Return scale, currency and percent that a header, caption or sentence states."""
        places = [passage.text, *_labels(passage)]
        places += [above.text for above, _ in self._chain(passage)]
        percent = any("%" in one and not find_figures(one) for one in places[:4])
        for place in places:
            if (scale := stated_scale(place)) is not None:
                return scale, stated_currency(place), percent
        currency = next((c for place in _labels(passage) if (c := stated_currency(place))), ())
        return Decimal(1), currency, percent


def _labels(passage: Passage) -> list[str]:
    """Return the texts that label a cell: its column's header and its row's words."""
    if passage.kind is not PassageKind.CELL:
        return []
    return [passage.column, *(one for one in passage.row if not find_figures(one, in_table=True))]


def _role(text: str, said: Said, figure: PrintedFigure, last: Claim | None) -> Role:
    """Return the figure's role; one that goes on a list has the role of the one before."""
    own = role(text[: figure.start], text[figure.end :])
    if own is Role.LEVEL and text[figure.start] == "+":
        return Role.INCREASE
    if own.is_change or last is None or not last.role.is_change:
        return own
    if last.figure.unit is not figure.unit:
        return own
    between = text[last.figure.end : figure.start]
    for name in said.periods:
        if last.figure.end <= name.start and name.end <= figure.start:
            between = between.replace(text[name.start : name.end], " ")
    return last.role if continues_list(between) else own


def _own(
    names: Sequence[N], figure: PrintedFigure, figures: Sequence[PrintedFigure], text: str
) -> tuple[N, ...]:
    """Return the names that speak about a figure: all of them where they are in another order."""
    if "respectively" in text:
        return tuple(names)
    return governing(names, figure, figures, text)


def _earlier(
    passage: Passage,
    figure: PrintedFigure,
    figures: Sequence[PrintedFigure],
    periods: Sequence[PeriodName],
) -> Earlier:
    """Say whether a figure is of the period before; never when its own period is attached."""
    text = passage.text
    if passage.kind is PassageKind.CELL:
        return max(
            (earlier("", label) for label in _labels(passage)),
            key=lambda one: one.value,
            default=Earlier.NO,
        )
    if periods and attached(figure, periods[0], figures, text):
        return Earlier.NO
    said = earlier(text[: figure.start], text[figure.end :])
    return Earlier.MAYBE if said is Earlier.YES and len(periods) > 1 else said


def _says_loss(before: str, after: str, passage: Passage) -> bool:
    return says_loss(before, after) or any(says_loss(label, "") for label in _labels(passage))


def _fitting(names: Sequence[ConceptName], figure: PrintedFigure) -> tuple[ConceptName, ...]:
    """Return the concepts whose unit can be the figure's, or all when none can."""
    rates = figure.unit in (PrintedUnit.PERCENT, PrintedUnit.TIMES, PrintedUnit.DAYS)
    money = figure.unit is PrintedUnit.MONEY or figure.scaled
    if not rates and not money:
        return tuple(names)
    fitting = tuple(name for name in names if any(is_rate_key(key) is rates for key in name.keys))
    return fitting or tuple(names)


def _strong(names: Sequence[ConceptName]) -> tuple[ConceptName, ...]:
    """Return the names without the weak ones, unless all are weak."""
    return tuple(name for name in names if not name.weak) or tuple(names)


def _tickers(names: Sequence[CompanyName]) -> frozenset[str]:
    return frozenset(name.ticker for name in names)


def _keys(names: Sequence[ConceptName]) -> frozenset[str]:
    return frozenset(key for name in names for key in name.keys)


def _all_companies(said: Sequence[Said]) -> tuple[CompanyName, ...]:
    return tuple(name for one in said for name in one.companies)


def _all_concepts(said: Sequence[Said]) -> tuple[ConceptName, ...]:
    return tuple(name for one in said for name in one.concepts)


def _all_periods(said: Sequence[Said]) -> tuple[PeriodName, ...]:
    return tuple(name for one in said for name in one.periods if name.counts)
