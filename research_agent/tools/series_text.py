"""Series of figures as the text a model reads: exact, complete, and as short as that allows."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.display import round_half_up
from research_agent.domain.facts import NOT_IN_STORE, Fact, Missing, Origin
from research_agent.domain.periods import Period
from research_agent.domain.sources import Filing
from research_agent.domain.tables import Cell, Row, SeriesTable

__all__ = ["series_text"]

MAX_NAMED_GAPS = 8
"""More lines than this that are missing for want of filed figures are named together."""
_OTHERS = {
    "n/a throughout": "every line of the statement that is not shown",
    "n/a in part": "every n/a above without another reason",
}
MAX_SOURCES = 12
"""Filings listed; all are attached to their figures."""

_MILLION = Decimal(10) ** 6
_NOT_REPORTED = "not reported"
_SECTOR_LACKS = re.compile(r"^(an? \w+) has no .+$")
_LEGEND = "Money and shares in millions, per-share figures as they are. n/a: missing, never 0."
_MARKED = "*: derived or computed, not filed."
_EQUAL = "a=b: two rows with the same figures."


def series_text(tables: Sequence[SeriesTable], *, seen: Collection[SeriesTable] = ()) -> str:
    """Write tables, one block for each company and set of periods.

    A row stands under the key of its concept, a column under the label of its period, so that
    their names make the reference of a figure. Amounts lose no digit of what was filed. Every
    row with a figure is there; rows without any are listed once, with the reason.

    Args:
        tables: What to write; none has no period.
        seen: Tables the model was given before; they are named, not repeated.
    """
    fresh = [table for table in tables if table not in seen]
    blocks = _blocks(fresh)
    figures = [block.text() for block in blocks]
    parts = [_legend(fresh, "\n".join(figures))] if fresh else []
    parts += figures
    parts += _missing_lines(blocks)
    parts += [_again(table) for table in tables if table in seen]
    parts += _sources(fresh)
    return "\n".join(parts)


def _legend(tables: Sequence[SeriesTable], figures: str) -> str:
    """Say how to read the figures; only what occurs in them."""
    parts = [_LEGEND]
    parts += [_MARKED] if "*" in figures else []
    parts += [_EQUAL] if "=" in figures else []
    example = next((fact.ref for table in tables for fact in table.facts()), "")
    parts += [f"Point at a figure as TICKER.row.column, such as {example}."] if example else []
    return " ".join(parts)


def _again(table: SeriesTable) -> str:
    first, last = table.periods[-1].label, table.periods[0].label
    return f"{table.company.ticker} {table.title}, {first} to {last}: as given above, unchanged."


class _Block:
    """Tables of one company over the same periods, under one heading."""

    def __init__(self, tables: Sequence[SeriesTable]) -> None:
        self.tables = tables
        self.company: Company = tables[0].company
        self.periods: tuple[Period, ...] = tables[0].periods
        self.scope = ""
        self.currency = next(
            (money for table in tables for row in table.rows if (money := _currency(row.unit))), ""
        )

    def text(self) -> str:
        labels = "|".join(period.key for period in self.periods)
        ends = "|".join(period.end.isoformat() for period in self.periods)
        lines = [f"\n{self._heading()}", f"row|{labels}", f"period end|{ends}"]
        for table in self.tables:
            computed = all(fact.origin is Origin.COMPUTED for fact in table.facts())
            lines.append(f"[{table.title}{', all computed' if computed else ''}]")
            lines += self._rows(table, computed=computed)
        notes = dict.fromkeys(note for table in self.tables for note in table.notes)
        return "\n".join([*lines, *(f"Note: {note}" for note in notes)])

    def _heading(self) -> str:
        parts = [f"{self.company.ticker} {self.company.name}", self.currency]
        vintage = next((fact.vintage for table in self.tables for fact in table.facts()), "")
        if vintage:
            parts.append(f"references end in @{vintage}")
        return ", ".join(filter(None, parts))

    def _rows(self, table: SeriesTable, *, computed: bool) -> Iterator[str]:
        same: dict[tuple[str, str, str], list[str]] = {}
        for row in table.rows:
            if _is_empty(row):
                continue
            cells = "|".join(_cell(cell, row.unit, marked=not computed) for cell in row.cells)
            apart = row.concept if computed else ""  # ratios are rounded, equal by chance only
            same.setdefault((row.unit, cells, apart), []).append(row.concept)
        for (unit, cells, _), concepts in same.items():
            other = _currency(unit)
            told = f" ({other})" if other and other != self.currency else ""
            yield f"{'='.join(concepts)}{told}|{cells}"


def _blocks(tables: Iterable[SeriesTable]) -> list[_Block]:
    grouped: dict[tuple[int, tuple[Period, ...], str], list[SeriesTable]] = {}
    for table in tables:
        vintage = next((fact.vintage for fact in table.facts()), "")
        grouped.setdefault((table.company.cik, table.periods, vintage), []).append(table)
    blocks = [_Block(group) for group in grouped.values()]
    tickers = [block.company.ticker for block in blocks]
    for block in blocks:
        block.scope = block.company.ticker
        if tickers.count(block.scope) > 1:
            block.scope += f" {block.periods[0].basis.value}"
    return blocks


def _cell(cell: Cell, unit: str, *, marked: bool) -> str:
    if isinstance(cell, Missing):
        return "n/a"
    mark = "*" if marked and cell.origin in (Origin.DERIVED, Origin.COMPUTED) else ""
    return f"{_number(cell.value, unit)}{mark}"


def _number(value: Decimal, unit: str) -> str:
    """Write a value without separators: each would cost the model a token."""
    if unit == "fraction":
        return f"{round_half_up(value * 100, 2)}%"
    if unit == "ratio":
        return f"{round_half_up(value, 2)}x"
    if unit == "days":
        return f"{round_half_up(value, 1)}"
    if unit.endswith("/shares"):
        filed = max(2, -int(value.normalize().as_tuple().exponent)) if value else 2
        return f"{round_half_up(value, filed if filed <= 4 else 2)}"
    return f"{round_half_up(value / _MILLION, 6).normalize() + 0:f}"


def _currency(unit: str) -> str:
    money = unit.removesuffix("/shares")
    return money if len(money) == 3 and money.isupper() else ""


def _is_empty(row: Row) -> bool:
    return not any(isinstance(cell, Fact) for cell in row.cells)


def _missing_lines(blocks: Sequence[_Block]) -> Iterator[str]:
    """Yield one line for each reason why rows are empty, or have gaps that need a reason."""
    everywhere = len(blocks)
    for gaps, words in ((_empty_rows, "n/a throughout"), (_gaps, "n/a in part")):
        reasons: dict[str, dict[str, list[str]]] = {}
        for block in blocks:
            for concept, reason in gaps(block):
                scopes = reasons.setdefault(reason, {}).setdefault(concept, [])
                if block.scope not in scopes:
                    scopes.append(block.scope)
        for reason, concepts in reasons.items():
            if len(concepts) > MAX_NAMED_GAPS and reason in (_NOT_REPORTED, NOT_IN_STORE):
                named = dict.fromkeys(scope for found in concepts.values() for scope in found)
                yield f"{words} ({reason}): {_OTHERS[words]} [{', '.join(named)}]"
            else:
                yield f"{words} ({reason}): {_by_scope(concepts, everywhere)}"


def _by_scope(concepts: dict[str, list[str]], everywhere: int) -> str:
    """Group concepts by the blocks they are missing in, so that each is written once."""
    grouped: dict[tuple[str, ...], list[str]] = {}
    for concept, scopes in concepts.items():
        grouped.setdefault(tuple(scopes), []).append(concept)
    return "; ".join(
        ", ".join(names) + ("" if everywhere == 1 else f" [{', '.join(scopes)}]")
        for scopes, names in grouped.items()
    )


def _empty_rows(block: _Block) -> Iterator[tuple[str, str]]:
    for table in block.tables:
        for row in table.rows:
            if _is_empty(row):
                yield row.concept, "; ".join(dict.fromkeys(_reasons(row)))


def _gaps(block: _Block) -> Iterator[tuple[str, str]]:
    for table in block.tables:
        for row in table.rows:
            if not _is_empty(row):
                for reason in dict.fromkeys(_reasons(row)):
                    if reason != _NOT_REPORTED:
                        yield row.concept, reason


def _reasons(row: Row) -> Iterator[str]:
    """Yield why cells are missing; what a sector lacks is said without the name of the row."""
    for cell in row.cells:
        if isinstance(cell, Missing):
            yield _SECTOR_LACKS.sub(r"\1 has none", cell.reason)


def _sources(tables: Sequence[SeriesTable]) -> list[str]:
    """List the filings behind the figures, newest first, shared out among the companies."""
    by_company: dict[int, dict[str, Filing]] = {}
    for table in tables:
        known = by_company.setdefault(table.company.cik, {})
        for fact in table.facts():
            known.update((filing.accession, filing) for filing in fact.filings())
    share = max(1, MAX_SOURCES // max(1, len(by_company)))
    lines, left_out = [], 0
    for known in by_company.values():
        newest = sorted(known.values(), key=lambda filing: filing.filed, reverse=True)
        lines += [filing.url for filing in newest[:share]]
        left_out += len(newest[share:])
    told = dict.fromkeys(s for t in tables for f in t.facts() for s in f.told_by() if s.url)
    lines += [source.url for source in told][: MAX_SOURCES - len(lines)]
    if not lines:
        return []
    older = f" (and {left_out} older filings)" if left_out else ""
    return [f"\nSources{older}:", *lines]
