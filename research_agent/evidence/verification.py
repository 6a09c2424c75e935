"""Checks every figure of an answer against the evidence of its run, by code.

A real source beside a wrong number proves nothing, so the number is what is checked: value
within the printed precision, sign, unit, and company, concept and period where the answer
names them. What is not found is worked out again when the words say how; else the figure is
unverified.
"""

from collections.abc import Iterable, Iterator

from research_agent.domain.answers import Figure, FigureStatus
from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Origin
from research_agent.evidence.claim_reader import read_claims
from research_agent.evidence.claims import Claim
from research_agent.evidence.company_names import CompanyNames
from research_agent.evidence.concept_names import Lexicon
from research_agent.evidence.ledger import Ledger
from research_agent.evidence.matching import Facts, best_match
from research_agent.evidence.passages import passages
from research_agent.evidence.readings import readings
from research_agent.evidence.recompute import Recomputer
from research_agent.evidence.web_quotes import web_quote

__all__ = ["verify"]


def verify(text: str, ledger: Ledger, *, asked_about: Iterable[Company] = ()) -> tuple[Figure, ...]:
    """Find every figure in an answer and say what the run's evidence makes of it.

    Args:
        text: The answer's Markdown.
        ledger: Everything the run found out.
        asked_about: Companies that the question names. One of them that the run found nothing
            of has no figures, and none of another company is taken for its own.

    Returns:
        One `Figure` for each printed figure, in order: verified (equals a filed or derived
        fact), computed (equals a ratio, a calculation, or arithmetic the words announce),
        quoted (stands in a web page of the run, which no filing vouches for) or unverified.
        Offsets point into `text`.
    """
    known = tuple(_known_facts(ledger))
    lexicon = Lexicon(known)
    facts, recomputer = Facts(known), Recomputer(known)
    names = CompanyNames([*(table.company for table in ledger.tables), *asked_about])
    figures: list[Figure] = []
    for claim in read_claims(passages(text), names, lexicon):
        stated = figures[-1].fact if claim.restates else None
        if stated is not None:
            fact = stated if _prints(claim, stated) else None
        else:
            fact = best_match(claim, facts) or recomputer.explain(claim)
        quote = None if fact else web_quote(claim, ledger.passages, lexicon)
        status = FigureStatus.QUOTED if quote else _status(fact)
        shown = text[claim.start : claim.end]
        figures.append(Figure(claim.start, claim.end, shown, status, fact, quote))
    return tuple(figures)


def _prints(claim: Claim, fact: Fact) -> bool:
    return any(printed.holds(fact.value) for printed in readings(claim, fact.unit))


def _status(fact: Fact | None) -> FigureStatus:
    if fact is None:
        return FigureStatus.UNVERIFIED
    return FigureStatus.COMPUTED if fact.origin is Origin.COMPUTED else FigureStatus.VERIFIED


def _known_facts(ledger: Ledger) -> Iterator[Fact]:
    """Yield the run's figures and what they were worked out from, each once."""
    seen: set[tuple[str, str]] = set()
    for fact in _with_inputs((*ledger.facts(), *ledger.computed)):
        key = (fact.ref, str(fact.value))
        if key not in seen:
            seen.add(key)
            yield fact


def _with_inputs(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yield facts, then what ratios and calculations were made from.

    The inputs of a derived quarter stay out: nine months are no period a reader asks for, and
    their value must not pass for the year's.
    """
    inputs: list[Fact] = []
    for fact in facts:
        yield fact
        if fact.origin is Origin.COMPUTED:
            inputs += fact.inputs
    yield from (fact for fact in inputs if fact.ticker)
