from research_agent.ui.prose import is_table_line
from research_agent.ui.tables import (
    cell_markdown,
    companies_markdown,
    reasons_line,
    series_markdown,
)
from tests.fakes.filed import APPLE, BANK, NVIDIA, statement


def lines(markdown: str) -> list[list[str]]:
    return [[part.strip() for part in line.split("|")[1:-1]] for line in markdown.splitlines()]


def test_a_series_has_each_period_end_in_its_heading() -> None:
    """A fiscal label alone does not say when it ended."""
    head, rule, *body = lines(series_markdown(statement(APPLE), statement(APPLE).rows))
    assert head[1] == "FY2023 :small[:gray[2023\u201109\u201130]]"
    assert rule == ["---", "---:", "---:", "---:"]
    assert [row[0].split(" :")[0] for row in body] == [
        "Revenue",
        "Gross profit",
        "Net income",
        "Gross margin",
    ]


def test_every_filed_figure_is_a_link_to_its_own_filing() -> None:
    """Three years, three filings."""
    _, _, revenue, *_ = lines(series_markdown(statement(APPLE), statement(APPLE).rows))
    assert [cell.split("]")[0] for cell in revenue[1:]] == ["[383,285", "[394,328", "[365,817"]
    assert "0000320193-23-000106-index.htm" in revenue[1]
    assert "0000320193-22-000108-index.htm" in revenue[2]


def test_a_computed_cell_is_marked_and_leads_to_its_first_input() -> None:
    """A margin is in no filing."""
    margin = statement(APPLE).rows[-1].cells[0]
    assert cell_markdown(margin).startswith(":small[:violet[ƒ]] [44.1%](https://www.sec.gov/")


def test_companies_stand_in_columns_and_each_cell_has_its_date() -> None:
    """Same label, ends eight months apart."""
    tables = (statement(NVIDIA), statement(APPLE))
    shown = lines(companies_markdown([(table, table.rows[0]) for table in tables]))
    by_label = {row[0]: row[1:] for row in shown[2:]}
    assert list(by_label) == ["FY2024", "FY2023", "FY2022", "FY2021"]
    assert by_label["FY2023"][0].endswith(":small[:gray[2023\u201101\u201129]]")
    assert by_label["FY2023"][1].endswith(":small[:gray[2023\u201109\u201130]]")
    assert by_label["FY2024"][1] == ":gray[–]"


def test_reasons_for_missing_figures_are_said_once() -> None:
    """Ten empty years have one reason."""
    bank = statement(BANK)
    assert reasons_line(bank.rows[1].cells) == "n/a: a bank has no gross profit"
    assert reasons_line(bank.rows[0].cells) == ""


def test_only_whole_table_lines_scroll() -> None:
    """Prose with a bar in it wraps as ever."""
    assert is_table_line("| a | b |")
    assert not is_table_line("either | or")
    assert not is_table_line("")
