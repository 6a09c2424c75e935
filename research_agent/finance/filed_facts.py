"""One company's filed values, indexed for choosing among versions and tags."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from research_agent.finance.companies.industry_codes import sector_of_sic
from research_agent.finance.doubtful_rows import without_doubtful
from research_agent.finance.fiscal_calendar import TOLERANCE, FiscalCalendar, is_report
from research_agent.finance.known_slips import without_known_slips
from research_agent.finance.lines.face_tags import face_tags
from research_agent.finance.lines.line_items import Kind, LineItem, Sector
from research_agent.finance.share_scales import share_scales
from research_agent.finance.splits import Split, find_splits
from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["FiledFacts", "Span"]

Span = tuple[date | None, date]
"""First day (`None` for a moment) and last day."""

_SECTOR_TAGS = {
    Sector.INSURER: frozenset({"us-gaap:PremiumsEarnedNet"}),
    Sector.BANK: frozenset(
        {
            "us-gaap:RevenuesNetOfInterestExpense",
            "us-gaap:InterestAndDividendIncomeOperating",
            "us-gaap:NoninterestIncome",
            "us-gaap:Deposits",
        }
    ),
    Sector.REIT: frozenset({"us-gaap:RealEstateInvestmentPropertyNet"}),
    Sector.UTILITY: frozenset(
        {
            "us-gaap:RegulatoryAssetsNoncurrent",
            "us-gaap:UtilitiesOperatingExpenseMaintenanceAndOperations",
        }
    ),
    Sector.ASSET_MANAGER: frozenset(
        {
            "us-gaap:InvestmentAdvisoryFees",
            "us-gaap:InvestmentAdvisoryManagementAndAdministrativeFees",
        }
    ),
}
"""What only companies of a sector file; for a company whose industry code is not known.

