"""What a row of a breakdown is to the total."""

from enum import StrEnum

__all__ = ["Role"]


class Role(StrEnum):
    """Which rows are added up."""

    MEMBER = "member"
    """A segment, product, region or customer; members do not overlap."""

    ELIMINATION = "elimination"
    """Stands between the members and the total: eliminations, corporate, reconciling items."""

    OVERLAP = "overlap"
    """Contains other rows, or belongs to another split; never added."""

    TOTAL = "total"
    """The figure of the whole company, from the same filing."""
