"""What a valuation reads of one company: a base year, the year before, and its history.

Reading the store is the slow half; it is done once. Everything after it works on this value, so
that a page can recompute with every move of a slider.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import islice
from typing import Protocol

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, Period, PeriodQuery
from research_agent.domain.tables import Cell
from research_agent.errors import NotFound
from research_agent.finance.columns import QUARTERS, Slot
from research_agent.finance.figures import Figures
from research_agent.finance.lines.line_items import Sector

__all__ = ["FiguresSource", "ValuationInputs", "gather_inputs", "read_inputs"]

HISTORY_YEARS = 6
"""Fiscal years read; five years of growth need six."""

SCALE_ERROR = Decimal(10)
"""Counts that are off by more than this were filed in thousands or millions by mistake."""
MAX_REVENUE_PER_SHARE = Decimal(1_000_000)
"""Four times that of Berkshire's class A share, the dearest there is."""

BASE_ITEMS = (
    "revenue operating_income pretax_income income_tax interest_expense interest_income"
    " depreciation_and_amortization capital_expenditure operating_cash_flow"
    " share_based_compensation net_income net_income_to_common preferred_dividends"
    " dividends_per_share dividends_paid shares_repurchased eps_diluted ebitda"
    " current_assets current_liabilities cash_and_short_term_investments"
    " cash_and_restricted_cash current_debt total_debt long_term_investments"
    " operating_lease_liabilities operating_lease_liabilities_current minority_interest"
    " temporary_equity preferred_stock equity"
).split()
_HISTORY_ITEMS = ("revenue", "operating_income", "net_income", "dividends_per_share")
_FINANCIAL = frozenset({Sector.BANK, Sector.INSURER})
_DECISIVE_FINANCIAL = ("revenue", "net_income", "equity")
_DECISIVE = (
    *_DECISIVE_FINANCIAL,
    "operating_income",
    "depreciation_and_amortization",
    "capital_expenditure",
    "current_assets",
    "total_debt",
    "cash_and_short_term_investments",
)
"""The trailing twelve months are the base only where they have all of these the year has."""
_SHARES = ("weighted_shares_diluted", "weighted_shares_basic", "shares_outstanding")
_RATES = (("pretax_income", "income_tax"), ("interest_expense",), ("dividends_per_share",))
"""Rates are read off these, each group of one period, so last year's will do."""


