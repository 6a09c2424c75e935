"""Arguments of the eight sub-tools, checked before anything is read."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from research_agent.domain.periods import MAX_PERIODS, Basis, PeriodQuery, Vintage

__all__ = [
    "DEFAULT_LIMIT",
    "CompanyArguments",
    "EarningsArguments",
    "KeyRatioArguments",
    "PeriodArguments",
    "RatioArguments",
    "SeriesArguments",
    "SubToolArguments",
]

DEFAULT_LIMIT = 4
MAX_NAME_LENGTH = 150
MAX_RATIOS = 20


class SubToolArguments(BaseModel):
    """Base: immutable, so that equal calls can be told; unknown arguments are refused.

    Every sub-tool takes `as_of`: only filings received by that day are used.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    as_of: date | None = None

    @property
    def query(self) -> PeriodQuery:
        """Which periods are asked for."""
        return PeriodQuery(as_of=self.as_of)


class CompanyArguments(SubToolArguments):
    """A company by ticker, name or CIK."""

    ticker: str = Field(min_length=1, max_length=MAX_NAME_LENGTH)


class EarningsArguments(SubToolArguments):
    """Newest reported quarters of one company, or the newest of every company.

    Latest figures are on today's share basis, those as reported are as they were filed.
    """

    ticker: str | None = Field(None, min_length=1, max_length=MAX_NAME_LENGTH)
    limit: int = Field(DEFAULT_LIMIT, ge=1, le=MAX_PERIODS)
    vintage: Literal["latest", "as_reported"] = "latest"

    @property
    def query(self) -> PeriodQuery:
        """Quarters of the one company."""
        return PeriodQuery(
            basis=Basis.QUARTERLY,
            limit=self.limit,
            vintage=Vintage(self.vintage),
            as_of=self.as_of,
        )


class PeriodArguments(CompanyArguments):
    """How long the periods are, and how many from the newest."""

    period: Literal["annual", "quarterly", "ttm"] = "annual"
    limit: int = Field(DEFAULT_LIMIT, ge=1, le=MAX_PERIODS)

    @property
    def query(self) -> PeriodQuery:
        """The same as the provider takes it."""
        return PeriodQuery(basis=Basis(self.period), limit=self.limit, as_of=self.as_of)


class SeriesArguments(PeriodArguments):
    """Bounds on the end of the periods, and which version of the figures."""

    report_period_gt: date | None = None
    report_period_gte: date | None = None
    report_period_lt: date | None = None
    report_period_lte: date | None = None
    vintage: Literal["latest", "as_reported"] = "latest"

    @property
    def query(self) -> PeriodQuery:
        """The same as the provider takes it."""
        return PeriodQuery(
            basis=Basis(self.period),
            limit=self.limit,
            end_gt=self.report_period_gt,
            end_gte=self.report_period_gte,
            end_lt=self.report_period_lt,
            end_lte=self.report_period_lte,
            vintage=Vintage(self.vintage),
            as_of=self.as_of,
        )


class KeyRatioArguments(CompanyArguments):
    """The usual ratios, or the ones named by key."""

    ratios: tuple[str, ...] = Field((), max_length=MAX_RATIOS)


class RatioArguments(SeriesArguments):
    """The usual ratios over time, or the ones named by key."""

    ratios: tuple[str, ...] = Field((), max_length=MAX_RATIOS)
