"""Every figure we give beside what one filing says, as known on the filing's day."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from enum import StrEnum

from research_agent.domain.companies import Company
from research_agent.domain.facts import NOT_IN_STORE, Fact, Missing
from research_agent.domain.periods import MAX_PERIODS, Basis, PeriodQuery, Vintage
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.finance.providers.provider import FinancialsProvider
from tests.corpus.filed_reports import FiledReport, FiledValue
from tests.corpus.statement_tags import BALANCE, FLOWS, NOT_ADDITIVE, tags_on_the_face

__all__ = ["Checked", "Outcome", "check_first_versions", "check_report", "check_year_to_date"]

YEAR_DAYS = range(350, 380)
QUARTER_DAYS = range(76, 120)
HALF_YEAR_DAYS = range(165, 200)
NINE_MONTHS_DAYS = range(250, 290)
LEEWAY = timedelta(days=7)


class Outcome(StrEnum):
    """How one comparison ended."""

    AGREED = "agreed"
    ROUNDED = "agreed to rounding"
    DIFFERS = "differs"
    NOT_IN_STORE = "not in the store"
    NO_QUARTERS = "quarters not filed"


@dataclass(frozen=True, slots=True)
class Checked:
    """One comparison.

    Args:
        report: The filing.
        item: Line item.
        basis: Of our column.
        filed: What the filing says.
        ours: Our value, `None` when missing.
        outcome: How it ended.
        reason: Why our value is missing, or how it was worked out.
    """

    report: FiledReport
    item: str
    basis: Basis
    filed: FiledValue
    ours: Decimal | None
    outcome: Outcome
    reason: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Names the comparison: filing, line, basis, period end."""
        return (self.report.name, self.item, self.basis.value, self.filed.end.isoformat())


async def check_report(provider: FinancialsProvider, report: FiledReport) -> tuple[Checked, ...]:
    """Compare every line of one filing, for its own and its comparative years and quarters.

    Raises:
        NotFound: The store does not cover the filer.
    """
    tables = {
        basis: await _table(
            provider, report, PeriodQuery(basis=basis, limit=MAX_PERIODS, as_of=report.filed)
        )
        for basis in (Basis.ANNUAL, Basis.QUARTERLY)
    }
    return tuple(
        _compare(report, item, basis, value, tables[basis])
        for item, value in _statement_values(report)
        if (basis := _basis(value, tables[Basis.ANNUAL])) is not None
    )


async def check_first_versions(
    provider: FinancialsProvider, report: FiledReport
) -> tuple[Checked, ...]:
    """Compare "as first reported", read today, with the filing's own period.

    Raises:
        NotFound: The store does not cover the filer.
    """
    tables = {
        basis: await _table(
            provider,
            report,
            PeriodQuery(basis=basis, limit=MAX_PERIODS, vintage=Vintage.AS_REPORTED),
        )
        for basis in (Basis.ANNUAL, Basis.QUARTERLY)
    }
    own_end = max(report.balance_dates(), default=None)
    return tuple(
        _compare(report, item, basis, value, tables[basis])
        for item, value in _statement_values(report)
        if value.end == own_end and (basis := _basis(value, tables[Basis.ANNUAL])) is not None
    )


async def check_year_to_date(
    provider: FinancialsProvider, report: FiledReport
) -> tuple[Checked, ...]:
    """Compare the sum of our quarters with the half-years and nine months of a filing.

    Raises:
        NotFound: The store does not cover the filer.
    """
    query = PeriodQuery(basis=Basis.QUARTERLY, limit=MAX_PERIODS, as_of=report.filed)
    table = await _table(provider, report, query)
    return tuple(
        _compare_sum(report, item, value, count, table)
        for item, value in _statement_values(report)
        if item not in NOT_ADDITIVE and (count := _quarters_in(value))
    )


async def _table(
    provider: FinancialsProvider, report: FiledReport, query: PeriodQuery
) -> SeriesTable:
    company = Company(report.cik, report.ticker, report.ticker)
    return await provider.series(company, (*FLOWS, *BALANCE), query)


def _statement_values(report: FiledReport) -> Iterator[tuple[str, FiledValue]]:
    """Values of the first of a line's tags that the filing uses; balances on balance sheet days."""
    days = report.balance_dates()
    for item in (*FLOWS, *BALANCE):
        for tag in tags_on_the_face(item):
            found = [value for value in report.values if value.concept == tag]
            if found:
                yield from (
                    (item, value) for value in found if value.start is not None or value.end in days
                )
                break


def _basis(value: FiledValue, annual: SeriesTable) -> Basis | None:
    if value.start is None:
        year_ends = {period.end for period in annual.periods}
        return Basis.ANNUAL if value.end in year_ends else Basis.QUARTERLY
    days = (value.end - value.start).days
    if days in YEAR_DAYS:
        return Basis.ANNUAL
    return Basis.QUARTERLY if days in QUARTER_DAYS else None


def _quarters_in(value: FiledValue) -> int:
    """How many quarters a year-to-date value covers; 0 when it is none."""
    days = (value.end - value.start).days if value.start else 0
    return 2 if days in HALF_YEAR_DAYS else 3 if days in NINE_MONTHS_DAYS else 0


def _cells(table: SeriesTable, item: str) -> Sequence[Cell]:
    row = table.row(item)
    assert row is not None
    return row.cells


def _compare(
    report: FiledReport, item: str, basis: Basis, value: FiledValue, table: SeriesTable
) -> Checked:
    ends = [period.end for period in table.periods]
    if value.end not in ends:
        return Checked(report, item, basis, value, None, Outcome.DIFFERS, "no such column")
    cell = _cells(table, item)[ends.index(value.end)]
    if isinstance(cell, Missing):
        absent = cell.reason == NOT_IN_STORE
        outcome = Outcome.NOT_IN_STORE if absent else Outcome.DIFFERS
        return Checked(report, item, basis, value, None, outcome, cell.reason)
    outcome = Outcome.AGREED if cell.value == value.value else Outcome.DIFFERS
    return Checked(report, item, basis, value, cell.value, outcome, cell.formula)


def _compare_sum(
    report: FiledReport, item: str, value: FiledValue, count: int, table: SeriesTable
) -> Checked:
    assert value.start is not None
    first = value.start - LEEWAY
    cells = [
        cell
        for period, cell in zip(table.periods, _cells(table, item), strict=True)
        if period.start is not None and period.start >= first and period.end <= value.end
    ]
    facts = [cell for cell in cells if isinstance(cell, Fact)]
    if len(facts) != count:
        reasons = {cell.reason for cell in cells if isinstance(cell, Missing)}
        outcome = Outcome.NOT_IN_STORE if NOT_IN_STORE in reasons else Outcome.NO_QUARTERS
        return Checked(report, item, Basis.QUARTERLY, value, None, outcome, str(reasons))
    total = sum((fact.value for fact in facts), Decimal(0))
    if total == value.value:
        outcome = Outcome.AGREED
    else:
        rounding = (count + 1) * Decimal(10) ** -value.decimals / 2
        outcome = Outcome.ROUNDED if abs(total - value.value) <= rounding else Outcome.DIFFERS
    return Checked(report, item, Basis.QUARTERLY, value, total, outcome)
