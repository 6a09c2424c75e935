"""What a ratio is: a formula over line items, with its unit and where it means nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from research_agent.finance.line_items import Sector

__all__ = ["Input", "Ratio", "RatioGroup", "Timing"]


class RatioGroup(StrEnum):
    """The usual groups."""

    PROFITABILITY = "Profitability"
    LIQUIDITY = "Liquidity"
    SOLVENCY = "Solvency"
    EFFICIENCY = "Efficiency"
    CASH_FLOW = "Cash flow"
    GROWTH = "Growth"
    PER_SHARE = "Per share"


class Timing(StrEnum):
    """Which value of a line item a ratio takes."""

    CURRENT = "current"
    """Of the period itself (balances: at its end)."""

    OPENING = "opening"
    """A balance one year before the end of the period; a flow of the period one year before."""


@dataclass(frozen=True, slots=True)
class Input:
    """One line item a ratio needs.

    Args:
        key: The line item.
        timing: Current or one year earlier.
        optional: The formula goes on without it; it is then absent from the mapping.
    """

    key: str
    timing: Timing = Timing.CURRENT
    optional: bool = False

    @property
    def name(self) -> str:
        """How the formula function finds it: the key, with `_opening` when one year earlier."""
        return self.key if self.timing is Timing.CURRENT else f"{self.key}_opening"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """One ratio.

    Args:
        key: Stable name, also the `concept` of its facts.
        label: In words.
        group: The usual group.
        unit: `"fraction"`, `"ratio"` (times), `"days"`, or `"money/shares"` (currency per share).
        formula: As printed in textbooks, over labels.
        inputs: What it needs.
        compute: From the inputs' values by `Input.name` to the result; `None` when the result
            has no meaning (a denominator of zero, a negative base).
        meaningless: The reason shown when `compute` gives `None`.
        not_for: Sectors in which it means nothing.
        annualised: True for a flow over a balance: a quarter's flow is not comparable to a
            year's, so the ratio is n/a on quarterly basis.
    """

    key: str
    label: str
    group: RatioGroup
    unit: str
    formula: str
    inputs: tuple[Input, ...]
    compute: Callable[[Mapping[str, Decimal]], Decimal | None]
    meaningless: str = "the denominator is zero"
    not_for: frozenset[Sector] = frozenset()
    annualised: bool = False
