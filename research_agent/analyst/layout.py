"""Compact Markdown tables of the figures, each with its period end."""

from collections.abc import Sequence

from research_agent.analyst.printed import cell_text, heading, readable
from research_agent.analyst.selection import Point
from research_agent.analyst.wording import point_label, short_name
from research_agent.domain.facts import Fact
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.finance.questions import Presentation

__all__ = [
    "by_company",
    "by_metric",
    "by_period",
    "by_quarter",
    "part_results",
    "results",
    "side_by_side",
    "whole_statement",
]

NOT_THERE = "n/a"
NOT_ASKED = "–"
"""A cell the answer has no use for, or a period that company has not had yet; not a missing figure."""
_WORDS = frozenset({"Company", "Period", "Ended", "Filed"})

Grid = Sequence[Sequence[str]]


def by_period(points: Sequence[Point], asked: Presentation) -> str:
    """Show one metric of one company: a row for each period."""
    unit = _unit(points)
    rows = [[p.label, _end(p), _shown(p.cell, asked)] for p in points]
    return _markdown(["Period", "Ended", _column(points[0], unit, asked)], rows)


def by_metric(series: Sequence[Sequence[Point]], asked: Presentation) -> str:
    """Show several metrics of one company: a row for each metric, a column for each period."""
    longest = max(series, key=len)
    heads = [f"{p.label} ({_end(p)})" if p.period else p.label for p in longest]
    rows = []
    for points in series:
        by_label = {p.label: p for p in points}
        cells = [
            _shown(by_label[p.label].cell, asked) if p.label in by_label else NOT_ASKED
            for p in longest
        ]
        rows.append([_column(points[0], _unit(points), asked), *cells])
    return _markdown(["", *heads], rows)


def by_quarter(rows_of: Sequence[Sequence[Point]], asked: Presentation) -> str:
    """Show announced figures: a row for each period with the day its last filing came in."""
    columns = list(zip(*rows_of, strict=True))
    heads = [_column(points[0], _unit(points), asked) for points in columns]
    rows = []
    for points in rows_of:
        filed = [f.filed for p in points if p.fact is not None for f in p.fact.filings()]
        when = max(filed).isoformat() if filed else NOT_THERE
        cells = [_shown(p.cell, asked) for p in points]
        rows.append([points[0].label, _end(points[0]), when, *cells])
    return _markdown(["Period", "Ended", "Filed", *heads], rows)


def by_company(
    rows_of: Sequence[Sequence[Point]],
    asked: Presentation,
) -> str:
    """Show one period of several companies: a row for each company, a column for each metric."""
    columns = list(zip(*rows_of, strict=True))
    heads = [_column(points[0], _one_unit(points), asked) for points in columns]
    rows = []
    for points in rows_of:
        first = next((p for p in points if p.period), points[0])
        cells = [
            _shown(p.cell, asked, named=not _one_unit(column))
            for p, column in zip(points, columns, strict=True)
        ]
        rows.append([short_name(first.company), first.label, _end(first), *cells])
    return _markdown(["Company", "Period", "Ended", *heads], rows)


def side_by_side(series: Sequence[Sequence[Point]], asked: Presentation) -> str:
    """Show one metric of several companies over time: a row for each fiscal label."""
    labels = {p.label: _end(p) for points in series for p in points}
    order = sorted(labels, key=lambda label: (label[-4:], label[:2]), reverse=True)
    unit = _one_unit([p for points in series for p in points])
    suffix = f", {heading(unit, asked)}" if unit else ""
    heads = [f"{short_name(points[0].company)}{suffix} (period end)" for points in series]
    rows = []
    for label in order:
        row = [label]
        for points in series:
            point = next((p for p in points if p.label == label), None)
            row.append(_dated(point, asked, named=not unit))
        rows.append(row)
    return _markdown([point_label(series[0][0]), *heads], rows)


