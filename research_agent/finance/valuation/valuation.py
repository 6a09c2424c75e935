"""A whole valuation: what every model says, what it assumes, what it was made from."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Period
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.valuation.assumption import Assumption
from research_agent.finance.valuation.comparables import Comparables
from research_agent.finance.valuation.dividend_value import DividendValue
from research_agent.finance.valuation.excess_return import ExcessReturnValue
from research_agent.finance.valuation.firm_value import FirmValue
from research_agent.finance.valuation.sanity_checks import SanityCheck
from research_agent.finance.valuation.sensitivity import SensitivityGrid

__all__ = ["Valuation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Valuation:
    """What a company is worth under stated assumptions; no advice and no forecast of a price.

    Args:
        company: Whose shares.
        sector: Decides which models apply.
        currency: Of every amount, the one the company reports in.
        base: Base year; values are as of its end.
        as_of: Only filings received by this day were read; `None` for all.
        price: Of one share, as given.
        assumptions: Every one that was used, in the order used.
        inputs: Filed and derived figures of the base year, as a table.
        shares: Diluted shares that values were divided by.
        value_per_share: Of the leading model: excess returns for banks and insurers, else
            discounted free cash flow.
        against_price: The same over the price less one; missing without either.
        cost_of_equity: By CAPM, or as set.
        firm: Discounted free cash flow to the firm, or why not.
        sensitivity: Value per share by WACC and terminal growth, or why not.
        implied_growth: Growth of year 1 the price expects, or why it cannot be said.
        dividends: Value by dividends, or why not.
        excess_return: Value by excess returns, or why not.
        comparables: Value by multiples of peers, or why not.
        checks: Whether the discounted cash flow can be believed.
        notes: How the figures were put together.
        computed: Every figure the models made, assumptions included.
    """

    company: Company
    sector: Sector
    currency: str
    base: Period
    as_of: date | None
    price: Decimal | None
    assumptions: tuple[Assumption, ...]
    inputs: SeriesTable
    shares: Cell
    value_per_share: Cell
    against_price: Cell
    cost_of_equity: Fact
    firm: FirmValue | Missing
    sensitivity: SensitivityGrid | Missing
    implied_growth: Cell
    dividends: DividendValue | Missing
    excess_return: ExcessReturnValue | Missing
    comparables: Comparables | Missing
    checks: tuple[SanityCheck, ...]
    notes: tuple[str, ...]
    computed: tuple[Fact, ...]
