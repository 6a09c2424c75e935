"""Figures that a filing states wrongly, as its own other figures show."""

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


_NOTES_OF_2016 = (
    "NVIDIA dates the proceeds of its notes of September 2016 to the quarter of the report; its cash "
    "flow statement of nine months has none."
)

FILING_ERRORS: tuple[FilingError, ...] = (
    FilingError(
        "0001045810-13-000075",
        "us-gaap:CashAndCashEquivalentsPeriodIncreaseDecrease",
        date(2013, 7, 28),
        "NVIDIA's 10-Q gives the quarter 781.8 million beside six months of -141.5 million, which "
        "after a first quarter of -171.4 million leave 29.9 million.",
    ),
    FilingError(
        "0001045810-17-000075",
        "us-gaap:ProceedsFromIssuanceOfDebt",
        date(2017, 4, 30),
        _NOTES_OF_2016,
    ),
    FilingError(
        "0001045810-17-000123",
        "us-gaap:ProceedsFromIssuanceOfDebt",
        date(2017, 7, 30),
        _NOTES_OF_2016,
    ),
    FilingError(
        "0001045810-17-000172",
        "us-gaap:ProceedsFromDebtNetOfIssuanceCosts",
        date(2017, 10, 29),
        _NOTES_OF_2016,
    ),
    FilingError(
        "0001045810-12-000060",
        "us-gaap:CommonStockDividendsPerShareDeclared",
        date(2012, 10, 28),
        "NVIDIA declared its first dividend in November 2012, after the quarter of the report, and "
        "the report of 2013 gives the quarter none.",
    ),
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
