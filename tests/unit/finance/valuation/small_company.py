"""A small company with figures one can work by hand, and a source that holds it."""

from collections.abc import Iterable
from decimal import Decimal

from research_agent.domain.companies import Company
from research_agent.domain.periods import PeriodQuery
from research_agent.finance.figures import Figures
from research_agent.finance.valuation import ValuationInputs
from research_agent.finance.valuation.assumption_book import AssumptionBook
from research_agent.finance.valuation.inputs import read_inputs
from research_agent.finance.valuation.worksheet import Worksheet
from research_agent.finance.xbrl.companyfacts import FactRow
from tests.fakes.fact_rows import figures, filed

YEAR, BEFORE = "2024-01-01/2024-12-31", "2023-01-01/2023-12-31"
ON = "2025-02-01"
_PRETAX = (
    "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest"
)
FLOWS = {
    "Revenues": (1000, 800),
    "OperatingIncomeLoss": (200, 150),
    _PRETAX: (190, 140),
    "IncomeTaxExpenseBenefit": (38, 28),
    "NetIncomeLoss": (152, 112),
    "InterestExpense": (10, 10),
    "DepreciationDepletionAndAmortization": (50, 40),
    "NetCashProvidedByUsedInOperatingActivities": (228, 160),
    "PaymentsToAcquirePropertyPlantAndEquipment": (60, 50),
}
BALANCES = {
    "AssetsCurrent": (410, 300),
    "CashAndCashEquivalentsAtCarryingValue": (150, 100),
    "LiabilitiesCurrent": (200, 150),
    "StockholdersEquity": (500, 400),
    "LongTermDebtNoncurrent": (150, 120),
    "MinorityInterest": (20, 20),
}
SHARES = {"WeightedAverageNumberOfDilutedSharesOutstanding": (100, 100)}
DIVIDENDS = {"CommonStockDividendsPerShareDeclared": (0.5, 0.4)}


def rows(
    *, without: Iterable[str] = (), instead: dict[str, tuple[float, float]] | None = None
) -> list[FactRow]:
    """Two fiscal years; `instead` replaces figures, or adds flows, of this year and the one before."""
    gone, given = set(without), dict(instead or {})
    known = {*FLOWS, *BALANCES, *SHARES, *DIVIDENDS}
    added = {tag: values for tag, values in given.items() if tag not in known}
    found: list[FactRow] = []
    groups: tuple[tuple[dict[str, tuple[float, float]], str, bool], ...] = (
        (FLOWS | added, "USD", True),
        (dict(BALANCES), "USD", False),
        (dict(SHARES), "shares", True),
        (dict(DIVIDENDS), "USD/shares", True),
    )
    for figures_of, unit, flow in groups:
        for tag, values in figures_of.items():
            if tag in gone:
                continue
            now, was = given.get(tag, values)
            found.append(filed(tag, YEAR if flow else "2024-12-31", now, on=ON, unit=unit))
            found.append(
                filed(tag, BEFORE if flow else "2023-12-31", was, on=ON, unit=unit, fy=2024)
            )
    return found


def bank_rows() -> list[FactRow]:
    """The same as a bank: deposits, and no current items."""
    deposits = [
        filed("Deposits", day, value, on=ON)
        for day, value in (("2024-12-31", 3000), ("2023-12-31", 2900))
    ]
    return [
        *rows(without=["AssetsCurrent", "LiabilitiesCurrent", "OperatingIncomeLoss"]),
        *deposits,
    ]


def inputs(*, without: Iterable[str] = (), **instead: tuple[float, float]) -> ValuationInputs:
    """What a valuation reads of it."""
    return read_inputs(figures(*rows(without=without, instead=instead)))


def desk(read: ValuationInputs, **overrides: str) -> tuple[Worksheet, AssumptionBook]:
    """A worksheet and the assumptions, as a model gets them."""
    return Worksheet(read), AssumptionBook({key: Decimal(text) for key, text in overrides.items()})


class OneCompany:
    """A source with one company, which counts how often it was read."""

    def __init__(self, filed_rows: list[FactRow]) -> None:
        self._rows = filed_rows
        self.reads = 0

    def figures(self, company: Company, query: PeriodQuery) -> Figures:
        self.reads += 1
        return figures(*self._rows, query=query)
