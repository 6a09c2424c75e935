"""An identity as sums of lines that must be equal."""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.periods import Basis

__all__ = ["Addend", "Equation", "OwnTag", "Side", "Variant", "Within", "sum_of"]


@dataclass(frozen=True, slots=True)
class Addend:
    """One line of a side.

    Args:
        key: The line item.
        sign: +1 or -1.
        optional: Counts as nothing where it was not filed.
        opening: The balance at the start of the period, not at its end.
    """

    key: str
    sign: int = 1
    optional: bool = False
    opening: bool = False


Side = tuple[Addend, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    """A side that explains why the proper one does not fit.

    Args:
        right: What the left side equals instead.
        reason: What that says about the figures, in words.
    """

    right: Side
    reason: str


@dataclass(frozen=True, slots=True)
class OwnTag:
    """A small line between the two sides that filers put under tags of their own.

    Args:
        share: Of all the figures' sizes together, which it is at most.
        beside: Lines of which a company with it files one, too.
        reason: What it is, in words.
        taxonomy: Only for figures of this taxonomy; empty for any.
    """

    share: Decimal
    beside: tuple[str, ...]
    reason: str
    taxonomy: str = ""


@dataclass(frozen=True, slots=True)
class Within:
    """A line that the right side leaves out, in part or whole.

    Args:
        key: The left side is smaller by no more than about this line.
        reason: What that says about the figures, in words.
    """

    key: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Equation:
    """Lines that add up to other lines in every filing.

    Args:
        key: Stable name.
        label: In words.
        left: One side.
        rights: The other, as one filer or another draws it up; one of them has to fit.
        variants: Tried in order where none does.
        within: A line that explains a smaller left side.
        own_tag: A line that SEC companyfacts does not hold.
        bases: On which columns it is checked.
    """

    key: str
    label: str
    left: Side
    rights: tuple[Side, ...]
    variants: tuple[Variant, ...] = ()
    within: Within | None = None
    own_tag: OwnTag | None = None
    bases: tuple[Basis, ...] = (Basis.ANNUAL, Basis.QUARTERLY)


def sum_of(words: str) -> Side:
    """Read a side: `"revenue -cost_of_revenue ?exchange_rate_effect @cash"`.

    `-` takes a line off, `?` makes it optional, `@` is the balance at the start.
    """
    addends = []
    for word in words.split():
        key = word.lstrip("-?@")
        marks = word.removesuffix(key)
        addends.append(Addend(key, -1 if "-" in marks else 1, "?" in marks, "@" in marks))
    return tuple(addends)
