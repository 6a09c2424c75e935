"""Counts beside a screen: how many companies it could not judge, and for want of what."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from research_agent.finance.screening.compiled import CompiledScreen, metric_sql
from research_agent.finance.screening.names import is_money
from research_agent.finance.screening.syntax import Attribute, Metric, Screen

__all__ = ["Counts", "counts_of"]

MAX_NAMED = 5


@dataclass(frozen=True, slots=True)
class Counts:
    """What a screen could not judge.

    Args:
        companies: All that were looked at.
        matched: Those that fit.
        lacking: Each figure of the condition, and for how many companies its absence left open
            whether they fit.
        foreign: Each amount and currency compared, and the companies that report it in another
            currency, which left open whether they fit; the first few tickers and their number.
        no_sector: Companies left open for want of an industry code.
        unordered: Each figure sorted by, how many companies that fit lack it, and how many have
            it in another currency.
    """

    companies: int
    matched: int
    lacking: tuple[tuple[Metric, int], ...]
    foreign: tuple[tuple[Metric, str, tuple[str, ...], int], ...]
    no_sector: int
    unordered: tuple[tuple[Metric, int, int], ...]


def counts_of(
    screen: Screen, compiled: CompiledScreen
) -> tuple[str, dict[str, str], Callable[[tuple[Any, ...]], Counts]]:
    """Return the SQL of the counts, its own parameters, and what reads its one row."""
    codes: dict[str, str] = {}

    def code(currency: str) -> str:
        name = f"c{len(codes) + 1}"
        codes[name] = currency
        return f"${name}"

    open_ = f"({compiled.condition}) IS NULL"
    fits = f"({compiled.condition})"
    metrics = screen.judged_metrics()
    columns = ["count(*)", f"count(*) FILTER ({fits})"]
    columns += [f"count(*) FILTER ({open_} AND {metric_sql(one)} IS NULL)" for one in metrics]
    for metric, currency in compiled.money:
        other = f"{open_} AND {metric_sql(metric)} IS NOT NULL AND currency <> {code(currency)}"
        columns += [
            f"list(ticker ORDER BY ticker) FILTER ({other})",
            f"count(*) FILTER ({other})",
        ]
    of_sector = Attribute.SECTOR in screen.attributes()
    columns.append(f"count(*) FILTER ({open_} AND sector IS NULL)" if of_sector else "0")
    sorted_by = [order.by for order in screen.order]
    for metric in sorted_by:
        columns.append(f"count(*) FILTER ({fits} AND {metric_sql(metric)} IS NULL)")
        if not is_money(metric.key):
            columns.append("0")
            continue
        other = f"{metric_sql(metric)} IS NOT NULL AND currency <> {code(compiled.currency)}"
        columns.append(f"count(*) FILTER ({fits} AND {other})")

    def read(row: tuple[Any, ...]) -> Counts:
        values = iter(row)
        return Counts(
            companies=next(values),
            matched=next(values),
            lacking=tuple((one, next(values)) for one in metrics),
            foreign=tuple(
                (metric, currency, tuple((next(values) or [])[:MAX_NAMED]), next(values))
                for metric, currency in compiled.money
            ),
            no_sector=next(values),
            unordered=tuple((metric, next(values), next(values)) for metric in sorted_by),
        )

    return f"SELECT {', '.join(columns)} FROM read_parquet($table)", codes, read  # noqa: S608