class FiguresSource(Protocol):
    """A store that hands out all figures of one company at once."""

    def figures(self, company: Company, query: PeriodQuery) -> Figures:
        """Return the company under the vintage and `as_of` of `query`.

        Raises:
            NotFound: There is nothing of it by that day.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuationInputs:
    """Filed and derived figures of one company, ready to be valued.

    Args:
        company: Whose.
        sector: Decides which models apply.
        currency: Of its reports; a price must be in it too.
        ifrs: True for a filer under IFRS, whose leases are all debt.
        base: The base year: trailing twelve months or a fiscal year.
        base_why: One sentence that says which, and why.
        now: Line items of the base year; balances at its end.
        before: The same one year earlier.
        rates: Items that only rates are read off, of the base year or else the fiscal year.
        history: Some line items by fiscal year, newest first.
        shares: Average diluted shares of the newest quarter (or year) in the base, on today's
            split basis.
        as_of: Only what was filed by this day was read; `None` for all.
    """

    company: Company
    sector: Sector
    currency: str
    ifrs: bool
    base: Period
    base_why: str
    now: Mapping[str, Cell]
    before: Mapping[str, Cell]
    rates: Mapping[str, Cell]
    history: tuple[Mapping[str, Cell], ...]
    shares: Cell
    as_of: date | None

    @property
    def per_share(self) -> str:
        """Unit of an amount per share."""
        return f"{self.currency}/shares"

    def first(self, *keys: str) -> Cell:
        """Return the first of `keys` that was filed for the base year, or why none was."""
        return next(
            (cell for key in keys if isinstance(cell := self.now[key], Fact)), self.now[keys[0]]
        )


async def gather_inputs(
    source: FiguresSource, company: Company, *, as_of: date | None = None
) -> ValuationInputs:
    """Read everything a valuation of `company` needs.

    Raises:
        NotFound: The source does not cover it, or it had filed no full year by `as_of`.
    """

    def read() -> ValuationInputs:
        return read_inputs(source.figures(company, PeriodQuery(as_of=as_of)), as_of=as_of)

    return await asyncio.to_thread(read)


def read_inputs(figures: Figures, *, as_of: date | None = None) -> ValuationInputs:
    """Take the inputs from the figures of one company.

    Raises:
        NotFound: There is no full fiscal year.
    """
    years = tuple(islice(figures.columns.slots(Basis.ANNUAL), HISTORY_YEARS))
    if not years:
        raise NotFound(f"{figures.company} has no full fiscal year to value it on.")
    slot, why = _base(figures, years[0])
    before = figures.columns.earlier(slot, QUARTERS)
    now = {key: figures.cell(key, slot) for key in BASE_ITEMS}
    return ValuationInputs(
        company=figures.company,
        sector=figures.facts.sector,
        currency=figures.facts.currency,
        ifrs=_is_ifrs(now.values()),
        base=slot.period,
        base_why=why,
        now=now,
        before={key: _earlier(figures, key, before) for key in BASE_ITEMS},
        rates=_rates(figures, slot, years[0]),
        history=tuple({key: figures.cell(key, year) for key in _HISTORY_ITEMS} for year in years),
        shares=_shares(figures, slot),
        as_of=as_of,
    )


def _base(figures: Figures, year: Slot) -> tuple[Slot, str]:
    """Return the newest twelve months that are complete, and one sentence about the choice."""
    trailing = next(iter(figures.columns.slots(Basis.TTM)), None)
    end = year.period.end
    if trailing is None or trailing.period.end <= end:
        return year, f"Base year: {year.period.label} (to {end}), the newest twelve months filed."
    lacking = [
        cell.label.lower()
        for key in (_DECISIVE_FINANCIAL if figures.facts.sector in _FINANCIAL else _DECISIVE)
        if isinstance(cell := figures.cell(key, year), Fact)
        and not isinstance(figures.cell(key, trailing), Fact)
    ]
    if not lacking:
        label, last = trailing.period.label, trailing.period.end
        return trailing, f"Base year: {label}, the twelve months to {last}."
    return year, (
        f"Base year: {year.period.label} (to {end}); the twelve months to {trailing.period.end} "
        f"lack {_listed(lacking)}."
    )


def _listed(words: list[str]) -> str:
    head, last = words[:-1], words[-1]
    return f"{', '.join(head)} and {last}" if head else last


def _earlier(figures: Figures, key: str, slot: Slot | None) -> Cell:
    return figures.cell(key, slot) if slot is not None else Missing("no earlier year")


def _rates(figures: Figures, slot: Slot, year: Slot) -> dict[str, Cell]:
    found: dict[str, Cell] = {}
    for keys in _RATES:
        whole = all(isinstance(figures.cell(key, slot), Fact) for key in keys)
        found |= {key: figures.cell(key, slot if whole else year) for key in keys}
    return found


def _shares(figures: Figures, slot: Slot) -> Cell:
    """Return the newest count: of the last quarter in the trailing twelve months, else the year's."""
    newest = figures.columns.quarter_before(slot, 0) if slot.basis is Basis.TTM else None
    places = [place for place in (newest, slot) if place is not None]
    cells = [figures.cell(key, place) for key in _SHARES for place in places]
    known = [cell for cell in cells if isinstance(cell, Fact) and cell.value > 0]
    tests = [_Plausible(figures, place) for place in places]
    for cell in known:
        if all(test.admits(cell) for test in tests):
            return cell
    if not known:
        return cells[0]
    return Missing(
        f"{known[0].value.normalize():f} shares, as filed, do not fit the size of the company: "
        "the filer's scale is off"
    )


class _Plausible:
    """Whether a share count can be right; filers mistype the scale."""

    def __init__(self, figures: Figures, slot: Slot) -> None:
        self._revenue = figures.cell("revenue", slot)
        self._income = figures.cell("net_income", slot)
        self._per_share = figures.cell("eps_diluted", slot)

    def admits(self, shares: Fact) -> bool:
        """Compare with earnings per share where they are filed, and with revenue in any case."""
        revenue, income, earned = self._revenue, self._income, self._per_share
        if isinstance(revenue, Fact) and revenue.value / shares.value > MAX_REVENUE_PER_SHARE:
            return False
        if not (isinstance(earned, Fact) and isinstance(income, Fact) and income.value != 0):
            return True
        return 1 / SCALE_ERROR < shares.value * earned.value / income.value < SCALE_ERROR


def _is_ifrs(cells: Iterable[Cell]) -> bool:
    tags = {tag for cell in cells if isinstance(cell, Fact) for tag in _tags(cell)}
    return any(tag.startswith("ifrs-full:") for tag in tags)


def _tags(fact: Fact) -> Iterator[str]:
    if fact.tag:
        yield fact.tag
    for source in fact.inputs:
        yield from _tags(source)
