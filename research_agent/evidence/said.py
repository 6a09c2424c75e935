"""The names a passage contains, and which of them can go with a figure."""

from collections.abc import Sequence
from dataclasses import dataclass

from research_agent.evidence.company_names import CompanyName
from research_agent.evidence.concept_names import ConceptName, is_rate_key
from research_agent.evidence.figures import PrintedFigure, PrintedUnit, find_figures
from research_agent.evidence.passages import Passage, PassageKind
from research_agent.evidence.period_names import PeriodName

__all__ = [
    "Said",
    "all_companies",
    "all_concepts",
    "all_periods",
    "fitting",
    "keys",
    "labels",
    "strong",
    "tickers",
]


@dataclass(frozen=True, slots=True)
class Said:
    """The names one passage contains."""

    companies: tuple[CompanyName, ...]
    concepts: tuple[ConceptName, ...]
    periods: tuple[PeriodName, ...]


def labels(passage: Passage) -> list[str]:
    """Return the texts that label a cell: its column's header and its row's words."""
    if passage.kind is not PassageKind.CELL:
        return []
    return [passage.column, *(one for one in passage.row if not find_figures(one, in_table=True))]


def fitting(names: Sequence[ConceptName], figure: PrintedFigure) -> tuple[ConceptName, ...]:
    """Return the concepts whose unit can be the figure's, or all when none can."""
    rates = figure.unit in (PrintedUnit.PERCENT, PrintedUnit.TIMES, PrintedUnit.DAYS)
    money = figure.unit is PrintedUnit.MONEY or figure.scaled
    if not rates and not money:
        return tuple(names)
    fitting = tuple(name for name in names if any(is_rate_key(key) is rates for key in name.keys))
    return fitting or tuple(names)


def strong(names: Sequence[ConceptName]) -> tuple[ConceptName, ...]:
    """Return the names without the weak ones, unless all are weak."""
    return tuple(name for name in names if not name.weak) or tuple(names)


def tickers(names: Sequence[CompanyName]) -> frozenset[str]:
    """Return the tickers named."""
    return frozenset(name.ticker for name in names)


def keys(names: Sequence[ConceptName]) -> frozenset[str]:
    """Return every concept the names can mean."""
    return frozenset(key for name in names for key in name.keys)


def all_companies(said: Sequence[Said]) -> tuple[CompanyName, ...]:
    """Return the companies of several passages, in order."""
    return tuple(name for one in said for name in one.companies)


def all_concepts(said: Sequence[Said]) -> tuple[ConceptName, ...]:
    """Return the concepts of several passages, in order."""
    return tuple(name for one in said for name in one.concepts)


def all_periods(said: Sequence[Said]) -> tuple[PeriodName, ...]:
    """Return the periods of several passages that say something about figures, in order."""
    return tuple(name for one in said for name in one.periods if name.counts)
