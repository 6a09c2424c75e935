from research_agent.domain.facts import Fact
from research_agent.domain.periods import PeriodQuery
from research_agent.domain.tables import SeriesTable
from research_agent.finance.lines.line_items import Sector
from research_agent.finance.ratios.every_ratio import KEY_RATIOS
from research_agent.ui.company_ratios import ratio_hints, ratio_sections
from tests.fakes.company_desk import desk

APPLE = "AAPL"
BANK = "JPM"


def ratios(ticker: str) -> SeriesTable:
    return desk().ratios(ticker, PeriodQuery(limit=2), every=True)


def test_key_ratios_stand_under_their_groups() -> None:
    """The usual ones of the sector, in the order of the groups."""
    sections = ratio_sections(ratios(APPLE), Sector.INDUSTRIAL, "Key ratios")
    assert [section.title for section in sections][:2] == ["Profitability", "Liquidity"]
    shown = {row.concept for section in sections for row in section.rows}
    assert shown == set(KEY_RATIOS)


def test_what_a_sector_does_not_have_comes_last() -> None:
    """A bank's page does not open with a dozen n/a."""
    sections = ratio_sections(ratios(BANK), Sector.BANK, "Key ratios")
    assert sections[-1].title == "n/a in these periods"
    assert "gross_margin" in {row.concept for row in sections[-1].rows}
    for section in sections[:-1]:
        assert all(any(isinstance(cell, Fact) for cell in row.cells) for row in section.rows)


def test_one_group_or_all_can_be_shown() -> None:
    """Every ratio is within two clicks."""
    table = ratios(APPLE)
    one = ratio_sections(table, Sector.INDUSTRIAL, "Liquidity")
    every = ratio_sections(table, Sector.INDUSTRIAL, "All")
    assert {section.title for section in one} <= {"Liquidity", "n/a in these periods"}
    assert sum(len(section.rows) for section in every) == len(table.rows)


def test_hovering_over_a_name_gives_formula_basis_and_source() -> None:
    """What is averaged and what is year-end differs between textbooks."""
    table = ratios(APPLE)
    hint = ratio_hints(table.rows)["current_ratio"]
    formula, basis, source = hint.split("\n")
    assert formula == "Total current assets ÷ Total current liabilities"
    assert basis == "balances at the end of the period"
    assert source
