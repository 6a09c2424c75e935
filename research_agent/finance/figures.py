"""Any line item of one company for any period: filed, derived, or missing with the reason."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import NOT_IN_STORE, Fact, Missing
from research_agent.domain.periods import Basis, PeriodQuery, Vintage
from research_agent.domain.tables import Cell
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import QUARTERS, Columns, Slot
from research_agent.finance.fact_maker import FactMaker
from research_agent.finance.filed_facts import FiledFacts
from research_agent.finance.lines.line_formulas import Sum, sum_of_lines
from research_agent.finance.lines.line_items import Kind, LineItem
from research_agent.finance.quarters import Quarters, filed_on
from research_agent.finance.vintages import on_one_basis, recast_since

__all__ = ["Figures"]

_GOES_ROUND = Missing("not reported")
"""Ends a formula that comes back to itself."""
_MIXED = "Quarters from before and after a recast are added, which may not be comparable."
_CONTINUING = "The filer gives income to common from continuing operations only under this name."
_MIXED_PARTS = "its parts were filed before and after a recast, so they do not belong together"
MAX_PER_SHARE = 500_000
"""Earnings above this per share come of a share count filed in millions (McDonald's: 716.4)."""
_SHARES_OF = {
    "eps_basic": "weighted_shares_basic",
    "eps_diluted": "weighted_shares_diluted",
}


class Figures:
    """Figures of one company under one vintage; answers are kept for its lifetime.

    Args:
        company: Whose.
        facts: Its filed values, already cut at the `as_of` day.
        query: Its vintage and `as_of` are used.
    """

    def __init__(self, company: Company, facts: FiledFacts, query: PeriodQuery) -> None:
        self.company = company
        self.query = query
        self.facts = facts
        self.columns = Columns(facts.calendar)
        self._maker = FactMaker(company, facts, query)
        self._quarters = Quarters(self._maker, facts, query.vintage, self.cell)
        self._known: dict[tuple[str, Basis, date, int], Cell] = {}

    def cell(self, key: str, slot: Slot) -> Cell:
        """Return the figure of line item `key` in a column."""
        name = (key, slot.basis, slot.period.end, slot.quarter)
        if name not in self._known:
            self._known[name] = _GOES_ROUND
            self._known[name] = self._find(LINE_ITEMS[key], slot)
        return self._known[name]

    def _find(self, item: LineItem, slot: Slot) -> Cell:
        sector = self.facts.sector
        if sector in item.not_for:
            return Missing(f"{_article(sector.value)} has no {item.label.lower()}")
        found = self._of_all_operations(item, slot, self._reported(item, slot))
        if isinstance(found, Fact) and not self._doubtful(item, found):
            return found
        read_in_full = self.facts.read_in_full(slot.period.end)
        if item.formula and (read_in_full or not item.approximate):
            total = sum_of_lines(item, lambda key: self.cell(key, slot), read_in_full=read_in_full)
            same = isinstance(found, Fact) and isinstance(total, Sum) and total.value == found.value
            if isinstance(total, Sum) and not same and self._mixes_recasts(total):
                return found or Missing(_MIXED_PARTS)
            if isinstance(total, Sum) and not same:
                return self._maker.derived(
                    item, slot.period, total.value, total.formula, total.inputs
                )
            if isinstance(total, Missing) and found is None and not item.has_tags:
                return total
        return found or Missing(
            "not reported" if read_in_full else NOT_IN_STORE, self.facts.looked_for(item)
        )

    def _mixes_recasts(self, total: Sum) -> bool:
        """Say whether revenue was recast after another part was last filed.

        Oracle's revenue of fiscal 2018 was recast a year later and its gross profit was not: their
        difference is the cost of nothing. The other way round is sound: P&G moved pension costs
        later on, which left the revenue of the year as it was.
        """
        filed = [max(filing.filed for filing in part.filings()) for part in total.inputs]
        oldest = min(filed, default=None)
        if oldest is None:
            return False
        return any(
            recast_since(self.facts, LINE_ITEMS["revenue"], leaf, oldest)
            for part in total.inputs
            if part.concept == "revenue"
            for leaf in _leaves(part)
        )

    def _of_all_operations(self, item: LineItem, slot: Slot, found: Cell | None) -> Cell | None:
        """Return income to common with discontinued operations where the tag was used without.

        P&G's reports of 2010 and 2011 give it for continuing operations: it falls short of net
        income less preferred dividends by exactly what was discontinued.
        """
        if item.key != "net_income_to_common" or not isinstance(found, Fact):
            return found
        terms = [self.cell(key, slot) for key in ("net_income", "preferred_dividends")]
        left_out = self.cell("discontinued_operations", slot)
        facts = tuple(cell for cell in terms if isinstance(cell, Fact))
        if len(facts) < len(terms) or not isinstance(left_out, Fact) or not left_out.value:
            return found
        net, preferred = facts
        whole = net.value - preferred.value
        if found.value + left_out.value != whole:
            return found
        formula = f"{net.label} − {preferred.label}"
        return self._maker.derived(item, slot.period, whole, formula, facts, note=_CONTINUING)

    def _doubtful(self, item: LineItem, found: Fact) -> bool:
        """Say whether a filed figure must be checked against the line's formula first."""
        if self.facts.sector not in item.checked_in:
            return False
        tags = {fact.tag for fact in (found, *found.inputs) if fact.tag}
        return tags != {next(item.tags())}

    def _reported(self, item: LineItem, slot: Slot) -> Cell | None:
        if item.kind in (Kind.INSTANT, Kind.INSTANT_SHARES):
            return self._maker.filed(item, (None, slot.period.end), slot.period)
        if slot.basis is Basis.ANNUAL or (slot.basis is Basis.TTM and slot.quarter == QUARTERS):
            return self._maker.filed(item, (slot.year.start, slot.period.end), slot.period)
        if slot.basis is Basis.TTM:
            return self._trailing_value(item, slot)
        if item.kind is Kind.AVERAGE_SHARES:
            return self._quarters.average_shares(item, slot)
        if item.kind is Kind.PER_SHARE:
            return self._quarterly_per_share(item, slot)
        return self._quarters.flow(item, slot)

    def _quarterly_per_share(self, item: LineItem, slot: Slot) -> Fact | None:
        """Work out what was not filed: that of a fourth quarter, or of one read in full.

        As first reported, a figure filed only after the quarter's income was known is a recast.
        """
        filed = self._quarters.filed(item, slot)
        if filed is not None and self.query.vintage is Vintage.LATEST:
            return filed
        if slot.quarter < QUARTERS and not self.facts.read_in_full(slot.period.end):
            return filed
        worked_out = self._earnings_per_share(item, slot)
        if filed is None or worked_out is None or filed_on(filed) <= filed_on(worked_out):
            return filed or worked_out
        return worked_out

    def _earnings_per_share(self, item: LineItem, slot: Slot) -> Fact | None:
        """Earnings per share do not add: income over weighted average shares."""
        income = self.cell("net_income_to_common", slot)
        if not isinstance(income, Fact):
            income = self.cell("net_income", slot)
        shares = self.cell(_SHARES_OF[item.key], slot)
        if not isinstance(income, Fact) or not isinstance(shares, Fact) or shares.value <= 0:
            return None
        if abs(income.value / shares.value) > MAX_PER_SHARE:
            return None
        return self._maker.derived(
            item,
            slot.period,
            income.value / shares.value,
            f"{income.label} ÷ {shares.label}",
            (income, shares),
            note="Worked out from income and weighted average shares where none was filed.",
        )

    def _trailing_value(self, item: LineItem, slot: Slot) -> Fact | None:
        if item.kind is Kind.PER_SHARE:
            return self._earnings_per_share(item, slot)
        inputs = self._last_four(item, slot)
        if inputs is None:
            return None
        total = sum((fact.value for fact in inputs), Decimal(0))
        labels = " + ".join(fact.period.label for fact in inputs)
        if item.kind is Kind.AVERAGE_SHARES:
            total, labels = total / QUARTERS, f"({labels}) ÷ 4"
        newest = inputs[0]
        mixed = not all(on_one_basis(self.facts, item, newest, part) for part in inputs[1:])
        note = _MIXED if mixed else ""
        return self._maker.derived(item, slot.period, total, labels, inputs, note=note)

    def _last_four(self, item: LineItem, slot: Slot) -> tuple[Fact, ...] | None:
        found = []
        for back in range(QUARTERS):
            quarter = self.columns.quarter_before(slot, back)
            cell = self.cell(item.key, quarter) if quarter else None
            if not isinstance(cell, Fact):
                return None
            found.append(cell)
        return tuple(found)


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _leaves(fact: Fact) -> Iterator[Fact]:
    """Yield the filed figures behind a figure."""
    if not fact.inputs:
        yield fact
    for part in fact.inputs:
        yield from _leaves(part)
