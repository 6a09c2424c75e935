"""The workings of a valuation: models side by side, bridge, sensitivity, forecast."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.domain.tabular import show_cell, unit_heading
from research_agent.finance.valuation import Valuation
from research_agent.finance.valuation.assumption import show_assumed
from research_agent.finance.valuation.dividend_value import DividendValue
from research_agent.finance.valuation.excess_return import ExcessReturnValue
from research_agent.finance.valuation.firm_value import FirmValue, TerminalCase
from research_agent.finance.valuation.sensitivity import SensitivityGrid
from research_agent.ui.charts import Line, show_chart
from research_agent.ui.company_grid import Grid, GridCell, GridHead, GridRow, show_grid
from research_agent.ui.company_sources import cell_card, hover_text
from research_agent.ui.company_table import Section, grid_cell, show_series

__all__ = [
    "WorkLine",
    "bridge_lines",
    "oldest_first",
    "sensitivity_cells",
    "show_bridge",
    "show_excess",
    "show_forecast",
    "show_models",
    "show_sensitivity",
]

CHART_PX = 190
_FORECAST_ROWS = (
    "forecast_revenue_growth",
    "forecast_revenue",
    "forecast_operating_margin",
    "forecast_operating_income",
    "forecast_after_tax_profit",
    "forecast_reinvestment",
    "forecast_free_cash_flow",
    "forecast_present_value",
)
_CHARTED = ("forecast_revenue", "forecast_free_cash_flow")


@dataclass(frozen=True, slots=True)
class WorkLine:
    """One line of a working: a label and a cell for each column."""

    label: str
    cells: tuple[Cell, ...]
    depth: int = 0
    strong: bool = False


def show_models(valuation: Valuation) -> None:
    """Draw the value per share by each model, with the reason where one does not apply."""
    st.markdown("#### By model")
    lines = [WorkLine(label, (cell,)) for label, cell in _models(valuation)]
    if valuation.price is not None:
        lines.append(WorkLine("Growth of year 1 the price expects", (valuation.implied_growth,)))
    _show_lines("Value per share by model", ("Value per share",), lines, key="grid-models")


def _models(valuation: Valuation) -> list[tuple[str, Cell]]:
    firm, excess, dividends = valuation.firm, valuation.excess_return, valuation.dividends
    found: list[tuple[str, Cell]] = []
    if isinstance(firm, FirmValue):
        other = firm.by_multiple
        found += [
            ("Discounted cash flow, perpetual growth", firm.by_growth.per_share),
            (
                "Discounted cash flow, exit multiple",
                other.per_share if isinstance(other, TerminalCase) else other,
            ),
        ]
    else:
        found.append(("Discounted cash flow", firm))
    if isinstance(excess, ExcessReturnValue):
        found.append(("Excess returns on book equity", excess.per_share))
    if isinstance(dividends, DividendValue):
        found += [
            ("Dividends, steady growth", dividends.one_stage),
            ("Dividends, two stages", dividends.two_stages),
        ]
    else:
        found.append(("Dividend discount", dividends))
    return found


def show_bridge(valuation: Valuation, firm: FirmValue) -> None:
    """Draw the steps from the forecast to a share, for both ways to value the end."""
    st.markdown("#### From the firm to a share")
    heads = ("Perpetual growth", "Exit multiple")
    _show_lines("From the firm to a share", heads, bridge_lines(valuation, firm), key="grid-bridge")


def bridge_lines(valuation: Valuation, firm: FirmValue) -> list[WorkLine]:
    """Return the steps; what is taken off has a minus before its name."""
    cases = (firm.by_growth, firm.by_multiple)

    def line(label: str, name: str, *, strong: bool = False) -> WorkLine:
        cells = tuple(
            getattr(case, name) if isinstance(case, TerminalCase) else case for case in cases
        )
        return WorkLine(label, cells, 0 if strong else 1, strong)

    def same(label: str, cell: Cell) -> WorkLine:
        return WorkLine(label, (cell, cell), 1)

    return [
        same("Present value of the forecast years", firm.forecast_value),
        line("+ Present value of the years after", "present_value"),
        line("Enterprise value", "enterprise_value", strong=True),
        *(
            same(f"{'+' if step.sign > 0 else '−'} {step.label}", step.cell)
            for step in firm.bridge.lines
            if isinstance(step.cell, Fact) or step.label in " ".join(firm.bridge.gaps)
        ),
        line("Equity value", "equity_value", strong=True),
        same("÷ Diluted shares", valuation.shares),
        line("Value per share", "per_share", strong=True),
    ]


def show_excess(valuation: Valuation, excess: ExcessReturnValue) -> None:
    """Draw the steps from book equity to a share."""
    st.markdown("#### From book equity to a share")
    lines = [
        WorkLine("Book equity of common shareholders", (excess.book_equity,), 1),
        WorkLine("+ Present value of excess returns", (excess.excess,), 1),
        WorkLine("Equity value", (excess.equity_value,), 0, True),
        WorkLine("÷ Diluted shares", (valuation.shares,), 1),
        WorkLine("Value per share", (excess.per_share,), 0, True),
        WorkLine("Equity value over book equity", (excess.price_to_book,)),
    ]
    _show_lines("From book equity to a share", ("Excess returns",), lines, key="grid-excess")


def _show_lines(label: str, heads: Sequence[str], lines: Sequence[WorkLine], *, key: str) -> None:
    """Draw a working; the unit most lines have is said once, the others at their lines."""
    units = [unit for line in lines if (unit := _unit(line.cells))]
    usual = max(units, key=units.count) if units else ""
    cells: dict[str, tuple[str, Cell]] = {}
    rows = []
    for line in lines:
        names = [f"{line.label}|{head}" for head in heads]
        cells |= {name: (line.label, cell) for name, cell in zip(names, line.cells, strict=True)}
        unit = _unit(line.cells)
        rows.append(
            GridRow(
                label=line.label,
                unit="" if unit == usual else unit,
                depth=line.depth,
                strong=line.strong,
                cells=tuple(
                    grid_cell(cell, name=name, marked=False)
                    for name, cell in zip(names, line.cells, strict=True)
                ),
            )
        )
    show_grid(
        Grid(label, tuple(GridHead(head) for head in heads), rows, usual),
        key=key,
        card=lambda name: cell_card(*_of(cells, name)),
    )


def _of(cells: Mapping[str, tuple[str, Cell]], name: str) -> tuple[str, str, Cell]:
    label, cell = cells[name]
    return label, name.partition("|")[2], cell


def _unit(cells: Sequence[Cell]) -> str:
    unit = next((cell.unit for cell in cells if isinstance(cell, Fact)), "")
    return unit_heading(unit) if unit and unit not in ("fraction", "ratio") else ""


def show_sensitivity(grid: SensitivityGrid) -> None:
    """Draw the value per share at other costs of capital and terminal growth rates."""
    st.markdown("#### If the two weightiest assumptions are off")
    cells = sensitivity_cells(grid)
    heads = tuple(GridHead(show_assumed(rate, "fraction")) for rate in grid.growths)
    rows = tuple(
        GridRow(label=f"WACC {show_assumed(rate, 'fraction')}", cells=tuple(cells[place]))
        for place, rate in enumerate(grid.waccs)
    )
    by_name = {
        f"{row}|{column}": cell
        for row, line in enumerate(grid.cells)
        for column, cell in enumerate(line)
    }
    show_grid(
        Grid("Value per share by WACC and terminal growth", heads, rows, "by terminal growth"),
        key="grid-sensitivity",
        card=lambda name: cell_card("Value per share", "", by_name[name]),
    )


def sensitivity_cells(grid: SensitivityGrid) -> list[list[GridCell]]:
    """Return the cells, tinted by their rank among all values; the valuation's own is set apart."""
    ranks = _ranks([cell for line in grid.cells for cell in line])
    middle = (len(grid.waccs) // 2, len(grid.growths) // 2)
    return [
        [
            GridCell(
                text=show_cell(cell.value, cell.unit) if isinstance(cell, Fact) else "n/a",
                id=f"{row}|{column}",
                hint=hover_text(cell),
                tone="faint" if isinstance(cell, Missing) else "",
                heat=ranks.get(id(cell)),
                middle=(row, column) == middle,
            )
            for column, cell in enumerate(line)
        ]
        for row, line in enumerate(grid.cells)
    ]


def _ranks(cells: Sequence[Cell]) -> Mapping[int, float]:
    """Return where each figure stands among all, from 0 to 1."""
    facts = sorted((cell for cell in cells if isinstance(cell, Fact)), key=lambda fact: fact.value)
    last = max(len(facts) - 1, 1)
    return {id(fact): place / last for place, fact in enumerate(facts)}


def show_forecast(firm: FirmValue) -> None:
    """Draw the forecast, year 1 first: two charts and every line with its formula."""
    st.markdown("#### Forecast, by the assumptions")
    table = oldest_first(firm.forecast)
    rows = tuple(_short(row) for key in _FORECAST_ROWS if (row := table.row(key)) is not None)
    charted = [row for row in rows if row.concept in _CHARTED]
    for column, row in zip(st.columns(len(_CHARTED)), charted, strict=True):
        with column:
            facts = tuple(cell for cell in row.cells if isinstance(cell, Fact))
            show_chart(
                [Line(row.label, facts)],
                title=row.label,
                key=f"chart-{row.concept}",
                headed=True,
                height=CHART_PX,
            )
    show_series(table, (Section("", rows),), key="grid-forecast", marked=False, strong=False)


def _short(row: Row) -> Row:
    """Drop the word that the heading above says for all rows."""
    name = row.label.removeprefix("Forecast ")
    return replace(row, label=name[:1].upper() + name[1:])


def oldest_first(table: SeriesTable) -> SeriesTable:
    """Return the table with its periods the other way round, as a forecast is read."""

    def turned(row: Row) -> Row:
        return replace(row, cells=tuple(reversed(row.cells)))

    return replace(
        table,
        periods=tuple(reversed(table.periods)),
        rows=tuple(turned(row) for row in table.rows),
    )
