"""The value of a company by its free cash flow to the firm."""

from dataclasses import dataclass, replace
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell, SeriesTable
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.valuation.assumption import show_assumed
from research_agent.finance.valuation.assumption_book import AssumptionBook
from research_agent.finance.valuation.cost_of_capital import CapitalCosts, capital_costs
from research_agent.finance.valuation.equity_bridge import EquityBridge, equity_bridge, share_value
from research_agent.finance.valuation.firm_forecast import FirmTerms, FirmYear, firm_years
from research_agent.finance.valuation.firm_terms import firm_terms, tax_rate
from research_agent.finance.valuation.forecast_table import forecast_table
from research_agent.finance.valuation.free_cash_flow import BaseYear, base_year
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.present_value import perpetuity_value
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["FirmValue", "TerminalCase", "firm_valuation"]

_REFUSED = {
    Sector.BANK: "a bank's debt and deposits are what it works with, so there is no cash flow "
    "before financing to discount; see the excess return and dividend models",
    Sector.INSURER: "an insurer's float and reserves are what it works with, so there is no cash "
    "flow before financing to discount; see the excess return and dividend models",
}


@dataclass(frozen=True, slots=True)
class TerminalCase:
    """The value under one way to put a price on the years after the forecast.

    Args:
        terminal_value: At the end of the forecast.
        present_value: The same today.
        enterprise_value: With the forecast years.
        equity_value: For the common shares.
        per_share: The same per diluted share.
    """

    terminal_value: Fact
    present_value: Fact
    enterprise_value: Fact
    equity_value: Fact
    per_share: Cell


@dataclass(frozen=True, slots=True)
class FirmValue:
    """A discounted cash flow from the base year to a value per share.

    Args:
        base: The base year.
        terms: The numbers the forecast was made from.
        costs: What capital costs.
        forecast: Yearly figures; like every table, the last year comes first.
        forecast_value: Present value of the forecast years.
        bridge: From enterprise to equity value.
        by_growth: Terminal value by Gordon's formula.
        by_multiple: Terminal value by a multiple of EBITDA, or why not.
        ebitda: Of the base year.
    """

    base: BaseYear
    terms: FirmTerms
    costs: CapitalCosts
    forecast: SeriesTable
    forecast_value: Fact
    bridge: EquityBridge
    by_growth: TerminalCase
    by_multiple: TerminalCase | Missing
    ebitda: Cell


def firm_valuation(
    sheet: Worksheet, book: AssumptionBook, inputs: ValuationInputs, *, price: Decimal | None
) -> FirmValue | Missing:
    """Return the value by discounted free cash flow, or the reason why there is none."""
    if inputs.sector in _REFUSED:
        return Missing(_REFUSED[inputs.sector])
    tax = tax_rate(sheet, book, inputs)
    base = base_year(sheet, inputs, tax)
    if isinstance(base, Missing):
        return base
    terms = firm_terms(sheet, book, inputs, base, tax)
    if isinstance(terms, Missing):
        return terms
    costs = capital_costs(sheet, book, inputs, tax, price=price)
    terms = replace(terms, wacc=costs.wacc.value)
    if terms.wacc <= terms.terminal_growth:
        return Missing(
            f"the cost of capital of {_percent(terms.wacc)} is not above terminal growth of "
            f"{_percent(terms.terminal_growth)}, and what grows for ever as fast as it is "
            "discounted has no finite value"
        )
    return _valued(sheet, book, inputs, base, terms, costs)


def _valued(
    sheet: Worksheet,
    book: AssumptionBook,
    inputs: ValuationInputs,
    base: BaseYear,
    terms: FirmTerms,
    costs: CapitalCosts,
) -> FirmValue:
    years = tuple(firm_years(terms))
    made_from = (base.revenue, base.operating_income, costs.wacc)
    forecast = forecast_table(sheet, inputs, years, made_from, scenario=book.scenario)
    present = sheet.money(
        "dcf_value_of_forecast_years",
        "Present value of the forecast years",
        sum((year.present_value for year in years), Decimal(0)),
        f"sum of free cash flow × discount factor, Year 1 to Year {len(years)}",
        *made_from,
    )
    bridge = equity_bridge(sheet, inputs)
    cases = _Cases(sheet, inputs, present, bridge)
    last, growth = years[-1], terms.terminal_growth
    terminal = sheet.money(
        "dcf_terminal_value",
        "Terminal value (perpetual growth)",
        perpetuity_value(last.free_cash_flow * (1 + growth), terms.wacc, growth),
        f"free cash flow of Year {last.number} × (1 + {_percent(growth)}) ÷ "
        f"(WACC {_percent(terms.wacc)} − {_percent(growth)})",
        *made_from,
    )
    by_growth = cases.of(terminal, last.discount_factor, "dcf", "perpetual growth")
    ebitda = inputs.now["ebitda"]
    by_multiple = _by_multiple(sheet, book, base, terms, last, ebitda, cases)
    return FirmValue(base, terms, costs, forecast, present, bridge, by_growth, by_multiple, ebitda)


@dataclass(frozen=True, slots=True)
class _Cases:
    sheet: Worksheet
    inputs: ValuationInputs
    forecast_value: Fact
    bridge: EquityBridge

    def of(self, terminal: Fact, factor: Decimal, key: str, way: str) -> TerminalCase:
        sheet = self.sheet
        present = sheet.money(
            f"{key}_present_terminal_value",
            f"Present value of the terminal value ({way})",
            terminal.value * factor,
            f"{terminal.label} × discount factor {factor:.4f}",
            terminal,
        )
        firm = sheet.money(
            f"{key}_enterprise_value",
            f"Enterprise value ({way})",
            self.forecast_value.value + present.value,
            f"{self.forecast_value.label} + {present.label}",
            self.forecast_value,
            present,
        )
        equity = sheet.money(
            f"{key}_equity_value",
            f"Equity value ({way})",
            firm.value + self.bridge.total.value,
            f"{firm.label} + {self.bridge.total.label}",
            firm,
            self.bridge.total,
        )
        per_share = share_value(
            sheet,
            self.inputs,
            equity,
            key=f"{key}_value_per_share",
            label=f"Value per share ({way})",
        )
        return TerminalCase(terminal, present, firm, equity, per_share)


def _by_multiple(
    sheet: Worksheet,
    book: AssumptionBook,
    base: BaseYear,
    terms: FirmTerms,
    last: FirmYear,
    ebitda: Cell,
    cases: _Cases,
) -> TerminalCase | Missing:
    """Value the end by a multiple; a sale happens at the end of the year, also with mid-year cash."""
    if isinstance(ebitda, Missing):
        return Missing(f"EBITDA: {ebitda.reason}", ebitda.looked_for)
    multiple = book.take("exit_multiple")
    written_off = (ebitda.value - base.operating_income.value) / base.revenue.value
    sold = last.operating_income + written_off * last.revenue
    if sold <= 0:
        return Missing("EBITDA of the last forecast year is not above zero")
    terminal = sheet.money(
        "dcf_exit_terminal_value",
        "Terminal value (exit multiple)",
        sold * multiple.value,
        f"EBITDA of Year {last.number} × {show_assumed(multiple.value, multiple.unit)}; "
        "depreciation and amortization keep their share of revenue",
        ebitda,
        base.operating_income,
        base.revenue,
        *sheet.all_assumed(multiple),
    )
    factor = last.discount_factor
    if terms.mid_year:
        factor /= (1 + terms.wacc).sqrt()
    return cases.of(terminal, factor, "dcf_exit", "exit multiple")


def _percent(value: Decimal) -> str:
    return show_assumed(value, "fraction")
