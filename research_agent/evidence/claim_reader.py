"""Reads the claims of an answer: its own words first, then its row, its caption, its heading."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from research_agent.evidence.anchoring import N, Spanned, governing
from research_agent.evidence.claims import Claim
from research_agent.evidence.company_names import CompanyName, CompanyNames
from research_agent.evidence.concept_names import Lexicon, content_words
from research_agent.evidence.figure_roles import (
    earlier_of,
    is_plain_level,
    loss_of,
    restates,
    role_of,
)
from research_agent.evidence.figures import PrintedFigure, PrintedUnit, find_figures
from research_agent.evidence.passages import Passage, PassageKind
from research_agent.evidence.period_names import PeriodName, period_names
from research_agent.evidence.printed_money import stated_currency, stated_scale
from research_agent.evidence.said import (
    Said,
    all_companies,
    all_concepts,
    all_periods,
    fitting,
    keys,
    labels,
    strong,
    tickers,
)
from research_agent.evidence.wording import (
    Earlier,
    earlier,
    operations,
    says_average,
    says_loss,
    says_part,
    slack,
)

__all__ = ["read_claims"]

_MAX_STEPS_BACK = 12
_BASE = re.compile(
    r"\b(?:from|versus|vs\.?|than|against|compared\s+(?:with|to))\s+(?:in\s+|the\s+)*$", re.I
)
_BASE_OF_CHANGE = re.compile(r"(?:%|points?|million|billion)\s+(?:on|over)\s+(?:the\s+)?$", re.I)
_PRONOUN = re.compile(r"\W*(?:its?|the\s+company(?:['’]s)?|they|their|this)\b", re.I)
_UNLIKE = re.compile(r"\W*(?:unlike|compared|while|whereas|both|between|versus|relative)\b", re.I)


def read_claims(page: Sequence[Passage], names: CompanyNames, lexicon: Lexicon) -> Iterator[Claim]:
    """Yield one claim for each figure of a page, in order."""
    return _ClaimReader(page, names, lexicon).read()


class _ClaimReader:
    def __init__(self, page: Sequence[Passage], names: CompanyNames, lexicon: Lexicon) -> None:
        self._page = page
        self._names = names
        self._lexicon = lexicon
        self._said: dict[str, Said] = {}
        self._stated_units: dict[int, tuple[Decimal, tuple[str, ...], bool]] = {}

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
        around = [self._names_in(one) for one in labels(passage)]
        near = (said, *around)
        words = " | ".join((text, *labels(passage)))
        own_companies = _own(said.companies, figure, figures, text) or all_companies(around)
        part = role_of(text, said, figure, last)
        rate_of_change = part.is_change and figure.unit is PrintedUnit.PERCENT
        possible = said.concepts if rate_of_change else fitting(said.concepts, figure)
        own_concepts = strong(_own(possible, figure, figures, text))
        concepts = keys(own_concepts) or keys(fitting(all_concepts(around), figure))
        counted = tuple(name for name in said.periods if name.counts)
        periods = self._periods(passage, counted, figure, figures) or all_periods(around)
        inherited = self._inherited(passage, figure)
        firm, hints = self._inherited_periods(passage) if not periods else ((), ())
        if passage.start not in self._stated_units:
            self._stated_units[passage.start] = self._stated(passage)
        scale, currency, percent = self._stated_units[passage.start]
        return Claim(
            figure=figure,
            stated_scale=scale,
            stated_currencies=currency,
            stated_percent=percent,
            start=passage.start + figure.start,
            end=passage.start + figure.end,
            companies=tickers(self._subject(passage, said, figure))
            or tickers(own_companies)
            or self._inherited_companies(passage),
            near_companies=tuple(
                dict.fromkeys(name.ticker for one in near for name in one.companies)
            ),
            concepts=concepts,
            near_concepts=keys([name for one in near for name in one.concepts]),
            unsaid_concepts=frozenset() if concepts else inherited,
            periods=periods or firm,
            near_periods=all_periods(near) or firm or self._header_periods(passage),
            hint_periods=hints,
            content=content_words(words),
            role=part,
            loss=loss_of(before, after, passage)
            or any(says_loss(text[name.start : name.end], "") for name in own_concepts),
            slack=slack(all_before),
            earlier=earlier_of(passage, figure, figures, periods),
            operations=operations(words),
            quarters="quarter" in words.lower()
            or any(n.quarter for one in near for n in one.periods),
            ttm=any(one in words.lower() for one in ("ttm", "ltm", "trailing", "twelve months")),
            in_table=passage.kind is PassageKind.CELL,
            plain_level=is_plain_level(own_concepts, figure, text),
            averaged=says_average(before),
            is_part=says_part(after),
            restates=last is not None and restates(last, figure, text),
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
        later = [name for name in names if not _is_base(name, text)]
        own = _own(later or names, figure, figures, text, listed_only=True)
        if own or not names or earlier(text[: figure.start], text[figure.end :]) is Earlier.NO:
            return own
        return tuple(names[:1])

    def _header_periods(self, passage: Passage) -> tuple[PeriodName, ...]:
        return all_periods([self._names_in(header) for header in passage.headers])

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
                return tickers(found)
        return frozenset()

    def _inherited(self, passage: Passage, figure: PrintedFigure) -> frozenset[str]:
        """Return the concepts a figure takes from the headers to its left or from above."""
        for header in reversed(passage.headers[: passage.place]):
            if found := self._lexicon.find(header):
                return keys(found)
        for above, _ in self._chain(passage):
            if found := fitting(self._names_in(above.text).concepts, figure):
                return keys(found)
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
        places = [passage.text, *labels(passage)]
        places += [above.text for above, _ in self._chain(passage)]
        percent = any("%" in one and not find_figures(one) for one in places[:4])
        for place in places:
            if (scale := stated_scale(place)) is not None:
                return scale, stated_currency(place), percent
        currency = next((c for place in labels(passage) if (c := stated_currency(place))), ())
        return Decimal(1), currency, percent


def _own(
    names: Sequence[N],
    figure: PrintedFigure,
    figures: Sequence[PrintedFigure],
    text: str,
    *,
    listed_only: bool = False,
) -> tuple[N, ...]:
    """Return the names that speak about a figure: all of them where they are in another order."""
    if "respectively" in text:
        return tuple(names)
    return governing(names, figure, figures, text, listed_only=listed_only)


def _is_base(name: PeriodName, text: str) -> bool:
    """Say whether a period is only what another one is compared with: "up 2.0% on FY2023"."""
    before = text[max(0, name.start - 40) : name.start]
    plain_year = name.day is None and not name.spans
    return bool(_BASE.search(before) or (plain_year and _BASE_OF_CHANGE.search(before)))
