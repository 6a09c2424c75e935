import pytest

from research_agent.cli.plain_text import plain_text


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("## Apple\n\n**Revenue** was `x`.", "Apple\n\nRevenue was x."),
        ("see [the 10-K](https://a.b/c)", "see the 10-K (https://a.b/c)"),
        ("[https://a.b](https://a.b)", "https://a.b"),
        (r"from \$3 to \$4", "from $3 to $4"),
        ("net_income and 2 * 3 * 4", "net_income and 2 * 3 * 4"),
        ("*so* it is", "so it is"),
        ("- a\n- b", "- a\n- b"),
        ("", ""),
    ],
)
def test_markdown_marks_go_and_words_stay(markdown: str, plain: str) -> None:
    """A terminal shows no Markdown, and a product or a key is not taken for emphasis."""
    assert plain_text(markdown) == plain


def test_tables_are_aligned_figures_to_the_right() -> None:
    """Digits stand under digits."""
    table = "| Period | Revenue |\n|---|---:|\n| FY2023 | 383,285 |\n| FY2022 | 9 |"

    assert plain_text(table).splitlines() == [
        "Period  Revenue",
        "FY2023  383,285",
        "FY2022        9",
    ]


def test_a_ragged_table_loses_no_cell() -> None:
    """Models write short rows; they are filled, not dropped."""
    assert plain_text("| a | b |\n| c |").splitlines() == ["a  b", "c"]
