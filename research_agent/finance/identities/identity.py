"""What a check of figures against each other found."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact
from research_agent.domain.periods import Period

__all__ = ["IdentityReport", "IdentityResult", "Status"]


class Status(StrEnum):
    """How a check ended."""

    PASSED = "passed"
    """Both sides agree within the rounding of the figures."""

    EXPLAINED = "explained"
    """They do not, and the filings themselves show why."""

    FAILED = "failed"
    """They do not, and nothing says why: a wrong figure, of the filer's or of ours."""

    NOT_CHECKED = "not_checked"
    """A figure that the check needs was not filed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityResult:
    """One identity for one period.

    Args:
        key: Of the identity, `"cash_flows_sum"`; the same for every period.
        label: It in words, `"Operating + investing + financing cash flow = change in cash"`.
        period: Which column.
        status: How it ended.
        left: What stands alone, in the unit of its figures; `None` when not checked.
        right: What it must equal, or not fall short of; `None` when not checked.
        difference: Left less right; `None` when not checked.
        tolerance: Largest difference that rounding can make; `None` when not checked.
        facts: The figures used, left side first; empty when not checked.
        explanation: Why it is explained or not checked; empty otherwise.
    """

    key: str
    label: str
    period: Period
    status: Status
    left: Decimal | None = None
    right: Decimal | None = None
    difference: Decimal | None = None
    tolerance: Decimal | None = None
    facts: tuple[Fact, ...] = ()
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class IdentityReport:
    """Every identity of one company over its periods, newest first.

    Args:
        company: Whose figures.
        results: One for each identity and period.
    """

    company: Company
    results: tuple[IdentityResult, ...]

    def count(self, status: Status) -> int:
        """How many ended so."""
        return sum(result.status is status for result in self.results)

    @property
    def run(self) -> int:
        """How many could be checked."""
        return len(self.results) - self.count(Status.NOT_CHECKED)

    @property
    def failures(self) -> tuple[IdentityResult, ...]:
        """Those that failed and nothing explains."""
        return tuple(result for result in self.results if result.status is Status.FAILED)
