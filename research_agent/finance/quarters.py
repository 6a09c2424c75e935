"""One quarter of a flow: filed, or worked out from year-to-date figures; Q4 is never filed."""

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, Vintage
from research_agent.domain.tables import Cell
from research_agent.finance.columns import QUARTERS, Slot
from research_agent.finance.fact_maker import FactMaker
from research_agent.finance.filed_facts import FiledFacts
from research_agent.finance.lines.line_items import Choice, LineItem, StatementKind
from research_agent.finance.vintages import BASIS_TOLERANCE, on_one_basis, pair_on_one_basis

__all__ = ["Quarters", "filed_on"]

PART_MIN_GAP = 0.002
"""Two tags of one filing this far apart are a total and a part of it."""
_OTHER_BASIS = Missing("the year and its earlier months were filed on different bases")
_RECAST_SINCE = "The year was recast since; this quarter is on the basis of its own year's reports."
_ESTIMATED = "Estimated: weighted average shares of a fourth quarter are not filed."
_NEVER_NEGATIVE = frozenset(
    {
        "revenue",
        "cost_of_revenue",
        "research_and_development",
        "selling_and_marketing",
        "general_and_administrative",
        "selling_general_and_administrative",
        "capital_expenditure",
        "depreciation_and_amortization",
        "depreciation",
        "amortization_of_intangibles",
        "dividends_paid",
        "shares_repurchased",
    }
)
"""A quarter of these below zero shows that what it was taken from were two different things."""


