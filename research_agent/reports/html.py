"""A report as one HTML file: no script, nothing loaded, every figure a link to its source."""

from collections.abc import Iterator
from html import escape

from research_agent.domain.display import show_value
from research_agent.domain.facts import Fact, Origin
from research_agent.domain.sources import Filing, WebSource
from research_agent.domain.tables import Cell
from research_agent.domain.tabular import show_cell
from research_agent.reports.blocks import Report, ReportTable
from research_agent.reports.charts import to_svg
from research_agent.reports.citations import Citations
from research_agent.reports.prose_html import prose_html
from research_agent.reports.stylesheet import STYLESHEET

__all__ = ["fact_link", "to_html"]


def to_html(report: Report) -> str:
    """Write a report as a self-contained page that prints well, light and dark."""
    citations = Citations()
    body = [
        f"<header><h1>{escape(report.title)}</h1><p class=sub>{escape(report.subtitle)}</p></header>"
    ]
    if report.prose is not None:
        prose = prose_html(report.prose, lambda fact, text: fact_link(fact, text, citations))
        body.append(f"<section class=answer>{prose}</section>")
    for chart in report.charts:
        title = escape(chart.title)
        body.append(f"<figure><figcaption>{title}</figcaption>{to_svg(chart.spec)}</figure>")
    body += [_table(table, citations) for table in report.tables]
    body += _lists(report, citations)
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width, initial-scale=1">'
        f"<title>{escape(report.title)}</title><style>{STYLESHEET}</style></head>"
        f"<body><main>{''.join(body)}</main></body></html>\n"
    )


def fact_link(fact: Fact, text: str, citations: Citations) -> str:
    """Return `text` as a link to the fact's filing, with its mark and its origin as a tooltip."""
    mark = citations.mark_fact(fact)
    title = escape(_tooltip(fact), quote=True)
    kind = "filed" if fact.origin in (Origin.FILED, Origin.QUOTED) else "worked"
    target = f' href="{escape(fact.url, quote=True)}"' if fact.url else ""
    return f'<a class={kind}{target} title="{title}">{escape(text)}<sup>{escape(mark)}</sup></a>'


def _tooltip(fact: Fact) -> str:
    name = f"{fact.ticker} {fact.label} {fact.period.label} (to {fact.end})".strip()
    value = show_value(fact.value, fact.unit)
    if fact.filing is not None:
        filing = fact.filing
        return (
            f"{name}: {value}. {filing.form} filed {filing.filed}, {filing.accession}, {fact.tag}"
        )
    if fact.source is not None:
        return f"{name}: {value}. {fact.source.title}"
    inputs = "; ".join(
        f"{i.label} {i.period.label} {show_value(i.value, i.unit)}" for i in fact.inputs
    )
    return f"{name}: {value} = {fact.formula}. {inputs}"


def _table(table: ReportTable, citations: Citations) -> str:
    heads = "".join(f"<th scope=col>{escape(head)}</th>" for head in table.heads)
    rows = "".join(
        f"<tr><th scope=row>{escape(row.label)}</th>"
        + "".join(f"<td>{_cell(cell, citations, dated=table.dated)}</td>" for cell in row.cells)
        + "</tr>"
        for row in table.rows
    )
    return (
        f"<section><h2>{escape(table.title)}</h2><div class=wide tabindex=0><table>"
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div></section>"
    )


def _cell(cell: Cell | None, citations: Citations, *, dated: bool) -> str:
    if cell is None:
        return "–"
    if not isinstance(cell, Fact):
        return f'<span class=na title="{escape(cell.reason, quote=True)}">n/a</span>'
    end = f" <small>{cell.end}</small>" if dated else ""
    return fact_link(cell, show_cell(cell.value, cell.unit), citations) + end


def _source(source: Filing | WebSource) -> str:
    if isinstance(source, WebSource):
        return _page(source.title, source.url) if source.url else escape(source.title)
    return (
        f'<a href="{escape(source.url, quote=True)}">{escape(source.form)} filed {source.filed}</a>'
        f" <small>{escape(source.accession)}</small>"
    )


def _lists(report: Report, citations: Citations) -> Iterator[str]:
    formulas = [escape(line) for line in citations.formula_lines()]
    sources = [
        f"[{number}] {escape(citations.about(filing))}: {_source(filing)}"
        for number, filing in enumerate(citations.filings, start=1)
    ]
    sources += [_page(page.title, page.url) for page in report.web]
    notes = [escape(note) for note in report.notes]
    for title, lines in (
        ("How figures were worked out", formulas),
        ("Sources", sources),
        ("Notes", notes),
    ):
        if lines:
            items = "".join(f"<li>{line}</li>" for line in lines)
            yield f"<section><h2>{title}</h2><ul class=list>{items}</ul></section>"


def _page(title: str, url: str) -> str:
    if not url.startswith(("https://", "http://")):
        return escape(title)
    return f'<a href="{escape(url, quote=True)}" rel="noopener nofollow">{escape(title)}</a>'
