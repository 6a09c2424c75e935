from decimal import Decimal

import pytest

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.domain.periods import Basis
from research_agent.domain.tables import Cell
from research_agent.finance.catalog import LINE_ITEMS
from research_agent.finance.companyfacts import FactRow
from research_agent.finance.ratio_series import ratio_cell
from research_agent.finance.ratios import RATIOS
from tests.fakes.fact_rows import figures, filed

YEAR, END, BEFORE = "2024-01-01/2024-12-31", "2024-12-31", "2023-12-31"


def book() -> list[FactRow]:
    """Two years of a small company; every expected ratio below is worked by hand from these."""
    on = "2025-02-01"
    flows = {
        "Revenues": (1000, 800),
        "CostOfRevenue": (600, 500),
        "OperatingIncomeLoss": (200, 150),
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest": (
            190,
            140,
        ),
        "IncomeTaxExpenseBenefit": (38, 28),
        "NetIncomeLoss": (152, 112),
        "InterestExpense": (10, 10),
        "NetCashProvidedByUsedInOperatingActivities": (228, 160),
        "PaymentsToAcquirePropertyPlantAndEquipment": (60, 50),
    }
    balances = {
        "Assets": (900, 700),
        "AssetsCurrent": (400, 300),
        "InventoryNet": (100, 80),
        "CashAndCashEquivalentsAtCarryingValue": (150, 100),
        "LiabilitiesCurrent": (200, 150),
        "StockholdersEquity": (500, 400),
        "LongTermDebtNoncurrent": (150, 120),
        "PropertyPlantAndEquipmentNet": (350, 250),
        "AccountsReceivableNetCurrent": (110, 90),
    }
    rows = [filed(t, YEAR, now, on=on) for t, (now, _) in flows.items()]
    rows += [
        filed(t, "2023-01-01/2023-12-31", was, on=on, fy=2024) for t, (_, was) in flows.items()
    ]
    rows += [filed(t, END, now, on=on) for t, (now, _) in balances.items()]
    rows += [filed(t, BEFORE, was, on=on, fy=2024) for t, (_, was) in balances.items()]
    return rows


def cell(key: str, rows: list[FactRow], basis: Basis = Basis.ANNUAL) -> Cell:
    found = figures(*rows)
    return ratio_cell(found, RATIOS[key], next(iter(found.columns.slots(basis))))


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("gross_margin", Decimal(400) / 1000),
        ("net_margin", Decimal(152) / 1000),
        ("effective_tax_rate", Decimal(38) / 190),
        ("return_on_equity", Decimal(152) / 450),
        ("return_on_assets", Decimal(152) / 800),
        ("return_on_invested_capital", Decimal(200) * (1 - Decimal("0.2")) / 460),
        ("current_ratio", Decimal(400) / 200),
        ("quick_ratio", Decimal(300) / 200),
        ("debt_to_equity", Decimal(150) / 500),
        ("interest_coverage", Decimal(200) / 10),
        ("fixed_asset_turnover", Decimal(1000) / 300),
        ("inventory_turnover", Decimal(600) / 90),
        ("days_sales_outstanding", Decimal(100) / 1000 * 365),
        ("cash_conversion", Decimal(228) / 152),
        ("free_cash_flow_margin", Decimal(168) / 1000),
        ("revenue_growth", Decimal("0.25")),
    ],
)
def test_a_ratio_is_its_textbook_formula(key: str, expected: Decimal) -> None:
    """Worked by hand from the book above; averages are of opening and closing balances."""
    found = cell(key, book())

    assert isinstance(found, Fact)
    assert abs(found.value - expected) < Decimal("1e-20")
    assert found.origin is Origin.COMPUTED
    assert found.formula == RATIOS[key].formula
    assert found.inputs


def test_a_missing_input_is_named() -> None:
    """The reader learns which figure is missing, at which time."""
    rows = [r for r in book() if not (r.tag.endswith("Assets") and str(r.end) == BEFORE)]

    assert cell("return_on_assets", rows) == Missing(
        "total assets at the start of the year: not reported"
    )


def test_growth_from_a_loss_has_no_meaning() -> None:
    """-50 to 152 is not a growth rate."""
    rows = [r for r in book() if not (r.tag.endswith("NetIncomeLoss") and str(r.end) == BEFORE)]
    rows.append(filed("NetIncomeLoss", "2023-01-01/2023-12-31", -50, on="2025-02-01", fy=2024))

    assert cell("net_income_growth", rows) == Missing("the base is zero or negative")


def test_trap_23_a_bank_has_no_current_ratio_and_the_reason_is_given() -> None:
    """n/a with the reason, not a number out of whatever was tagged."""
    rows = [filed("RevenuesNetOfInterestExpense", YEAR, 100, on="2025-02-01")]

    assert cell("current_ratio", rows) == Missing("not meaningful for a bank")
    assert cell("gross_margin", rows) == Missing("not meaningful for a bank")


def test_every_ratio_names_line_items_that_exist_and_keys_do_not_collide() -> None:
    """A ratio is data; a misspelt input would be n/a for ever."""
    assert len(RATIOS) >= 50
    assert not RATIOS.keys() & LINE_ITEMS.keys()
    for ratio in RATIOS.values():
        assert {wanted.key for wanted in ratio.inputs} <= LINE_ITEMS.keys()
