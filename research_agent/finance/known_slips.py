"""Filed values that are wrong in the filing itself; they are left out before anything is chosen.

Only what no rule can tell stands here, each with the filing and with what shows it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from research_agent.finance.xbrl.companyfacts import FactRow

__all__ = ["KNOWN_SLIPS", "KnownSlip", "without_known_slips"]


@dataclass(frozen=True, slots=True)
class KnownSlip:
    """One wrong value.

    Args:
        accession: Of the filing.
        tag: With its taxonomy.
        start: First day as filed.
        end: Last day as filed.
        reason: What is wrong and what shows it.
    """

    accession: str
    tag: str
    start: date
    end: date
    reason: str


_NOTES_OF_2016 = (
    "NVIDIA dates the net proceeds of its notes of September 2016, 1,980 million, told again in a "
    "note, to the period of each later report. Its cash flow statements have 1,988 million in fiscal "
    "2017 and nothing in fiscal 2018 and 2019 (0001045810-19-000023)."
)
_LONG = "us-gaap:ProceedsFromIssuanceOfLongTermDebt"
_ISSUANCE = "us-gaap:ProceedsFromIssuanceOfDebt"
_NET = "us-gaap:ProceedsFromDebtNetOfIssuanceCosts"


def _notes(accession: str, tag: str, start: date, end: date) -> KnownSlip:
    return KnownSlip(accession, tag, start, end, _NOTES_OF_2016)


KNOWN_SLIPS: tuple[KnownSlip, ...] = (
    _notes("0001045810-17-000027", _LONG, date(2016, 2, 1), date(2017, 1, 29)),
    _notes("0001045810-17-000075", _ISSUANCE, date(2017, 1, 30), date(2017, 4, 30)),
    _notes("0001045810-17-000123", _ISSUANCE, date(2017, 5, 1), date(2017, 7, 30)),
    _notes("0001045810-17-000172", _NET, date(2017, 7, 31), date(2017, 10, 29)),
    _notes("0001045810-18-000010", _LONG, date(2017, 1, 30), date(2018, 1, 28)),
    _notes("0001045810-18-000080", _NET, date(2018, 1, 29), date(2018, 4, 29)),
    _notes("0001045810-18-000114", _NET, date(2018, 4, 30), date(2018, 7, 29)),
    _notes("0001045810-18-000150", _NET, date(2018, 7, 30), date(2018, 10, 28)),
    _notes("0001045810-19-000023", _LONG, date(2018, 1, 29), date(2019, 1, 27)),
    KnownSlip(
        "0001045810-12-000060",
        "us-gaap:CommonStockDividendsPerShareDeclared",
        date(2012, 7, 30),
        date(2012, 10, 28),
        "NVIDIA declared its first dividend in November 2012, after the quarter of the report; the "
        "report of 2013 (0001045810-13-000109) gives the quarter none.",
    ),
    KnownSlip(
        "0001045810-13-000075",
        "us-gaap:CashAndCashEquivalentsPeriodIncreaseDecrease",
        date(2013, 4, 29),
        date(2013, 7, 28),
        "NVIDIA's 10-Q gives the quarter 781.8 million beside six months of -141.5 million, which "
        "after a first quarter of -171.4 million leave 29.9 million.",
    ),
)

_BY_ROW = {(slip.accession, slip.tag, slip.start, slip.end) for slip in KNOWN_SLIPS}


def without_known_slips(rows: Iterable[FactRow]) -> list[FactRow]:
    """Return `rows` without the values listed here, in their order."""
    return [row for row in rows if (row.accession, row.tag, row.start, row.end) not in _BY_ROW]