def results(rows_of: Sequence[tuple[Point, Cell]], what: str, asked: Presentation) -> str:
    """Show what calculations came to: a row for each, with the period it is of."""
    unit = next((cell.unit for _, cell in rows_of if isinstance(cell, Fact)), "")
    several = len({point.company.cik for point, _ in rows_of}) > 1
    rows = []
    for point, cell in rows_of:
        who = [short_name(point.company)] if several else []
        rows.append([*who, point.label, _end(point), _shown(cell, asked)])
    heads = [*(["Company"] if several else []), "Period", "Ended"]
    return _markdown([*heads, f"{what}, {heading(unit, asked)}" if unit else what], rows)


def part_results(rows_of: Sequence[tuple[Point, str, Fact]], asked: Presentation) -> str:
    """Show what was worked out of several parts: a row for each thing, a column for each period."""
    labels = {p.label: _end(p) for p, _, _ in rows_of}
    order = sorted(labels, key=labels.__getitem__, reverse=True)
    by_part: dict[tuple[str, str], dict[str, Fact]] = {}
    for point, words, fact in rows_of:
        by_part.setdefault((short_name(point.company), words), {})[point.label] = fact
    several = len({company for company, _ in by_part}) > 1
    rows = []
    for (company, name), facts in by_part.items():
        who = f"{company} {name}" if several else name
        cells = [_shown(facts[one], asked) if one in facts else NOT_ASKED for one in order]
        rows.append([who, *cells])
    return _markdown(["", *(f"{one} ({labels[one]})" for one in order)], rows)


def whole_statement(
    table: SeriesTable, places: Sequence[int], asked: Presentation, *, named: bool = False
) -> str:
    """Show every line of a statement that has a figure in the chosen columns.

    Args:
        table: The statement.
        places: Which of its columns.
        asked: Unit and rounding.
        named: Name the company in the headings, because other companies' tables stand beside.
    """
    units = [row.unit for row in table.rows]
    common = max(units, key=units.count)
    periods = [table.periods[i] for i in places]
    who = f"{short_name(table.company)} " if named else ""
    heads = [f"{who}{p.label} ({p.end}), {heading(common, asked)}" for p in periods]
    rows = []
    for row in table.rows:
        cells = [row.cells[i] for i in places]
        if any(isinstance(cell, Fact) for cell in cells):
            plain = row.unit == common
            texts = [_shown(cell, asked) if plain else _readable(cell, asked) for cell in cells]
            rows.append([row.label, *texts])
    return _markdown([table.title, *heads], rows)


def _column(point: Point, unit: str, asked: Presentation) -> str:
    label = point_label(point)
    return f"{label}, {heading(unit, asked)}" if unit else label


def _unit(points: Sequence[Point]) -> str:
    return next((p.fact.unit for p in points if p.fact is not None), "")


def _one_unit(points: Sequence[Point]) -> str:
    """Return the unit all figures share; empty when they do not."""
    units = {p.fact.unit for p in points if p.fact is not None}
    return units.pop() if len(units) == 1 else ""


def _shown(cell: Cell, asked: Presentation, *, named: bool = False) -> str:
    if not isinstance(cell, Fact):
        return NOT_THERE
    text = cell_text(cell.value, cell.unit, asked)
    amount = named and cell.unit not in ("fraction", "ratio", "days")
    if not amount:
        return text
    currency, _, rest = heading(cell.unit, asked).partition(" ")
    return f"{currency} {text} {rest}"


def _readable(cell: Cell, asked: Presentation) -> str:
    return readable(cell.value, cell.unit, asked) if isinstance(cell, Fact) else NOT_THERE


def _dated(point: Point | None, asked: Presentation, *, named: bool) -> str:
    if point is None:
        return NOT_ASKED
    if point.fact is None:
        return NOT_THERE
    return f"{_shown(point.cell, asked, named=named)} ({_end(point)})"


def _end(point: Point) -> str:
    return point.period.end.isoformat() if point.period else NOT_THERE


def _markdown(heads: Sequence[str], rows: Grid) -> str:
    rules = ["---" if head in _WORDS or not place else "---:" for place, head in enumerate(heads)]
    lines = [heads, rules, *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
