"""Free cash flow to the firm of the base year, and what of the profit is reinvested.

Two definitions, both in the CFA Program curriculum (*Free Cash Flow Valuation*):

    from profit: EBIT × (1 − tax) + depreciation and amortization − capital expenditure
                 − increase in working capital
    from cash:   cash from operations − capital expenditure + interest expense × (1 − tax)

The first is used where all of its parts were filed, else the second. Working capital is current
assets without cash and short-term investments, less current liabilities without debt.
"""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell
from research_agent.finance.valuation.assumption import Assumption, show_assumed
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["BaseYear", "base_year"]

_WORKING_CAPITAL: tuple[tuple[str, ...], ...] = (
    ("current_assets",),
    ("current_liabilities",),
    ("cash_and_short_term_investments", "cash_and_restricted_cash"),
    ("current_debt",),
)
"""Each with what stands for it where it is not filed."""


@dataclass(frozen=True, slots=True)
class BaseYear:
    """The base year in the terms of a discounted cash flow.

    Args:
        revenue: As filed.
        operating_income: As filed, or income before tax with interest expense added back.
        after_tax_profit: Operating income less tax at the assumed rate (NOPAT).
        free_cash_flow: To the firm; missing where neither definition has its parts.
        reinvestment_rate: Share of the after-tax profit that is not free cash flow; missing
            where there is no profit.
        notes: Which definition was used, and what it leaves in.
    """

    revenue: Fact
    operating_income: Fact
    after_tax_profit: Fact
    free_cash_flow: Cell
    reinvestment_rate: Cell
    notes: tuple[str, ...]


def base_year(sheet: Worksheet, inputs: ValuationInputs, tax: Assumption) -> BaseYear | Missing:
    """Return the base year, or why there is none."""
    revenue, income = inputs.now["revenue"], _operating_income(sheet, inputs)
    if not isinstance(revenue, Fact) or revenue.value <= 0:
        return Missing("there is no revenue to forecast")
    if isinstance(income, Missing):
        return Missing(f"operating income: {income.reason}", income.looked_for)
    rate = show_assumed(tax.value, tax.unit)
    taxed = income.value - max(income.value, Decimal(0)) * tax.value
    profit = sheet.money(
        "base_after_tax_operating_income",
        "After-tax operating income",
        taxed,
        f"{income.label} × (1 − tax rate {rate})" if income.value > 0 else income.label,
        income,
        *sheet.all_assumed(tax),
    )
    flow, notes = _free_cash_flow(sheet, inputs, profit, tax)
    return BaseYear(revenue, income, profit, flow, _reinvestment_rate(sheet, profit, flow), notes)


def _operating_income(sheet: Worksheet, inputs: ValuationInputs) -> Cell:
    filed = inputs.now["operating_income"]
    pretax, interest = inputs.now["pretax_income"], inputs.now["interest_expense"]
    if isinstance(filed, Fact) or not (isinstance(pretax, Fact) and isinstance(interest, Fact)):
        return filed
    earned = inputs.now["interest_income"]
    less = (earned,) if isinstance(earned, Fact) else ()
    return sheet.money(
        "base_ebit",
        "Earnings before interest and tax",
        pretax.value + interest.value - sum((one.value for one in less), Decimal(0)),
        "Income before tax + Interest expense" + (" − Interest income" if less else ""),
        pretax,
        interest,
        *less,
    )


def _free_cash_flow(
    sheet: Worksheet, inputs: ValuationInputs, profit: Fact, tax: Assumption
) -> tuple[Cell, tuple[str, ...]]:
    added, spent = inputs.now["depreciation_and_amortization"], inputs.now["capital_expenditure"]
    tied = _increase_in_working_capital(sheet, inputs)
    if isinstance(added, Fact) and isinstance(spent, Fact) and isinstance(tied, Fact):
        flow = sheet.money(
            "base_free_cash_flow_to_firm",
            "Free cash flow to the firm",
            profit.value + added.value - spent.value - tied.value,
            f"{profit.label} + {added.label} − {spent.label} − {tied.label}",
            profit,
            added,
            spent,
            tied,
        )
        note = (
            "Free cash flow to the firm is after-tax operating income plus depreciation and "
            "amortization, less capital expenditure and the increase in working capital; "
            "share-based compensation counts as a cost."
        )
        return flow, (note,)
    absent = next(cell for cell in (added, spent, tied) if isinstance(cell, Missing))
    return _from_cash(sheet, inputs, tax, absent)