class Quarters:
    """Quarterly figures of one company.

    Args:
        maker: Makes the facts.
        facts: What was filed.
        vintage: Which version is wanted.
        cell: The figure of a line in a column, for quarters that are made of others.
    """

    def __init__(
        self,
        maker: FactMaker,
        facts: FiledFacts,
        vintage: Vintage,
        cell: Callable[[str, Slot], Cell],
    ) -> None:
        self._maker = maker
        self._facts = facts
        self._vintage = vintage
        self._cell = cell

    def flow(self, item: LineItem, slot: Slot) -> Cell | None:
        """Return a quarter of a flow; `None` when nothing of it was filed."""
        filed = self.filed(item, slot)
        difference = self._year_to_date_difference(item, slot)
        if (
            filed is not None
            and not self._is_part(item, filed)
            and (difference is None or self._preferred(item, filed, difference))
        ):
            return filed
        return difference or self._year_less_quarters(item, slot) or self._refusal(item, slot)

    def _is_part(self, item: LineItem, filed: Fact) -> bool:
        """Say whether the filing gives its own period another value under the total's tag.

        Walmart's quarters of 2010 are net sales, its year is total revenue with membership fees.
        """
        filing = filed.filing
        if item.choice is not Choice.TOTAL or filing is None:
            return False
        face = self._facts.face_tag(item, filing.accession)
        rows = self._facts.in_filing(item, filing.accession)
        totals = {(row.start, row.end): row.value for row in rows if row.tag == face}
        return face != filed.tag and any(
            row.tag == filed.tag
            and (row.start, row.end) in totals
            and abs(row.value - totals[(row.start, row.end)]) > PART_MIN_GAP * abs(row.value)
            for row in rows
        )

    def _preferred(self, item: LineItem, filed: Fact, difference: Fact) -> bool:
        """Say whether the figure filed for the quarter goes before the difference of two.

        It does where it is on the face of a statement: a total has the total's tag, a cash flow
        statement's own quarter agrees with its year to date (a note's may not). As first
        reported, a quarter stated in a later report only, on another basis, comes too late.
        """
        if self._vintage is Vintage.AS_REPORTED and filed_on(difference) < filed_on(filed):
            return _near(filed, difference)
        if item.statement is StatementKind.CASH_FLOW:
            return _near(filed, difference)
        filing = filed.filing
        if item.choice is not Choice.TOTAL or filing is None:
            return True
        return self._facts.face_tag(item, filing.accession) == filed.tag

    def filed(self, item: LineItem, slot: Slot) -> Fact | None:
        """Return the figure filed for the three months themselves."""
        span = (slot.period.start, slot.period.end)
        return self._maker.filed(item, span, slot.period, interim=True)

    def average_shares(self, item: LineItem, slot: Slot) -> Fact | None:
        """Return weighted average shares.

        A fourth quarter's are estimated as four times the year less three quarters, for averages
        do not subtract; not where the result is far from the year's own average, which shows a
        split or a slip of scale between the filings.
        """
        filed = self.filed(item, slot)
        others = self._quarters_of(item, slot, (3, 2, 1)) if slot.quarter == QUARTERS else None
        year = slot.year.annual()
        if filed is not None or others is None or year is None:
            return filed
        annual = self._maker.filed(item, (slot.year.start, slot.period.end), year)
        if annual is None:
            return None
        value = annual.value * QUARTERS - sum((fact.value for fact in others), Decimal(0))
        if not annual.value / 2 <= value <= annual.value * 2 or self._below_basic(
            item, slot, value
        ):
            return None
        labels = " − ".join(fact.period.label for fact in others)
        formula = f"4 × {annual.period.label} − {labels}"
        inputs = (annual, *others)
        return self._maker.derived(item, slot.period, value, formula, inputs, note=_ESTIMATED)

    def _below_basic(self, item: LineItem, slot: Slot, value: Decimal) -> bool:
        """Diluted shares below the basic ones show that the year counts other shares than its quarters."""
        if item.key != "weighted_shares_diluted":
            return False
        basic = self._cell("weighted_shares_basic", slot)
        return isinstance(basic, Fact) and value < basic.value * (1 - BASIS_TOLERANCE)

    def _year_to_date_difference(self, item: LineItem, slot: Slot) -> Fact | None:
        longer = slot.year.year_to_date(slot.quarter)
        shorter = slot.year.year_to_date(slot.quarter - 1) if slot.quarter > 1 else None
        if longer is None or shorter is None:
            return None
        spans = ((longer.start, longer.end), (shorter.start, shorter.end))
        rows = pair_on_one_basis(self._facts, item, spans, self._vintage)
        if rows is None:
            return None
        first, second = (
            self._maker.of_row(row, item, period)
            for row, period in zip(rows, (longer, shorter), strict=True)
        )
        current = self._maker.filed(item, spans[0], longer)
        recast = current is not None and not _near(current, first)
        formula = f"{longer.label} − {shorter.label}"
        return self._plausible(
            item, slot, first.value - second.value, formula, (first, second), recast=recast
        )

    def _year_less_quarters(self, item: LineItem, slot: Slot) -> Fact | None:
        year = slot.year.annual() if slot.quarter == QUARTERS else None
        others = self._quarters_of(item, slot, (3, 2, 1)) if year else None
        if others is None or year is None:
            return None
        whole = self._maker.filed(item, (slot.year.start, slot.period.end), year)
        if whole is None or not all(
            on_one_basis(self._facts, item, whole, part) for part in others
        ):
            return None
        inputs = (whole, *others)
        value = whole.value - sum((fact.value for fact in others), Decimal(0))
        formula = " − ".join(fact.period.label for fact in inputs)
        return self._plausible(item, slot, value, formula, inputs)

    def _plausible(
        self,
        item: LineItem,
        slot: Slot,
        value: Decimal,
        formula: str,
        inputs: tuple[Fact, ...],
        *,
        recast: bool = False,
    ) -> Fact | None:
        if value < 0 and item.key in _NEVER_NEGATIVE:
            return None
        note = _RECAST_SINCE if recast else ""
        return self._maker.derived(item, slot.period, value, formula, inputs, note=note)

    def _refusal(self, item: LineItem, slot: Slot) -> Missing | None:
        """Say why a quarter is not worked out although the figures for it were filed."""
        for number in (slot.quarter, slot.quarter - 1):
            months = slot.year.year_to_date(number) if number else None
            if (
                months is None
                or self._maker.filed(item, (months.start, months.end), months) is None
            ):
                return None
        return _OTHER_BASIS

    def _quarters_of(
        self, item: LineItem, slot: Slot, numbers: Sequence[int]
    ) -> tuple[Fact, ...] | None:
        found = []
        for number in numbers:
            period = slot.year.quarter(number)
            if period is None:
                return None
            cell = self._cell(item.key, Slot(Basis.QUARTERLY, slot.year, number, period))
            if not isinstance(cell, Fact):
                return None
            found.append(cell)
        return tuple(found)


def filed_on(fact: Fact) -> date:
    """Day on which the last filing behind a figure came in."""
    return max(filing.filed for filing in fact.filings())


def _near(filed: Fact, other: Fact) -> bool:
    """Say whether two figures are one but for rounding."""
    apart = abs(filed.value - other.value)
    size = max(abs(filed.value), abs(other.value))
    return apart <= max(BASIS_TOLERANCE * size, 2 * _rounding_unit(filed.value))


def _rounding_unit(value: Decimal) -> Decimal:
    """Return 1, 1,000 or 1,000,000: what a figure is filed in."""
    units = (Decimal(1_000_000), Decimal(1_000))
    return next((unit for unit in units if value % unit == 0), Decimal(1))
