"""Reporting periods and how to ask for them."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

__all__ = ["MAX_PERIODS", "Basis", "Period", "PeriodQuery", "Vintage"]

MAX_PERIODS = 80  # twenty years of quarters


class Basis(StrEnum):
    """How long one column of a statement is."""

    ANNUAL = "annual"
    QUARTERLY = "quarterly"
    TTM = "ttm"


class Vintage(StrEnum):
    """Which of several filed versions of one figure is meant."""

    LATEST = "latest"
    """The version filed last: recast for later divestitures and accounting changes."""

    AS_REPORTED = "as_reported"
    """The version filed first: what readers saw at the time."""


@dataclass(frozen=True, slots=True)
class Period:
    """One reporting period of one company.

    Args:
        start: First day; `None` for a moment (a balance sheet date alone).
        end: Last day.
        label: The filer's own fiscal label: `"FY2023"`, `"Q3 FY2024"`, `"TTM Q3 FY2024"`.
        basis: Annual, quarterly or trailing twelve months.
    """

    start: date | None
    end: date
    label: str
    basis: Basis

    @property
    def key(self) -> str:
        """The label without blanks, as used in references: `"Q3_FY2024"`."""
        return self.label.replace(" ", "_")


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodQuery:
    """Which periods of a company are wanted, newest first.

    Args:
        basis: Annual, quarterly or trailing twelve months.
        limit: At most this many, counted from the newest that passes the bounds.
        end_gt: Period end strictly after this day. Likewise `end_gte`, `end_lt`, `end_lte`.
        vintage: Latest or as first reported.
        as_of: Only filings the SEC had received by this day (inclusive); `None` for all.
    """

    basis: Basis = Basis.ANNUAL
    limit: int = 4
    end_gt: date | None = None
    end_gte: date | None = None
    end_lt: date | None = None
    end_lte: date | None = None
    vintage: Vintage = Vintage.LATEST
    as_of: date | None = None

    def admits(self, end: date) -> bool:
        """Say whether a period ending on `end` is inside the bounds."""
        return (
            (self.end_gt is None or end > self.end_gt)
            and (self.end_gte is None or end >= self.end_gte)
            and (self.end_lt is None or end < self.end_lt)
            and (self.end_lte is None or end <= self.end_lte)
        )
