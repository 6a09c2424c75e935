"""Facts of one company out of its filed values, under one vintage."""

from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Origin
from research_agent.domain.periods import Period, PeriodQuery, Vintage
from research_agent.finance.filed_facts import FiledFacts, Span
from research_agent.finance.lines.line_items import Kind, LineItem
from research_agent.finance.resolution import filed_fact, resolve_row
from research_agent.finance.splits import split_factor
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["FactMaker"]

_SHARE_BASED = frozenset(
    {Kind.PER_SHARE, Kind.PER_SHARE_FLOW, Kind.AVERAGE_SHARES, Kind.INSTANT_SHARES}
)
_SPLIT = "Earlier figures are adjusted for later stock splits."
_SCALE_WORDS = {1_000: "thousands", 1_000_000: "millions"}


class FactMaker:
    """Wraps values as facts.

    Args:
        company: Whose.
        facts: Its filed values.
        query: Its vintage and `as_of` are used.
    """

    def __init__(self, company: Company, facts: FiledFacts, query: PeriodQuery) -> None:
        self._company = company
        self._facts = facts
        self._vintage = query.vintage
        self._vintage_name = _vintage_name(query)

    def filed(
        self, item: LineItem, span: Span, period: Period, *, interim: bool = False
    ) -> Fact | None:
        """Return the filed figure of `item` for `span`; `None` when it was not filed."""
        row = resolve_row(self._facts, item, span, self._vintage, interim=interim)
        if row is None or self._comes_too_late(item, row):
            return None
        return self.of_row(row, item, period)

    def _comes_too_late(self, item: LineItem, row: FactRow) -> bool:
        """Say whether the first version in the store is not the first there was.

        Of a company read in part, the figure of 2021 may be there from the report on 2023 only,
        recast and on another count of shares. A balance stands beside the next year's as it was.
        """
        if self._vintage is not Vintage.AS_REPORTED or self._facts.read_in_full(row.end):
            return False
        late = self._facts.cycle(row.accession) - self._facts.calendar.year_of(row.end)
        return late > (1 if item.kind is Kind.INSTANT else 0)

    def of_row(self, row: FactRow, item: LineItem, period: Period) -> Fact:
        """Wrap a filed value; the latest version is put on today's share basis."""
        if apart := self._facts.shown_apart(item, row):
            first, second = (self._as_filed(part, item, period) for part in apart)
            formula = " + ".join(part.tag.partition(":")[2] for part in apart)
            value = first.value + second.value
            return self.derived(item, first.period, value, formula, (first, second))
        fact = self._in_shares(self._as_filed(row, item, period), row, item)
        if item.kind not in _SHARE_BASED or self._vintage is not Vintage.LATEST:
            return fact
        factor = split_factor(self._facts.splits, row.filed)
        if factor == 1:
            return fact
        per_share = item.kind in (Kind.PER_SHARE, Kind.PER_SHARE_FLOW)
        return self.derived(
            item,
            fact.period,
            fact.value / factor if per_share else fact.value * factor,
            f"{fact.formula or 'as filed'} {'÷' if per_share else '×'} "
            f"{factor.normalize():f} (stock split)",
            (fact,),
            note=" ".join(filter(None, (fact.note, _SPLIT))),
        )

    def _in_shares(self, fact: Fact, row: FactRow, item: LineItem) -> Fact:
        """Count one by one what a filing counts in thousands or millions, and say so."""
        scale = self._facts.share_scale(row) if item.kind is Kind.AVERAGE_SHARES else 1
        if scale == 1:
            return fact
        return self.derived(
            item,
            fact.period,
            fact.value * scale,
            f"as filed × {scale:,}",
            (fact,),
            note=f"The filing counts shares in {_SCALE_WORDS[scale]} without saying so, as income "
            "over earnings per share shows; the count is multiplied.",
        )

    def _as_filed(self, row: FactRow, item: LineItem, period: Period) -> Fact:
        return filed_fact(
            row,
            item,
            period,
            cik=self._company.cik,
            ticker=self._company.ticker,
            vintage=self._vintage_name,
        )

    def derived(
        self,
        item: LineItem,
        period: Period,
        value: Decimal,
        formula: str,
        inputs: tuple[Fact, ...],
        *,
        note: str = "",
    ) -> Fact:
        """Return a figure worked out from others."""
        return Fact(
            cik=self._company.cik,
            ticker=self._company.ticker,
            concept=item.key,
            label=item.label,
            value=value,
            unit=item.unit(self._facts.currency),
            period=period,
            origin=Origin.DERIVED,
            formula=formula,
            inputs=inputs,
            vintage=self._vintage_name,
            note=note,
        )


def _vintage_name(query: PeriodQuery) -> str:
    parts = []
    if query.vintage is Vintage.AS_REPORTED:
        parts.append("as_reported")
    if query.as_of is not None:
        parts.append(f"as_of_{query.as_of.isoformat()}")
    return "_".join(parts)
