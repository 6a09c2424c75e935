"""Other ways to look at a series: indexed to 100, growth on the year, one flat file."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Period
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.domain.tabular import INDEX, POINTS
from research_agent.finance.comparison import Comparison, ComparisonBasis, calendar_year

__all__ = [
    "View",
    "column_heading",
    "growth",
    "indexed",
    "periods_needed",
    "rows_in_view",
    "to_csv",
]

QUARTERS = 4
YEAR = timedelta(days=365)
YEAR_TOLERANCE = timedelta(days=12)  # fiscal years of 52 or 53 weeks end up to a week apart

_COLUMNS = (
    "ticker company metric fiscal_label period_start period_end value unit origin "
    "formula form filed accession tag url reason"
).split()


class View(StrEnum):
    """How a series is shown."""

    VALUE = "value"
    INDEXED = "indexed"
    GROWTH = "growth"


def indexed(row: Row, *, base: str | None = None) -> Row:
    """Return the row with the base period as 100 and all others in proportion.

    Args:
        row: Newest first.
        base: Label of the base period; the oldest figure of the row when it is `None` or absent.

    Returns:
        Computed facts in unit `"index"`; `Missing` where there is no figure or no positive base.
    """
    start = _base(row, base)
    if start is None or start.value <= 0:
        reason = "no figure to start from" if start is None else "the base is not positive"
        return _mapped(row, INDEX, lambda _fact: Missing(reason))
    return _mapped(row, INDEX, lambda fact: _index_fact(fact, start))


def growth(row: Row) -> Row:
    """Return each figure's change on the same period a year earlier.

    Returns:
        Computed facts: for a fraction (a margin) the difference, in unit `"points"`; else the
        relative change, in unit `"fraction"`. `Missing` without a positive year-earlier figure.
    """
    facts = [cell for cell in row.cells if isinstance(cell, Fact)]
    unit = POINTS if row.unit == "fraction" else "fraction"
    return _mapped(row, unit, lambda fact: _growth_cell(fact, _year_earlier(fact, facts), unit))


def column_heading(period: Period, basis: ComparisonBasis) -> str:
    """Return the column a period belongs in: its fiscal label, or `"CY2024"` by the calendar."""
    if basis is ComparisonBasis.CALENDAR:
        return f"CY{calendar_year(period.end)}"
    return period.label


def periods_needed(periods: int, basis: ComparisonBasis, view: View) -> int:
    """Return how many periods to fetch so that `periods` of them can be shown in the view."""
    if view is not View.GROWTH:
        return periods
    yearly = basis in (ComparisonBasis.FISCAL, ComparisonBasis.CALENDAR)
    return periods + (1 if yearly else QUARTERS)


def rows_in_view(
    comparison: Comparison, concept: str, view: View, *, limit: int
) -> tuple[tuple[SeriesTable, Row], ...]:
    """Return each company's table with its row of `concept` in the view, `limit` periods each.

    An index starts for all companies in the oldest column in which all of them have a positive
    figure, so that the lines meet at 100; where there is none, each starts at its own oldest.
    """
    return tuple(
        (
            replace(table, periods=table.periods[:limit]),
            replace(row, cells=row.cells[:limit]),
        )
        for table, row in _rows_in_view(comparison, concept, view)
    )


def to_csv(tables: Sequence[SeriesTable]) -> str:
    """Return every cell as one line: exact value, unit, period, and where it was filed."""
    out = io.StringIO()
    writer = csv.DictWriter(out, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for table in tables:
        writer.writerows(_lines(table))
    return out.getvalue()


def _rows_in_view(
    comparison: Comparison, concept: str, view: View
) -> tuple[tuple[SeriesTable, Row], ...]:
    tables = comparison.tables
    found = [(table, row) for table in tables if (row := table.row(concept)) is not None]
    if view is View.VALUE:
        return tuple(found)
    if view is View.GROWTH:
        return tuple((table, growth(row)) for table, row in found)
    bases = _common_bases([row for _, row in found], comparison.request.basis) if found else []
    return tuple(
        (table, indexed(row, base=base)) for (table, row), base in zip(found, bases, strict=True)
    )


def _mapped(row: Row, unit: str, change: Callable[[Fact], Cell]) -> Row:
    cells = tuple(change(cell) if isinstance(cell, Fact) else cell for cell in row.cells)
    return replace(row, unit=unit, cells=cells)


def _base(row: Row, label: str | None) -> Fact | None:
    facts = [cell for cell in row.cells if isinstance(cell, Fact)]
    named = [fact for fact in facts if fact.period.label == label]
    return next(iter(named or facts[-1:]), None)


def _common_bases(rows: Sequence[Row], basis: ComparisonBasis) -> list[str | None]:
    columns = [
        {
            column_heading(cell.period, basis): cell.period.label
            for cell in row.cells
            if isinstance(cell, Fact) and cell.value > 0
        }
        for row in rows
    ]
    shared = [head for head in columns[0] if all(head in other for other in columns)] or [""]
    return [labels.get(shared[-1]) for labels in columns]


def _index_fact(fact: Fact, base: Fact) -> Fact:
    return replace(
        fact,
        concept=f"{fact.concept}_index",
        label=f"{fact.label}, indexed",
        value=fact.value / base.value * 100,
        unit=INDEX,
        origin=Origin.COMPUTED,
        filing=None,
        tag="",
        formula=f"{fact.period.label} / {base.period.label} × 100",
        inputs=(fact, base),
    )


def _year_earlier(fact: Fact, facts: Sequence[Fact]) -> Fact | None:
    wanted = fact.end - YEAR
    return next((f for f in facts if abs(f.end - wanted) <= YEAR_TOLERANCE), None)


def _growth_cell(fact: Fact, earlier: Fact | None, unit: str) -> Cell:
    if earlier is None:
        return Missing("the year before is not shown")
    if unit != POINTS and earlier.value <= 0:
        return Missing(f"{earlier.period.label} is not positive")
    labels = (fact.period.label, earlier.period.label)
    change = fact.value - earlier.value
    return replace(
        fact,
        concept=f"{fact.concept}_growth",
        label=f"{fact.label}, change on the year",
        value=change if unit == POINTS else change / earlier.value,
        unit=unit,
        origin=Origin.COMPUTED,
        filing=None,
        tag="",
        formula=" - ".join(labels) if unit == POINTS else f"{labels[0]} / {labels[1]} - 1",
        inputs=(fact, earlier),
    )


def _lines(table: SeriesTable) -> Iterator[dict[str, str]]:
    for row in table.rows:
        for period, cell in zip(table.periods, row.cells, strict=True):
            line = {
                "ticker": table.company.ticker,
                "company": table.company.name,
                "metric": row.label,
                "fiscal_label": period.label,
                "period_start": period.start.isoformat() if period.start else "",
                "period_end": period.end.isoformat(),
            }
            yield line | (_missing_part(cell) if isinstance(cell, Missing) else _fact_part(cell))


def _missing_part(cell: Missing) -> dict[str, str]:
    return {"reason": cell.reason}


def _fact_part(fact: Fact) -> dict[str, str]:
    part = {
        "value": f"{fact.value:f}",
        "unit": fact.unit,
        "origin": fact.origin.value,
        "formula": fact.formula,
        "tag": fact.tag,
        "url": fact.url,
    }
    if fact.filing is not None:
        part |= {
            "form": fact.filing.form,
            "filed": fact.filing.filed.isoformat(),
            "accession": fact.filing.accession,
        }
    return part
