"""What a store takes from the filings themselves: segments, and totals that a copy lacks.

The figures of the whole company in a filing are those that companyfacts lists for it. Where only
a cut-down copy of companyfacts is at hand, the filing fills it up.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from research_agent.finance.catalog import WANTED_TAGS
from research_agent.finance.segments.reading import breakdowns
from research_agent.finance.segments.rows import segment_rows
from research_agent.finance.segments.segment_row import SegmentRow
from research_agent.finance.xbrl.companyfacts import FactRow
from research_agent.finance.xbrl.facts import XbrlDocument, XbrlFact, most_precise
from research_agent.finance.xbrl.filing_documents import read_document
from research_agent.finance.xbrl.filing_identity import FilingIdentity, FilingIndex

__all__ = ["FULL_FILING_MIN_TAGS", "FilingIntake", "read_filing"]

FULL_FILING_MIN_TAGS = 100
"""A document with fewer tags is a shell whose statements are in an exhibit."""


@dataclass(frozen=True, slots=True)
class FilingIntake:
    """One filing.

    Args:
        cik: The filer.
        accession: Of the filing.
        full: Whether the document holds the statements.
        rows: Figures of the whole company, as companyfacts would list them.
        segments: Figures of its parts, each with whether its name was printed.
    """

    cik: int
    accession: str
    full: bool
    rows: tuple[FactRow, ...]
    segments: tuple[tuple[SegmentRow, bool], ...]


def read_filing(
    path: Path, index: FilingIndex, *, progress: Callable[[str], None]
) -> FilingIntake | None:
    """Read a document and find the filing it is.

    Args:
        path: The file.
        index: Known filings.
        progress: Told why a document is left out.

    Returns:
        `None` when it holds no XBRL, or when its filing cannot be established: a figure whose
        source is a guess is not taken.

    Raises:
        InvalidRequest: The file is damaged.
    """
    document = read_document(path)
    if not document.facts:
        progress(f"{path.name} left out: it holds no XBRL facts.")
        return None
    filing = index.find(document)
    if filing is None:
        what = f"{document.form or 'report'} for the period ended {document.period_end}"
        progress(
            f"{path.name} left out: no one filing is known that is the {what} of "
            f"CIK {document.cik}, so its accession number would be a guess."
        )
        return None
    totals = _totals(document)
    return FilingIntake(
        cik=document.cik,
        accession=filing.accession,
        full=len({fact.tag for fact in totals}) >= FULL_FILING_MIN_TAGS,
        rows=tuple(_row(fact, document, filing) for fact in totals if fact.tag in WANTED_TAGS),
        segments=segment_rows(breakdowns(document), document, filing),
    )


def _totals(document: XbrlDocument) -> list[XbrlFact]:
    """Return the figures without dimensions, the least rounded printing of each."""
    found: dict[tuple[object, ...], list[XbrlFact]] = {}
    for fact in document.facts:
        if not fact.dimensions:
            found.setdefault((fact.tag, fact.unit, fact.start, fact.end), []).append(fact)
    return [most_precise(facts) for facts in found.values()]


def _row(fact: XbrlFact, document: XbrlDocument, filing: FilingIdentity) -> FactRow:
    return FactRow(
        fact.tag,
        fact.unit,
        fact.start,
        fact.end,
        float(fact.value),
        filing.accession,
        filing.form,
        filing.filed,
        document.fiscal_year,
        document.fiscal_period,
    )
