"""What must be said under a screen: companies that could not be judged, and figures set apart."""

from collections.abc import Iterator, Sequence

from research_agent.finance.metrics import metric_label
from research_agent.finance.ratios.every_ratio import RATIOS
from research_agent.finance.ratios.sector_rule import in_sentence
from research_agent.finance.screening.compiled import CompiledScreen
from research_agent.finance.screening.result import STALE_MONTHS, ScreenRow
from research_agent.finance.screening.statistics import Counts
from research_agent.finance.screening.syntax import Metric, Screen

__all__ = ["screen_notes"]


def screen_notes(
    screen: Screen, compiled: CompiledScreen, counts: Counts, rows: Sequence[ScreenRow]
) -> tuple[str, ...]:
    """Return one sentence for each thing the reader must know."""
    notes = [
        *_lacking(counts),
        *_foreign(counts),
        *_unordered(compiled, counts),
        *_currencies(rows),
        *_stale(rows),
    ]
    return tuple(dict.fromkeys(notes))


def _lacking(counts: Counts) -> Iterator[str]:
    for metric, number in counts.lacking:
        if not number:
            continue
        reason = ", which needs the price of a share" if _priced(metric) else ""
        yield (
            f"{_companies(number)} {_verb(number, 'lack')} {_name(metric)}{reason}: not judged, "
            "so not shown."
        )
    if counts.no_sector:
        number = counts.no_sector
        yield f"{_companies(number)} {_verb(number, 'have')} no industry code here: not judged, so not shown."


def _foreign(counts: Counts) -> Iterator[str]:
    for metric, currency, tickers, number in counts.foreign:
        if number:
            more = f" and {number - len(tickers):,} more" if number > len(tickers) else ""
            yield (
                f"{', '.join(tickers)}{more} {_verb(number, 'do')} not report in {currency}: "
                f"{_name(metric)} was not compared, nothing is converted."
            )


def _unordered(compiled: CompiledScreen, counts: Counts) -> Iterator[str]:
    for metric, without, other in counts.unordered:
        if without:
            reason = " (it needs the price of a share)" if _priced(metric) else ""
            yield (
                f"Of those that fit, {_companies(without)} {_verb(without, 'have')} no "
                f"{_name(metric)}{reason}, listed last."
            )
        if other:
            yield (
                f"Of those that fit, {_companies(other)} {_verb(other, 'do')} not report in "
                f"{compiled.currency}, listed behind those that do and not sorted among them."
            )


def _currencies(rows: Sequence[ScreenRow]) -> Iterator[str]:
    names = sorted({row.currency for row in rows})
    if len(names) > 1:
        yield f"Amounts are in {' and '.join(names)} as filed, not converted."


def _stale(rows: Sequence[ScreenRow]) -> Iterator[str]:
    old = [row.company.ticker for row in rows if row.stale]
    if old:
        yield (
            f"The newest year of {', '.join(old)} in the store ended more than {STALE_MONTHS} "
            "months ago."
        )


def _priced(metric: Metric) -> bool:
    return metric.key in RATIOS and RATIOS[metric.key].priced


def _name(metric: Metric) -> str:
    label = in_sentence(metric_label(metric.key))
    return f"TTM {label}" if metric.ttm else label


def _companies(number: int) -> str:
    return f"{number:,} company" if number == 1 else f"{number:,} companies"


def _verb(number: int, verb: str) -> str:
    if number != 1:
        return verb
    return {"lack": "lacks", "have": "has", "do": "does"}[verb]
