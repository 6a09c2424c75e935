"""A valuation as text: for a person at a terminal and for a model alike."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from research_agent.domain.display import round_half_up, show_short
from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell
from research_agent.finance.valuation.assumption import show_assumed
from research_agent.finance.valuation.comparables import Comparables
from research_agent.finance.valuation.dividend_value import DividendValue
from research_agent.finance.valuation.excess_return import ExcessReturnValue
from research_agent.finance.valuation.firm_value import FirmValue, TerminalCase
from research_agent.finance.valuation.sanity_checks import Verdict
from research_agent.finance.valuation.sensitivity import SensitivityGrid
from research_agent.finance.valuation.valuation import Valuation

__all__ = ["valuation_text"]

MAX_SOURCES = 6
_MILLION = Decimal(10) ** 6
_CAVEAT = (
    "An estimate under the assumptions listed, not a forecast of the price and no advice. Our "
    "defaults are round numbers, not market data."
)
_FORECAST_ROWS = (
    "forecast_revenue_growth",
    "forecast_revenue",
    "forecast_operating_income",
    "forecast_after_tax_profit",
    "forecast_reinvestment",
    "forecast_free_cash_flow",
    "forecast_present_value",
)


def valuation_text(valuation: Valuation) -> str:
    """Write a valuation down: values first, then assumptions, workings, checks and sources.

    A figure stands beside the name of its concept, an assumption beside the key that sets it.
    What a model cannot say is there with the reason.
    """
    parts = [_headline(valuation), _CAVEAT, "", *_values(valuation), "", *_assumptions(valuation)]
    if isinstance(valuation.firm, FirmValue):
        parts += ["", *_forecast(valuation, valuation.firm)]
    if isinstance(valuation.sensitivity, SensitivityGrid):
        parts += ["", *_sensitivity(valuation.sensitivity)]
    if isinstance(valuation.comparables, Comparables):
        parts += ["", *_comparables(valuation.comparables)]
    if valuation.checks:
        parts += ["", "Checks:", *_checks(valuation)]
    parts += ["", *(f"Note: {note}" for note in valuation.notes), *_sources(valuation)]
    return "\n".join(parts)


def _headline(valuation: Valuation) -> str:
    value, price = valuation.value_per_share, valuation.price
    name = str(valuation.company)
    if isinstance(value, Missing):
        return f"{name}: no value per share, because {value.reason}."
    text = f"{name}: {show_short(value.value, value.unit)} per share by {_model(valuation)}"
    if price is not None and isinstance(valuation.against_price, Fact):
        gap = valuation.against_price.value
        shown = show_short(abs(gap), "fraction")
        text += f", {shown} {'above' if gap >= 0 else 'below'} the price of "
        text += show_short(price, value.unit)
    return f"{text} (as of {valuation.base.end})."


def _model(valuation: Valuation) -> str:
    by_excess = isinstance(valuation.excess_return, ExcessReturnValue)
    return "excess returns" if by_excess else "discounted free cash flow"


def _values(valuation: Valuation) -> list[str]:
    rows: list[tuple[str, str, str]] = []
    firm, dividends, excess = valuation.firm, valuation.dividends, valuation.excess_return
    if isinstance(firm, FirmValue):
        rows += map(_figure_row, _firm_figures(firm))
        if isinstance(firm.by_multiple, Missing):
            rows.append(("", "Value by exit multiple", f"n/a: {firm.by_multiple.reason}"))
    else:
        rows += [
            _figure_row(valuation.cost_of_equity),
            ("", "Discounted cash flow", f"n/a: {firm.reason}"),
        ]
    if valuation.price is not None:
        implied = valuation.implied_growth
        rows.append(
            _figure_row(implied)
            if isinstance(implied, Fact)
            else ("", "Growth implied by the price", f"n/a: {implied.reason}")
        )
    if isinstance(excess, ExcessReturnValue):
        rows += map(
            _figure_row,
            _facts(
                excess.book_equity,
                excess.excess,
                excess.equity_value,
                excess.per_share,
                excess.price_to_book,
            ),
        )
    if isinstance(dividends, DividendValue):
        rows += map(
            _figure_row,
            _facts(dividends.dividend, dividends.payout, dividends.one_stage, dividends.two_stages),
        )
    else:
        rows.append(("", "Dividend discount", f"n/a: {dividends.reason}"))
    return ["Values:", *_columns(rows)]


def _firm_figures(firm: FirmValue) -> Iterator[Fact]:
    base, growth = firm.base, firm.by_growth
    yield from _facts(base.operating_income, base.after_tax_profit, base.free_cash_flow)
    yield from (firm.costs.equity, firm.costs.debt, firm.costs.wacc, firm.forecast_value)
    yield from _case(growth)
    for line in firm.bridge.lines:
        yield from _facts(line.cell)
    yield from _facts(growth.equity_value, growth.per_share)
    if isinstance(firm.by_multiple, TerminalCase):
        yield from _case(firm.by_multiple)
        yield from _facts(firm.by_multiple.per_share)


def _case(case: TerminalCase) -> tuple[Fact, ...]:
    return (case.terminal_value, case.present_value, case.enterprise_value)


def _facts(*cells: Cell) -> Iterator[Fact]:
    yield from (cell for cell in cells if isinstance(cell, Fact))


def _figure_row(fact: Fact) -> tuple[str, str, str]:
    return fact.concept, fact.label, show_short(fact.value, fact.unit)


def _assumptions(valuation: Valuation) -> list[str]:
    rows = [
        (one.key, show_assumed(one.value, one.unit), one.source.value, one.why)
        for one in valuation.assumptions
    ]
    return ["Assumptions (key, value, source, why):", *_columns(rows)]


def _forecast(valuation: Valuation, firm: FirmValue) -> list[str]:
    table = firm.forecast
    order = range(len(table.periods) - 1, -1, -1)  # read forward in time
    rows = [("", *(table.periods[place].label for place in order))]
    for concept in _FORECAST_ROWS:
        row = table.row(concept)
        assert row is not None
        cells = [row.cells[place] for place in order]
        rows.append((row.label, *(_plain(cell) for cell in cells)))
    end = table.periods[-1].end
    heading = f"Forecast, {valuation.currency} million, Year 1 ends {end}:"
    return [heading, *_columns(rows, words=1)]


def _plain(cell: Cell) -> str:
    if isinstance(cell, Missing):
        return "n/a"
    if cell.unit == "fraction":
        return f"{round_half_up(cell.value * 100, 1)}%"
    return f"{round_half_up(cell.value / _MILLION, 0):,}"


def _sensitivity(grid: SensitivityGrid) -> list[str]:
    header = ("WACC \\ growth", *(show_assumed(growth, "fraction") for growth in grid.growths))
    rows = [
        (show_assumed(wacc, "fraction"), *(_money(cell) for cell in cells))
        for wacc, cells in zip(grid.waccs, grid.cells, strict=True)
    ]
    heading = "Value per share by WACC and terminal growth:"
    return [heading, *_columns([header, *rows], words=1)]


def _money(cell: Cell) -> str:
    return show_short(cell.value, cell.unit) if isinstance(cell, Fact) else "n/a"


def _comparables(found: Comparables) -> list[str]:
    names = tuple(company.ticker for company in found.companies)
    rows = [("", *names, "median", "value per share: low", "median", "high")]
    for one in found.multiples:
        points = (*one.peers, one.median, *one.values)
        rows.append((one.label, *(_money(cell) for cell in points)))
    reasons = dict.fromkeys(
        f"{ticker} {one.label} n/a: {cell.reason}."
        for one in found.multiples
        for ticker, cell in zip(names, one.peers, strict=True)
        if isinstance(cell, Missing)
    )
    return ["Multiples of peers at the prices given:", *_columns(rows, words=1), *reasons]


def _checks(valuation: Valuation) -> Iterator[str]:
    for check in valuation.checks:
        mark = "! " if check.verdict is Verdict.CAUTION else "- "
        yield f"{mark}{check.sentence}"


def _sources(valuation: Valuation) -> Iterator[str]:
    facts = (*valuation.inputs.facts(), *_facts(valuation.shares))
    filings = {filing.accession: filing for fact in facts for filing in fact.filings()}
    newest = sorted(filings.values(), key=lambda filing: filing.filed, reverse=True)
    if newest:
        yield ""
        yield "Sources:"
    for filing in newest[:MAX_SOURCES]:
        yield f"{filing.form} filed {filing.filed}: {filing.url}"


def _columns(rows: Sequence[Sequence[str]], *, words: int | None = None) -> list[str]:
    """Align `rows`; the first `words` columns to the left, the others to the right."""
    if not rows:
        return []
    left = len(rows[0]) if words is None else words
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
