from dataclasses import replace

from research_agent.domain.facts import Fact, Missing, Origin
from research_agent.ui.company_sources import cell_card, hover_text
from research_agent.ui.company_table import Section, series_grid
from tests.fakes.filed import APPLE, BANK, statement

MARGIN = "gross_margin"


def test_the_unit_of_most_rows_is_said_once() -> None:
    """A percent sign stands in its cell; the other rows need no unit of their own."""
    grid = series_grid(statement(APPLE), (Section("", statement(APPLE).rows),))
    assert grid.corner == "USD million"
    assert [row.unit for row in grid.rows] == ["", "", "", ""]


def test_a_row_in_another_unit_says_so() -> None:
    """6.13 under "USD million" would be read as 6.13 million."""
    table = statement(APPLE)
    per_share = replace(table.rows[2], concept="eps", label="EPS", unit="USD/shares")
    grid = series_grid(table, (Section("", (*table.rows, per_share)),))
    assert grid.rows[-1].unit == "USD per share"


def test_each_column_has_its_period_end_under_its_label() -> None:
    """A fiscal label alone does not say when it ended."""
    grid = series_grid(statement(APPLE), (Section("", statement(APPLE).rows),))
    assert (grid.heads[0].top, grid.heads[0].under) == ("FY2023", "2023-09-30")


def test_a_figure_no_filing_states_is_marked() -> None:
    """44.1 % stands in no filing, 383,285 does."""
    table = statement(APPLE)
    grid = series_grid(table, (Section("", table.rows),))
    marks = {row.label: row.cells[0].mark for row in grid.rows}
    assert (marks["Revenue"], marks["Gross margin"]) == ("", "ƒ")
    unmarked = series_grid(table, (Section("", table.rows),), marked=False)
    assert {row.cells[0].mark for row in unmarked.rows} == {""}


def test_a_row_without_figures_says_why_once() -> None:
    """Six times n/a says less than one reason."""
    table = statement(BANK)
    row = next(
        row
        for row in series_grid(table, (Section("", table.rows),)).rows
        if row.label == "Gross profit"
    )
    (cell,) = row.cells
    assert cell.text == "n/a: a bank has no gross profit"
    assert cell.span == len(table.periods)


def test_a_missing_figure_among_others_has_its_reason_on_hover() -> None:
    """Its neighbours are there, so its own reason is told apart."""
    table = statement(APPLE)
    revenue = table.rows[0]
    gap = replace(revenue, cells=(Missing("not reported"), *revenue.cells[1:]))
    cell = series_grid(table, (Section("", (gap,)),)).rows[0].cells[0]
    assert (cell.text, cell.hint, cell.tone) == ("n/a", "Not reported.", "faint")


def test_a_section_has_its_heading_and_an_empty_one_none() -> None:
    """A heading over nothing is an empty box."""
    table = statement(APPLE)
    grid = series_grid(table, (Section("Lines", table.rows[:1]), Section("Others", ())))
    assert [(row.label, len(row.cells)) for row in grid.rows] == [("Lines", 0), ("Revenue", 3)]


def test_rows_of_the_chart_have_their_place_in_its_colours() -> None:
    """The grid is the legend of the stacked chart."""
    table = statement(APPLE)
    grid = series_grid(table, (Section("", table.rows),), charted=["net_income", "revenue"])
    swatches = {row.label: row.swatch for row in grid.rows}
    assert (swatches["Net income"], swatches["Revenue"], swatches["Gross profit"]) == (0, 1, -1)


def test_a_filed_figure_leads_to_its_filing_and_tag() -> None:
    """One line, one link, the accession number and the tag that was read."""
    fact = statement(APPLE).rows[0].cells[0]
    card = cell_card("Revenue", "FY2023", fact)
    (line,) = card.lines
    assert card.title == "Revenue FY2023 = $383,285 million"
    assert (line.link, line.after) == ("10-K filed 2023-11-03", " · 0000320193-23-000106")
    assert line.url.endswith("0000320193-23-000106-index.htm")
    assert line.code == "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"
    assert hover_text(fact) == "$383,285 million · 10-K filed 2023-11-03"


def test_a_computed_figure_leads_to_its_formula_and_inputs() -> None:
    """Each input stands with its own filing, one step further in."""
    row = statement(APPLE).row(MARGIN)
    assert row is not None
    card = cell_card(row.label, "FY2023", row.cells[0])
    formula, gross, revenue = card.lines
    assert (formula.text, formula.depth) == ("= gross profit / revenue", 0)
    assert (gross.text, gross.depth) == ("Gross profit FY2023 = $169,148 million · ", 1)
    assert revenue.url.endswith("0000320193-23-000106-index.htm")
    assert card.when == "2022-10-02 to 2023-09-30 · computed from filed figures"


def test_a_missing_figure_says_which_tags_were_looked_for() -> None:
    """So that a person can look in the filing."""
    card = cell_card("Inventory", "FY2023", Missing("not reported", ("us-gaap:InventoryNet",)))
    assert card.title == "Inventory FY2023: n/a"
    assert [line.text or line.code for line in card.lines] == [
        "Not reported.",
        "Looked for in the filings:",
        "us-gaap:InventoryNet",
    ]


def test_a_figure_made_of_very_many_is_cut_with_a_count() -> None:
    """A card as long as the page would hide the table."""
    part = statement(APPLE).rows[0].cells[0]
    assert isinstance(part, Fact)
    total = replace(
        part, origin=Origin.DERIVED, filing=None, tag="", formula="sum", inputs=(part,) * 60
    )
    card = cell_card("Sum", "FY2023", total)
    assert len(card.lines) == 41
    assert card.lines[-1].text == "… and 21 lines more."
