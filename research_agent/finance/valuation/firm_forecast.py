"""A forecast of free cash flow to the firm and what it is worth, over plain numbers.

Revenue growth, operating margin and the share of profit that is reinvested move in equal steps
from their values in year 1 to those of the last year, which can go on for ever. In the last year
growth g at a return on new capital r takes g ÷ r of the profit (the value driver formula of
Koller, Goedhart and Wessels, *Valuation*, chapter 3), so the cash flow after it is the last one
times 1 + g and Gordon's formula holds:

    free cash flow = revenue × margin × (1 − tax) × (1 − reinvestment rate)
    terminal value = free cash flow of the last year × (1 + g) ÷ (WACC − g)

A worked example: revenue 1,000, growth and terminal growth 0 %, margin 20 %, tax 25 %,
no reinvestment, WACC 10 %, end of year. Free cash flow is 1,000 × 0.2 × 0.75 = 150 a year for
ever, worth 150 ÷ 0.10 = 1,500 however many years are written out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from operator import mul

from research_agent.finance.valuation.present_value import (
    discount_factors,
    linear_fade,
    perpetuity_value,
)

__all__ = [
    "FirmTerms",
    "FirmYear",
    "firm_value",
    "firm_years",
    "free_cash_flows",
    "terminal_reinvestment",
    "value_of_flows",
]

_ONE = Decimal(1)
_ZERO = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirmTerms:
    """What the forecast needs; all rates are fractions.

    Args:
        revenue: Of the base year, in whole units.
        growth: Of revenue in year 1.
        terminal_growth: Of revenue in the last year and for ever after.
        margin: Operating income over revenue in year 1.
        terminal_margin: The same in the last year.
        tax_rate: On operating income; a loss brings no tax back.
        reinvestment: Share of after-tax profit reinvested in year 1; negative when capital is
            released. Of a loss nothing is reinvested.
        return_on_new_capital: Return on what is reinvested from the last year on.
        wacc: Cost of capital.
        years: How many are forecast one by one.
        mid_year: Whether cash comes in mid-year.
    """

    revenue: Decimal
    growth: Decimal
    terminal_growth: Decimal
    margin: Decimal
    terminal_margin: Decimal
    tax_rate: Decimal
    reinvestment: Decimal
    return_on_new_capital: Decimal
    wacc: Decimal
    years: int
    mid_year: bool


@dataclass(frozen=True, slots=True)
class FirmYear:
    """One forecast year; money in whole units, rates as fractions."""

    number: int
    growth: Decimal
    revenue: Decimal
    margin: Decimal
    operating_income: Decimal
    tax: Decimal
    reinvestment_rate: Decimal
    reinvestment: Decimal
    free_cash_flow: Decimal
    discount_factor: Decimal

    @property
    def after_tax_profit(self) -> Decimal:
        """Operating income less the tax on it (NOPAT)."""
        return self.operating_income - self.tax

    @property
    def present_value(self) -> Decimal:
        """Of the free cash flow."""
        return self.free_cash_flow * self.discount_factor


def terminal_reinvestment(terms: FirmTerms) -> Decimal:
    """Return the share of profit that growth for ever takes: g ÷ return on new capital."""
    return terms.terminal_growth / terms.return_on_new_capital


def firm_years(terms: FirmTerms) -> Iterator[FirmYear]:
    """Yield the forecast year by year."""
    revenue = terms.revenue
    factors = discount_factors(terms.wacc, terms.years, mid_year=terms.mid_year)
    for number, (growth, margin, rate) in enumerate(_paths(terms), start=1):
        revenue *= _ONE + growth
        income = revenue * margin
        tax = max(income, _ZERO) * terms.tax_rate
        reinvested = max(income - tax, _ZERO) * rate
        yield FirmYear(
            number,
            growth,
            revenue,
            margin,
            income,
            tax,
            rate,
            reinvested,
            income - tax - reinvested,
            factors[number - 1],
        )


def free_cash_flows(terms: FirmTerms) -> list[Decimal]:
    """Return the free cash flow of each year, without keeping what it is made of.

    The same sums as in `firm_years`; a grid and a search need many of them.
    """
    kept = _ONE - terms.tax_rate
    revenue, flows = terms.revenue, []
    for growth, margin, rate in _paths(terms):
        revenue *= _ONE + growth
        flow = revenue * margin
        flows.append(flow * kept * (_ONE - rate) if flow > 0 else flow)
    return flows


def value_of_flows(
    flows: Sequence[Decimal], factors: Sequence[Decimal], *, wacc: Decimal, growth: Decimal
) -> Decimal:
    """Return the value of yearly flows that grow for ever after the last.

    The terminal value is discounted like the last flow, as Gordon's formula puts its first flow
    one year behind that.

    Raises:
        ValueError: `wacc` is not above `growth`.
    """
    total = sum(map(mul, flows, factors), _ZERO)
    return total + perpetuity_value(flows[-1] * (_ONE + growth), wacc, growth) * factors[-1]


def firm_value(terms: FirmTerms) -> Decimal:
    """Return the enterprise value: forecast years and terminal value by Gordon's formula.

    Raises:
        ValueError: WACC is not above terminal growth.
    """
    factors = discount_factors(terms.wacc, terms.years, mid_year=terms.mid_year)
    flows = free_cash_flows(terms)
    return value_of_flows(flows, factors, wacc=terms.wacc, growth=terms.terminal_growth)


def _paths(terms: FirmTerms) -> Iterator[tuple[Decimal, Decimal, Decimal]]:
    """Yield growth, margin and reinvestment rate of each year."""
    years = terms.years
    return zip(
        linear_fade(terms.growth, terms.terminal_growth, years),
        linear_fade(terms.margin, terms.terminal_margin, years),
        linear_fade(terms.reinvestment, terminal_reinvestment(terms), years),
        strict=True,
    )
