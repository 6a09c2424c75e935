"""Tables of what Financial Datasets sent: every field a row, every period a column."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis, Period, PeriodQuery
from research_agent.domain.sources import WebSource
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.errors import NotFound, ProviderError
from research_agent.finance.financial_datasets.client import FINANCIAL_DATASETS, Record
from research_agent.finance.financial_datasets.fields import DESCRIPTIVE, FieldMeaning, meaning_of
from research_agent.finance.financial_datasets.values import decimal_of, period_of, source_of

__all__ = ["Column", "columns_of", "currency_of", "field_rows", "quoted", "records_table"]

_WORDS = {Basis.ANNUAL: "annual", Basis.QUARTERLY: "quarterly", Basis.TTM: "trailing twelve months"}


@dataclass(frozen=True, slots=True)
class Column:
    """One record and the period it is about."""

    period: Period
    record: Record
    source: WebSource


def columns_of(
    records: Sequence[Record], company: Company, query: PeriodQuery, *, moment: bool = False
) -> tuple[Column, ...]:
    """Return the periods asked for, newest first, each once.

    Raises:
        NotFound: The service has none of them; the sentence says what it has.
        ProviderError: No record says which period it is about.
    """
    dated = [(period_of(r, query.basis, before=None, moment=moment), r) for r in records]
    known = sorted(
        ((period, record) for period, record in dated if period is not None),
        key=lambda pair: pair[0].end,
        reverse=True,
    )
    if not known:
        raise ProviderError(FINANCIAL_DATASETS, f"its records of {company} name no period")
    columns: dict[Period, Column] = {}
    for place, (_, record) in enumerate(known):
        before = known[place + 1][0].end if place + 1 < len(known) else None
        period = period_of(record, query.basis, before=before, moment=moment)
        if period is not None and query.admits(period.end):
            about = f"{company.ticker} {period.label}"
            columns.setdefault(
                period, Column(period, record, source_of(record, company.cik, about))
            )
    chosen = tuple(columns.values())[: query.limit]
    if not chosen:
        newest, oldest = known[0][0], known[-1][0]
        raise NotFound(
            f"{FINANCIAL_DATASETS} sent no such period of {company}: it covers {oldest.label} "
            f"(ended {oldest.end}) to {newest.label} (ended {newest.end})."
        )
    return chosen


def currency_of(columns: Sequence[Column]) -> tuple[str, tuple[str, ...]]:
    """Return the currency of the records, and what has to be said about it.

    Raises:
        ProviderError: The records are in several currencies, which no row can hold.
    """
    told = {str(one.record["currency"]).upper() for one in columns if one.record.get("currency")}
    if len(told) > 1:
        raise ProviderError(
            FINANCIAL_DATASETS, f"its records mix currencies ({', '.join(sorted(told))})"
        )
    if told:
        return told.pop(), ()
    return "USD", (f"{FINANCIAL_DATASETS} names no currency here; the amounts are taken as USD.",)


def quoted(
    company: Company,
    meaning: FieldMeaning,
    value: Any,
    *,
    period: Period,
    source: WebSource,
    field: str,
) -> Cell:
    """Return a value of the service as a fact, or why it is none."""
    number = decimal_of(value)
    if isinstance(number, Missing):
        return number
    return Fact(
        cik=company.cik,
        ticker=company.ticker,
        concept=meaning.concept,
        label=meaning.label,
        value=number * meaning.sign,
        unit=meaning.unit,
        period=period,
        origin=Origin.QUOTED,
        source=source,
        tag=f"financialdatasets:{field}",
    )


def field_rows(company: Company, columns: Sequence[Column], currency: str) -> tuple[Row, ...]:
    """Return a row for every field that holds figures, in the order the service has them."""
    fields = dict.fromkeys(
        field
        for column in columns
        for field, value in column.record.items()
        if field not in DESCRIPTIVE and not isinstance(value, list | dict | bool)
    )
    rows = []
    for field in fields:
        meaning = meaning_of(field, currency)
        cells = tuple(
            quoted(
                company,
                meaning,
                column.record.get(field),
                period=column.period,
                source=column.source,
                field=field,
            )
            for column in columns
        )
        rows.append(Row(meaning.concept, meaning.label, meaning.unit, cells))
    return tuple(rows)


def records_table(
    company: Company,
    columns: Sequence[Column],
    rows: Sequence[Row],
    *,
    name: str,
    title: str,
    query: PeriodQuery,
    notes: Sequence[str] = (),
) -> SeriesTable:
    """Return the table of rows over columns, named after the service and all arguments."""
    bounds: Mapping[str, object] = {
        "gt": query.end_gt,
        "gte": query.end_gte,
        "lt": query.end_lt,
        "lte": query.end_lte,
        "as_of": query.as_of,
    }
    said = "".join(f",{word}={day}" for word, day in bounds.items() if day is not None)
    return SeriesTable(
        key=f"fd:{name}({company.ticker},{query.basis},{query.limit}{said})",
        title=f"{title}, {_WORDS[query.basis]}",
        company=company,
        periods=tuple(column.period for column in columns),
        rows=tuple(rows),
        notes=(f"Figures as {FINANCIAL_DATASETS} gives them.", *notes),
    )