def _from_cash(
    sheet: Worksheet, inputs: ValuationInputs, tax: Assumption, absent: Missing
) -> tuple[Cell, tuple[str, ...]]:
    cash, spent = inputs.now["operating_cash_flow"], inputs.now["capital_expenditure"]
    interest, paid_in_shares = (
        inputs.now["interest_expense"],
        inputs.now["share_based_compensation"],
    )
    if not (isinstance(cash, Fact) and isinstance(spent, Fact)):
        short = cash if isinstance(cash, Missing) else spent
        assert isinstance(short, Missing)
        return short, (f"The free cash flow of the base year cannot be had: {short.reason}.",)
    back = (interest,) if isinstance(interest, Fact) else ()
    added = sum((one.value for one in back), Decimal(0)) * (1 - tax.value)
    formula = f"{cash.label} − {spent.label}"
    if back:
        formula += f" + Interest expense × (1 − tax rate {show_assumed(tax.value, tax.unit)})"
    flow = sheet.money(
        "base_free_cash_flow_to_firm",
        "Free cash flow to the firm",
        cash.value - spent.value + added,
        formula,
        cash,
        spent,
        *back,
        *sheet.all_assumed(tax),
    )
    after = " plus after-tax interest" if back else ""
    notes = [
        f"Free cash flow to the firm is cash from operations less capital expenditure{after}, as "
        f"not all parts of the other definition are there ({absent.reason})."
    ]
    if not back and isinstance(inputs.now["total_debt"], Fact):
        notes.append("Interest expense is not in the figures, so none was added back.")
    if isinstance(paid_in_shares, Fact) and paid_in_shares.value > 0:
        notes.append("This cash flow does not count share-based compensation as a cost.")
    return flow, tuple(notes)


def _increase_in_working_capital(sheet: Worksheet, inputs: ValuationInputs) -> Cell:
    parts: list[Fact] = []
    for cells in (inputs.now, inputs.before):
        for keys in _WORKING_CAPITAL:
            found = [cell for key in keys if isinstance(cell := cells[key], Fact)]
            absent = cells[keys[0]]
            if found:
                parts.append(found[0])
            elif isinstance(absent, Missing) and _matters(keys[0], absent):
                when = "" if cells is inputs.now else " a year before"
                return Missing(f"{keys[0].replace('_', ' ')}{when}: {absent.reason}")
    total = Decimal(0)
    for fact in parts:
        sign = 1 if fact.concept in ("current_assets", "current_debt") else -1
        total += sign * fact.value if fact.end == inputs.base.end else -sign * fact.value
    return sheet.money(
        "increase_in_operating_working_capital",
        "Increase in operating working capital",
        total,
        "change over the year in (Total current assets − Cash and short-term investments) − "
        "(Total current liabilities − Debt due within a year)",
        *parts,
    )


def _matters(key: str, absent: Missing) -> bool:
    """A company without debt due within a year reports none."""
    return key != "current_debt" or absent.reason != "not reported"


def _reinvestment_rate(sheet: Worksheet, profit: Fact, flow: Cell) -> Cell:
    if isinstance(flow, Missing):
        return flow
    if profit.value <= 0:
        return Missing("the base year has no after-tax profit")
    return sheet.rate(
        "base_reinvestment_rate",
        "Reinvestment rate",
        1 - flow.value / profit.value,
        f"1 − {flow.label} ÷ {profit.label}",
        flow,
        profit,
    )
