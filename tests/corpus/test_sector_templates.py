"""Banks, insurers, managers, REITs and utilities, on what they filed for the first quarter of 2010.

Expected values are in millions and were read in the filings' income statements (`num.txt` beside
the labels of `pre.txt`), not through the project's tag lists.
"""

from decimal import Decimal
from pathlib import Path

import pytest

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.finance.lines.line_items import Sector
from tests.fakes.data_set import DataSet

pytestmark = pytest.mark.corpus
MILLION = Decimal(1_000_000)


@pytest.fixture(scope="module")
def quarter(corpus: Path) -> DataSet:
    """Filings of the second quarter of 2010."""
    return DataSet(corpus / "fsds" / "2010q2.zip")


@pytest.mark.parametrize(
    ("name", "sector", "item", "millions"),
    [
        ("CITIGROUP", Sector.BANK, "revenue", 25_421),
        ("J P MORGAN", Sector.BANK, "revenue", 27_671),
        ("J P MORGAN", Sector.BANK, "net_interest_income", 13_710),
        ("BANK OF AMERICA", Sector.BANK, "revenue", 31_969),
        ("BANK OF AMERICA", Sector.BANK, "noninterest_expense", 17_775),
        ("MORGAN STANLEY", Sector.BANK, "revenue", 9_078),
        ("METLIFE", Sector.INSURER, "revenue", 13_190),
        ("METLIFE", Sector.INSURER, "premiums_earned", 6_854),
        ("ALLSTATE", Sector.INSURER, "premiums_earned", 6_503),
        ("CHUBB", Sector.INSURER, "premiums_earned", 2_782),
        ("FRANKLIN RESOURCES", Sector.ASSET_MANAGER, "revenue", 1_413),
        ("FRANKLIN RESOURCES", Sector.ASSET_MANAGER, "advisory_fees", 836),
        ("PROLOGIS", Sector.REIT, "revenue", 260),
        ("VORNADO", Sector.REIT, "revenue", 696),
        ("VORNADO", Sector.REIT, "rental_income", 561),
        ("DTE ENERGY", Sector.UTILITY, "revenue", 2_453),
        ("LACLEDE", Sector.UTILITY, "revenue", 635),
        ("SOUTHERN CO", Sector.UTILITY, "revenue", 4_157),
    ],
)
def test_a_filer_gets_its_sectors_template_and_the_total_on_its_statement(
    quarter: DataSet, name: str, sector: Sector, item: str, millions: int
) -> None:
    """The tag of total revenue differs by sector, and a part of it must not be taken for it."""
    figures, slot = quarter.figures(name)
    cell = figures.cell(item, slot)

    assert figures.facts.sector is sector
    assert isinstance(cell, Fact)
    assert round(cell.value / MILLION) == millions


@pytest.mark.parametrize(
    ("name", "millions"), [("WELLS FARGO", 21_448), ("FIRST HORIZON", 429), ("KEYCORP", 1_075)]
)
def test_a_banks_revenue_is_net_interest_and_non_interest_income(
    quarter: DataSet, name: str, millions: int
) -> None:
    """Wells Fargo and KeyCorp tag no total; First Horizon's `Revenues` is net of provisions (324)."""
    figures, slot = quarter.figures(name)
    revenue = figures.cell("revenue", slot)

    assert isinstance(revenue, Fact)
    assert revenue.origin is Origin.DERIVED
    assert round(revenue.value / MILLION) == millions
    assert [fact.concept for fact in revenue.inputs] == [
        "net_interest_income",
        "noninterest_income",
    ]


def test_a_sum_whose_parts_do_not_lead_to_the_banks_income_is_not_given(quarter: DataSet) -> None:
    """BNY Mellon's `NoninterestIncome` is one line of 65 million, its fees of 2.5 billion another."""
    figures, slot = quarter.figures("BANK OF NEW YORK")

    assert isinstance(figures.cell("revenue", slot), Missing)


@pytest.mark.parametrize("item", ["gross_profit", "inventory", "current_assets", "total_debt"])
def test_what_a_bank_does_not_have_says_so(quarter: DataSet, item: str) -> None:
    """An absent line of an unclassified balance sheet is no gap in the data."""
    figures, slot = quarter.figures("J P MORGAN")
    cell = figures.cell(item, slot)

    assert isinstance(cell, Missing)
    assert cell.reason.startswith("a bank has no ")
