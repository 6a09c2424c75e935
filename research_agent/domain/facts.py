"""Figures that know where they come from."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from research_agent.domain.periods import Period
from research_agent.domain.sources import Filing, WebSource

__all__ = ["NOT_IN_STORE", "Fact", "Missing", "Origin"]

NOT_IN_STORE = "not in the embedded pack"
"""Reason of a `Missing` figure that may well have been filed: the filing was not read in full."""


class Origin(StrEnum):
    """How a figure came about."""

    FILED = "filed"
    """Read as it stands from one filing."""

    DERIVED = "derived"
    """A statement line worked out from filed figures: Q4 = year less nine months, TTM, FCF."""

    COMPUTED = "computed"
    """A ratio, a growth rate or the result of `calculate`."""

    QUOTED = "quoted"
    """Told by a data service or a price file: no filing was read for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One figure of one company for one period.

    Args:
        cik: The filer; 0 for a figure that spans companies.
        ticker: The filer's primary ticker; empty for a figure that spans companies.
        concept: Key of the line item or ratio: `"revenue"`, `"gross_margin"`.
        label: The concept in words: `"Revenue"`.
        value: Whole units of the currency (not thousands), fractions for ratios (0.25 is 25 %),
            counts for shares. Signs are those shown on the statement; see the line item.
        unit: `"USD"`, `"TWD"`, `"USD/shares"`, `"shares"`, `"fraction"`, `"ratio"` (times),
            `"days"`.
        period: What the figure covers; `period.start` is `None` for balance sheet items.
        origin: Filed, derived or computed.
        filing: Where it was filed; `None` unless `origin` is `FILED`.
        source: Who told it, where a person can look; `None` unless `origin` is `QUOTED`.
        tag: The XBRL tag read, `"us-gaap:Revenues"`; empty unless filed.
        formula: Over the labels of the inputs, `"FY2024 - 9M FY2024"`; empty when filed.
        inputs: The facts the formula used, in its order; empty when filed.
        vintage: `""` for the latest version, `"as_reported"`, or `"as_of_2020-01-31"`.
        note: A caution for the reader, empty when there is none.
    """

    cik: int
    ticker: str
    concept: str
    label: str
    value: Decimal
    unit: str
    period: Period
    origin: Origin = Origin.FILED
    filing: Filing | None = None
    source: WebSource | None = None
    tag: str = ""
    formula: str = ""
    inputs: "tuple[Fact, ...]" = ()
    vintage: str = ""
    note: str = ""

    @property
    def ref(self) -> str:
        """The name by which a model or `calculate` points at this fact: `AAPL.revenue.FY2023`."""
        base = f"{self.ticker}.{self.concept}.{self.period.key}"
        return f"{base}@{self.vintage}" if self.vintage else base

    @property
    def end(self) -> date:
        """Last day of the period."""
        return self.period.end

    def filings(self) -> Iterator[Filing]:
        """Yield every filing behind this figure, inputs included, without repeats."""
        seen: set[str] = set()
        stack = [self]
        while stack:
            fact = stack.pop()
            if fact.filing is not None and fact.filing.accession not in seen:
                seen.add(fact.filing.accession)
                yield fact.filing
            stack.extend(reversed(fact.inputs))

    def told_by(self) -> "Iterator[WebSource]":
        """Yield every data service behind this figure, inputs included, without repeats."""
        seen: set[WebSource] = set()
        stack = [self]
        while stack:
            fact = stack.pop()
            if fact.source is not None and fact.source not in seen:
                seen.add(fact.source)
                yield fact.source
            stack.extend(reversed(fact.inputs))

    @property
    def url(self) -> str:
        """The first page a person can open to check this figure; empty when there is none.

        A filing goes before a data service.
        """
        first = next(self.filings(), None) or next(self.told_by(), None)
        return first.url if first else ""


@dataclass(frozen=True, slots=True)
class Missing:
    """A figure that is not there, and why; never zero.

    Args:
        reason: In words: `"not reported"`, `"not in the embedded pack"`,
            `"a bank has no gross profit"`, `"inventory is not reported"`.
        looked_for: XBRL tags that were looked for in the filings; empty where no tag was.
    """

    reason: str
    looked_for: tuple[str, ...] = ()
