"""Which sentences open the answer."""

from collections.abc import Iterable

from research_agent.analyst.part_lead import part_lead
from research_agent.analyst.rankings import Contender, best_period, periods_beyond, ranked, winner
from research_agent.analyst.results import Done, kind_words, newest, result_sentences
from research_agent.analyst.sentences import course, figure, values
from research_agent.analyst.verdicts import figure_verdict
from research_agent.analyst.wording import listed, metric_words, short_name
from research_agent.analyst.work import Work
from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.finance.questions import Rank

__all__ = ["lead_text"]

MAX_SENTENCES = 4
"""More series than that are told by the table alone."""


def lead_text(work: Work, done: Done) -> str:
    """Return the sentences that answer directly.

    Args:
        work: The figures.
        done: What was worked out, with its result.
    """
    parsed = work.parsed
    if work.choice is not None:
        return part_lead(work, work.choice, done)
    if parsed.rank is not None and not parsed.over_periods and len(parsed.companies) > 1:
        return f"{_first_wins(work, done)}{' '.join(_rankings(work, done))}"
    if done:
        return " ".join(result_sentences(done, parsed))
    if parsed.over_periods:
        series = [work.points(c, m) for c in parsed.companies for m in parsed.metrics]
        told = periods_beyond if parsed.threshold is not None else best_period
        return " ".join(told(points, parsed) for points in series)
    if len(parsed.companies) * len(parsed.metrics) > MAX_SENTENCES and _over_time(work):
        names = listed([short_name(company) for company in parsed.companies])
        what = listed([metric_words(metric) for metric in parsed.metrics])
        return f"{names}: {what}."
    return " ".join(_company_lead(work, company) for company in parsed.companies)


def _first_wins(work: Work, done: Done) -> str:
    """Return "Yes: " or "No: " where a question asks whether the first company is ahead."""
    parsed = work.parsed
    if not parsed.yes_no or len(parsed.companies) != 2 or len(parsed.metrics) != 1:
        return ""
    order = ranked(_contenders(work, done), parsed.rank or Rank.HIGHEST)
    if len(order) != 2 or len({c.fact.unit for c in order}) > 1:
        return "I cannot say: "
    return "Yes: " if order[0].point.company == parsed.companies[0] else "No: "


def _contenders(work: Work, done: Done) -> list[Contender]:
    if done:
        return [
            Contender(newest(task.points), cell, task.points)
            for task, cell in done
            if isinstance(cell, Fact)
        ]
    points = [work.points(c, work.parsed.metrics[0])[0] for c in work.parsed.companies]
    return [Contender(p, p.fact) for p in points if p.fact is not None]


def _over_time(work: Work) -> bool:
    parsed = work.parsed
    return any(len(work.points(c, m)) > 1 for c in parsed.companies for m in parsed.metrics)


def _company_lead(work: Work, company: Company) -> str:
    parsed = work.parsed
    series = [work.points(company, metric) for metric in parsed.metrics]
    if parsed.threshold is not None:
        return " ".join(figure_verdict(points, parsed) for points in series)
    if any(len(points) > 1 for points in series):
        return " ".join(course(points, parsed) for points in series)
    if len(series) == 1:
        return figure(series[0][0], parsed)
    return values([points[0] for points in series], parsed)


def _rankings(work: Work, done: Done) -> Iterable[str]:
    """Yield one sentence for each thing by which the companies are ranked."""
    parsed = work.parsed
    kinds = {(task.kind, task.concept): kind_words(task) for task, _ in done}
    for (kind, concept), what in kinds.items():
        contenders = [
            Contender(newest(task.points), cell, task.points)
            for task, cell in done
            if (task.kind, task.concept) == (kind, concept) and isinstance(cell, Fact)
        ]
        yield winner(contenders, what, parsed)
    if done:
        return
    for metric in parsed.metrics:
        points = [work.points(company, metric)[0] for company in parsed.companies]
        contenders = [Contender(p, p.fact) for p in points if p.fact is not None]
        yield winner(contenders, metric_words(metric), parsed)
