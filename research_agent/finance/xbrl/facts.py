"""One shape for a fact of an XBRL filing, wherever it was read from.

`inline_xbrl` reads it out of the HTML of a report, `xbrl_instance` out of an instance document.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

__all__ = ["EXACT", "Place", "XbrlDocument", "XbrlFact", "local_name", "most_precise"]

EXACT = 99
"""`decimals` of a figure that was not rounded (`INF`)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a document a figure stands.

    Args:
        table: Number of the table in the document, from 0.
        row: Words at the left of its row: `"Greater China"`; empty when there are none.
        section: Words of the nearest row above without figures: `"Immunology"`.
        headings: Words above its column, top down: `("Beauty", "2025")`.
    """

    table: int
    row: str = ""
    section: str = ""
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class XbrlFact:
    """One numeric fact.

    Args:
        tag: With its taxonomy's usual prefix, `"us-gaap:Revenues"`.
        unit: `"USD"`, `"USD/shares"`, `"shares"`, `"pure"` …
        start: First day; `None` for a moment.
        end: Last day.
        value: Scaled and signed, in whole units.
        decimals: Rounded to 10 to the minus this; -6 is millions, `EXACT` not at all, `None`
            when the filing does not say.
        dimensions: Axis to member, `{"srt:ProductOrServiceAxis": "aapl:IPhoneMember"}`; a typed
            dimension has its text for a member; empty for a figure of the whole company.
        place: `None` outside a table and in instances, which have no tables.
    """

    tag: str
    unit: str
    start: date | None
    end: date
    value: Decimal
    decimals: int | None
    dimensions: Mapping[str, str]
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class XbrlDocument:
    """What one filing says about itself, and its facts.

    Args:
        name: Of the file.
        cik: The filer; 0 when the document does not say.
        form: `"10-K"`, `"10-Q"`; empty when it does not say.
        period_end: Last day of the period reported on.
        fiscal_year: DocumentFiscalYearFocus; 0 when absent.
        fiscal_period: `"FY"`, `"Q1"` …; empty when absent.
        registrant: The filer's name as printed.
        facts: In the order of the document; a figure printed twice is there twice.
        unread: What could not be read as a number, `"tag: text (format)"`.
    """

    name: str
    cik: int
    form: str
    period_end: date | None
    fiscal_year: int
    fiscal_period: str
    registrant: str
    facts: tuple[XbrlFact, ...]
    unread: tuple[str, ...] = field(default=())


def local_name(name: str) -> str:
    """Return a tag, axis or member without its prefix: `"Revenues"`."""
    return name.rpartition(":")[2]


def most_precise(facts: Iterable[XbrlFact]) -> XbrlFact:
    """Return the least rounded of several printings of one figure, the first of equals."""
    return max(facts, key=lambda fact: -EXACT if fact.decimals is None else fact.decimals)
