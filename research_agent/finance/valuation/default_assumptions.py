"""Every assumption a valuation can need: our default, its bounds and the reason.

The defaults are ours: round numbers that do not move with the market. They are no market data
and no forecast, and every text that shows them says so.
"""

from dataclasses import dataclass
from decimal import Decimal

from research_agent.finance.valuation.assumption import SWITCH, YEARS

__all__ = ["DEFAULTS", "Default"]


@dataclass(frozen=True, slots=True)
class Default:
    """One assumption before anything is known of a company.

    Args:
        key: Name by which a person sets it.
        label: In words.
        unit: As in `Assumption`.
        value: Our default; `None` where only filings, other assumptions or the person can say.
        low: Lowest value a person may set.
        high: Highest value a person may set.
        why: One sentence: why this default, or where the value comes from without one.
    """

    key: str
    label: str
    unit: str
    value: Decimal | None
    low: Decimal
    high: Decimal
    why: str


def _default(
    key: str, label: str, unit: str, value: str | None, low: str, high: str, why: str
) -> Default:
    number = Decimal(value) if value is not None else None
    return Default(key, label, unit, number, Decimal(low), Decimal(high), why)


_ALL = (
    _default(
        "years",
        "Forecast years",
        YEARS,
        "10",
        "3",
        "20",
        "Ten years give growth time to fade to a rate that can last.",
    ),
    _default(
        "revenue_growth",
        "Revenue growth in year 1",
        "fraction",
        "0.05",
        "-0.50",
        "1.00",
        "About nominal growth of a developed economy; used where the filings show no growth rate.",
    ),
    _default(
        "terminal_growth",
        "Terminal growth",
        "fraction",
        "0.025",
        "-0.05",
        "0.06",
        "Inflation near 2% and a little real growth; nothing outgrows the economy for ever.",
    ),
    _default(
        "operating_margin",
        "Operating margin in year 1",
        "fraction",
        None,
        "-1.00",
        "0.90",
        "Operating income over revenue of the base year.",
    ),
    _default(
        "terminal_operating_margin",
        "Operating margin in the last year",
        "fraction",
        None,
        "-0.50",
        "0.90",
        "As in year 1: we know no reason why it should change.",
    ),
    _default(
        "tax_rate",
        "Tax rate",
        "fraction",
        "0.21",
        "0",
        "0.50",
        "The federal rate of the United States; used where the filings show no usable rate.",
    ),
    _default(
        "reinvestment_rate",
        "Reinvestment rate in year 1",
        "fraction",
        None,
        "-1.00",
        "1.50",
        "Capital expenditure less depreciation plus working capital, over after-tax profit.",
    ),
    _default(
        "return_on_new_capital",
        "Return on new capital at the end",
        "fraction",
        "0.15",
        "0.02",
        "1.00",
        "Above the cost of capital but far below the best years: advantages wear off.",
    ),
    _default(
        "exit_multiple",
        "EV/EBITDA at the end",
        "ratio",
        "12",
        "1",
        "60",
        "A round number near long-run averages of large companies.",
    ),
    _default(
        "mid_year",
        "Cash arrives in mid-year",
        SWITCH,
        "1",
        "0",
        "1",
        "Cash comes in over the year, on average in its middle.",
    ),
    _default(
        "risk_free_rate",
        "Risk-free rate",
        "fraction",
        "0.045",
        "0",
        "0.20",
        "A round number near long-dated US government yields of the mid-2020s.",
    ),
    _default(
        "equity_risk_premium",
        "Equity risk premium",
        "fraction",
        "0.05",
        "0.01",
        "0.15",
        "In the middle of the 4% to 6% that textbooks use for developed markets.",
    ),
    _default(
        "beta",
        "Beta",
        "ratio",
        "1",
        "0.1",
        "4",
        "The market's own risk: we have no prices to measure the company's.",
    ),
    _default(
        "cost_of_equity",
        "Cost of equity",
        "fraction",
        None,
        "0.01",
        "0.40",
        "Risk-free rate plus beta times equity risk premium.",
    ),
    _default(
        "cost_of_debt",
        "Cost of debt before tax",
        "fraction",
        None,
        "0.005",
        "0.25",
        "Interest expense over average debt.",
    ),
    _default(
        "debt_weight",
        "Weight of debt",
        "fraction",
        None,
        "0",
        "0.90",
        "Debt over debt plus equity.",
    ),
    _default(
        "wacc",
        "Cost of capital (WACC)",
        "fraction",
        None,
        "0.01",
        "0.40",
        "Costs of equity and of debt after tax, by their weights.",
    ),
    _default(
        "dividend_growth",
        "Dividend growth in the first stage",
        "fraction",
        "0.04",
        "-0.20",
        "0.30",
        "Between inflation and nominal growth; used where the filings show no growth rate.",
    ),
    _default(
        "dividend_years",
        "Years of the first dividend stage",
        YEARS,
        "5",
        "1",
        "20",
        "Half of the forecast: boards raise dividends steadily for some years.",
    ),
    _default(
        "return_on_equity",
        "Return on equity in year 1",
        "fraction",
        None,
        "-0.50",
        "0.60",
        "Income to common shareholders over average common equity of the base year.",
    ),
    _default(
        "terminal_return_on_equity",
        "Return on equity in the last year",
        "fraction",
        None,
        "0.01",
        "0.40",
        "The cost of equity: in the long run competition leaves no excess return.",
    ),
    _default(
        "book_growth",
        "Growth of book equity in year 1",
        "fraction",
        "0.04",
        "-0.20",
        "0.30",
        "Near nominal growth; used where the filings do not show what is paid out.",
    ),
)

DEFAULTS: dict[str, Default] = {default.key: default for default in _ALL}
