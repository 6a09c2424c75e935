"""The value of a bank or insurer: book equity and what it earns beyond its cost.

Source: Damodaran, *Investment Valuation*, chapter on financial service firms; the same as
residual income (Ohlson 1995):

    value = book equity + sum of (return on equity − cost of equity) × opening book equity,
            discounted, + what goes on after the forecast

Return on equity and growth of book equity move in equal steps over the forecast. A worked
example: book equity 100, cost of equity 10 %, return 12 % for ever, no growth: the excess of 2 a
year is worth 2 ÷ 0.10 = 20, the equity 120, which is also its income of 12 ÷ 0.10.
"""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.valuation.assumption import Assumption, show_assumed
from research_agent.finance.valuation.assumption_book import AssumptionBook, Suggestion
from research_agent.finance.valuation.equity_bridge import share_value
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.present_value import (
    discount_factors,
    linear_fade,
    perpetuity_value,
)
from research_agent.finance.valuation.worksheet import Worksheet

__all__ = ["ExcessReturnTerms", "ExcessReturnValue", "excess_return_valuation", "excess_value"]

LOWEST_GROWTH = Decimal(0)
HIGHEST_GROWTH = Decimal("0.08")
"""Book equity that grows faster for years comes from takeovers or new shares."""
_SECTORS = frozenset({Sector.BANK, Sector.INSURER})


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcessReturnTerms:
    """What the model needs; rates are fractions.

    Args:
        book_equity: Of common shareholders, in whole units.
        return_on_equity: In year 1, on opening book equity.
        terminal_return: In the last year and ever after.
        growth: Of book equity in year 1.
        terminal_growth: In the last year and ever after.
        cost: Of equity.
        years: How many are forecast one by one.
    """

    book_equity: Decimal
    return_on_equity: Decimal
    terminal_return: Decimal
    growth: Decimal
    terminal_growth: Decimal
    cost: Decimal
    years: int


@dataclass(frozen=True, slots=True)
class ExcessReturnValue:
    """The value by excess returns.

    Args:
        book_equity: Of common shareholders at the end of the base year.
        excess: Present value of all excess returns.
        equity_value: Their sum.
        per_share: The same per diluted share.
        price_to_book: Equity value over book equity.
        notes: What the book equity holds.
    """

    book_equity: Fact
    excess: Fact
    equity_value: Fact
    per_share: Cell
    price_to_book: Fact
    notes: tuple[str, ...]


def excess_value(terms: ExcessReturnTerms) -> Decimal:
    """Return the present value of all excess returns.

    Raises:
        ValueError: The cost of equity is not above terminal growth.
    """
    book, total = terms.book_equity, Decimal(0)
    for earned, growth, factor in zip(
        linear_fade(terms.return_on_equity, terms.terminal_return, terms.years),
        linear_fade(terms.growth, terms.terminal_growth, terms.years),
        discount_factors(terms.cost, terms.years, mid_year=False),
        strict=True,
    ):
        total += (earned - terms.cost) * book * factor
        book *= 1 + growth
    after = (terms.terminal_return - terms.cost) * book
    return total + perpetuity_value(after, terms.cost, terms.terminal_growth) * factor


def excess_return_valuation(
    sheet: Worksheet, book: AssumptionBook, inputs: ValuationInputs, cost: Fact
) -> ExcessReturnValue | Missing:
    """Return the value by excess returns, or why there is none.

    Args:
        sheet: Makes the figures.
        book: Hands out the assumptions.
        inputs: Income and equity.
        cost: Cost of equity.
    """
    if inputs.sector not in _SECTORS:
        return Missing("for banks and insurers only; the discounted cash flow serves others better")
    equity = _common_equity(sheet, inputs, before=False)
    if isinstance(equity, Missing):
        return Missing(f"book equity: {equity.reason}", equity.looked_for)
    if equity.value <= 0:
        return Missing("book equity is not above zero")
    earned = _return_on_equity(sheet, book, inputs, equity)
    if isinstance(earned, Missing):
        return earned
    terminal = book.take("terminal_growth")
    if cost.value <= terminal.value:
        return Missing(
            f"the cost of equity of {show_assumed(cost.value, 'fraction')} is not above terminal "
            f"growth of {show_assumed(terminal.value, 'fraction')}"
        )
    last = book.take(
        "terminal_return_on_equity",
        Suggestion(
            cost.value,
            "The cost of equity: in the long run competition leaves no excess return.",
        ),
    )
    growth = book.take("book_growth", _book_growth(sheet, inputs, earned))
    years = int(book.take("years").value)
    terms = ExcessReturnTerms(
        book_equity=equity.value,
        return_on_equity=earned.value,
        terminal_return=last.value,
        growth=growth.value,
        terminal_growth=terminal.value,
        cost=cost.value,
        years=years,
    )
    excess = sheet.money(
        "excess_return_value",
        "Present value of excess returns",
        excess_value(terms),
        f"sum over {years} years and ever after of (return on equity, from "
        f"{show_assumed(earned.value, 'fraction')} to {show_assumed(last.value, 'fraction')}, − "
        f"cost of equity {show_assumed(cost.value, 'fraction')}) × opening book equity, discounted",
        equity,
        cost,
        *sheet.all_assumed(earned, last, growth, terminal),
    )
    return _result(sheet, inputs, equity, excess)


