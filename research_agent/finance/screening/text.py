"""A screen's result as Markdown and as CSV."""

import csv
import io

from research_agent.domain.display import show_value
from research_agent.domain.facts import Fact
from research_agent.domain.tables import Cell
from research_agent.finance.screening.result import ScreenResult, ScreenRow, column_label

__all__ = ["NOT_THERE", "figure_text", "period_text", "screen_csv", "screen_markdown"]

NOT_THERE = "n/a"

_COLUMNS = (
    *("ticker", "name", "cik", "sector", "currency", "metric", "label", "value", "unit"),
    *("period", "period_end", "basis", "stale", "origin", "url", "missing"),
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def figure_text(cell: Cell) -> str:
    """Return a figure exactly, with its unit: currencies differ from row to row."""
    return show_value(cell.value, cell.unit) if isinstance(cell, Fact) else NOT_THERE


def period_text(row: ScreenRow) -> str:
    """Return the periods behind a row: `"FY2025, ended 2025-12-31"`; old ones say so."""
    periods = "; ".join(f"{one.label}, ended {one.end}" for one in row.periods)
    return f"{periods} (old)" if row.stale else periods


def screen_markdown(result: ScreenResult) -> str:
    """Return the table, a line per company with its periods; empty when none fits."""
    if not result.rows:
        return ""
    heads = ["Company", *map(column_label, result.columns), "Period"]
    rule = ["---", *("---:" for _ in result.columns), "---"]
    body = (
        [f"{row.company}".replace("|", "/"), *map(figure_text, row.cells), period_text(row)]
        for row in result.rows
    )
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, rule, *body))


def screen_csv(result: ScreenResult) -> str:
    """Return every figure as one line: exact value, unit, period, and where it was filed."""
    out = io.StringIO()
    writer = csv.DictWriter(out, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in result.rows:
        for metric, cell in zip(result.columns, row.cells, strict=True):
            line = {
                "ticker": row.company.ticker,
                "name": _harmless(row.company.name),
                "cik": row.company.cik,
                "sector": row.sector,
                "currency": row.currency,
                "metric": str(metric),
                "label": column_label(metric),
                "stale": "yes" if row.stale else "no",
            }
            writer.writerow(line | _figure_columns(cell))
    return out.getvalue()


def _figure_columns(cell: Cell) -> dict[str, str]:
    if not isinstance(cell, Fact):
        return {"missing": cell.reason}
    return {
        "value": f"{cell.value:f}",
        "unit": cell.unit,
        "period": cell.period.label,
        "period_end": cell.end.isoformat(),
        "basis": cell.period.basis.value,
        "origin": cell.origin.value,
        "url": cell.url,
    }


def _harmless(name: str) -> str:
    """Keep a spreadsheet from taking a name for a formula."""
    return f"'{name}" if name.startswith(_FORMULA_STARTS) else name
