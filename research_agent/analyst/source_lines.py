"""The filings behind an answer, each once, as links."""

from collections.abc import Iterable

from research_agent.domain.facts import Fact
from research_agent.domain.sources import Filing, WebSource

__all__ = ["source_lines"]


def source_lines(facts: Iterable[Fact]) -> str:
    """Return "Sources:" and a line for each company; empty when no filing is behind the facts.

    Filings stand newest first; inputs of derived and computed figures are included.
    """
    filings: dict[str, dict[str, Filing]] = {}
    told: dict[WebSource, None] = {}
    for fact in facts:
        told.update(dict.fromkeys(fact.told_by()))
        for filing in fact.filings():
            filings.setdefault(_ticker(fact, filing), {})[filing.accession] = filing
    if not filings and not told:
        return ""
    lines = ["Sources:"]
    for ticker, by_accession in filings.items():
        newest = sorted(by_accession.values(), key=lambda f: (f.filed, f.accession), reverse=True)
        links = ", ".join(f"[{f.form} filed {f.filed}]({f.url})" for f in newest)
        lines.append(f"- {ticker}: {links}" if ticker else f"- {links}")
    lines += [f"- [{source.title}]({source.url})" for source in told if source.url]
    lines += [f"- {source.title}" for source in told if not source.url]
    return "\n".join(lines)


def _ticker(fact: Fact, filing: Filing) -> str:
    """Find whose filing it is; a figure that spans companies has no ticker itself."""
    if fact.ticker:
        return fact.ticker
    stack = list(fact.inputs)
    while stack:
        inner = stack.pop()
        if inner.cik == filing.cik:
            return inner.ticker
        stack.extend(inner.inputs)
    return ""