All but utilities have balance sheets without current items; where those are filed, a tag of the
list is a side business (a manufacturer's finance arm).
"""


@dataclass(frozen=True, slots=True)
class _ItemIndex:
    """Rows of one line item.

    Args:
        by_span: For each span, its rows.
        by_accession: For each filing, its rows.
        face_tag: For each accession, the tag its own period uses.
        parts: The two rows of a figure that a filing shows apart, by tag, filing and span.
    """

    by_span: dict[Span, list[FactRow]]
    by_accession: dict[str, list[FactRow]]
    face_tag: dict[str, str]
    parts: dict[tuple[str, str, Span], tuple[FactRow, FactRow]]


class FiledFacts:
    """The filed values of one company as known on one day.

    Args:
        cik: The filer.
        rows: Every filed value.
        as_of: Ignore filings after this day.
        full_through: Newest filing read in full; `None` for a cut-down company.
        full_filings: Accession numbers of single filings of a cut-down company that were.
        sic: Its industry code, where known.
    """

    def __init__(
        self,
        cik: int,
        rows: Iterable[FactRow],
        *,
        as_of: date | None = None,
        full_through: date | None = None,
        full_filings: Iterable[str] = (),
        sic: int | None = None,
    ) -> None:
        reports = (
            row for row in rows if is_report(row.form) and (as_of is None or row.filed <= as_of)
        )
        kept = without_doubtful(without_known_slips(reports))
        self.cik = cik
        self.full_through = full_through
        self.calendar = FiscalCalendar.of(kept)
        self.currency = _reporting_currency(kept)
        self._by_tag: dict[str, list[FactRow]] = defaultdict(list)
        self._own_end: dict[str, date] = {}
        self._first_filed: dict[date, date] = {}
        for row in kept:
            self._by_tag[row.tag].append(row)
            if row.filed < self._first_filed.get(row.end, date.max):
                self._first_filed[row.end] = row.filed
            if row.start is not None and row.end > self._own_end.get(row.accession, date.min):
                self._own_end[row.accession] = row.end
        self._ifrs = bool(kept) and not any(tag.startswith("us-gaap") for tag in self._by_tag)
        self._full_ends = {self._own_end[name] for name in full_filings if name in self._own_end}
        self.sector = self._sector(sic)
        self.splits: tuple[Split, ...] = find_splits(kept)
        self._share_scales = share_scales(kept)
        self._items: dict[str, _ItemIndex] = {}

    @property
    def empty(self) -> bool:
        """True when nothing was filed by the day asked for."""
        return not self._by_tag

    def filed_tags(self, item: LineItem) -> tuple[str, ...]:
        """Tags of `item` the company has ever used."""
        return tuple(tag for tag in item.tags() if tag in self._by_tag)

    def looked_for(self, item: LineItem) -> tuple[str, ...]:
        """Tags of `item` in the taxonomy the company files under."""
        taxonomy = "ifrs-full" if self._ifrs else "us-gaap"
        return tuple(tag for tag in item.tags() if tag.startswith(taxonomy))

    def cycle(self, accession: str) -> int:
        """Fiscal year a filing reports on; figures of one cycle are of one vintage."""
        end = self._own_end.get(accession)
        return self.calendar.year_of(end) if end is not None else 0

    def share_scale(self, row: FactRow) -> int:
        """How many shares one share of a filed count stands for: 1,000 where it is in thousands."""
        return self._share_scales.get((row.accession, row.tag, row.start, row.end), 1)

    def read_in_full(self, end: date) -> bool:
        """Say whether the filings on the period that ended on `end` were read in full."""
        if end in self._full_ends:
            return True
        first = self._first_filed.get(end)
        return self.full_through is not None and (first is None or first <= self.full_through)

    def rows(self, item: LineItem, span: Span) -> list[FactRow]:
        """Return every version of `item` for `span`, matched to within seven days."""
        by_span = self._index(item).by_span
        exact = by_span.get(span)
        if exact is not None:
            return exact
        start, end = span
        near = [
            known
            for known in by_span
            if abs(known[1] - end) <= TOLERANCE
            and (known[0] is None) == (start is None)
            and (known[0] is None or start is None or abs(known[0] - start) <= TOLERANCE)
        ]
        best = min(near, key=lambda known: abs(known[1] - end), default=None)
        return by_span[best] if best is not None else []

    def in_filing(self, item: LineItem, accession: str) -> list[FactRow]:
        """Return every value of `item` that one filing carries."""
        return self._index(item).by_accession.get(accession, [])

    def shown_apart(self, item: LineItem, row: FactRow) -> tuple[FactRow, FactRow] | None:
        """Return the two rows of which a figure is the sum; `None` for a figure filed as one."""
        return self._index(item).parts.get((row.tag, row.accession, (row.start, row.end)))

    def face_tag(self, item: LineItem, accession: str) -> str:
        """Tag under which a filing shows `item` for its own period; empty when it does not."""
        return self._index(item).face_tag.get(accession, "")

    def _index(self, item: LineItem) -> _ItemIndex:
        index = self._items.get(item.key)
        if index is None:
            index = self._items[item.key] = self._build(item)
        return index

    def _build(self, item: LineItem) -> _ItemIndex:
        unit = item.unit(self.currency)
        tags = self.filed_tags(item)
        instant = item.kind in (Kind.INSTANT, Kind.INSTANT_SHARES)
        by_span: dict[Span, list[FactRow]] = defaultdict(list)
        by_accession: dict[str, list[FactRow]] = defaultdict(list)
        own: dict[str, list[FactRow]] = defaultdict(list)
        parts: dict[tuple[str, str, Span], tuple[FactRow, FactRow]] = {}
        for tag in tags:
            added = self._filed_under(item.added_tag(tag))
            for row in self._by_tag[tag]:
                span = (row.start, row.end)
                if other := added.get((row.accession, span)):
                    parts[(row.tag, row.accession, span)] = (row, other)
                    row = replace(row, value=row.value + other.value)
                if row.unit != unit or (row.start is None) != instant:
                    continue
                by_span[span].append(row)
                by_accession[row.accession].append(row)
                if row.end == self._own_end.get(row.accession, row.end):
                    own[row.accession].append(row)
        face = face_tags(item, own, tags, by_span)
        return _ItemIndex(dict(by_span), dict(by_accession), face, parts)

    def _filed_under(self, tag: str) -> dict[tuple[str, Span], FactRow]:
        return {(row.accession, (row.start, row.end)): row for row in self._by_tag.get(tag, ())}

    def _sector(self, sic: int | None) -> Sector:
        by_code = sector_of_sic(sic) if sic is not None else None
        if by_code is not None:
            return by_code
        classified = "us-gaap:LiabilitiesCurrent" in self._by_tag
        for sector, tags in _SECTOR_TAGS.items():
            if tags & self._by_tag.keys() and (sector is Sector.UTILITY or not classified):
                return sector
        return Sector.INDUSTRIAL


def _reporting_currency(rows: Iterable[FactRow]) -> str:
    counts = Counter(row.unit for row in rows if len(row.unit) == 3 and row.unit.isupper())
    return max(counts, key=lambda unit: counts[unit], default="USD")
