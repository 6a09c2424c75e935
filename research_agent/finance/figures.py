"""Any line item of one company for any period: filed, derived, or missing with the reason."""

from collections.abc import Sequence
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import NOT_IN_STORE, Fact, Missing, Origin
from research_agent.domain.periods import Basis, Period, PeriodQuery, Vintage
from research_agent.domain.tables import Cell
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.columns import QUARTERS, Columns, Slot
from research_agent.finance.companyfacts import FactRow
from research_agent.finance.filed_facts import FiledFacts, Span
from research_agent.finance.line_formulas import Sum, sum_of_lines
from research_agent.finance.line_items import Kind, LineItem
from research_agent.finance.resolution import filed_fact, resolve_row, resolve_same_vintage
from research_agent.finance.splits import split_factor

__all__ = ["Figures"]

_GOES_ROUND = Missing("not reported")
"""Ends a formula that comes back to itself."""
_MIXED = "Its inputs come from filings of different years, which may not be comparable."
_SHARE_BASED = frozenset(
    {Kind.PER_SHARE, Kind.PER_SHARE_FLOW, Kind.AVERAGE_SHARES, Kind.INSTANT_SHARES}
)
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
        self._choice = query.vintage
        self._vintage = _vintage_name(query)
        self._known: dict[tuple[str, Basis, int, int], Cell] = {}

    def cell(self, key: str, slot: Slot) -> Cell:
        """Return the figure of line item `key` in a column."""
        name = (key, slot.basis, slot.year.number, slot.quarter)
        if name not in self._known:
            self._known[name] = _GOES_ROUND
            self._known[name] = self._find(LINE_ITEMS[key], slot)
        return self._known[name]

    def _find(self, item: LineItem, slot: Slot) -> Cell:
        sector = self.facts.sector
        if sector in item.not_for:
            return Missing(f"{_article(sector.value)} has no {item.label.lower()}")
        found = self._reported(item, slot)
        if found is not None and not self._doubtful(item, found):
            return found
        read_in_full = self.facts.read_in_full(slot.period.end)
        if item.formula:
            total = sum_of_lines(item, lambda key: self.cell(key, slot), read_in_full=read_in_full)
            if isinstance(total, Sum) and (found is None or total.value != found.value):
                return self._derived(item, slot.period, total.value, total.formula, total.inputs)
            if isinstance(total, Missing) and found is None and not item.has_tags:
                return total
        return found or Missing(
            "not reported" if read_in_full else NOT_IN_STORE,
            self.facts.looked_for(item),
        )

    def _doubtful(self, item: LineItem, found: Fact) -> bool:
        """Say whether a filed figure must be checked against the line's formula first."""
        if self.facts.sector not in item.checked_in:
            return False
        tags = {fact.tag for fact in (found, *found.inputs) if fact.tag}
        return tags != {next(item.tags())}

    def _reported(self, item: LineItem, slot: Slot) -> Fact | None:
        if item.kind in (Kind.INSTANT, Kind.INSTANT_SHARES):
            return self._filed(item, (None, slot.period.end), slot.period)
        if slot.basis is Basis.ANNUAL or (slot.basis is Basis.TTM and slot.quarter == QUARTERS):
            return self._filed(item, (slot.year.start, slot.period.end), slot.period)
        if slot.basis is Basis.QUARTERLY:
            return self._quarter(item, slot)
        return self._trailing_value(item, slot)

    def _filed(self, item: LineItem, span: Span, period: Period) -> Fact | None:
        row = resolve_row(self.facts, item, span, self._choice)
        return self._fact(row, item, period) if row is not None else None

    def _fact(self, row: FactRow, item: LineItem, period: Period) -> Fact:
        """Wrap a filed value; the latest version is put on today's share basis."""
        fact = filed_fact(
            row,
            item,
            period,
            cik=self.company.cik,
            ticker=self.company.ticker,
            vintage=self._vintage,
        )
        if item.kind not in _SHARE_BASED or self._choice is not Vintage.LATEST:
            return fact
        factor = split_factor(self.facts.splits, row.filed)
        if factor == 1:
            return fact
        per_share = item.kind in (Kind.PER_SHARE, Kind.PER_SHARE_FLOW)
        return self._derived(
            item,
            fact.period,
            fact.value / factor if per_share else fact.value * factor,
            f"as filed {'÷' if per_share else '×'} {factor.normalize():f} (stock split)",
            (fact,),
            note="Earlier figures are adjusted for later stock splits.",
        )

    def _quarter(self, item: LineItem, slot: Slot) -> Fact | None:
        discrete = self._filed(item, (slot.period.start, slot.period.end), slot.period)
        if discrete is not None:
            return discrete
        if item.kind is Kind.AVERAGE_SHARES:
            return self._fourth_quarter_shares(item, slot)
        if item.kind is Kind.PER_SHARE:
            return self._quarterly_per_share(item, slot)
        return self._year_to_date_difference(item, slot) or self._year_less_quarters(item, slot)

    def _year_to_date_difference(self, item: LineItem, slot: Slot) -> Fact | None:
        longer = slot.year.year_to_date(slot.quarter)
        shorter = slot.year.year_to_date(slot.quarter - 1) if slot.quarter > 1 else None
        if longer is None or shorter is None:
            return None
        spans = ((longer.start, longer.end), (shorter.start, shorter.end))
        rows = resolve_same_vintage(self.facts, item, spans, self._choice)
        if rows is None:
            return None
        first, second, same = rows
        inputs = (self._fact(first, item, longer), self._fact(second, item, shorter))
        return self._derived(
            item,
            slot.period,
            inputs[0].value - inputs[1].value,
            f"{longer.label} − {shorter.label}",
            inputs,
            note="" if same else _MIXED,
        )

    def _year_less_quarters(self, item: LineItem, slot: Slot) -> Fact | None:
        if slot.quarter != QUARTERS:
            return None
        whole = self._filed(item, (slot.year.start, slot.period.end), slot.period)
        others = self._quarters_of(item, slot, (3, 2, 1))
        year = slot.year.annual()
        if whole is None or others is None or year is None:
            return None
        annual = self._filed(item, (slot.year.start, slot.period.end), year)
        inputs = (annual or whole, *others)
        value = whole.value - sum((fact.value for fact in others), Decimal(0))
        labels = " − ".join(fact.period.label for fact in inputs)
        return self._derived(item, slot.period, value, labels, inputs)

    def _fourth_quarter_shares(self, item: LineItem, slot: Slot) -> Fact | None:
        """Estimate them as four times the year less three quarters: averages do not subtract."""
        others = self._quarters_of(item, slot, (3, 2, 1)) if slot.quarter == QUARTERS else None
        year = slot.year.annual()
        if others is None or year is None:
            return None
        annual = self._filed(item, (slot.year.start, slot.period.end), year)
        if annual is None:
            return None
        value = annual.value * QUARTERS - sum((fact.value for fact in others), Decimal(0))
        labels = " − ".join(fact.period.label for fact in others)
        return self._derived(
            item,
            slot.period,
            value,
            f"4 × {annual.period.label} − {labels}",
            (annual, *others),
            note="Estimated: weighted average shares of a fourth quarter are not filed.",
        )

    def _quarterly_per_share(self, item: LineItem, slot: Slot) -> Fact | None:
        """Work out what was not filed: that of a fourth quarter, or of one read in full."""
        if slot.quarter == QUARTERS or self.facts.read_in_full(slot.period.end):
            return self._earnings_per_share(item, slot)
        return None

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
        return self._derived(
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
            return self._derived(item, slot.period, total / QUARTERS, f"({labels}) ÷ 4", inputs)
        return self._derived(item, slot.period, total, labels, inputs)

    def _last_four(self, item: LineItem, slot: Slot) -> tuple[Fact, ...] | None:
        found = []
        for back in range(QUARTERS):
            quarter = self.columns.quarter_before(slot, back)
            cell = self.cell(item.key, quarter) if quarter else None
            if not isinstance(cell, Fact):
                return None
            found.append(cell)
        return tuple(found)

    def _quarters_of(
        self, item: LineItem, slot: Slot, numbers: Sequence[int]
    ) -> tuple[Fact, ...] | None:
        found = []
        for number in numbers:
            period = slot.year.quarter(number)
            if period is None:
                return None
            cell = self.cell(item.key, Slot(Basis.QUARTERLY, slot.year, number, period))
            if not isinstance(cell, Fact):
                return None
            found.append(cell)
        return tuple(found)

    def _derived(
        self,
        item: LineItem,
        period: Period,
        value: Decimal,
        formula: str,
        inputs: tuple[Fact, ...],
        *,
        note: str = "",
    ) -> Fact:
        return Fact(
            cik=self.company.cik,
            ticker=self.company.ticker,
            concept=item.key,
            label=item.label,
            value=value,
            unit=item.unit(self.facts.currency),
            period=period,
            origin=Origin.DERIVED,
            formula=formula,
            inputs=inputs,
            vintage=self._vintage,
            note=note,
        )


def _vintage_name(query: PeriodQuery) -> str:
    parts = []
    if query.vintage is Vintage.AS_REPORTED:
        parts.append("as_reported")
    if query.as_of is not None:
        parts.append(f"as_of_{query.as_of.isoformat()}")
    return "_".join(parts)


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
