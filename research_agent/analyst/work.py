"""The figures of a question, and what has to be worked out from them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from research_agent.analyst.part_choice import PartChoice, choose_parts
from research_agent.analyst.selection import Point, Series, series_of
from research_agent.analyst.wording import point_label
from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, Vintage
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.finance.questions import ParsedQuestion

__all__ = ["Task", "Work", "outcome", "unknown", "work"]


@dataclass(frozen=True, slots=True)
class Work:
    """The figures of a question and what they are for.

    Args:
        parsed: The question.
        tables: As the tools returned them.
        series: By company and metric, in the order asked.
        choice: The parts of companies asked for; `None` when the question is about wholes.
        other_vintage: The same figures as filed last, where those first reported are asked for.
    """

    parsed: ParsedQuestion
    tables: tuple[SeriesTable, ...]
    series: dict[tuple[int, str], Series]
    choice: PartChoice | None = None
    other_vintage: dict[tuple[int, str], Series] = field(default_factory=dict)

    def points(self, company: Company, concept: str) -> tuple[Point, ...]:
        """Return the figures of one company asked for."""
        return self.series[company.cik, concept].chosen(self.parsed.periods)


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to work out.

    Args:
        kind: `"growth"`, `"cagr"`, `"average"`, `"sum"`, `"difference"`, `"share"`, `"ratio"`,
            `"margin"` or `"definition"`.
        companies: Whose figures go in.
        concept: The metric it is about; the first where there are two.
        label: The result in words.
        expression: Arithmetic over `inputs`; empty when an input is missing.
        inputs: Name to the reference of a figure.
        points: The figures that go in, in order of time for growth.
        unit: Of the result; empty to take it from the figures.
        years: Between first and last figure of a growth per year.
        reason: Why it cannot be worked out; empty otherwise.
    """

    kind: str
    companies: tuple[Company, ...]
    concept: str
    label: str
    expression: str
    inputs: tuple[tuple[str, str], ...]
    points: tuple[Point, ...]
    unit: str = ""
    years: Decimal = Decimal(1)
    reason: str = ""


def work(parsed: ParsedQuestion, tables: Sequence[SeriesTable]) -> Work:
    """Lay out the figures a question needs."""
    keys = list(parsed.metrics)
    if parsed.definition:
        keys = [wanted.key for wanted in parsed.definition.inputs]
    wanted, others = _by_vintage(parsed, tables)
    basis = _basis(parsed)

    def collect(found: Sequence[SeriesTable]) -> dict[tuple[int, str], Series]:
        return {
            (company.cik, key): series_of(found, company, key, basis)
            for company in parsed.companies
            for key in keys
        }

    series = collect(wanted)
    choice = choose_parts(parsed, wanted) if parsed.parts or parsed.axis else None
    for part in choice.parts if choice else ():
        for one in (part.row, part.below):
            if one is not None:
                series[part.company.cik, one.series.concept] = one.series
                series.setdefault((part.company.cik, one.total.concept), one.total)
    return Work(parsed, tuple(wanted), series, choice, collect(others) if others else {})


def _basis(parsed: ParsedQuestion) -> Basis | None:
    """Return how long the periods are; `None` for as long as those of the figures found."""
    asked = parsed.periods
    if asked.calendar and asked.basis is Basis.ANNUAL:
        return Basis.TTM
    return asked.basis if asked.stated or asked.span else None


def _by_vintage(
    parsed: ParsedQuestion, tables: Sequence[SeriesTable]
) -> tuple[list[SeriesTable], list[SeriesTable]]:
    """Tell the version asked for from the latest one, which is fetched beside what was first filed."""
    if parsed.vintage is not Vintage.AS_REPORTED:
        return list(tables), []
    first = [table for table in tables if _is_first_filed(table)]
    return first, [table for table in tables if table not in first]


def _is_first_filed(table: SeriesTable) -> bool:
    fact = next(table.facts(), None)
    return fact is None or fact.vintage.startswith(Vintage.AS_REPORTED.value)


def outcome(task: Task, result: Fact | str | None) -> Cell:
    """Return what a task came to: the result of `calculate`, or why there is none."""
    if task.reason:
        return Missing(task.reason)
    if isinstance(result, Fact):
        return result
    return Missing(result or "it was not worked out")


def unknown(
    kind: str,
    companies: tuple[Company, ...],
    concept: str,
    points: Sequence[Point],
    reason: str = "",
) -> Task:
    """Return a task that cannot be done, with the reason; by default what is missing."""
    return Task(kind, companies, concept, "", "", (), tuple(points), reason=reason or _why(points))


def _why(points: Sequence[Point]) -> str:
    reasons = []
    for point in points:
        if isinstance(point.cell, Missing):
            absent = point.period is None
            where = "" if absent else f"{point_label(point)} {point.label}: "
            reasons.append(f"{where}{point.cell.reason}")
    return "; ".join(dict.fromkeys(reasons))
