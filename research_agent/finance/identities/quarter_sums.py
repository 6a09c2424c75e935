"""Quarters add up to the months they make up, where all of them were filed.

A quarter worked out from the year proves nothing, so only filed ones count: those of a 10-Q
against its year to date, and all four where the annual report states them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.domain.periods import Basis, Period
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import QUARTERS, Slot
from research_agent.finance.figures import Figures
from research_agent.finance.filed_facts import Span
from research_agent.finance.fiscal_calendar import ANNUAL_FORMS, FiscalYear
from research_agent.finance.identities.filing_errors import filing_error
from research_agent.finance.identities.identity import IdentityResult, Status
from research_agent.finance.identities.rounding import sum_tolerance
from research_agent.finance.identities.versions import (
    recast_by,
    recast_share,
    some_versions_add_up,
    tags_differ_in_scope,
)
from research_agent.finance.lines.line_items import Choice, Kind, LineItem
from research_agent.finance.resolution import filed_fact, resolve_row
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["check_quarter_sums"]

_FLOWS = (Kind.FLOW, Kind.PER_SHARE_FLOW)
_CENT = Decimal("0.01")
_RECAST = "The filer recast figures of this year; in other versions, filed of each, they add up."
_CHANGED = "The filer recast this line by as much, and not every period of it."
_IMPLIED = (
    "The filing of the sum states its last quarter too, and so implies other quarters before than "
    "were filed: the filer changed them a little without filing them again."
)
_COARSE = "A figure is rounded to hundreds of millions, as in the text of a filing."
_OTHER_TAGS = "The quarters are filed under another tag than their sum, and not for the same."
_MAX_IMPLIED = Decimal("0.1")
"""Share of the quarters that a change without a new filing may be."""
_COARSE_UNIT = Decimal(10) ** 8


@dataclass(frozen=True, slots=True)
class _Chain:
    """Quarters from the first of a year and what they make up."""

    item: LineItem
    year: FiscalYear
    whole: FactRow
    parts: tuple[FactRow, ...]
    period: Period

    @property
    def values(self) -> tuple[Decimal, ...]:
        return tuple(Decimal(repr(row.value)) for row in self.rows)

    @property
    def right(self) -> Decimal:
        return sum(self.values[1:], Decimal(0))

    @property
    def tolerance(self) -> Decimal:
        if self.item.kind is Kind.PER_SHARE_FLOW:
            return _CENT * len(self.values)
        return sum_tolerance(self.values, columns_apart=True)

    @property
    def rows(self) -> tuple[FactRow, ...]:
        """The sum, then its quarters."""
        return (self.whole, *self.parts)

    @property
    def gap(self) -> Decimal:
        """How far apart they are."""
        return abs(self.values[0] - self.right)

    @property
    def gap_share(self) -> Decimal:
        """The gap as a share of the quarters."""
        return self.gap / (sum(map(abs, self.values[1:])) or 1)

    @property
    def coarse_tolerance(self) -> Decimal:
        """What rounding to hundreds of millions makes of it; 0 where no figure is rounded so."""
        coarse = sum(not value % _COARSE_UNIT for value in self.values if value)
        return coarse * _COARSE_UNIT / 2

    @property
    def implies_a_recast(self) -> bool:
        """True when one filing states the sum and its last quarter, which fit by and large."""
        last = self.parts[-1]
        together = (last.accession, last.tag) == (self.whole.accession, self.whole.tag)
        return together and self.gap_share <= _MAX_IMPLIED

    @property
    def spans(self) -> tuple[Span, ...]:
        return tuple((row.start, row.end) for row in self.rows)


def check_quarter_sums(figures: Figures, bases: Iterable[Basis]) -> Iterator[IdentityResult]:
    """Yield a result for every line and period that quarters were filed of, newest first.

    Args:
        figures: The company.
        bases: Annual for whole years, quarterly for six and nine months.
    """
    wanted = set(bases)
    items = [item for item in LINE_ITEMS.values() if item.kind in _FLOWS]
    for item in items:
        if not figures.facts.filed_tags(item):
            continue
        for year in reversed(figures.facts.calendar.years):
            for chain in _chains(figures, item, year):
                if chain.period.basis in wanted:
                    yield _result(figures, chain)


def _chains(figures: Figures, item: LineItem, year: FiscalYear) -> Iterator[_Chain]:
    vintage = figures.query.vintage
    parts: list[FactRow] = []
    for number in range(1, QUARTERS + 1):
        quarter, whole = year.quarter(number), year.year_to_date(number)
        if quarter is None or whole is None:
            return
        part = resolve_row(figures.facts, item, (quarter.start, quarter.end), vintage)
        if part is None or not _is_served(
            figures, item, Slot(quarter.basis, year, number, quarter)
        ):
            return
        parts.append(part)
        if number == 1:
            continue
        total = resolve_row(figures.facts, item, (whole.start, whole.end), vintage)
        if total is not None:
            yield _Chain(item, year, total, tuple(parts), whole)


def _is_served(figures: Figures, item: LineItem, slot: Slot) -> bool:
    """Say whether the filed quarter is given as it stands, and not worked out for being a part."""
    cell = figures.cell(item.key, slot)
    return item.choice is not Choice.TOTAL or (isinstance(cell, Fact) and bool(cell.filing))


def _result(figures: Figures, chain: _Chain) -> IdentityResult:
    facts = _facts(figures, chain)
    left, right = chain.values[0], chain.right
    status, reason = Status.PASSED, ""
    if chain.gap > chain.tolerance:
        reason = _reason(figures, chain, facts)
        status = Status.EXPLAINED if reason else Status.FAILED
    months = f"FY{chain.year.number}" if chain.period.basis is Basis.ANNUAL else chain.period.label
    return IdentityResult(
        key=f"quarters_sum.{chain.item.key}",
        label=f"{chain.item.label}: quarters add up to {months}",
        period=chain.period,
        status=status,
        left=left,
        right=right,
        difference=left - right,
        tolerance=chain.tolerance,
        facts=facts,
        explanation=reason,
    )


def _reason(figures: Figures, chain: _Chain, facts: tuple[Fact, ...]) -> str:
    """Return why the quarters miss their sum; empty when nothing in the filings says so."""
    if error := filing_error(facts):
        return error
    if _is_part_only(chain):
        return ""
    if _mixes_scopes(figures, chain):
        share = recast_share(figures.facts, chain.item, chain.spans, _two_years(figures, chain))
        return _CHANGED if share >= chain.gap_share else ""
    return _recast(figures, chain) or _loosely_stated(chain)


def _recast(figures: Figures, chain: _Chain) -> str:
    """Return how a recast explains the gap; empty when none does."""
    whole, *parts = chain.spans
    if some_versions_add_up(figures.facts, chain.item, whole, parts):
        return _RECAST
    if chain.gap <= recast_by(figures.facts, chain.item, chain.spans) + chain.tolerance:
        return _CHANGED
    return _IMPLIED if chain.implies_a_recast else ""


def _loosely_stated(chain: _Chain) -> str:
    """Return why a figure of a note or text need not fit; empty when all are of statements."""
    if chain.gap <= chain.coarse_tolerance:
        return _COARSE
    tags = {row.tag for row in chain.rows}
    return _OTHER_TAGS if chain.item.choice is not Choice.TOTAL and len(tags) > 1 else ""


def _mixes_scopes(figures: Figures, chain: _Chain) -> bool:
    """Say whether revenue stands under tags that the filer uses for different totals."""
    mixed = chain.item.choice is Choice.TOTAL and len({row.tag for row in chain.rows}) > 1
    return mixed and tags_differ_in_scope(figures.facts, chain.item, chain.spans)


def _two_years(figures: Figures, chain: _Chain) -> Iterator[Span]:
    for year in figures.facts.calendar.years:
        if year.number in (chain.year.number - 1, chain.year.number):
            for number in range(1, QUARTERS + 1):
                for period in (year.quarter(number), year.year_to_date(number)):
                    if period is not None:
                        yield (period.start, period.end)


def _is_part_only(chain: _Chain) -> bool:
    """Say whether an annual report gives a quarter the figure of its year; no recast does that."""
    whole = chain.whole.value
    return any(
        row.value == whole and row.form.removesuffix("/A") in ANNUAL_FORMS and row.value
        for row in chain.parts
        if chain.period.basis is Basis.ANNUAL
    )


def _facts(figures: Figures, chain: _Chain) -> tuple[Fact, ...]:
    company = figures.company
    found = []
    for number, row in enumerate(chain.rows):
        period = chain.period if number == 0 else chain.year.quarter(number)
        found.append(
            filed_fact(
                row,
                chain.item,
                period or chain.period,
                cik=company.cik,
                ticker=company.ticker,
                vintage="",
            )
        )
    return tuple(found)