def _result(
    sheet: Worksheet, inputs: ValuationInputs, equity: Fact, excess: Fact
) -> ExcessReturnValue:
    value = sheet.money(
        "excess_return_equity_value",
        "Equity value (excess return)",
        equity.value + excess.value,
        f"{equity.label} + {excess.label}",
        equity,
        excess,
    )
    per_share = share_value(
        sheet,
        inputs,
        value,
        key="excess_return_value_per_share",
        label="Value per share (excess return)",
    )
    multiple = sheet.figure(
        "excess_return_price_to_book",
        "Value over book equity",
        value.value / equity.value,
        "ratio",
        f"{value.label} ÷ {equity.label}",
        value,
        equity,
    )
    preferred = inputs.now["preferred_stock"]
    notes: tuple[str, ...] = ()
    if isinstance(preferred, Missing) and preferred.reason != "not reported":
        notes = (f"Preferred stock ({preferred.reason}) could not be taken out of book equity.",)
    return ExcessReturnValue(equity, excess, value, per_share, multiple, notes)


def _common_equity(sheet: Worksheet, inputs: ValuationInputs, *, before: bool) -> Cell:
    cells = inputs.before if before else inputs.now
    equity, preferred = cells["equity"], cells["preferred_stock"]
    if not (isinstance(equity, Fact) and isinstance(preferred, Fact)):
        return equity
    return sheet.money(
        "opening_common_equity" if before else "common_equity",
        "Common equity a year before" if before else "Common equity",
        equity.value - preferred.value,
        f"{equity.label} − {preferred.label}",
        equity,
        preferred,
    )


def _return_on_equity(
    sheet: Worksheet, book: AssumptionBook, inputs: ValuationInputs, equity: Fact
) -> Assumption | Missing:
    if book.is_set("return_on_equity"):
        return book.take("return_on_equity")
    income = inputs.first("net_income_to_common", "net_income")
    if isinstance(income, Missing):
        return Missing(f"net income: {income.reason}", income.looked_for)
    opening = _common_equity(sheet, inputs, before=True)
    balances = (equity, opening) if isinstance(opening, Fact) else (equity,)
    average = sum((one.value for one in balances), Decimal(0)) / len(balances)
    rate = sheet.rate(
        "return_on_common_equity",
        "Return on common equity",
        income.value / average,
        f"{income.label} ÷ {'average ' if len(balances) > 1 else ''}{equity.label}",
        income,
        *balances,
    )
    why = f"{income.label} of {inputs.base.label} over average common equity."
    return book.take("return_on_equity", Suggestion(rate.value, why, rate))


def _book_growth(
    sheet: Worksheet, inputs: ValuationInputs, earned: Assumption
) -> Suggestion | None:
    """Suggest what is kept of the return: 1 less dividends and buybacks over income."""
    income, paid = inputs.now["net_income"], inputs.now["dividends_paid"]
    bought = inputs.now["shares_repurchased"]
    if not (isinstance(income, Fact) and isinstance(paid, Fact) and income.value > 0):
        return None
    outgo = (paid, bought) if isinstance(bought, Fact) else (paid,)
    kept = sheet.rate(
        "retention_rate",
        "Share of income kept",
        1 - sum((one.value for one in outgo), Decimal(0)) / income.value,
        f"1 − ({' + '.join(one.label for one in outgo)}) ÷ {income.label}",
        income,
        *outgo,
    )
    grown = sheet.rate(
        "sustainable_growth",
        "Sustainable growth",
        earned.value * kept.value,
        f"return on equity {show_assumed(earned.value, earned.unit)} × {kept.label}",
        kept,
        *sheet.all_assumed(earned),
    )
    value = min(max(grown.value, LOWEST_GROWTH), HIGHEST_GROWTH)
    why = f"Return on equity times the share of income kept in {inputs.base.label}."
    if value != grown.value:
        ends = " and ".join(
            show_assumed(end, "fraction") for end in (LOWEST_GROWTH, HIGHEST_GROWTH)
        )
        why = f"{why[:-1]} is {show_assumed(grown.value, 'fraction')}, kept within {ends}."
    return Suggestion(value, why, grown)
