"""Financial Datasets as a source of financials."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from research_agent.domain.companies import Company
from research_agent.domain.facts import Missing
from research_agent.domain.periods import MAX_PERIODS, PeriodQuery, Vintage
from research_agent.domain.tables import Row, SeriesTable
from research_agent.errors import InvalidRequest, NotCovered
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.financial_datasets.client import (
    FINANCIAL_DATASETS,
    FinancialDatasetsClient,
    Record,
)
from research_agent.finance.financial_datasets.earnings import earnings_table
from research_agent.finance.financial_datasets.segments import segment_rows
from research_agent.finance.financial_datasets.tables import (
    columns_of,
    currency_of,
    field_rows,
    records_table,
)
from research_agent.finance.lines.line_items import StatementKind
from research_agent.finance.metrics import check_metric, is_part, metric_label
from research_agent.finance.ratios.every_ratio import RATIOS

__all__ = ["FinancialDatasetsProvider"]

_PATHS: Mapping[StatementKind, tuple[str, str, str]] = {
    StatementKind.INCOME: (
        "/financials/income-statements",
        "income_statements",
        "Income statement",
    ),
    StatementKind.BALANCE: ("/financials/balance-sheets", "balance_sheets", "Balance sheet"),
    StatementKind.CASH_FLOW: (
        "/financials/cash-flow-statements",
        "cash_flow_statements",
        "Cash flow statement",
    ),
}


class FinancialDatasetsProvider:
    """Reads statements, ratios, segments and earnings of one company at a time.

    The service gives figures as known today and, statements aside, does not say when they were
    filed: figures as of a day, or as first reported, are not covered.

    Args:
        client: Calls the service.
    """

    name = FINANCIAL_DATASETS

    def __init__(self, client: FinancialDatasetsClient) -> None:
        self._client = client

    async def statement(
        self, company: Company, kind: StatementKind, query: PeriodQuery
    ) -> SeriesTable:
        """Return one statement with every field the service has, periods newest first."""
        path, field, title = _PATHS[kind]
        return await self._table(company, path, field, title, query, name=f"{kind.value}_statement")

    async def ratios(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return the ratios as the service works them out."""
        return await self._table(
            company, "/financial-metrics", "financial_metrics", "Ratios", query, name="ratios"
        )

    async def earnings(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return reported revenue, income and EPS by quarter with filing days and surprises."""
        _check(company, replace(query, as_of=None))
        records = await self._client.records(
            "/earnings",
            "earnings",
            ticker=company.ticker,
            what=f"the earnings of {company}",
            limit=_asked(query),
        )
        return earnings_table(company, records, query)

    async def segments(self, company: Company, query: PeriodQuery) -> SeriesTable:
        """Return figures by segment, product and region, as the service splits them."""
        what = f"the segments of {company}"
        records = await self._records(
            company, "/financials/segments", "segmented_financials", what, query
        )
        columns = columns_of(records, company, query)
        currency, notes = currency_of(columns)
        rows = segment_rows(company, columns, currency)
        if not rows:
            raise NotCovered(f"{FINANCIAL_DATASETS} has not {what}.")
        return records_table(
            company, columns, rows, name="segments", title="Segments", query=query, notes=notes
        )

    async def series(
        self, company: Company, concepts: Sequence[str], query: PeriodQuery
    ) -> SeriesTable:
        """Return the named metrics, one row each, in the order asked.

        Raises:
            NotCovered: The service has none of them.
        """
        keys = tuple(check_metric(concept) for concept in concepts)
        tables = [await self._holding(company, source, query) for source in _sources(keys)]
        ends = sorted({p.end for t in tables for p in t.periods}, reverse=True)[: query.limit]
        if not any(table.row(key) for table in tables for key in keys):
            raise NotCovered(f"{FINANCIAL_DATASETS} has no {metric_label(keys[0])} of {company}.")
        by_end = {p.end: p for table in reversed(tables) for p in table.periods}
        rows = tuple(_named_row(key, tables, ends) for key in keys)
        return replace(
            tables[0],
            key=tables[0].key.replace("fd:", f"fd:series:{'+'.join(keys)}:", 1),
            title=metric_label(keys[0]) if len(keys) == 1 else "Figures",
            periods=tuple(by_end[end] for end in ends),
            rows=rows,
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _holding(self, company: Company, source: str, query: PeriodQuery) -> SeriesTable:
        if source == "segments":
            return await self.segments(company, query)
        if source == "ratios":
            return await self.ratios(company, query)
        return await self.statement(company, StatementKind(source), query)

    async def _table(
        self, company: Company, path: str, field: str, title: str, query: PeriodQuery, *, name: str
    ) -> SeriesTable:
        what = f"the {query.basis} {title.lower()} of {company}"
        records = await self._records(company, path, field, what, query)
        columns = columns_of(records, company, query, moment=name == "balance_statement")
        currency, notes = currency_of(columns)
        rows = field_rows(company, columns, currency)
        return records_table(
            company, columns, rows, name=name, title=title, query=query, notes=notes
        )

    async def _records(
        self, company: Company, path: str, field: str, what: str, query: PeriodQuery
    ) -> list[Record]:
        _check(company, query)
        bounds = {
            "report_period_gt": query.end_gt,
            "report_period_gte": query.end_gte,
            "report_period_lt": query.end_lt,
            "report_period_lte": query.end_lte,
        }
        return await self._client.records(
            path,
            field,
            ticker=company.ticker,
            what=what,
            period=query.basis.value,
            limit=_asked(query),
            **{name: day.isoformat() for name, day in bounds.items() if day is not None},
        )


def _asked(query: PeriodQuery) -> int:
    """Return how many periods to ask for: one more, as it says where the oldest one begins.

    With bounds, many: a service that does not know a bound would send the newest ones only.
    """
    bounded = any((query.end_gt, query.end_gte, query.end_lt, query.end_lte))
    return MAX_PERIODS if bounded else min(query.limit + 1, MAX_PERIODS)


def _check(company: Company, query: PeriodQuery) -> None:
    if not 1 <= query.limit <= MAX_PERIODS:
        raise InvalidRequest(f"Ask for 1 to {MAX_PERIODS} periods, not {query.limit}.")
    if query.as_of is not None or query.vintage is Vintage.AS_REPORTED:
        raise NotCovered(
            f"{FINANCIAL_DATASETS} does not say when figures of {company} were filed, so it cannot "
            "tell what was known on a day or first reported."
        )


def _sources(keys: Sequence[str]) -> tuple[str, ...]:
    """Return which tables hold the metrics, each once."""
    return tuple(dict.fromkeys(map(_source, keys)))


def _source(key: str) -> str:
    if is_part(key):
        return "segments"
    return "ratios" if key in RATIOS else LINE_ITEMS[key].statement.value


def _named_row(key: str, tables: Sequence[SeriesTable], ends: Sequence[object]) -> Row:
    for table in tables:
        row = table.row(key)
        if row is not None:
            by_end = dict(zip((period.end for period in table.periods), row.cells, strict=True))
            absent = Missing("not reported")
            return replace(row, cells=tuple(by_end.get(end, absent) for end in ends))  # type: ignore[call-overload]
    unit = LINE_ITEMS[key].unit("USD") if key in LINE_ITEMS else ""
    absent = Missing(f"{FINANCIAL_DATASETS} has no such figure")
    return Row(key, metric_label(key), unit, tuple(absent for _ in ends))
