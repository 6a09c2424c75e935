"""What became of figures that a question wants as first reported."""

from collections.abc import Iterator, Sequence

from research_agent.analyst.printed import printed
from research_agent.analyst.selection import Point
from research_agent.analyst.wording import at_period, be, point_words, possessive, short_name
from research_agent.analyst.work import Work
from research_agent.domain.facts import Fact

__all__ = ["latest_facts", "latest_sentences"]

_MAX_TOLD = 4


def latest_sentences(work: Work, points: Sequence[Point]) -> Iterator[str]:
    """Yield one sentence for each figure shown whose latest version differs."""
    for point, fact in list(_changed(work, points))[:_MAX_TOLD]:
        shown = printed(fact.value, fact.unit, work.parsed.presentation)
        filed = max((filing.filed for filing in fact.filings()), default=None)
        why = "adjusted for later stock splits" if "split" in fact.formula else f"filed {filed}"
        yield (
            f"In the latest version ({why}) {possessive(short_name(point.company))} "
            f"{point_words(point)} {at_period(point)} {be(point)} {shown}."
        )


def latest_facts(work: Work, points: Sequence[Point]) -> list[Fact]:
    """Return the latest versions that the sentences tell."""
    return [fact for _, fact in list(_changed(work, points))[:_MAX_TOLD]]


def _changed(work: Work, points: Sequence[Point]) -> Iterator[tuple[Point, Fact]]:
    for point in points:
        series = work.other_vintage.get((point.company.cik, point.concept))
        if series is None or point.fact is None:
            continue
        latest = next(
            (cell for period, cell in series.cells.items() if period.label == point.label), None
        )
        if isinstance(latest, Fact) and latest.value != point.fact.value:
            yield point, latest
