"""When a filing was made, and when a company's fiscal year ends."""

from collections import Counter
from collections.abc import Iterator

from research_agent.analyst.selection import fiscal_year
from research_agent.analyst.wording import listed, possessive, short_name
from research_agent.analyst.work import Work
from research_agent.domain.facts import Fact
from research_agent.domain.periods import Period
from research_agent.domain.sources import Filing
from research_agent.domain.tables import SeriesTable

__all__ = ["filing_facts", "filing_lead"]

_ANNUAL = ("10-K", "20-F", "40-F", "10-KT")
_QUARTERLY = ("10-Q", "10-QT")
_MAX_TOLD = 4


def filing_lead(work: Work) -> str:
    """Say when the filings asked for were made, or when the fiscal years ended."""
    asked = work.parsed.filing
    year_end = asked is not None and asked.year_end
    return " ".join(_year_ends(t) if year_end else _filed(work, t) for t in work.tables)


def filing_facts(work: Work) -> Iterator[Fact]:
    """Yield one figure of each filing told, for its source."""
    for table in work.tables:
        told = {filing.accession for _, filing in _filings(work, table)}
        for fact in table.facts():
            if fact.filing is not None and fact.filing.accession in told:
                told.discard(fact.filing.accession)
                yield fact


def _filed(work: Work, table: SeriesTable) -> str:
    name = short_name(table.company)
    found = list(_filings(work, table))[:_MAX_TOLD]
    if not found:
        return f"The filing asked for of {name} is not among those the figures here come from."
    sentences = [
        f"{name} filed its {filing.form} for {period.label} (period ended {period.end}) on "
        f"{filing.filed}."
        for period, filing in found
    ]
    return " ".join(sentences)


def _filings(work: Work, table: SeriesTable) -> Iterator[tuple[Period, Filing]]:
    """Yield the filing that most figures of each period asked for come from."""
    asked, ask = work.parsed.filing, work.parsed.periods
    forms = _QUARTERLY if asked is not None and asked.quarterly else _ANNUAL
    years = {label.year for label in ask.labels}
    quarters = {label.quarter for label in ask.labels if label.quarter}
    count = 0
    for place, period in enumerate(table.periods):
        if years and fiscal_year(period) not in years:
            continue
        if quarters and not any(period.label.startswith(f"Q{q} ") for q in quarters):
            continue
        cells = (row.cells[place] for row in table.rows)
        found = Counter(
            cell.filing
            for cell in cells
            if isinstance(cell, Fact) and cell.filing is not None and cell.filing.form in forms
        )
        if found and count < (len(ask.labels) or ask.count or 1):
            count += 1
            yield period, min(found, key=lambda f: (-found[f], f.filed))


def _year_ends(table: SeriesTable) -> str:
    name = possessive(short_name(table.company))
    months = {f"{period.end:%B}" for period in table.periods}
    ends = listed([f"{period.label} on {period.end}" for period in table.periods])
    return f"{name} fiscal year ends in {' or '.join(sorted(months))}: {ends}."
