"""How Markdown is cut into what is read, and what is not read at all."""

import pytest

from research_agent.evidence.passages import PassageKind, blank_unread, passages


@pytest.mark.parametrize(
    "hidden",
    [
        "`revenue = 5.5`",
        "``a ` 5.5``",
        "```\n5.5\n```",
        "<b>",
        "<!-- 5.5 -->",
        "https://example.com/5.5",
        "0000320193-23-000106",
        "![chart 5.5](chart-5.5.png)",
        "[1, 2]",
        "AAPL.revenue.FY2023",
    ],
)
def test_what_nobody_reads_is_blanked_in_place(hidden: str) -> None:
    """Code, addresses and accession numbers hold no claims, and no offset may move."""
    text = f"Before\n{hidden}\nafter."
    blank = blank_unread(text)
    assert len(blank) == len(text)
    assert not any(character.isdigit() for character in blank)
    assert blank.count("\n") == text.count("\n")
    assert blank.startswith("Before")
    assert blank.endswith("after.")


def test_the_text_of_a_link_stays() -> None:
    """Only its target goes."""
    assert blank_unread("[$5.5 billion](https://x.test/1)").startswith("[$5.5 billion]")


def test_abbreviations_and_decimals_do_not_end_a_sentence() -> None:
    """A sentence cut in two loses its company."""
    text = "Apple Inc. had $1.5 billion. U.S. sales of Amazon.com Inc. vs. Apple fell. It ended."
    assert [p.text for p in passages(text)] == [
        "Apple Inc. had $1.5 billion.",
        "U.S. sales of Amazon.com Inc. vs. Apple fell.",
        "It ended.",
    ]


def test_cells_know_their_row_and_column() -> None:
    """A number in a table is about what its row and its column say."""
    text = "Caption\n\n| | FY2023 |\n|---|---|\n| Revenue | 5 |"
    cell = passages(text)[-1]
    assert cell.kind is PassageKind.CELL
    assert (cell.text, cell.row, cell.column) == ("5", ("Revenue",), "FY2023")
    assert text[cell.start : cell.end] == "5"
    assert cell.previous is not None
    assert passages(text)[cell.previous].text == "Caption"


def test_list_items_refer_to_what_introduces_the_list_not_to_each_other() -> None:
    """An item about NVIDIA must not inherit the company of the item above."""
    page = passages("Intro:\n\n- one\n- two\n  - deeper\n- three")
    above = {p.text: None if p.previous is None else page[p.previous].text for p in page}
    assert above == {
        "Intro:": None,
        "one": "Intro:",
        "two": "Intro:",
        "deeper": "two",
        "three": "Intro:",
    }


def test_headings_refer_to_the_heading_above_them_only() -> None:
    """A section about NVIDIA says nothing about the next one."""
    page = passages("# Report\n\n## Apple\n\ntext\n\n## NVIDIA\n\nmore")
    above = {p.text: None if p.previous is None else page[p.previous].text for p in page}
    assert above == {
        "Report": None,
        "Apple": "Report",
        "text": "Apple",
        "NVIDIA": "Report",
        "more": "NVIDIA",
    }
