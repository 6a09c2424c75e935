"""What a ratio is: a formula over line items, with its unit, basis, source and where it means nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from research_agent.finance.lines.line_items import Sector
from research_agent.finance.ratios.sector_rule import SectorRule

__all__ = ["PRICE", "Balances", "Input", "Ratio", "RatioGroup", "Timing"]

PRICE = "price"
"""Key of the one input that is no line item: what a share costs."""


class RatioGroup(StrEnum):
    """The usual groups, then those of one sector."""

    PROFITABILITY = "Profitability"
    LIQUIDITY = "Liquidity"
    SOLVENCY = "Solvency"
    EFFICIENCY = "Efficiency"
    CASH_FLOW = "Cash flow"
    PAYOUT = "Dividends and buybacks"
    GROWTH = "Growth"
    PER_SHARE = "Per share"
    QUALITY = "Earnings quality and distress"
    BANK = "Banks"
    INSURER = "Insurers"
    REIT = "REITs"
    UTILITY = "Utilities and asset managers"
    VALUATION = "Valuation"


class Timing(StrEnum):
    """Which value of a line item a ratio takes."""

    CURRENT = "current"
    """Of the period itself (balances: at its end)."""

    OPENING = "opening"
    """A balance a year or more before the end of the period; a flow of a period that long before."""


class Balances(StrEnum):
    """Which balances stand in a formula."""

    NONE = "flows of the period"
    END = "balances at the end of the period"
    AVERAGE = "average of opening and closing balances"
    OPENING = "balances at the start of the year"
    CHANGE = "against the same figures a year or more before"
    MEAN = "average of five years"
    PRICED = "price of a day, the period's flows, balances at its end"


@dataclass(frozen=True, slots=True)
class Input:
    """One line item a ratio needs.

    Args:
        key: The line item, or `PRICE`.
        years: How many years earlier; 0 is the period itself.
        optional: The formula goes on without it where the company files none; it is then absent
            from the mapping.
        check: It only tests another input: the formula goes on without it for whatever reason.
    """

    key: str
    years: int = 0
    optional: bool = False
    check: bool = False

    @property
    def timing(self) -> Timing:
        """Current or earlier."""
        return Timing.OPENING if self.years else Timing.CURRENT

    @property
    def name(self) -> str:
        """How the formula function finds it: `equity`, `equity_opening`, `equity_3_years_before`."""
        if self.years < 2:
            return f"{self.key}_opening" if self.years else self.key
        return f"{self.key}_{self.years}_years_before"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """One ratio.

    Args:
        key: Stable name, also the `concept` of its facts.
        label: In words.
        group: The usual group.
        unit: `"fraction"`, `"ratio"` (times, or a plain score), `"days"`, `"money"` (whole units of
            the currency) or `"money/shares"` (currency per share).
        formula: As printed in textbooks, over labels.
        inputs: What it needs; at least one is not optional.
        compute: From the inputs' values by `Input.name` to the result; `None` when the result
            has no meaning (a denominator of zero, a negative base). Pure; never raises.
        source: The textbook, paper or regulation it follows.
        balances: Which balances the formula takes.
        meaningless: The reason shown when `compute` gives `None`.
        rule: The sectors it has no meaning for, or the only ones it has a meaning for.
        annualised: True for a flow over a balance: a quarter's flow is not comparable to a
            year's, so the ratio is n/a on quarterly basis.
        explain: From the same values to the caution or the parts a reader must see beside the
            result; `None` when there is nothing to say.
    """

    key: str
    label: str
    group: RatioGroup
    unit: str
    formula: str
    inputs: tuple[Input, ...]
    compute: Callable[[Mapping[str, Decimal]], Decimal | None]
    source: str
    balances: Balances
    meaningless: str = "the denominator is zero or negative"
    rule: SectorRule | None = None
    annualised: bool = False
    explain: Callable[[Mapping[str, Decimal]], str] | None = None

    @property
    def basis(self) -> str:
        """Say which balances and which periods it is for."""
        return f"{self.balances}; annual or TTM only" if self.annualised else self.balances.value

    @property
    def priced(self) -> bool:
        """True when it needs the price of a share."""
        return any(wanted.key == PRICE for wanted in self.inputs)

    @property
    def not_for(self) -> frozenset[Sector]:
        """Sectors it has no meaning for."""
        return self.rule.excluded if self.rule is not None else frozenset()

    def refusal(self, sector: Sector) -> str:
        """Return why a company of `sector` has no such ratio; empty when it can have one."""
        return self.rule.refusal(self.label, sector) if self.rule is not None else ""
