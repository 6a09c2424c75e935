"""Which company, or which period, has the highest or lowest figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from research_agent.analyst.printed import printed, readable
from research_agent.analyst.selection import Point
from research_agent.analyst.sentences import named_threshold
from research_agent.analyst.wording import (
    at_period,
    be,
    listed,
    point_words,
    possessive,
    short_name,
)
from research_agent.domain.facts import Fact
from research_agent.finance.questions import ParsedQuestion, Rank

__all__ = ["Contender", "best_period", "periods_beyond", "ranked", "winner"]


_BEHIND = {False: ", ahead of {}", True: ", below {}"}
_WORDS = {False: ("highest", "higher"), True: ("lowest", "lower")}


@dataclass(frozen=True, slots=True)
class Contender:
    """One company in a ranking.

    Args:
        point: Names company, metric and period.
        fact: What is compared; the figure of `point`, or something worked out from it.
        span: The figures it was worked out from; empty for a figure as it stands.
    """

    point: Point
    fact: Fact
    span: tuple[Point, ...] = ()

    @property
    def value(self) -> Decimal:
        """What is compared."""
        return self.fact.value


def ranked(contenders: Sequence[Contender], rank: Rank) -> list[Contender]:
    """Return them best first; equal ones stay in the order asked."""
    return sorted(contenders, key=lambda c: c.value, reverse=rank is not Rank.LOWEST)


def winner(contenders: Sequence[Contender], what: str, parsed: ParsedQuestion) -> str:
    """Name the company at the top and those behind it, each with its period."""
    rank = parsed.rank or Rank.HIGHEST
    order = ranked(contenders, rank)
    if not order:
        return f"None of the companies has {what} here."
    if len({c.fact.unit for c in order}) > 1:
        return f"I cannot rank {what} in different currencies: nothing is converted."
    first = order[0]
    rest = [f"{short_name(c.point.company)} with {_shown(c, parsed)}" for c in order[1:]]
    behind = _BEHIND[rank is Rank.LOWEST].format(listed(rest)) if rest else ""
    word = _WORDS[rank is Rank.LOWEST][len(order) == 2]
    name = short_name(first.point.company)
    if first.span:
        return f"{name} had the {word} {what}: {_shown(first, parsed)}{behind}."
    pronoun = "they" if be(first.point) == "were" else "it"
    shown = printed(first.value, first.fact.unit, parsed.presentation)
    return (
        f"{name} had the {word} {what}: {at_period(first.point)} {pronoun} "
        f"{be(first.point)} {shown}{behind}."
    )


def periods_beyond(points: Sequence[Point], parsed: ParsedQuestion) -> str:
    """Name the newest period in which a figure was on the asked side of a threshold."""
    asked = parsed.threshold
    there = [point for point in points if point.fact is not None]
    held = [p for p in there if asked is not None and p.fact and asked.holds(p.fact.value)]
    whose = f"{possessive(short_name(points[0].company))} {point_words(points[0])}"
    if asked is None or not held:
        return f"{whose} was never so in the {len(there)} periods here."
    ordered = sorted(held, key=lambda p: p.period.end.isoformat() if p.period else "")
    newest, oldest = ordered[-1], ordered[0]
    shown = printed(newest.fact.value, newest.fact.unit, parsed.presentation) if newest.fact else ""
    lead = f"{whose} {be(newest)} last {asked.words} {named_threshold(asked)} {at_period(newest)}"
    first = f"; first, in the periods here, {at_period(oldest)}" if oldest is not newest else ""
    return f"{lead}: {shown}{first}."


def best_period(points: Sequence[Point], parsed: ParsedQuestion) -> str:
    """Name the period in which a company's figure was highest or lowest."""
    contenders = [Contender(point, point.fact) for point in points if point.fact is not None]
    if not contenders:
        return f"{possessive(short_name(points[0].company))} {point_words(points[0])} is not here."
    rank = parsed.rank or Rank.HIGHEST
    best = ranked(contenders, rank)[0]
    word = "lowest" if rank is Rank.LOWEST else "highest"
    whose = f"{possessive(short_name(best.point.company))} {point_words(best.point)}"
    shown = printed(best.value, best.fact.unit, parsed.presentation)
    return (
        f"{whose} {be(best.point)} {word} {at_period(best.point)}: {shown}, among the "
        f"{len(contenders)} periods shown."
    )


def _shown(contender: Contender, parsed: ParsedQuestion) -> str:
    """Return the figure in short with its period; the exact one is in the table."""
    shown = readable(contender.value, contender.fact.unit, parsed.presentation)
    if len(contender.span) > 1:
        first = min(contender.span, key=lambda p: p.period.end.isoformat() if p.period else "")
        period = contender.fact.period
        return f"{shown} from {first.label} to {period.label} (ended {period.end})"
    return f"{shown} {at_period(contender.point)}"
