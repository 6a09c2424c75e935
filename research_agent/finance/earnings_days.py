"""When the earnings of each period were filed."""

from dataclasses import replace
from datetime import date

from research_agent.domain.facts import Fact
from research_agent.domain.tables import SeriesTable

__all__ = ["filed_days", "with_filed_days"]


def filed_days(table: SeriesTable) -> tuple[date | None, ...]:
    """Return for each period the day its figures were first complete in a filing.

    A figure that needs several filings (a fourth quarter: the year less nine months) is there
    with the last of them; the period with its first figure, as a later recast moves the others.
    `None` for a period without a figure.
    """
    days: list[date | None] = []
    for place in range(len(table.periods)):
        cells = (row.cells[place] for row in table.rows)
        known = [
            max(filing.filed for filing in cell.filings())
            for cell in cells
            if isinstance(cell, Fact) and any(cell.filings())
        ]
        days.append(min(known, default=None))
    return tuple(days)


def with_filed_days(table: SeriesTable) -> SeriesTable:
    """Return `table` with a note that says when each period was filed, once."""
    parts = [
        f"{period.label} on {day}"
        for period, day in zip(table.periods, filed_days(table), strict=True)
        if day is not None
    ]
    if not parts:
        return table
    notes = dict.fromkeys((f"Filed with the SEC: {', '.join(parts)}.", *table.notes))
    return replace(table, notes=tuple(notes))
