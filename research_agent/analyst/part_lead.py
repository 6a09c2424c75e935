"""The sentences that answer with figures of parts of a company."""

from collections.abc import Iterator, Sequence

from research_agent.analyst.part_choice import ChosenPart, PartChoice
from research_agent.analyst.printed import printed, readable
from research_agent.analyst.rankings import Contender, ranked
from research_agent.analyst.results import Done, kind_words, newest, result_sentences
from research_agent.analyst.sentences import course
from research_agent.analyst.verdicts import figure_verdict
from research_agent.analyst.wording import (
    at_period,
    be,
    listed,
    point_words,
    possessive,
    short_name,
)
from research_agent.analyst.work import Work
from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.finance.questions import ParsedQuestion, Rank

__all__ = ["part_lead"]

_BEHIND_TOLD = 4


def part_lead(work: Work, choice: PartChoice, done: Done) -> str:
    """Return the sentences that answer a question about parts, problems first."""
    return " ".join([*choice.problems, *_sentences(work.parsed, choice, done)])


def _sentences(parsed: ParsedQuestion, choice: PartChoice, done: Done) -> Iterator[str]:
    if parsed.rank is not None and len(choice.parts) > 1:
        yield from _ranking(choice, done, parsed)
    elif choice.axis_words:
        yield from _breakdowns(choice, parsed)
    elif done:
        yield from result_sentences(done, parsed)
    else:
        for part in choice.parts:
            points = part.row.series.chosen(parsed.periods)
            asked = parsed.threshold is not None
            yield figure_verdict(points, parsed) if asked else course(points, parsed)


def _ranking(choice: PartChoice, done: Done, parsed: ParsedQuestion) -> Iterator[str]:
    """Name the part at the top, and those behind it."""
    order = ranked(_contenders(choice, done, parsed), parsed.rank or Rank.HIGHEST)
    if not order:
        yield "None of these parts has such a figure for that period here."
        return
    first, rest = order[0], order[1 : 1 + _BEHIND_TOLD]
    words = {cell: kind_words(task) for task, cell in done if isinstance(cell, Fact)}
    lowest = parsed.rank is Rank.LOWEST
    behind = [
        f"{words.get(c.fact) or point_words(c.point)} "
        f"{readable(c.value, c.fact.unit, parsed.presentation)}"
        for c in rest
    ]
    tail = f" ({'above it' if lowest else 'behind it'}: {listed(behind)})" if behind else ""
    what = words.get(first.fact) or point_words(first.point)
    whose = f"{possessive(short_name(first.point.company))} {what}"
    verb = "was" if done else be(first.point)
    shown = printed(first.value, first.fact.unit, parsed.presentation)
    word = "lowest" if lowest else "highest"
    verdict = ""
    if parsed.yes_no and len(choice.parts) == 2 and not choice.axis_words:
        ahead = first.point.concept == choice.parts[0].row.series.concept
        verdict = "Yes: " if ahead else "No: "
    yield f"{verdict}{whose} {verb} the {word} {at_period(first.point)}: {shown}{tail}."


def _contenders(choice: PartChoice, done: Done, parsed: ParsedQuestion) -> list[Contender]:
    if done:
        per_year = [pair for pair in done if pair[0].kind == "cagr"]
        return [
            Contender(newest(task.points), cell, task.points)
            for task, cell in per_year or done
            if isinstance(cell, Fact)
        ]
    points = [part.row.series.chosen(parsed.periods)[0] for part in choice.parts]
    return [Contender(p, p.fact) for p in points if p.fact is not None]


def _breakdowns(choice: PartChoice, parsed: ParsedQuestion) -> Iterator[str]:
    """Say of each total what it is broken down into; the table has the parts."""
    by_total: dict[tuple[Company, str], list[ChosenPart]] = {}
    for part in choice.parts:
        by_total.setdefault((part.company, part.row.total.concept), []).append(part)
    for (company, _), parts in by_total.items():
        yield _breakdown(company, parts, choice.axis_words, parsed)


def _breakdown(
    company: Company, parts: Sequence[ChosenPart], axis: str, parsed: ParsedQuestion
) -> str:
    totals = parts[0].row.total.chosen(parsed.periods)
    whole = totals[0]
    lead = f"{possessive(short_name(company))} {point_words(whole)} by {axis}"
    if len(totals) > 1:
        lead += f", {totals[-1].label} to {whole.label}"
    count = f"{len(parts)} parts" if len(parts) > 1 else "one part"
    if whole.fact is None and len(totals) == 1:
        lead = f"{lead} {at_period(parts[0].row.series.chosen(parsed.periods)[0])}"
    if whole.fact is None:
        return f"{lead}: {count}."
    shown = printed(whole.fact.value, whole.fact.unit, parsed.presentation)
    return f"{lead}: {count}; {at_period(whole)} the total {be(whole)} {shown}."
