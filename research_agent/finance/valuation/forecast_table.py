"""A forecast as a table of figures, each with its formula."""

from collections.abc import Sequence
from decimal import Decimal

from research_agent.domain.facts import Fact
from research_agent.domain.tables import Row, SeriesTable
from research_agent.finance.valuation.assumption import show_assumed
from research_agent.finance.valuation.firm_forecast import FirmYear
from research_agent.finance.valuation.inputs import ValuationInputs
from research_agent.finance.valuation.worksheet import Worksheet, forecast_period

__all__ = ["forecast_table"]

_ROWS = (
    ("revenue_growth", "Forecast revenue growth", "fraction", "growth", 1),
    ("revenue", "Forecast revenue", "", "revenue", 1),
    ("operating_margin", "Forecast operating margin", "fraction", "margin", 2),
    ("operating_income", "Forecast operating income", "", "operating_income", 2),
    ("after_tax_profit", "Forecast after-tax profit", "", "after_tax_profit", 2),
    ("reinvestment", "Forecast reinvestment", "", "reinvestment", 2),
    ("free_cash_flow", "Forecast free cash flow", "", "free_cash_flow", 2),
    ("discount_factor", "Discount factor", "ratio", "discount_factor", 3),
    ("present_value", "Present value of free cash flow", "", "present_value", 3),
)
"""Key, label, unit, field of `FirmYear`, and how many of revenue, income and WACC it is made from."""
_FORMULAS = {
    "revenue_growth": "in equal steps from {first} in Year 1 to {last} in the last year",
    "revenue": "revenue of the year before × (1 + growth {growth})",
    "operating_margin": "in equal steps from Year 1 to the last year",
    "operating_income": "revenue × operating margin {margin}",
    "after_tax_profit": "operating income − tax",
    "reinvestment": "after-tax profit × reinvestment rate {rate}",
    "free_cash_flow": "after-tax profit − reinvestment",
    "discount_factor": "1 ÷ (1 + WACC) ^ t",
    "present_value": "free cash flow × discount factor",
}


def forecast_table(
    sheet: Worksheet,
    inputs: ValuationInputs,
    years: Sequence[FirmYear],
    made_from: tuple[Fact, Fact, Fact],
    *,
    scenario: str,
) -> SeriesTable:
    """Return the forecast, one row a line and one column a year, the last year first.

    Args:
        sheet: Makes the figures.
        inputs: Whose forecast it is.
        years: Oldest first.
        made_from: Revenue and operating income of the base year, and WACC.
        scenario: Tells forecasts of one company under different assumptions apart.
    """
    ends = {"first": _percent(years[0].growth), "last": _percent(years[-1].growth)}
    newest_first = [(year, forecast_period(inputs.base, year.number)) for year in reversed(years)]
    shown = [
        {
            "growth": _percent(year.growth),
            "margin": _percent(year.margin),
            "rate": _percent(year.reinvestment_rate),
        }
        for year, _ in newest_first
    ]
    rows = []
    for key, label, unit, name, needs in _ROWS:
        cells = tuple(
            sheet.figure(
                f"forecast_{key}",
                label,
                getattr(year, name),
                unit or inputs.currency,
                _FORMULAS[key].format_map({**ends, **numbers}),
                *made_from[:needs],
                period=period,
            )
            for (year, period), numbers in zip(newest_first, shown, strict=True)
        )
        rows.append(Row(f"forecast_{key}", label, unit or inputs.currency, cells))
    return SeriesTable(
        key=f"forecast({inputs.company.ticker},{inputs.base.label},{inputs.as_of},{scenario})",
        title="Forecast of free cash flow, by assumptions",
        company=inputs.company,
        periods=tuple(period for _, period in newest_first),
        rows=tuple(rows),
        notes=("A forecast from assumptions; no filing states these figures.",),
    )


def _percent(value: Decimal) -> str:
    return show_assumed(value, "fraction")
