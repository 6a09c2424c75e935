"""Figures that a filing states wrongly in print, as its own other figures show.

They are served as printed; what is wrong in the tagging alone is in `known_slips`.
"""

from dataclasses import dataclass
from datetime import date

from research_agent.domain.facts import Fact
from research_agent.finance.identities.rounding import leaves

__all__ = ["FILING_ERRORS", "FilingError", "filing_error"]


@dataclass(frozen=True, slots=True)
class FilingError:
    """One wrong figure.

    Args:
        accession: Of the filing.
        tag: With its taxonomy.
        end: Last day of the period as filed.
        reason: What is wrong and what shows it.
    """

    accession: str
    tag: str
    end: date
    reason: str


FILING_ERRORS: tuple[FilingError, ...] = (
    FilingError(
        "0001193125-11-040392",
        "us-gaap:EarningsPerShareBasic",
        date(2009, 12, 26),
        "AMD's report gives 0.46 a share; its 304 million over its 673 million shares are 0.45.",
    ),
)

_BY_FACT = {(error.accession, error.tag, error.end): error for error in FILING_ERRORS}


def filing_error(facts: tuple[Fact, ...]) -> str:
    """Return what is known to be wrong with a filing behind `facts`; empty when nothing is."""
    for fact in facts:
        for leaf in leaves(fact):
            if leaf.filing is None:
                continue
            known = _BY_FACT.get((leaf.filing.accession, leaf.tag, leaf.end))
            if known is not None:
                return known.reason
    return ""
