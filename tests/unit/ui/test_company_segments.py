from dataclasses import replace

from research_agent.domain.facts import Missing
from research_agent.domain.tables import Cell, Row, SeriesTable
from research_agent.ui.company_segments import notes_on, periods_of, splits, usual_split
from tests.fakes.filed import APPLE, statement

NONE = Missing("not split so")


def table(*notes: str) -> SeriesTable:
    """Three years: by business the oldest alone, by product the two newest."""
    base = statement(APPLE)
    new, middle, old = base.rows[0].cells

    def row(concept: str, label: str, depth: int, *cells: Cell) -> Row:
        return Row(concept, label, "USD", cells, depth)

    rows = (
        row("revenue", "Revenue by business", 0, new, middle, old),
        row("revenue_business_desktops", "Desktops", 1, NONE, NONE, old),
        row("revenue", "Revenue by product", 0, new, middle, old),
        row("revenue_product_services", "Services", 1, new, middle, NONE),
        row("revenue_product_products", "Products", 2, new, middle, NONE),
    )
    return replace(base, rows=rows, notes=notes)


def test_a_split_begins_at_each_row_that_is_not_indented() -> None:
    """The total comes first, then everything it is broken down into."""
    business, product = splits(table())
    assert (business.title, [part.label for part in business.parts]) == (
        "Revenue by business",
        ["Desktops"],
    )
    assert [part.label for part in product.parts] == ["Services", "Products"]


def test_the_page_starts_with_a_split_of_the_newest_period() -> None:
    """A split given up ten years ago is not what a person looks for."""
    assert usual_split(splits(table())).title == "Revenue by product"


def test_a_split_is_shown_over_the_periods_that_have_parts() -> None:
    """Columns of n/a are empty boxes."""
    old = periods_of(table(), splits(table())[0])
    assert [period.label for period in old.periods] == ["FY2021"]
    assert [row.label for row in old.rows] == ["Revenue by business", "Desktops"]
    assert {len(row.cells) for row in old.rows} == {1}


def test_only_notes_on_the_split_shown_are_said() -> None:
    """What does not add up elsewhere is not a fault of this table."""
    overlap = "Rows set in twice overlap other rows of their group and are not added."
    mine = "Revenue by product does not add up in FY2023: the rows come to $1 million."
    other = "Revenue by business does not add up in FY2021: the rows come to $1 million."
    caution = "Desktops: Its inputs come from filings of different years."
    general = "Also filed by part: cost of revenue."
    shown = table(overlap, mine, other, caution, general)
    found = splits(shown)
    assert notes_on(shown, found[1], found) == (overlap, mine, general)
    assert notes_on(shown, found[0], found) == (other, caution, general)
