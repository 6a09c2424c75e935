"""The line items of the three statements: what they mean and which XBRL tags carry them.

A filer changes tags over the years and different filers tag the same line differently, so each
item has an ordered list for each taxonomy; `resolution` walks it period by period. Signs are
those of the tag: costs, payments and increases of an asset are positive.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Choice", "Kind", "LineItem", "Proof", "Sector", "StatementKind", "Term"]


class StatementKind(StrEnum):
    """Which statement a line belongs to."""

    INCOME = "income"
    BALANCE = "balance"
    CASH_FLOW = "cash_flow"


class Kind(StrEnum):
    """How a figure behaves over time; decides how quarters and TTM are worked out."""

    FLOW = "flow"
    """Money over a period; quarters add up to the year."""

    INSTANT = "instant"
    """Money at a moment."""

    INSTANT_SHARES = "instant_shares"
    """A count of shares at a moment."""

    AVERAGE_SHARES = "average_shares"
    """Weighted average shares; never add."""

    PER_SHARE = "per_share"
    """Earnings per share: quarters do not add, they are income over shares."""

    PER_SHARE_FLOW = "per_share_flow"
    """Dividends declared per share: quarters add."""


class Sector(StrEnum):
    """Which statement template a company uses."""

    INDUSTRIAL = "industrial"
    BANK = "bank"
    INSURER = "insurer"
    ASSET_MANAGER = "asset manager"
    REIT = "REIT"
    UTILITY = "utility"


class Choice(StrEnum):
    """How to pick among several tags filed for one period."""

    ORDERED = "ordered"
    """The first of the list."""

    TOTAL = "total"
    """The total on the statement's face: tags may also hold a part of it."""


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a sum.

    Args:
        key: The item.
        sign: +1 or -1.
        optional: The sum goes on without it when it is absent.
    """

    key: str
    sign: int = 1
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows that a formula's terms are what their tags say.

    Args:
        terms: Added to the formula's figure …
        result: … they give this line, to within a hundredth.
    """

    terms: tuple[Term, ...]
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineItem:
    """One line.

    Args:
        key: Stable name, also the `concept` of its facts: `"cost_of_revenue"`.
        label: In words, as an analyst would write it.
        statement: Where it stands.
        kind: How it behaves over time.
        us_gaap: Tags in order of preference.
        ifrs: The same for `ifrs-full`.
        shown_apart: A tag, and the one to be added where a filing shows the line in two rows.
        formula: Used when no tag was filed for a period; the result is a derived fact.
        approximate: The formula is of figures in notes and no identity: not used where the line
            itself may have been filed and was not read.
        fallbacks: Further formulas, tried in order where a term of the one before is absent.
        proof: The formula's figure is given only where this holds.
        checked_in: Sectors in which a tag other than the first is believed only where it agrees
            with the formula, as its meaning varies there; else the formula's figure is given.
        choice: How to pick among several filed tags.
        depth: Indentation on the statement.
        not_for: Sectors for which the line has no meaning.
        only_for: Sectors whose statements show the line also where it is absent; empty for all.
            Others show it where they filed it.
        distinct_terms: Terms of the formula with one and the same value are one figure under two
            tags and count once (short-term borrowings that are the current part of the debt).
    """

    key: str
    label: str
    statement: StatementKind
    kind: Kind
    us_gaap: tuple[str, ...] = ()
    ifrs: tuple[str, ...] = ()
    shown_apart: tuple[str, str] | None = None
    formula: tuple[Term, ...] = ()
    approximate: bool = False
    fallbacks: tuple[tuple[Term, ...], ...] = ()
    proof: Proof | None = None
    checked_in: frozenset[Sector] = frozenset()
    choice: Choice = Choice.ORDERED
    depth: int = 0
    not_for: frozenset[Sector] = frozenset()
    only_for: frozenset[Sector] = frozenset()
    distinct_terms: bool = False

    def tags(self) -> Iterator[str]:
        """Yield every tag with its taxonomy: `"us-gaap:Revenues"`."""
        yield from (f"us-gaap:{tag}" for tag in self.us_gaap)
        yield from (f"ifrs-full:{tag}" for tag in self.ifrs)

    def added_tag(self, tag: str) -> str:
        """Tag whose figure is added to that of `tag` where a filing has both; empty for none."""
        if self.shown_apart is None or tag != f"us-gaap:{self.shown_apart[0]}":
            return ""
        return f"us-gaap:{self.shown_apart[1]}"

    @property
    def has_tags(self) -> bool:
        """False for a line that is never filed, only worked out."""
        return bool(self.us_gaap or self.ifrs)

    def unit(self, currency: str) -> str:
        """Return the unit of its facts for a filer that reports in `currency`."""
        if self.kind in (Kind.INSTANT_SHARES, Kind.AVERAGE_SHARES):
            return "shares"
        if self.kind in (Kind.PER_SHARE, Kind.PER_SHARE_FLOW):
            return f"{currency}/shares"
        return currency
