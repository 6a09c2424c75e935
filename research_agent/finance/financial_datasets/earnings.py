"""Reported quarters as Financial Datasets has them, with their surprises in words."""

from collections.abc import Sequence
from dataclasses import replace

from research_agent.domain.companies import Company
from research_agent.domain.periods import Basis, PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.errors import NotCovered
from research_agent.finance.financial_datasets.client import FINANCIAL_DATASETS, Record
from research_agent.finance.financial_datasets.tables import (
    Column,
    columns_of,
    currency_of,
    field_rows,
    records_table,
)
from research_agent.finance.financial_datasets.values import day_of

__all__ = ["earnings_table"]

_WORDS = frozenset({"BEAT", "MISS", "MEET", "MET", "IN-LINE", "INLINE"})


def earnings_table(company: Company, records: Sequence[Record], query: PeriodQuery) -> SeriesTable:
    """Return the quarters, or years, of earnings records.

    Args:
        company: Whose.
        records: Each with its figures under `quarterly` or `annual`.
        query: Which periods; `as_of` keeps what was filed by that day and drops what has no day.

    Raises:
        NotCovered: No record has figures of such periods that had been filed.
        NotFound: None is within the bounds.
    """
    basis = Basis.ANNUAL if query.basis is Basis.ANNUAL else Basis.QUARTERLY
    asked = replace(query, basis=basis)
    flat = [
        {**record, **figures}
        for record in records
        if isinstance(figures := record.get(basis.value), dict) and _known(record, query)
    ]
    if not flat:
        by = f" filed by {query.as_of}" if query.as_of else ""
        raise NotCovered(f"{FINANCIAL_DATASETS} has no {basis} earnings of {company}{by}.")
    columns = columns_of(flat, company, asked)
    currency, notes = currency_of(columns)
    numeric = [replace(column, record=_figures(column.record)) for column in columns]
    return records_table(
        company,
        columns,
        field_rows(company, numeric, currency),
        name="earnings",
        title="Earnings",
        query=asked,
        notes=(*notes, *_filed(columns), *_surprises(columns)),
    )


def _known(record: Record, query: PeriodQuery) -> bool:
    filed = day_of(record, "filing_date", "filing_datetime")
    return query.as_of is None or (filed is not None and filed <= query.as_of)


def _figures(record: Record) -> Record:
    """Return the record without its words: those stand in the notes."""
    return {
        field: value
        for field, value in record.items()
        if field not in ("quarterly", "annual") and not _is_word(value)
    }


def _is_word(value: object) -> bool:
    return isinstance(value, str) and value.upper() in _WORDS


def _filed(columns: Sequence[Column]) -> list[str]:
    days = (
        (column.period.label, day_of(column.record, "filing_date", "filing_datetime"))
        for column in columns
    )
    parts = [f"{label} on {day}" for label, day in days if day is not None]
    return [f"Filed with the SEC: {', '.join(parts)}."] if parts else []


def _surprises(columns: Sequence[Column]) -> list[str]:
    """Say what beat or missed; the service does not say whether on GAAP or adjusted figures."""
    said = [
        f"{column.period.label} {field.replace('_', ' ')} {str(value).lower()}"
        for column in columns
        for field, value in column.record.items()
        if _is_word(value)
    ]
    basis = "whether against GAAP or adjusted estimates, the service does not say"
    return [f"Surprises: {', '.join(said)} ({basis})."] if said else []
