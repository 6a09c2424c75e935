"""Figures in an answer: each one a link to where it came from, with a mark of what code found."""

from collections.abc import Iterator, Sequence

from research_agent.domain.answers import Answer, Figure, FigureStatus
from research_agent.domain.display import show_fact
from research_agent.domain.facts import Fact
from research_agent.ui.text import literal, protected_spans

__all__ = ["MARKS", "annotated", "cited_facts", "provenance", "traced_line"]

MARKS = {
    FigureStatus.VERIFIED: ":small[:green[✓]]",
    FigureStatus.COMPUTED: ":small[:violet[ƒ]]",
    FigureStatus.QUOTED: ":small[:blue[w]]",
    FigureStatus.UNVERIFIED: ":small[:orange[?]]",
}


def annotated(answer: Answer) -> str:
    """Return the answer as Markdown, every figure linked to its filing and marked.

    A figure inside code or inside a link stays as written.
    """
    text, pieces, position = answer.text, [], 0
    for figure in _placeable(answer):
        pieces += [literal(text[position : figure.start]), _marked(figure)]
        position = figure.end
    return "".join([*pieces, literal(text[position:])])


def traced_line(figures: Sequence[Figure]) -> str:
    """Return `"3 of 4 figures traced to filings"` with a key to the marks; empty without any."""
    if not figures:
        return ""
    count = {s: sum(figure.status is s for figure in figures) for s in FigureStatus}
    traced = count[FigureStatus.VERIFIED] + count[FigureStatus.COMPUTED]
    noun = "figure" if len(figures) == 1 else "figures"
    words = [f"**{traced} of {len(figures)} {noun} traced to filings**"]
    names = {
        FigureStatus.VERIFIED: "verified",
        FigureStatus.COMPUTED: "computed from filed figures",
        FigureStatus.QUOTED: "quoted from a web page",
        FigureStatus.UNVERIFIED: "not verified",
    }
    words += [f"{MARKS[s]} {count[s]} {names[s]}" for s in FigureStatus if count[s]]
    return " · ".join(words)


def cited_facts(answer: Answer) -> tuple[Fact, ...]:
    """Return the facts behind the figures, in the order of the text, without repeats."""
    facts = {figure.fact.ref: figure.fact for figure in answer.figures if figure.fact is not None}
    return tuple(facts.values())


def provenance(fact: Fact) -> str:
    """Return one line on where a fact comes from, as plain text."""
    head = f"{fact.ticker} {fact.label} {fact.period.label}".strip()
    when = f"{head}, period end {fact.end.isoformat()}: {show_fact(fact)}"
    if fact.filing is not None:
        return f"{when} ({fact.filing.form} filed {fact.filing.filed.isoformat()})"
    if fact.source is not None:
        return f"{when} ({fact.source.title})"
    return f"{when} = {fact.formula}" if fact.formula else when


def _placeable(answer: Answer) -> Iterator[Figure]:
    closed, position = protected_spans(answer.text), 0
    for figure in sorted(answer.figures, key=lambda f: f.start):
        inside = any(start < figure.end and figure.start < end for start, end in closed)
        if figure.start >= position and not inside:
            yield figure
            position = figure.end


def _marked(figure: Figure) -> str:
    shown = literal(figure.text)
    if figure.fact is not None and figure.fact.url:
        title = provenance(figure.fact).replace('"', "'").replace("|", "/")
        shown = f'[{shown}]({figure.fact.url} "{literal(title)}")'
    elif figure.quote is not None:
        title = figure.quote.excerpt.replace('"', "'").replace("|", "/")
        shown = f'[{shown}]({figure.quote.source.url} "{literal(title)}")'
    return f"{shown}{MARKS[figure.status]}"
