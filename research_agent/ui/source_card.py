"""Where one figure comes from, in full."""

import streamlit as st

from research_agent.domain.display import show_fact
from research_agent.domain.facts import Fact, Origin
from research_agent.domain.sources import WebSource
from research_agent.domain.tabular import INDEX, POINTS, show_cell
from research_agent.ui.text import plain

__all__ = ["exact", "filing_markdown", "show_source_card", "source_link", "source_markdown"]

_ORIGINS = {
    Origin.FILED: "read as filed",
    Origin.DERIVED: "worked out from filed figures",
    Origin.COMPUTED: "computed from filed figures",
    Origin.QUOTED: "told by a data service",
}
MAX_DEPTH = 4


def show_source_card(fact: Fact) -> None:
    """Draw a fact with its period, filing and tag, or its formula down to the filed inputs."""
    with st.container(border=True):
        st.markdown(f"**{plain(_name(fact))}** = **{plain(exact(fact))}**")
        start = f"{fact.period.start.isoformat()} to " if fact.period.start else "at "
        st.caption(f"{start}{fact.end.isoformat()} · {_ORIGINS[fact.origin]}")
        if fact.filing is not None:
            st.markdown(filing_markdown(fact))
        else:
            st.caption("\n".join(_lines(fact, 0)))
        if fact.note:
            st.caption(plain(fact.note))


def source_markdown(fact: Fact) -> str:
    """Return a fact as a nested Markdown list that ends in filings."""
    return "\n".join([f"- {plain(_name(fact))} = {plain(exact(fact))}", *_lines(fact, 1)])


def filing_markdown(fact: Fact, *, tagged: bool = True) -> str:
    """Return the filing of a filed fact: form and date as a link, accession number, tag."""
    filing = fact.filing
    if filing is None:
        return ""
    tag = f" · `{fact.tag}`" if fact.tag and tagged else ""
    return (
        f"[{plain(filing.form)} filed {filing.filed.isoformat()}]({filing.url})"
        f" · {plain(filing.accession)}{tag}"
    )


def source_link(source: WebSource) -> str:
    """Return a data service as a link, or by name where it has no page."""
    shown = plain(source.title)
    return f"[{shown}]({source.url})" if source.url.startswith(("https://", "http://")) else shown


def exact(fact: Fact) -> str:
    """Return the figure with its unit, nothing rounded that was filed."""
    if fact.unit in (INDEX, POINTS):
        return show_cell(fact.value, fact.unit)
    return show_fact(fact)


def _name(fact: Fact) -> str:
    return f"{fact.ticker} {fact.label} {fact.period.label}".strip()


def _lines(fact: Fact, depth: int) -> list[str]:
    indent = "  " * depth
    if fact.filing is not None:
        return [f"{indent}- {filing_markdown(fact, tagged=depth == 1)}"]
    lines = [f"{indent}- = {plain(fact.formula)}"] if fact.formula else []
    if fact.source is not None:
        lines.append(f"{indent}- {source_link(fact.source)}")
    if depth > MAX_DEPTH:
        return lines
    for part in fact.inputs:
        lines.append(f"{indent}- {plain(_name(part))} = {plain(exact(part))}")
        lines += _lines(part, depth + 1)
    return lines
