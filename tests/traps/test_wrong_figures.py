"""Figures that were once served wrong: the right value, and the filings it is from."""

import pytest

from research_agent.domain.facts import Fact, Missing
from research_agent.domain.periods import Basis, Vintage
from tests.traps.pack import MILLION, fact, table


@pytest.mark.parametrize(
    ("ticker", "line", "label", "millions"),
    [
        # without income of associates on both sides: 10-K less the 10-Q of September
        ("AMD", "pretax_income", "Q4 FY2021", 3_669 - 2_466),  # 0000002488-22-000016, -21-000178
        ("AMD", "pretax_income", "Q4 FY2022", 1_184 - 1_320),  # 0000002488-23-000047, -22-000170
        ("AMD", "pretax_income", "Q4 FY2023", 492 - 128),  # 0000002488-24-000012, -23-000195
        ("AMD", "pretax_income", "Q4 FY2024", 1_989 - 1_100),  # 0000002488-25-000012, -24-000163
        ("AMD", "pretax_income", "Q4 FY2025", 4_140 - 2_066),  # 0000002488-26-000018, -25-000166
        # recast: 1,178 + 1,151 + 1,584 + 1,340 = 5,253 (0000002488-18-000128, -19-000011)
        ("AMD", "revenue", "Q2 FY2017", 1_151),
        # recast with its year and its nine months (0001564590-19-023119, -19-008273)
        ("ORCL", "revenue", "Q4 FY2018", 39_383 - 28_369),
        # cash flow statements (0001045810-17-000027, -19-000023)
        ("NVDA", "debt_issued", "FY2017", 1_988),
        ("NVDA", "debt_issued", "FY2018", 0),
        ("NVDA", "debt_issued", "FY2019", 0),
        # no dividend before November 2012 (0001045810-13-000109)
        ("NVDA", "dividends_per_share", "Q3 FY2013", 0),
        # net income less preferred dividends (0001193125-10-017029, -10-188769)
        ("PG", "net_income_to_common", "FY2008", 12_075 - 176),
        ("PG", "net_income_to_common", "FY2009", 13_436 - 192),
        ("PG", "net_income_to_common", "FY2010", 12_736 - 219),
    ],
)
async def test_a_figure_is_that_of_its_statement(
    ticker: str, line: str, label: str, millions: int
) -> None:
    """Each was once mixed of two definitions or versions, or taken from a note."""
    assert (await fact(ticker, line, label)).value == millions * MILLION


async def test_a_count_in_thousands_is_served_as_shares_and_says_so() -> None:
    """NVIDIA's 10-K of 2010 (0001045810-10-000006) has "548,126" shares for fiscal 2009."""
    found = await fact("NVDA", "weighted_shares_basic", "FY2009", vintage=Vintage.AS_REPORTED)

    assert found.value == 548_126_000
    assert found.inputs[0].value == 548_126
    assert "thousands" in found.note


async def test_no_quarter_of_nvidia_has_the_notes_of_another_year() -> None:
    """1,980 million of September 2016 were dated to every quarter of fiscal 2018 and 2019."""
    found = await table("NVDA", "debt_issued", basis=Basis.QUARTERLY)
    values = {
        period.label: cell.value
        for period, cell in zip(found.periods, found.rows[0].cells, strict=True)
        if isinstance(cell, Fact)
    }

    assert {
        label: value
        for label, value in values.items()
        if label.endswith(("FY2018", "FY2019", "FY2020")) and value
    } == {}


async def test_a_line_is_not_worked_out_from_revenue_recast_since() -> None:
    """Oracle's year of 39,831 became 39,383 in the report of 2019; its gross profit stayed of 2018."""
    found = await table("ORCL", "cost_of_revenue", "revenue")
    place = [period.label for period in found.periods].index("FY2018")
    cost, revenue = (row.cells[place] for row in found.rows)

    assert isinstance(revenue, Fact)
    assert revenue.value == 39_383 * MILLION
    assert isinstance(cost, Missing)
    assert "recast" in cost.reason


@pytest.mark.parametrize(
    ("ticker", "line", "label", "millions"),
    [
        # sales (0000080424-18-000055) less cost with pensions moved out (0000080424-18-000106)
        ("PG", "gross_profit", "FY2018", 66_832 - 34_432),
        # sales (0001047469-18-001117) less gross profit recast likewise (0001047469-19-000712)
        ("IBM", "cost_of_revenue", "FY2017", 79_139 - 36_943),
    ],
)
async def test_costs_moved_later_leave_the_revenue_they_are_taken_from(
    ticker: str, line: str, label: str, millions: int
) -> None:
    """The recast of a part does not touch the total: the difference is that of the newer report."""
    assert (await fact(ticker, line, label)).value == millions * MILLION
